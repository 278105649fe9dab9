/** Two customers on one phone: neither sees, sends or inherits anything of the other's. */

import { expect, test, vi } from 'vitest';
import { addLine } from '#core/cart';
import type { Session } from '#core/contract';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { changeOutboxOrder, outboxOrdersOf } from '#device/outbox-store';
import { deviceId, endSession, storeSession } from '#device/session';
import { revokeEndedSessions } from '#device/session-revocation';
import { changeCart } from '#device/stored-cart';
import {
  anOrder,
  answerCalls,
  cikini,
  connectionLost,
  cutLine,
  holdResponse,
  interceptRequests,
  ordersOf,
  refusal,
  requestsSent,
  storeOnDevice,
} from '../support/page/checkout.ts';
import { storedOrder } from '../support/page/customer.ts';
import { atPlainHost } from '../support/page/plain-host.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const isCart = ({ url }: Request) => url.endsWith('/carts');
const isLogout = ({ url }: Request) => url.endsWith('/auth/logout');

async function addCoffee(session?: Session) {
  const [coffee] = (await getProducts()).items;
  if (!coffee) throw new Error('Nothing is sold');
  return changeCart((cart) => addLine(cart, coffee), session);
}

test("an equal order of another customer does not count as one's own", async () => {
  const order = await anOrder();
  const sari = await loggedIn();
  const sariOrder = await storeOutboxOrder(sari, order);
  const budi = await loggedIn('Budi');

  const budiOrder = await storeOutboxOrder(budi, order);
  await deliver(budiOrder.id);

  expect(budiOrder.id).not.toBe(sariOrder.id);
  expect(await ordersOf(budi)).toMatchObject([{ client_ref: budiOrder.id }]);
  expect(await outboxOrdersOf(sari)).toMatchObject([{ id: sariOrder.id, state: 'stored' }]);
});

test.each([
  ['has ended', endSession],
  ['has given way to another customer’s', () => loggedIn('Budi')],
])('an order does not leave with the token of a session that %s in the meantime', async (_how, leaves) => {
  const { session, id } = await storedOrder();
  const { reached, goOn } = holdResponse(({ url }) => url.endsWith('/categories'));
  // As if it had been sent before: then `/categories` is the last request before it is sent again.
  await changeOutboxOrder(id, () => ({ everSent: true, keyed: true, state: 'unsure' }));

  const delivery = deliver(id);
  await reached;
  await leaves();
  goOn();
  await delivery;

  expect(await ordersOf(await logInAgain(session))).toEqual([]);
});

/** The same customer, logged in again on this device. */
async function logInAgain({ user }: Session): Promise<Session> {
  const answer = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: 'kopi123' }),
  });
  const session = (await answer.json()) as Session;
  await storeSession(session);
  return session;
}

/** Whatever a device stores of a customer, apart from session and orders; also values that an older app left. */
async function storePersonal({ user }: Session) {
  const customer = user.email.toLowerCase();
  const list = { customer, asOf: 0, items: [] };
  const personal: Record<string, unknown> = {
    address: cikini,
    drafts: { contact: { text: 'Halo' } },
    handover: { handover: 'dine-in', table: '7' },
    method: 'banks/1',
    wanted: { product: null },
    push: { customer },
    closed: ['KT-1'],
    merged: { customer, left: [] },
    cart: [],
    counter: 1,
    ordered: { customer, order: 'KT-1', quantities: {} },
    'cart-sync': { customer, clientId: 'sari', seq: 0, sent: [], etag: null },
    'own-orders': list,
    'own-addresses': list,
    'set-aside:cart': 'of an older app',
    'set-aside:own-orders': 'of an older app',
    'set-aside:unsaved-addresses': 'of an older app',
    'set-aside:address': 'of an older app',
  };
  await storeOnDevice(personal);
  return Object.entries(personal);
}

test('B24: this device has one random id at every login, whoever logs in, and none for a plain host', async () => {
  await getProducts();
  const first = await deviceId();
  await storeSession(await loggedIn());
  await syncCart({ refresh: true });
  await endSession();
  const second = await deviceId();
  await atPlainHost();

  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
  expect(await deviceId()).toBeUndefined();
});

test.each([
  ['', async () => undefined],
  [', also after a logout', endSession],
])('B24: an earlier version’s device keeps the id of its carts, which the shop knows%s', async (_when, leave) => {
  const sent = requestsSent(isCart);
  await getProducts();
  await storeSession(await loggedIn());
  await syncCart({ refresh: true });

  await leave();

  expect(sent).toHaveLength(1);
  expect(await deviceId()).toBe(sent[0]?.headers.get('x-client-id'));
});

test('B41 drafts, lists, choices and receipts are deleted with their customer, while pending orders stay sealed', async () => {
  const session = await loggedIn();
  const accepted = await storeOutboxOrder(session, await anOrder('Jalan Satu'));
  const repeatOf = await deliver(accepted.id);
  const waits = await storeOutboxOrder(session, await anOrder('Jalan Dua'), { repeatOf });
  const personal = await storePersonal(session);

  await endSession();

  for (const [key] of personal) expect([key, await stored(key)]).toEqual([key, undefined]);
  expect((await outboxOrdersOf(session)).map(({ id }) => id)).toEqual([waits.id]);
});

test('logging in again as the same customer keeps everything as it was', async () => {
  const { session, id } = await storedOrder();
  await deliver(id);
  const personal = await storePersonal(session);

  await storeSession(session);

  expect(await outboxOrdersOf(session)).toMatchObject([{ id, state: 'accepted' }]);
  for (const [key, value] of personal) expect([key, await stored(key)]).toEqual([key, value]);

  // Whose cart it is, is known before it was sent for the first time.
  await storeOnDevice({ 'cart-sync': undefined });
  await storeSession(session);

  expect(await stored('cart')).toEqual([]);
});

test("another customer's login deletes everything of the first one", async () => {
  const { session: sari, id } = await storedOrder();
  await deliver(id);
  const personal = await storePersonal(sari);

  await loggedIn('Budi');

  expect(await outboxOrdersOf(sari)).toEqual([]);
  for (const [key] of personal) expect([key, await stored(key)]).toEqual([key, undefined]);
});

test('a logout deletes stored data that no longer fits its schema instead of setting it aside', async () => {
  await loggedIn();
  const strange = { address: { fullName: 7 }, drafts: 'mine', 'unsaved-addresses': 'mine', cart: 'mine' };
  await storeOnDevice(strange);

  await endSession();

  const left = Object.keys(strange).flatMap((key) => [key, `set-aside:${key}`]);
  for (const key of left) expect([key, await stored(key)]).toEqual([key, undefined]);
});

test("a logout leaves another customer's unsaved addresses, also one that this version does not know", async () => {
  const sari = { customer: 'sari@contoh.id', address: 'of a newer app' };
  const { user } = await loggedIn();
  const mine = { ...sari, customer: user.email.toLowerCase() };
  await storeOnDevice({ 'unsaved-addresses': [sari, mine, 'without a customer'], 'address-changes': [mine, sari] });

  await endSession();

  expect(await stored('unsaved-addresses')).toEqual([sari]);
  expect(await stored('address-changes')).toEqual([sari]);
});

test('F26 a logout that cannot be stored deletes nothing at all, never a part', async () => {
  const { session, id } = await storedOrder();
  await deliver(id);
  const remove = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = () => {
    throw new DOMException('The disk died', 'UnknownError');
  };

  await expect(endSession()).rejects.toMatchObject({ name: 'StorageFailed' });
  IDBObjectStore.prototype.delete = remove;

  expect(await stored('auth')).toEqual(session);
  expect(await outboxOrdersOf(session)).toHaveLength(1);
});

test('F26 a full device is wiped by a logout all the same, and the shop is told at once', async () => {
  const session = await loggedIn();
  await addCoffee(session);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });

  await endSession();

  expect(await stored('auth')).toBeUndefined();
  expect(await stored('cart')).toBeUndefined();
  const { token } = session;
  await expect
    .poll(async () => (await fetch('/api/orders', { headers: { authorization: `Bearer ${token}` } })).status)
    .toBe(401);
});

test('a product added just before the logout changes nothing, and counts as no storage failure', async () => {
  const session = await loggedIn();
  cutLine(isLogout);
  await endSession();

  expect(await addCoffee(session)).toMatchObject({ cart: [] });
  expect(await stored('cart')).toBeUndefined();
});

test('a product added on a device whose storage was cleared does not count as stored', async () => {
  const session = await loggedIn();
  await storeOnDevice({ auth: undefined });

  await expect(addCoffee(session)).rejects.toMatchObject({ name: 'StorageFailed' });
  expect(await stored('cart')).toBeUndefined();
});

const html = { 'content-type': 'text/html' };

test.each([
  ['no server', connectionLost],
  ['a gateway’s 408', async () => new Response('', { status: 408 })],
  ['a firewall’s 403', async () => new Response('<html>Blocked</html>', { status: 403, headers: html })],
  ['a gateway’s 401', async () => new Response('', { status: 401 })],
  ['a network’s login page', async () => new Response('<html>Wifi</html>', { headers: html })],
  ['another server’s empty list', async () => Response.json([])],
  ['a shop in trouble', async () => refusal(500, 'internal')],
  ['a shop asked too often', async () => refusal(429, 'too_many_requests')],
])('F39 a logout that %s answered is told to the shop later', async (_who, answer) => {
  const session = await loggedIn();
  await getProducts();
  const line = answerCalls(isLogout, answer);

  await endSession();
  await revokeEndedSessions();
  expect(await stored('revocations')).toEqual([session.token]);
  line.cut = false;
  await revokeEndedSessions();

  expect(await stored('revocations')).toEqual([]);
  const after = await fetch('/api/orders', { headers: { authorization: `Bearer ${session.token}` } });
  expect(after.status).toBe(401);
});

test('F39 a session that ends while ended sessions are revoked is revoked once', async () => {
  await loggedIn();
  const statuses: number[] = [];
  interceptRequests(async (request, send) => {
    const response = await send();
    if (isLogout(request)) statuses.push(response.status);
    return response;
  });

  await endSession();
  await Promise.all([revokeEndedSessions(), revokeEndedSessions()]);

  expect(statuses).toEqual([204]);
});

test('F39 two customers who left one after the other without a connection are both logged out at the shop', async () => {
  const line = cutLine(isLogout);
  const sari = await loggedIn();
  await endSession();
  const budi = await loggedIn('Budi');

  await endSession();

  expect(await stored('revocations')).toEqual([sari.token, budi.token]);
  line.cut = false;
  cutLine(({ headers }) => headers.get('authorization') === `Bearer ${budi.token}`);
  await revokeEndedSessions();
  expect(await stored('revocations')).toEqual([budi.token]);
});

test.each([
  ['that it is done', () => new Response(null, { status: 204 }), true],
  ['401', () => Response.json({ message: 'who?' }, { status: 401 }), true],
  ['403', () => Response.json({ message: 'who?' }, { status: 403 }), true],
  ['404', () => Response.json({ message: 'what?' }, { status: 404 }), true],
  ['401 with a page', () => new Response('<html>Wifi</html>', { status: 401, headers: html }), false],
  ['500', () => Response.json({ message: 'why?' }, { status: 500 }), false],
])('a logout at a plain host is repeated unless its answer settles it: %s', async (_what, answer, isOver) => {
  const { session } = await atPlainHost();
  const answered = Promise.withResolvers<void>();
  answerCalls(isLogout, () => {
    answered.resolve();
    return answer();
  });
  await endSession();
  await answered.promise;

  await revokeEndedSessions();

  expect(await stored('revocations')).toEqual(isOver ? [] : [session.token]);
});
