/** Orders under way are shown as they change at the shop (decision W4). */
import { atom, type Store } from 'jotai';
import { detectCapabilities } from '#device/api';
import { followStream } from '#device/follow-stream';
import { apiHost } from '#device/host';
import { isOldList, ordersAtom } from '../account/private-lists.ts';
import { tokenAtom } from '../account/session.ts';
import { combined, isVisible, listen } from '../frame/event-listener.ts';
import { readShop } from './follow-shop.ts';
import { ordersUnderWayAtom } from './outbox.ts';

/** How often the shop is asked while no stream comes through, in ms. */
const askEvery = 15_000;

/** Asks a host that is not known yet: after a login that was the first call of all, no list has named it. */
const streamUrl = async () =>
  (await detectCapabilities().catch(() => false)) ? `${apiHost}/orders/stream` : undefined;

/** The token of a customer to whom anything may be told; undefined where nothing can change. */
const followedAtom = atom((get) => {
  const isUnderWay = get(ordersUnderWayAtom).some(({ order_number }) => order_number !== '');
  const hasEnded = get(ordersAtom.peekAtom).data?.hasEnded;
  return isUnderWay && !hasEnded ? get(tokenAtom) : undefined;
});

/**
 * While an order is under way and this tab is visible, asks for the list whenever the shop signals a change, and from time to time. Returns
 * a function that stops this.
 */
export function followLiveOrders(store: Store): () => void {
  let followed: string | undefined;
  let stop: (() => void) | undefined;

  const look = async () => {
    void readShop(store);
    const list = await store.set(ordersAtom);
    if (isOldList(list)) throw new Error('The shop has not answered', { cause: list.failure });
  };
  const update = () => {
    const token = isVisible() ? store.get(followedAtom) : undefined;
    if (token === followed) return;
    stop?.();
    followed = token;
    stop =
      token === undefined ? undefined : followStream({ name: 'kedai-stream', url: streamUrl(), token, look, askEvery });
  };

  update();
  return combined(store.sub(followedAtom, update), listen('visibilitychange', update, document), () => stop?.());
}
