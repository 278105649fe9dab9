/** Everything that runs as long as the page is open; started after hydration, when the customer is known. */
import type { Store } from 'jotai';
import { revokeEndedSessions } from '#device/session-revocation';
import { keepFocusAfterRemoval } from '../design/focus-after-removal.ts';
import { registerWorker } from './register-worker.ts';
import type { ShopRouter } from './router.tsx';
import { followClearedDevice, tokenAtom } from './state/account/session.ts';
import { syncCartInBackground } from './state/cart/background-cart-sync.ts';
import { followShop } from './state/checkout/follow-shop.ts';
import { onReconnect } from './state/connection/connection.ts';
import { loadWithRetry } from './state/connection/load-with-retry.ts';
import { waitForAtom } from './state/frame/wait-for-atom.ts';
import { followInstall } from './state/installation/install.ts';
import { isWorkerSettledAtom } from './state/installation/install-prompt.ts';
import { whenIdle } from './ui/frame/idle.ts';

export function begin(store: Store, router: ShopRouter) {
  registerWorker(store, router, () => whenIdle(() => store.set(isWorkerSettledAtom, true)));
  followInstall(store);
  syncCartInBackground(store);
  followShop(store, whenIdle);
  followClearedDevice(store);
  void beginForCustomer(store);
  keepFocusAfterRemoval();
  void revokeEndedSessions();
  onReconnect(store, () => void revokeEndedSessions());
}

/** A visitor has neither orders nor addresses, and does not load what sends them. */
async function beginForCustomer(store: Store) {
  await waitForAtom(store, tokenAtom, Boolean);
  (await loadWithRetry(() => import('./customer-background.ts'))).begin(store);
}
