/** What runs for as long as the page is open; started once the first screen is hydrated and the customer is known. */
import type { Store } from 'jotai';
import { revokeEndedSessions } from '#device/session';
import { registerWorker } from './register-worker.ts';
import type { ShopRouter } from './router.tsx';
import { syncCartInBackground } from './state/cart-in-background.ts';
import { onReconnect } from './state/connection.ts';
import { followInstall, settledAtom } from './state/install.ts';
import { saveAddressesInBackground } from './state/new-addresses.ts';
import { deliverInBackground } from './state/outbox.ts';
import { keepPrivateLists } from './state/private-lists.ts';
import { whenIdle } from './ui/idle.ts';
import { keepFocus } from './ui/kept-focus.ts';

export function begin(store: Store, router: ShopRouter) {
  registerWorker(store, router, () => whenIdle(() => store.set(settledAtom, true)));
  followInstall(store);
  deliverInBackground(store);
  syncCartInBackground(store);
  saveAddressesInBackground(store);
  keepPrivateLists(store);
  keepFocus();
  void revokeEndedSessions();
  onReconnect(store, () => void revokeEndedSessions());
}
