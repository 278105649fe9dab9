/** A customer who is logged in on this test's device, with the choices and orders that a test is about. */
import type { NewAddress, Session } from '#core/contract';
import type { Order, PlacedOrder } from '#core/order-contract';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import type { OutboxOrder } from '#device/outbox-order';
import { anOrder, anyOrder, chooseAddress, chooseHandover, fillCart, postAddress, storeOnDevice } from './checkout.ts';
import { ordered } from './placed-orders.ts';
import { loggedIn, visit } from './visit.tsx';

interface Choices {
  /** Pieces by product; `prices` as in `fillCart`, also of the pending order. */
  cart?: Record<string, number>;
  prices?: Record<string, number>;
  address?: NewAddress;
  /** Addresses that the shop has. */
  saved?: NewAddress[];
  handover?: string;
  table?: string;
  /** Pieces of an order that the shop has from another device, and how it was made. */
  ordered?: Record<string, number>;
  how?: Parameters<typeof ordered>[2];
  /** An order that was sent from here, and accepted. */
  accepted?: true;
  /** An order of two pieces that was pressed here, and how it is stored. */
  pending?: Partial<OutboxOrder>;
}

export function customer(choices: Choices = {}) {
  const { cart, prices, address, saved = [], handover, table } = choices;
  async function onDevice() {
    const session = await loggedIn();
    if (cart) await fillCart(cart, prices);
    if (address) await chooseAddress(address);
    for (const one of saved) await postAddress(session, one);
    if (handover) await chooseHandover(handover, table);
    if (choices.accepted) await deliver((await storeOutboxOrder(session, anyOrder())).id);
    return session;
  }
  return {
    onDevice,
    /** Opens a path in a tab. */
    async at(path: string) {
      const session = await onDevice();
      const order = (choices.ordered && (await ordered(session, choices.ordered, choices.how))) as PlacedOrder;
      const pending = (choices.pending &&
        (await storePending(session, await anOrder(undefined, prices), choices.pending))) as OutboxOrder;
      return { session, order, pending, user: await visit(path) };
    },
  };
}

/** Stores an order as pressed, changed in this way; resolves with it as it was. */
export async function storePending(session: Session, order: Order, more: Partial<OutboxOrder> = {}) {
  const entry = await storeOutboxOrder(session, order);
  await storeOnDevice({ [`intent:${entry.id}`]: { ...entry, ...more } });
  return entry;
}

/** An order that a customer has pressed, of this shop or of another host (`atPlainHost`), as it is stored on the device. */
export async function storedOrder<At extends { session: Session }>(at?: At) {
  const session = at?.session ?? (await loggedIn());
  return { ...(at as At), session, ...(await storeOutboxOrder(session, await anOrder())) };
}
