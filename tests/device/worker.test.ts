/** What the worker sends while no page is open; what it stores is in `tests/worker-responses.test.ts`. */
import { expect, test, vi } from 'vitest';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { changeAddress, saveAddress } from '#device/pending-addresses';
import { deliverPending } from '../../sw/delivery.ts';
import {
  anOrder,
  cikini,
  connectionLost,
  interceptRequests,
  listedAddresses,
  ordersOf,
  postAddress,
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
  interceptRequests((request, send) => (request.url.includes(`/delivery-address/${_id}`) ? connectionLost() : send()));
  expect(await changeAddress(session, { ...cikini, _id }, { ...cikini, fullName: 'Kantor' })).toBe('stored');
  await expect(deliverPending()).rejects.toThrow('Not all is sent');
  vi.unstubAllGlobals();

  await deliverPending();

  expect(await savedAddresses(session)).toEqual([{ ...cikini, fullName: 'Kantor' }]);
});

test.each([
  ['the order', 'POST', '/orders'],
  ['the cart', 'PUT', '/carts'],
  ['the new address', 'POST', '/delivery-address'],
])('woken while only %s cannot be sent, it asks to be woken again for that', async (_what, method, path) => {
  const session = await storePendingOrder();
  interceptRequests(connectionLost);
  await saveAddress(session, cikini);
  vi.unstubAllGlobals();
  interceptRequests((request, send) =>
    request.method === method && request.url.endsWith(path) ? connectionLost() : send(),
  );

  await expect(deliverPending()).rejects.toThrow('Not all is sent');
  vi.unstubAllGlobals();
  await deliverPending();

  expect(await ordersOf(session)).toHaveLength(1);
  expect(await savedAddresses(session)).toEqual([cikini]);
});

test('it does not ask to be woken again for an order that needs a login or was refused', async () => {
  const session = await storePendingOrder();
  interceptRequests(connectionLost);
  await saveAddress(session, cikini);
  vi.unstubAllGlobals();
  interceptRequests((request, send) => {
    if (!request.url.endsWith('/delivery-address') || request.method !== 'POST') return send();
    return Promise.resolve(Response.json({ error: { code: 'too_many', message: 'Penuh' } }, { status: 422 }));
  });
  await expect(deliverPending()).resolves.toBeUndefined();
  vi.unstubAllGlobals();
  interceptRequests(connectionLost);
  await saveAddress(session, { ...cikini, fullStreet: 'Jalan Lain' });
  vi.unstubAllGlobals();

  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });

  await expect(deliverPending()).resolves.toBeUndefined();
});

test('it does not ask to be woken again when no customer is logged in', async () => {
  await expect(deliverPending()).resolves.toBeUndefined();
});
