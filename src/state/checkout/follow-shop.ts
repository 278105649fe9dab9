/**
 * Asks the shop whether it takes orders (decision W12), and whether its menu has changed: after hydration, when the page is seen again, and with
 * each signal of a stream.
 */
import { atom, type Store } from 'jotai';
import { ShopState } from '#core/pause';
import { extra, jsonOf } from '#device/api';
import { hasKedaiCapabilities } from '#device/capabilities';
import { tokenAtom } from '../account/session.ts';
import { menuAtom, refreshMenuAtom } from '../catalogue/catalogue.ts';
import { onReconnect } from '../connection/connection.ts';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { combined, isVisible, onVisible } from '../frame/event-listener.ts';
import { pauseAtom } from './pause.ts';
import { pendingOrdersAtom } from './stored-orders.ts';

/** How often the shop is asked while it has paused, or an order has met a pause, in ms. */
const askEvery = 60_000;

/** By which number the shop last knew its menu. */
const menuVersionAtom = atom<number>();

let questions = 0;
/** The last question that was answered. */
const answeredAtom = atom(0);

/** Never rejects: without an answer everything stays as it was heard. A host that has not announced itself is not asked. */
export async function readShop(store: Store) {
  if (!(await hasKedaiCapabilities())) return;
  const question = ++questions;
  const call = extra.get('shop', { cache: 'no-store' });
  const state = await jsonOf('GET /shop', call, ShopState).catch(() => undefined);
  // One that comes after the answer to a later question is older than that.
  if (!state || question < store.get(answeredAtom)) return;
  store.set(answeredAtom, question);
  const { now, pause, menu_version: version } = state;
  const before = store.get(menuVersionAtom);
  store.set(menuVersionAtom, version);
  if (before !== undefined && version !== before && store.get(menuAtom).data) void store.set(refreshMenuAtom);
  const heardAt = Date.now();
  const left = Date.parse(pause?.until ?? '') - Date.parse(now);
  // A visitor has no orders, and does not load what sends them.
  if (!pause && store.get(tokenAtom)) void sendAfterPause(store);
  store.set(pauseAtom, pause && { until: left > 0 ? heardAt + left : undefined, heardAt });
}

async function sendAfterPause(store: Store) {
  const { sendAfterPauseAtom } = await loadWithRetry(() => import('./outbox.ts'));
  await store.set(sendAfterPauseAtom);
}

/** `whenKnown` calls back when the page's own calls have told which host it is. Returns a function that stops this. */
export function followShop(store: Store, whenKnown: (work: () => void) => void): () => void {
  const read = () => void readShop(store);
  whenKnown(read);
  const hasMetPause = () => store.get(pendingOrdersAtom).some(({ paused }) => paused && Date.now() < paused.until);
  // Staff may end it early, or prolong it.
  const timer = setInterval(() => isVisible() && (store.get(pauseAtom) || hasMetPause()) && read(), askEvery);
  return combined(onVisible(read), onReconnect(store, read), () => clearInterval(timer));
}
