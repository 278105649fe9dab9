/** What would be lost, or left behind, if the customer logged out now. */
import type { Session } from '#core/contract';
import { isOpen, needsConsent } from '#device/intent';
import { device } from './device.ts';

const nothing = { orders: 0, addresses: 0, cart: false };

/** What the shop does not have yet of this customer's; nothing, where the device cannot be asked. */
export async function whatWaits(session: Session): Promise<typeof nothing> {
  try {
    const [intents, addresses, cart] = await Promise.all([
      device.intentsOf(session),
      device.unsavedAddressesOf(session),
      device.cartWaits(),
    ]);
    const orders = intents.filter((intent) => isOpen(intent) || needsConsent(intent)).length;
    return { orders, addresses: addresses.length, cart };
  } catch (failure) {
    console.warn('What waits was not read', failure);
    return nothing;
  }
}
