/** A customer who is logged in on this test's device, with the choices that a test is about. */
import type { NewAddress } from '#core/contract';
import { chooseAddress, chooseHandover, fillCart } from './checkout.ts';
import { loggedIn, visit } from './visit.tsx';

interface Choices {
  /** Pieces by product; `prices` as in `fillCart`. */
  cart?: Record<string, number>;
  prices?: Record<string, number>;
  address?: NewAddress;
  handover?: string;
  table?: string;
}

export function customer({ cart, prices, address, handover, table }: Choices) {
  async function onDevice() {
    const session = await loggedIn();
    if (cart) await fillCart(cart, prices);
    if (address) await chooseAddress(address);
    if (handover) await chooseHandover(handover, table);
    return session;
  }
  return {
    onDevice,
    /** Opens a path in a tab. */
    async at(path: string) {
      const session = await onDevice();
      return { session, user: await visit(path) };
    },
  };
}
