import { waitFor } from '@testing-library/react';
import type { Store } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { customerOf } from '#core/contract';
import type { Order } from '#core/order-contract';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { endSession } from '#device/session';
import { logInAtom, logOutAtom } from '../src/state/account/log-in.ts';
import { customerAtom } from '../src/state/account/session.ts';
import { cartAtom } from '../src/state/cart/cart.ts';
import { addressAtom } from '../src/state/checkout/checkout.ts';
import { deliverInBackground, sendOrderNowAtom } from '../src/state/checkout/outbox.ts';
import { payAtom, takeOrderNotificationsAtom } from '../src/state/checkout/payment.ts';
import { anOrder, cikini, holdResponse, isOrder } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { failStorage, unasked } from './support/page/payment-screen.ts';
import { loggedIn, openState } from './support/page/visit.tsx';

/** Sari's page, with a cart and an address, on a device whose storage fails, and what the page shows. */
async function withFailingStorage() {
  const { user: sari } = await customer({ cart: { 'kopi-tubruk': 2 }, address: cikini }).onDevice();
  const store = await openState();
  const shown = () => [store.get(cartAtom).map(({ name }) => name), store.get(addressAtom)];
  expect(shown()).toEqual([['Kopi Tubruk'], cikini]);
  failStorage(new DOMException('The disk died', 'UnknownError'));
  const logIn = ({ email }: typeof sari) => store.set(logInAtom, { email, password: 'kopi123' });
  return { sari, store, shown, logIn };
}

test('O6 the next customer sees no data of the last one, although the device cannot delete it', async () => {
  const yanto = await loggedIn('Yanto');
  const { store, shown, logIn } = await withFailingStorage();

  await logIn(yanto.user);

  expect(store.get(customerAtom)).toBe(customerOf(yanto));
  expect(shown()).toEqual([[], null]);
});

test('a customer is known as soon as the login is through', async () => {
  const { user } = await loggedIn('Sari');
  await endSession();
  const store = await openState();

  const session = await store.set(logInAtom, { email: user.email, password: 'kopi123' });

  expect(store.get(customerAtom)).toBe(customerOf(session));
});

test('logging in again keeps the cart on a device that can no longer write', async () => {
  const { sari, shown, logIn } = await withFailingStorage();

  await logIn(sari);

  expect(shown()).toEqual([['Kopi Tubruk'], cikini]);
});

test('F26 a logout clears the page, although the device cannot be wiped', async () => {
  const { store, shown } = await withFailingStorage();

  await store.set(logOutAtom);

  expect(store.get(customerAtom)).toBe('');
  expect(shown()).toEqual([[], null]);
});

test.for<[string, (store: Store, order: Order, id: string, announce: () => Promise<void>) => unknown]>([
  ["to 'Bayar'", (store, order, _id, announce) => store.set(payAtom, order, unasked, announce)],
  ["to 'Kirim sekarang'", (store, _order, id) => store.set(sendOrderNowAtom, id)],
  ['to an order that is sent by itself', (store) => onTestFinished(deliverInBackground(store))],
])('O6 an answer %s is not announced to the next customer', async ([, send]) => {
  const session = await loggedIn('Sari');
  const order = await anOrder();
  const { id } = await storeOutboxOrder(session, order);
  const store = await openState();
  const answer = holdResponse(isOrder);
  const announce = vi.fn(async () => undefined);
  const sending = send(store, order, id, announce);
  await answer.reached;

  await endSession();
  const budi = await loggedIn('Budi');
  await waitFor(() => expect(store.get(customerAtom)).toBe(customerOf(budi)));
  answer.goOn();

  expect(await sending).toBeUndefined();
  await expect.poll(() => outboxOrdersOf(session)).toMatchObject([{ state: 'accepted' }]);
  const own = await storeOutboxOrder(budi, order);
  await store.set(sendOrderNowAtom, own.id);
  expect(announce).not.toHaveBeenCalled();
  expect(store.set(takeOrderNotificationsAtom, '/about').notifications).toMatchObject([{ id: own.id }]);
});
