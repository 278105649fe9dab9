/** A customer who is logged in on this test's device, with the choices that a test is about. */
import type { NewAddress, Session } from '#core/contract';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { anOrder, chooseAddress, chooseHandover, fillCart, postAddress } from './checkout.ts';
import { loggedIn, visit } from './visit.tsx';

interface Choices {
  /** Pieces by product; `prices` as in `fillCart`. */
  cart?: Record<string, number>;
  prices?: Record<string, number>;
  address?: NewAddress;
  /** Addresses that the shop has. */
  saved?: NewAddress[];
  handover?: string;
  table?: string;
}

export function customer({ cart, prices, address, saved = [], handover, table }: Choices) {
  async function onDevice() {
    const session = await loggedIn();
    if (cart) await fillCart(cart, prices);
    if (address) await chooseAddress(address);
    for (const one of saved) await postAddress(session, one);
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

/** An order that a customer has pressed, of this shop or of another host (`atPlainHost`), as it is stored on the device. */
export async function storedOrder<At extends { session: Session }>(at?: At) {
  const session = at?.session ?? (await loggedIn());
  return { ...(at as At), session, ...(await storeOutboxOrder(session, await anOrder())) };
}
