/** The changes that would be lost, or stay unsent, if the customer logged out now. */
import type { Session } from '#core/contract';
import { addressChanges } from '#device/address-changes';
import { isOpen, needsConsent } from '#device/outbox-states';
import { outboxOrdersOf } from '#device/outbox-store';
import { isCartPending } from '#device/stored-cart';
import { unsavedAddresses } from '#device/unsaved-addresses';

const nothing = { orders: 0, addresses: 0, addressChanges: 0, cart: false };

/** This customer's changes that the shop does not have yet; nothing where the device cannot be read. */
export async function pendingChanges(session: Session): Promise<typeof nothing> {
  try {
    const [entries, addresses, changes, cart] = await Promise.all([
      outboxOrdersOf(session),
      unsavedAddresses.of(session),
      addressChanges.of(session),
      isCartPending(),
    ]);
    const orders = entries.filter((entry) => isOpen(entry) || needsConsent(entry)).length;
    return { orders, addresses: addresses.length, addressChanges: changes.length, cart };
  } catch (failure) {
    console.warn('Pending changes were not read', failure);
    return nothing;
  }
}
