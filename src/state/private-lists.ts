/** A customer's own addresses and orders, and the new addresses that are not in the account yet. */
import { atom, type createStore } from 'jotai';
import type { NewAddress, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { canonical } from '#core/order';
import type { UnsavedAddress } from '#device/new-addresses';
import type { OwnList, OwnListCall } from '#device/private-lists';
import { onReturn } from './connection.ts';
import {
  forgetUnsavedAddress,
  onChange,
  ownAddresses,
  ownOrders,
  saveAddress,
  saveUnsavedAddresses,
  statusOf,
  unsavedAddressesOf,
} from './device.ts';
import { type Resource, resource } from './resource.ts';
import { sessionAtom } from './session.ts';
import { askToBeWoken } from './wake-up.ts';

type Store = ReturnType<typeof createStore>;

const known = (session: Session | null | undefined) => {
  if (!session) throw new Error('Nobody is logged in');
  return session;
};

const tokenAtom = atom((get) => get(sessionAtom)?.token);

/** A list as the screens have it; when the `session` has 'ended' it is empty, whatever was known before. */
export type ShownList<Item> = OwnList<Item> & { session: 'good' | 'ended' };

/** While it is shown it is asked for again when the connection or the tab comes back. */
function ownList<Item>(call: OwnListCall<Item>) {
  const list = resource<ShownList<Item>>(async (get, { show }) => {
    const nothingShown = get(list).data === undefined;
    try {
      const given = await call(known(get(sessionAtom)), (kept) => {
        if (nothingShown) show({ ...kept, session: 'good' });
      });
      return { ...given, session: 'good' };
    } catch (failure) {
      if ((await statusOf(failure)) !== 401) throw failure;
      console.warn('The session has ended', failure);
      return { items: [], asOf: 0, kept: false, session: 'ended' };
    }
  }, tokenAtom);
  list.onMount = (reload) => {
    const again = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    void reload();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  };
  return list;
}

/** The customer's saved addresses. */
export const addressesAtom = ownList(ownAddresses);

/** The customer's orders. */
export const ordersAtom = ownList(ownOrders);

// --- New addresses that the shop has not answered for -------------------------------------------------------------

const keptAtom = atom<{ customer: string; unsaved: UnsavedAddress[] }>({ customer: '', unsaved: [] });

const ownUnsavedAtom = atom((get): UnsavedAddress[] => {
  const session = get(sessionAtom);
  const { customer, unsaved } = get(keptAtom);
  return session && customerOf(session) === customer ? unsaved : [];
});

/** New addresses that are only on this device, in the order they were written. */
export const unsavedAddressesAtom = atom((get) => {
  const saved = get(addressesAtom).data?.items ?? [];
  const names = new Set(saved.map((item) => canonical(item)));
  return get(ownUnsavedAtom).filter(({ address }) => !names.has(canonical(address)));
});

const refreshUnsavedAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  if (!session) return;
  const unsaved = await unsavedAddressesOf(session).catch((failure: unknown) => {
    console.warn('The new addresses on this device cannot be read', failure);
    return undefined;
  });
  if (unsaved) set(keptAtom, { customer: customerOf(session), unsaved });
});

/** What became of new addresses by itself since the customer last looked; told once, wherever they are. */
export const addressNewsAtom = atom<readonly ('saved' | 'refused')[]>([]);

/** Reads again what is unsaved, in this tab or elsewhere, and notes what has come to an end. */
const hearOfUnsavedAtom = atom(null, async (get, set) => {
  const token = get(tokenAtom);
  const before = get(ownUnsavedAtom);
  await set(refreshUnsavedAtom);
  const after = new Map(get(ownUnsavedAtom).map((unsaved) => [unsaved.id, unsaved]));
  const gone = before.filter(({ id }) => !after.has(id));
  if (gone.length > 0 && get(tokenAtom) === token) await set(addressesAtom);
  if (get(tokenAtom) !== token) return;
  const listed = new Set((get(addressesAtom).data?.items ?? []).map(canonical));
  // What the customer has removed is in no account.
  const saved = gone.filter(({ address }) => listed.has(canonical(address)));
  const refused = before.filter((unsaved) => !unsaved.refused && after.get(unsaved.id)?.refused);
  const news = [...saved.map(() => 'saved' as const), ...refused.map(() => 'refused' as const)];
  if (news.length > 0) set(addressNewsAtom, [...get(addressNewsAtom), ...news]);
});

/** Saves an address to the account, or keeps it here when the shop does not answer; see `saveAddress`. */
export const addAddressAtom = atom(null, async (get, set, address: NewAddress) => {
  const became = await saveAddress(known(get(sessionAtom)), address);
  if (became === 'kept') void askToBeWoken();
  await set(refreshUnsavedAtom);
  return became;
});

/** The customer does not want a new address any more. */
export const forgetUnsavedAddressAtom = atom(null, async (_get, set, id: string) => {
  await forgetUnsavedAddress(id);
  await set(refreshUnsavedAtom);
});

/** The token whose session has ended: nothing is sent with it by itself any more. */
const endedAtom = atom('');

/** Saves what waits; `all` also what pauses after a failed attempt. */
export const saveUnsavedAtom = atom(null, async (get, set, options: { all?: boolean } = {}) => {
  const token = get(tokenAtom);
  if (!token) return;
  const outcome = await saveUnsavedAddresses(options).catch((failure: unknown) => {
    console.warn('The new addresses could not be saved', failure);
    return { saved: 0, needsLogin: false };
  });
  set(endedAtom, outcome.needsLogin ? token : '');
  await set(hearOfUnsavedAtom);
});

/** Whether somebody has seen it older than the shop has it. */
const isOld = ({ status, data }: Resource<ShownList<unknown>>) => status === 'error' || data?.kept === true;

/** Between two looks at what is due, in ms; a clock that was set back must not make it days. */
const shortestPause = 1_000;
const longestPause = 60_000;

/** After so long nobody minds that the lists are fetched although nobody looks at them, in ms. */
const calm = 3_000;

/**
 * Saves new addresses at start, after a login, when the connection or the tab comes back, and when a pause is over; and
 * sees to it that a customer's lists are on the device before they are needed without a connection. Returns how to stop.
 */
export function keepPrivateLists(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetching: ReturnType<typeof setTimeout> | undefined;
  let token: string | undefined;

  const save = (options: { all?: boolean } = {}) => {
    if (store.get(sessionAtom)) void store.set(saveUnsavedAtom, options);
  };
  const plan = () => {
    clearTimeout(timer);
    if (store.get(endedAtom) === store.get(tokenAtom)) return;
    const due = store
      .get(ownUnsavedAtom)
      .flatMap(({ refused, notBefore, heldUntil = 0 }) => (refused ? [] : Math.max(notBefore, heldUntil)));
    if (due.length === 0) return;
    timer = setTimeout(save, Math.min(longestPause, Math.max(shortestPause, Math.min(...due) - Date.now())));
  };
  const hasConnection = () => save({ all: true });
  const seen = () => {
    if (document.visibilityState === 'visible') hasConnection();
  };
  const begin = () => {
    if (store.get(tokenAtom) === token) return;
    token = store.get(tokenAtom);
    clearTimeout(fetching);
    if (!token) return;
    void store.set(refreshUnsavedAtom);
    hasConnection();
    fetching = setTimeout(() => {
      if (store.get(addressesAtom).status === 'idle') void store.set(addressesAtom);
      if (store.get(ordersAtom).status === 'idle') void store.set(ordersAtom);
    }, calm);
  };

  const returned = () => {
    hasConnection();
    if (isOld(store.get(addressesAtom))) void store.set(addressesAtom);
    if (isOld(store.get(ordersAtom))) void store.set(ordersAtom);
  };

  const stops = [
    onReturn(store, returned),
    store.sub(sessionAtom, begin),
    store.sub(ownUnsavedAtom, plan),
    store.sub(endedAtom, plan),
    onChange((keys) => {
      if (keys.includes('unsaved-addresses')) void store.set(hearOfUnsavedAtom);
    }),
  ];
  addEventListener('online', hasConnection);
  addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  begin();
  return () => {
    clearTimeout(timer);
    clearTimeout(fetching);
    for (const stop of stops) stop();
    removeEventListener('online', hasConnection);
    removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
