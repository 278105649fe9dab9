/** A customer's own addresses and orders. */
import type { createStore } from 'jotai';
import type { OwnList, OwnListCall } from '#device/private-lists';
import { onReturn } from './connection.ts';
import { device } from './device.ts';
import { type Resource, resource } from './resource.ts';
import { onSeen } from './seen.ts';
import { loggedIn, sessionAtom, tokenAtom } from './session.ts';

type Store = ReturnType<typeof createStore>;

/** A list as the screens have it; when the `session` has 'ended' it is empty, whatever was known before. */
export type ShownList<Item> = OwnList<Item> & { session: 'good' | 'ended' };

/** While it is shown it is asked for again when the customer comes back to the tab. */
function ownList<Item>(call: OwnListCall<Item>) {
  const list = resource<ShownList<Item>>(async (get, { show }) => {
    const nothingShown = get(list).data === undefined;
    try {
      const given = await call(loggedIn(get(sessionAtom)), (kept) => {
        if (nothingShown) show({ ...kept, session: 'good' });
      });
      return { ...given, session: 'good' };
    } catch (failure) {
      if (!(await device.sessionHasEnded(failure))) throw failure;
      console.warn('The session has ended', failure);
      return { items: [], asOf: 0, kept: false, session: 'ended' };
    }
  }, tokenAtom);
  // When the shop is back `keepPrivateLists` asks again, whether it is shown or not.
  list.onMount = (reload) => {
    void reload();
    return onSeen(() => void reload());
  };
  return list;
}

/** The customer's saved addresses. */
export const addressesAtom = ownList(device.ownAddresses);

/** The customer's orders. */
export const ordersAtom = ownList(device.ownOrders);

/** Whether somebody has seen it older than the shop has it. */
const isOld = ({ status, data }: Resource<ShownList<unknown>>) => status === 'error' || data?.kept === true;

/** After so long nobody minds that the lists are fetched although nobody looks at them, in ms. */
const calm = 3_000;

/** Sees to it that a customer's lists are on the device before they are needed without a connection; returns how to stop. */
export function keepPrivateLists(store: Store): () => void {
  let fetching: ReturnType<typeof setTimeout> | undefined;
  let token: string | undefined;

  const begin = () => {
    if (store.get(tokenAtom) === token) return;
    token = store.get(tokenAtom);
    clearTimeout(fetching);
    if (!token) return;
    fetching = setTimeout(() => {
      if (store.get(addressesAtom).status === 'idle') void store.set(addressesAtom);
      if (store.get(ordersAtom).status === 'idle') void store.set(ordersAtom);
    }, calm);
  };
  const returned = () => {
    if (isOld(store.get(addressesAtom))) void store.set(addressesAtom);
    if (isOld(store.get(ordersAtom))) void store.set(ordersAtom);
  };

  const stops = [onReturn(store, returned), store.sub(sessionAtom, begin)];
  begin();
  return () => {
    clearTimeout(fetching);
    for (const stop of stops) stop();
  };
}
