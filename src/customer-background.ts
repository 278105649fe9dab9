/** Everything that runs as long as the page is open, once a customer is logged in. */
import type { Store } from 'jotai';
import { sendAddressesInBackground } from './state/account/pending-addresses.ts';
import { keepPrivateLists } from './state/account/private-lists.ts';
import { followLiveOrders } from './state/checkout/live-orders.ts';
import { deliverInBackground } from './state/checkout/outbox.ts';

export function begin(store: Store) {
  deliverInBackground(store);
  keepPrivateLists(store);
  followLiveOrders(store);
  sendAddressesInBackground(store);
}
