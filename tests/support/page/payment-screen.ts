/** A customer on the payment screen, and the possible outcomes of their order. */
import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { withLock } from '#device/locks';
import type { OutboxOrder } from '#device/outbox-order';
import { changeOutboxOrder, outboxOrdersOf } from '#device/outbox-store';
import { menuAtom } from '../../../src/state/catalogue/catalogue.ts';
import { cikini, connectionLost, cutLine, interceptRequests, isOrder } from './checkout.ts';
import { customer } from './customer.ts';
import type { Customer } from './visit.tsx';

export const accepted = 'Congratulations, you successfully created an order';
export const pay = () => screen.getByRole('button', { name: 'Bayar' });
/** Chooses a way to pay, and presses 'Bayar'. */
export async function payBy(user: Customer, method: string) {
  await user.click(screen.getByRole('radio', { name: method }));
  await user.click(pay());
}

/** Questions of a payment that are asked in vain. */
export const unasked = {
  confirmRepeat: async () => undefined,
  replace: async () => undefined,
  stays: () => undefined,
  confirmResend: async () => false,
};

export const bni = { _id: 'bni', name: 'BNI', image_url: '' };

export const menuArrived = ({ store }: Customer) => waitFor(() => expect(store.get(menuAtom).data).toBeDefined());

/** Opens the payment screen with a cart, an address and a courier; only the payment method is not chosen yet. `prices` as in `fillCart`. */
export async function atPayment({
  handover = 'goceng',
  table = '',
  pieces = { 'kopi-tubruk': 2, klepon: 1 } as Record<string, number>,
  prices = {} as Record<string, number>,
} = {}) {
  // Cart calls fail, because a synced cart would get the shop's prices.
  if (Object.keys(prices).length > 0) {
    interceptRequests(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  }
  const choices = { cart: pieces, prices, address: cikini, handover, table };
  const { session, user } = await customer(choices).at('/carts/payment');
  await screen.findByRole('radio', { name: 'BCA' });
  await screen.findByRole('radio', { name: 'Indomaret' });
  await menuArrived(user);
  return { session, user };
}

/** Places an order, and returns to the payment screen with the same cart. */
export async function payOnce() {
  const { session, user } = await atPayment();
  await payBy(user, 'BCA');
  await screen.findByText(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  await user.router.navigate({ to: '/carts/payment' });
  return { session, user };
}

/** Presses 'Bayar' while no order gets through; `line.cut = false` restores the connection. */
export async function payWithoutResponse() {
  const { session, user } = await atPayment();
  const line = cutLine(isOrder);
  await payBy(user, 'BCA');
  await screen.findByText('Kedai belum menjawab');
  /** Restores the connection when the pending order is this, and resolves with its id: between two attempts, which read it as it was. */
  const mend = (becomes: Partial<OutboxOrder> = {}) =>
    withLock('kedai-outbox', async () => {
      const [{ id } = { id: '' }] = await outboxOrdersOf(session);
      await changeOutboxOrder(id, () => becomes);
      line.cut = false;
      return id;
    });
  return { session, user, line, mend };
}

/** From now on everything fails that reads or writes on the device. */
export function failStorage(failure = new DOMException('The quota is used up', 'QuotaExceededError')) {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw failure;
  });
  return { isBack: () => transaction.mockRestore() };
}

/** From now on the device is full: nothing can be written, until the mock is restored. */
export const fillDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
