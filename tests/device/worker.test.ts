/** What the worker sends while no page is open; what it stores is in `tests/worker-responses.test.ts`. */
import { expect, test } from 'vitest';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { changeAddress, saveAddress } from '#device/pending-addresses';
import { deliverPending } from '../../sw/delivery.ts';
import {
  anOrder,
  answerCalls,
  cikini,
  cutLine,
  listedAddresses,
  offline,
  ordersOf,
  postAddress,
  refusal,
  requestsSent,
  savedAddresses,
} from '../support/page/checkout.ts';
import { customer } from '../support/page/customer.ts';
import { loggedIn } from '../support/page/visit.tsx';

async function storePendingOrder() {
  const session = await customer({ cart: { 'kopi-tubruk': 2 } }).onDevice();
  await storeOutboxOrder(session, await anOrder());
  return session;
}

test('woken with a connection, it delivers the order and then the cart', async () => {
  const session = await storePendingOrder();
  const sent = requestsSent();

  await deliverPending();

  const calls = sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

  expect(await ordersOf(session)).toHaveLength(1);
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted']);
  expect(calls.indexOf('POST /api/orders')).toBeLessThan(calls.indexOf('PUT /api/carts'));
  expect(calls).toContain('PUT /api/carts');
});

test('woken with a connection, it sends the edit of an address, and asks to be woken again before that', async () => {
  const session = await loggedIn();
  await getCategories();
  await postAddress(session, cikini);
  const [{ _id = '' } = {}] = await listedAddresses(session);
  const line = cutLine(({ url }) => url.includes(`/delivery-address/${_id}`));
  expect(await changeAddress(session, { ...cikini, _id }, { ...cikini, fullName: 'Kantor' })).toBe('stored');
  await expect(deliverPending()).rejects.toThrow('Not all is sent');
  line.cut = false;

  await deliverPending();

  expect(await savedAddresses(session)).toEqual([{ ...cikini, fullName: 'Kantor' }]);
});

test.each([
  ['the order', 'POST', '/orders'],
  ['the cart', 'PUT', '/carts'],
  ['the new address', 'POST', '/delivery-address'],
])('woken while only %s cannot be sent, it asks to be woken again for that', async (_what, method, path) => {
  const session = await storePendingOrder();
  await offline(() => saveAddress(session, cikini));
  const line = cutLine((request) => request.method === method && request.url.endsWith(path));

  await expect(deliverPending()).rejects.toThrow('Not all is sent');
  line.cut = false;
  await deliverPending();

  expect(await ordersOf(session)).toHaveLength(1);
  expect(await savedAddresses(session)).toEqual([cikini]);
});

test('it does not ask to be woken again for an order that needs a login or was refused', async () => {
  const session = await storePendingOrder();
  await offline(() => saveAddress(session, cikini));
  const isNew = ({ method, url }: Request) => method === 'POST' && url.endsWith('/delivery-address');
  answerCalls(isNew, () => refusal(422, 'too_many'), 1);
  await expect(deliverPending()).resolves.toBeUndefined();
  await offline(() => saveAddress(session, { ...cikini, fullStreet: 'Jalan Lain' }));

  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });

  await expect(deliverPending()).resolves.toBeUndefined();
});

test('it does not ask to be woken again when no customer is logged in', async () => {
  await expect(deliverPending()).resolves.toBeUndefined();
});
