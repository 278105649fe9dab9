/** A customer's own addresses and orders. */
import type { Store } from 'jotai';
import { sessionHasEnded } from '#device/outcome';
import type { CustomerList, CustomerListCall } from '#device/private-lists';
import { customerAddresses, customerOrders } from '#device/private-lists';
import { onReconnect } from './connection.ts';
import { combined } from './listening.ts';
import { type Resource, resource } from './resource.ts';
import { loggedIn, sessionAtom, tokenAtom } from './session.ts';
import { isVisible, onVisible } from './visibility.ts';

/** A list as the screens have it; when the `session` has 'ended' it is empty, whatever was known before. */
export type ShownList<Item> = CustomerList<Item> & { session: 'good' | 'ended' };

/** How often a list that somebody looks at is loaded again, in ms: an order gets ready meanwhile. */
const lookAgain = 30_000;

/**
 * An own list that is loaded when it is shown, and again while it is: now and then, and whenever the customer comes
 * back to the tab.
 */
function ownList<Item>(call: CustomerListCall<Item>) {
  const list = resource<ShownList<Item>>(async (get, { show }) => {
    const nothingShown = get(list).data === undefined;
    try {
      const given = await call(loggedIn(get(sessionAtom)), (kept) => {
        if (nothingShown) show({ ...kept, session: 'good' });
      });
      return { ...given, session: 'good' };
    } catch (failure) {
      if (!(await sessionHasEnded(failure))) throw failure;
      console.warn('The session has ended', failure);
      return { items: [], asOf: 0, isStored: false, session: 'ended' };
    }
  }, tokenAtom);
  // Replaces `resource`'s own mounting: that the shop is back is `keepPrivateLists`' to act on, for lists that are not
  // shown, too.
  list.onMount = (reload) => {
    void reload();
    const looking = setInterval(() => isVisible() && void reload(), lookAgain);
    return combined(
      onVisible(() => void reload()),
      () => clearInterval(looking),
    );
  };
  return list;
}

/** The customer's saved addresses. */
export const addressesAtom = ownList(customerAddresses);

/** The customer's orders. */
export const ordersAtom = ownList(customerOrders);

/** Whether what was shown of a list may be older than what the shop has. */
const isOld = ({ status, data }: Resource<ShownList<unknown>>) => status === 'error' || data?.isStored === true;

/**
 * How long after the start (or a login) the lists are fetched in advance, in ms: by then nothing else is being loaded.
 */
const calm = 3_000;

/**
 * Sees to it that a customer's lists are on the device before they are needed without a connection; returns how to
 * stop.
 */
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

  begin();
  return combined(onReconnect(store, returned), store.sub(sessionAtom, begin), () => clearTimeout(fetching));
}
