/** What is on this device only. */
import type { Session } from '#core/contract';
import { isOpen } from '#device/intent-state';
import { cartWaits, intentsOf, unsavedAddressesOf } from './device.ts';

const nothing = { orders: 0, addresses: 0, cart: false };

/** What the shop does not have yet of this customer's; nothing, where the device cannot be asked. */
export async function whatWaits(session: Session): Promise<typeof nothing> {
  try {
    const [intents, addresses, cart] = await Promise.all([
      intentsOf(session),
      unsavedAddressesOf(session),
      cartWaits(),
    ]);
    return { orders: intents.filter(isOpen).length, addresses: addresses.length, cart };
  } catch (failure) {
    console.warn('Nobody knows what waits on this device', failure);
    return nothing;
  }
}
