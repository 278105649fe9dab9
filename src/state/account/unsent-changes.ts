/** The changes that would be lost, or stay unsent, if the customer logged out now. */
import type { Session } from '#core/contract';
import { isSettled } from '#device/outbox-states';
import { outboxOrdersOf } from '#device/outbox-store';
import { pendingAddresses } from '#device/pending-addresses';
import { isCartPending } from '#device/stored-cart';

const nothing = { orders: 0, addresses: 0, addressChanges: 0, cart: false };

/** This customer's changes that the shop does not have yet; nothing where the device cannot be read. */
export async function unsentChanges(session: Session): Promise<typeof nothing> {
  try {
    const [entries, pending, cart] = await Promise.all([
      outboxOrdersOf(session),
      pendingAddresses(session),
      isCartPending(),
    ]);
    const orders = entries.filter((entry) => !isSettled(entry)).length;
    const addresses = pending.filter(({ addressId }) => addressId === undefined).length;
    return { orders, addresses, addressChanges: pending.length - addresses, cart };
  } catch (failure) {
    console.warn('Pending changes were not read', failure);
    return nothing;
  }
}
