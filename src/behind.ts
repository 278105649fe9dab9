/** What begins once the first screen stands and the customer is known; fetched behind the first paint. */
import type { createStore } from 'jotai';
import { registerWorker } from './register-worker.ts';
import type { Router } from './router.ts';
import { sendCartAtItsMoments } from './state/cart-moments.ts';
import { onReturn } from './state/connection.ts';
import { device } from './state/device.ts';
import { followInstall } from './state/install.ts';
import { saveAddressesAtTheirMoments } from './state/new-addresses.ts';
import { deliverAtItsMoments } from './state/outbox.ts';
import { keepPrivateLists } from './state/private-lists.ts';
import { keepFocus } from './ui/kept-focus.ts';

const toNoOtherScreen = { subscribe: () => () => undefined };

export function begin(store: ReturnType<typeof createStore>, router: Router | undefined) {
  registerWorker(store, router ?? toNoOtherScreen);
  followInstall(store);
  deliverAtItsMoments(store);
  sendCartAtItsMoments(store);
  saveAddressesAtTheirMoments(store);
  keepPrivateLists(store);
  keepFocus();
  void device.revokeEndedSessions();
  onReturn(store, () => void device.revokeEndedSessions());
}
