/** What runs for as long as the page is open; begun once the first screen stands and the customer is known. */
import type { Store } from 'jotai';
import { registerWorker } from './register-worker.ts';
import { syncCartInBackground } from './state/cart-in-background.ts';
import { onReconnect } from './state/connection.ts';
import { device } from './state/device.ts';
import { followInstall, settledAtom } from './state/install.ts';
import { routerAtom } from './state/navigation.ts';
import { saveAddressesInBackground } from './state/new-addresses.ts';
import { deliverInBackground } from './state/outbox.ts';
import { keepPrivateLists } from './state/private-lists.ts';
import { whenIdle } from './ui/idle.ts';
import { keepFocus } from './ui/kept-focus.ts';
import { loadPanelsFile, prepare } from './ui/lazy-module.ts';

export function begin(store: Store) {
  // By then the worker has installed the router's and the panels' files, so fetching them costs a first visit nothing
  // (performance P3).
  registerWorker(store, () =>
    whenIdle(() => {
      store.set(settledAtom, true);
      void store.get(routerAtom)?.open();
      void prepare(loadPanelsFile);
    }),
  );
  followInstall(store);
  deliverInBackground(store);
  syncCartInBackground(store);
  saveAddressesInBackground(store);
  keepPrivateLists(store);
  keepFocus();
  void device.revokeEndedSessions();
  onReconnect(store, () => void device.revokeEndedSessions());
}
