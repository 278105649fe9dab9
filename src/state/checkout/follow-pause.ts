/** Asks the shop whether it takes orders: after hydration, when the page is seen again, and with each signal of a stream (decision W12). */
import type { Store } from 'jotai';
import { getShopState } from '#device/shop-state';
import { onReconnect } from '../connection/connection.ts';
import { isVisible, onVisible } from '../connection/visibility.ts';
import { combined } from '../frame/event-listener.ts';
import { sendAfterPauseAtom } from './outbox.ts';
import { pauseAtom } from './pause.ts';

/** How often the shop is asked while it has paused, in ms. */
const askEvery = 60_000;

/** Never rejects: without an answer it stays as it was heard. */
export async function readPause(store: Store) {
  const state = await getShopState().catch(() => undefined);
  if (!state) return;
  const { now, pause } = state;
  const heardAt = Date.now();
  const left = Date.parse(pause?.until ?? '') - Date.parse(now);
  if (!pause) void store.set(sendAfterPauseAtom);
  store.set(pauseAtom, pause && { until: left > 0 ? heardAt + left : undefined, heardAt });
}

/** `whenKnown` calls back when the page's own calls have told which host it is. Returns a function that stops this. */
export function followPause(store: Store, whenKnown: (work: () => void) => void): () => void {
  const read = () => void readPause(store);
  whenKnown(read);
  // Staff may end it early, or prolong it.
  const timer = setInterval(() => isVisible() && store.get(pauseAtom) && read(), askEvery);
  return combined(onVisible(read), onReconnect(store, read), () => clearInterval(timer));
}
