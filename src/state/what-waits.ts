/** What would be lost, or left behind, if the customer logged out now. */
import type { Session } from '#core/contract';
import { cartWaits } from '#device/cart-sync';
import { isOpen, needsConsent } from '#device/intent-state';
import { intentsOf } from '#device/intents';
import { unsavedAddressesOf } from '#device/new-addresses';

const nothing = { orders: 0, addresses: 0, cart: false };

/** What the shop does not have yet of this customer's; nothing, where the device cannot be asked. */
export async function whatWaits(session: Session): Promise<typeof nothing> {
  try {
    const [intents, addresses, cart] = await Promise.all([
      intentsOf(session),
      unsavedAddressesOf(session),
      cartWaits(),
    ]);
    const orders = intents.filter((intent) => isOpen(intent) || needsConsent(intent)).length;
    return { orders, addresses: addresses.length, cart };
  } catch (failure) {
    console.warn('What waits was not read', failure);
    return nothing;
  }
}
