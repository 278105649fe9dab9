import { atom } from 'jotai';
import type { PlacedOrder } from '#core/order-contract';
import { withdrawOrder } from '#device/order-calls';
import { isOldList, ordersAtom } from '../account/private-lists.ts';
import { loggedIn, sessionAtom, tokenAtom } from '../account/session.ts';

/**
 * Cancels an order that is placed, while nothing of it is paid or begun (decision W18). Resolves with the order as the shop has it now,
 * whichever answer was lost; undefined when the shop did not say.
 */
export const withdrawOrderAtom = atom(null, async (get, set, order: PlacedOrder): Promise<PlacedOrder | undefined> => {
  const { token } = loggedIn(get(sessionAtom));
  const { order_number } = order;
  try {
    const cancelled = await withdrawOrder(token, order);
    const { data } = get(ordersAtom);
    if (data && get(tokenAtom) === token) {
      const items = data.items.map((one) => (one.order_number === order_number ? cancelled : one));
      await set(ordersAtom, { known: { ...data, items } });
    }
    // Also stored for a start without a connection.
    void set(ordersAtom);
    return cancelled;
  } catch (failure) {
    console.warn(`Order ${order_number} not cancelled`, failure);
    const list = await set(ordersAtom);
    return isOldList(list) ? undefined : list.data?.items.find((one) => one.order_number === order_number);
  }
});
