import { IDBFactory } from 'fake-indexeddb';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addLine, quantitiesOf } from '#core/cart';
import { type Cart, type Product, Session } from '#core/contract';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { storeSession } from '#device/session';
import { change } from '#device/store';
import { changeCart, isCartPending } from '#device/stored-cart';
import { answerCalls, holdResponse, loseResponse, refusal, requestsSent } from '../support/page/checkout.ts';
import { grantAllLocks, newDevice, onDevice } from '../support/page/devices.ts';
import { atPlainHost } from '../support/page/plain-host.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const isUpload = ({ method }: Request) => method === 'PUT';

const [tubruk, klepon, gulaAren] = ['kopi-tubruk', 'klepon', 'kopi-susu-gula-aren'];

async function menu(): Promise<Product[]> {
  // The host announces itself in its catalogue responses (decision A2).
  return (await getProducts()).items;
}

async function add(id?: string, times = 1) {
  const product = (await menu()).find(({ _id }) => id === undefined || _id === id);
  if (!product) throw new Error(`The menu has no ${id}`);
  for (let i = 0; i < times; i++) await changeCart((cart) => addLine(cart, product));
  return product;
}

/** A new device, the current one then, on which the customer has logged in. */
async function deviceOf(session: Session) {
  const device = newDevice();
  await storeSession(session);
  await menu();
  return device;
}

/** Adds a drink with this milk and note. */
async function addMilk(milk: string, note: string) {
  const product = (await menu()).find(({ _id }) => _id === gulaAren) as Product;
  await changeCart((cart) => addLine(cart, { ...product, choices: [{ _id: milk, name: milk, price: 5_000 }], note }));
}

/** The milk and the note of each line. */
const wishes = async () =>
  ((await stored('cart')) as Cart)
    .map(({ choices = [], note }) => [...choices.map(({ _id }) => _id), ...(note ? [note] : [])])
    .toSorted();

async function cartAtServer(session: Session) {
  const answer = await fetch('/api/carts', { headers: { authorization: `Bearer ${session.token}` } });
  return quantitiesOf(((await answer.json()) as { items: Cart }).items);
}

const localCart = async () => quantitiesOf(((await stored('cart')) ?? []) as Cart);

test('a new phone gets the cart back after login', async () => {
  const session = await loggedIn();
  await add(tubruk, 3);
  await syncCart();

  await deviceOf(session);
  await syncCart();

  expect(await stored('merged')).toBeUndefined();
  expect(await localCart()).toEqual({ [tubruk]: 3 });
});

test('products whose ids every object has stay in the cart', async () => {
  const { shop } = await atPlainHost();
  shop.plain = false;
  const [latte] = await menu();
  const ids = ['constructor', '__proto__', 'toString'];
  const pieces = async () => ((await stored('cart')) as Cart).map(({ _id, qty }) => [_id, qty]);
  for (const _id of ids) await changeCart((cart) => addLine(cart, { ...(latte as Product), _id }));

  const sent = await syncCart();
  const reloaded = await syncCart({ refresh: true });

  expect([sent.state, reloaded.state, await isCartPending()]).toEqual(['synced', 'synced', false]);
  expect(await pieces()).toEqual(ids.map((id) => [id, 1]));
});

test('F23 changes of two devices are added up, and nothing is lost', async () => {
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  const phone = indexedDB;
  const tablet = await deviceOf(session);
  await syncCart();

  await onDevice(tablet, () => add(klepon));
  await onDevice(phone, () => add(tubruk));
  await onDevice(tablet, () => syncCart());
  await onDevice(phone, () => syncCart());

  expect(await onDevice(phone, () => stored('merged'))).toMatchObject({ left: [] });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 2, [klepon]: 1 });
  await onDevice(tablet, () => syncCart({ refresh: true }));
  expect(await onDevice(tablet, localCart)).toEqual({ [tubruk]: 2, [klepon]: 1 });
});

test('F23 a drink with other milks on two devices is a line for each, until one of them removes it', async () => {
  const session = await loggedIn();
  await addMilk('susu-oat', 'alergi kacang');
  await add(gulaAren);
  await syncCart();
  const phone = indexedDB;
  const tablet = await deviceOf(session);
  await addMilk('susu-kedelai', 'panas');
  await syncCart();

  await onDevice(phone, () => syncCart({ refresh: true }));

  const both = [[], ['susu-kedelai', 'panas'], ['susu-oat', 'alergi kacang']];
  expect(await onDevice(phone, wishes)).toEqual(both);
  expect(await onDevice(tablet, wishes)).toEqual(both);

  await onDevice(phone, () => changeCart((cart) => cart.filter(({ choices }) => !choices)));
  await onDevice(phone, () => syncCart());
  await onDevice(tablet, () => syncCart({ refresh: true }));

  expect(await onDevice(tablet, localCart)).toEqual({ [gulaAren]: 1 });
});

test('C8 what found no room in a merge stays to be said, also after a later merge', async () => {
  const session = await loggedIn();
  await add(klepon, 98);
  await syncCart();
  const phone = indexedDB;
  const tablet = await deviceOf(session);
  await add(klepon, 2);
  await syncCart();
  await onDevice(phone, () => add(tubruk));
  await onDevice(phone, () => syncCart());

  await onDevice(tablet, () => syncCart({ refresh: true }));

  expect(await onDevice(tablet, localCart)).toMatchObject({ [tubruk]: 1 });
  expect(await onDevice(tablet, () => stored('merged'))).toMatchObject({ left: ['Klepon'] });
});

test('F44 a shop that was restored from a backup takes nothing out of the cart, and gets back what it lacks', async () => {
  // A second account represents the restored shop: it has the cart of the backup.
  const restored = await loggedIn();
  await add(tubruk);
  await syncCart();
  const phone = newDevice();
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  await add(tubruk);
  await add(klepon);
  await syncCart();

  await onDevice(phone, () => change({ auth: Session }, () => ({ auth: { ...session, token: restored.token } })));
  await onDevice(phone, () => syncCart({ refresh: true }));

  expect(await onDevice(phone, () => stored('merged'))).toBeUndefined();
  expect(await onDevice(phone, localCart)).toEqual({ [tubruk]: 2, [klepon]: 1 });
  expect(await cartAtServer(restored)).toEqual({ [tubruk]: 2, [klepon]: 1 });
});

test('C1 C4 a host that knows no revisions is sent the cart itself, at a login too, but no empty one that was never edited', async () => {
  await atPlainHost();
  const sent = requestsSent(isUpload);
  const atLogin = { refresh: true, always: true };

  await syncCart(atLogin);
  expect(sent).toEqual([]);
  const product = await add();
  await syncCart();
  await syncCart();
  await syncCart(atLogin);
  await changeCart(() => []);
  await syncCart();

  const withOne = { items: [{ ...product, qty: 1 }] };
  expect(await Promise.all(sent.map((request) => request.json()))).toEqual([withOne, withOne, { items: [] }]);
});

test.for([
  ['the bundled server', loggedIn],
  ['a plain host', atPlainHost],
] as const)('C2 a cart that %s will not take is not sent again before it is another one', async ([_whose, at]) => {
  await at();
  await add();
  answerCalls(isUpload, () => refusal(422, 'unknown_product'));
  const sent = requestsSent(isUpload);

  expect(await syncCart()).toEqual({ state: 'refused' });
  expect(await syncCart()).toEqual({ state: 'refused' });
  expect(sent).toHaveLength(1);
  await add();
  await syncCart();

  expect(sent).toHaveLength(2);
});

test.for([{ refresh: true }, { always: true }])('C2 a cart that was not taken is tried again at %o', async (moment) => {
  const session = await loggedIn();
  await add(tubruk);
  answerCalls(isUpload, () => refusal(422, 'unknown_product'), 1);
  expect(await syncCart()).toEqual({ state: 'refused' });

  expect(await syncCart(moment)).toEqual({ state: 'synced' });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('C2 a cart that was refused because the session has ended waits for the login', async () => {
  const session = await loggedIn();
  await add(tubruk);
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  // The session seems to end only after the cart was read.
  const empty = { headers: { etag: '"0"', 'kedai-api': '1' } };
  answerCalls(isCartCall('GET'), () => Response.json({ items: [], seq: 0 }, empty));

  expect(await syncCart()).toEqual({ state: 'needs_login' });
  expect(await isCartPending()).toBe(true);
});

/** A cart of two pieces: the first is synced, the answer to the second was lost. */
async function withLostAnswer() {
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  await add(tubruk);
  answerCalls(isUpload, loseResponse, 1);
  await syncCart();
  return session;
}

test('C3 sending a cart again after a lost answer does not remove what another device has added since', async () => {
  const session = await withLostAnswer();
  await onDevice(new IDBFactory(), async () => {
    await storeSession(session);
    await menu();
    await syncCart();
    await add(klepon);
    await syncCart();
  });

  await syncCart();
  await add(tubruk);
  await syncCart();

  expect(await localCart()).toEqual({ [tubruk]: 3, [klepon]: 1 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 3, [klepon]: 1 });
});

test('a cart changed back after a lost answer is still sent', async () => {
  const session = await withLostAnswer();
  await changeCart((cart) => cart.map((item) => ({ ...item, qty: 1 })));

  expect(await isCartPending()).toBe(true);
  await syncCart();

  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

const isCartCall = (method: string, session?: Session) => (request: Request) =>
  request.method === method &&
  request.url.endsWith('/carts') &&
  (!session || request.headers.get('authorization') === `Bearer ${session.token}`);

test('F29 an answer that a frozen tab reads late does not undo what another tab has sent', async () => {
  grantAllLocks();
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  const late = holdResponse(isCartCall('GET'));

  const frozen = syncCart({ refresh: true });
  await late.reached;
  await add(tubruk);
  await syncCart();
  late.goOn();
  await frozen;

  expect(await localCart()).toEqual({ [tubruk]: 2 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 2 });
});

test.for(['GET', 'PUT'])("F29 a frozen tab's late %s /carts does not change the next customer's", async (method) => {
  grantAllLocks();
  const sari = await loggedIn();
  await add(tubruk);
  await syncCart();
  await deviceOf(sari);
  if (method === 'PUT') await add(tubruk);
  const late = holdResponse(isCartCall(method, sari));

  const frozen = syncCart();
  await late.reached;
  const budi = await loggedIn('Budi');
  await add(klepon);
  const later = holdResponse(isCartCall(method, budi));
  const awake = syncCart();
  await later.reached;
  late.goOn();
  await frozen;
  later.goOn();
  await awake;
  await add(klepon);
  await syncCart();

  expect(await localCart()).toEqual({ [klepon]: 2 });
  expect(await cartAtServer(budi)).toEqual({ [klepon]: 2 });
  expect(await cartAtServer(sari)).toEqual({ [tubruk]: method === 'PUT' ? 2 : 1 });
});

test("F29 a late confirmation of a frozen tab's cart does not count later changes twice", async () => {
  grantAllLocks();
  const session = await loggedIn();
  await add(tubruk);
  const late = holdResponse(isUpload);

  const frozen = syncCart();
  await late.reached;
  await add(tubruk);
  await syncCart();
  late.goOn();
  await frozen;
  await add(tubruk);
  await syncCart();

  expect(await localCart()).toEqual({ [tubruk]: 3 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 3 });
});

test('a cart that the shop has accepted is not sent again', async () => {
  await loggedIn();
  await add(tubruk);
  const sent = requestsSent(isUpload);

  expect(await isCartPending()).toBe(true);
  for (let round = 0; round < 3; round++) expect(await syncCart()).toEqual({ state: 'synced' });

  expect(await isCartPending()).toBe(false);
  expect(sent).toHaveLength(1);
});

test.for([
  ['the shop when it has too much to do', () => refusal(429, 'too_many_requests')],
  ['the shop when the line was too slow', () => refusal(408, 'too_many_requests')],
  ['a gateway', () => new Response('<html>Blocked', { status: 403, headers: { 'content-type': 'text/html' } })],
] as const)('C2 a cart that is refused for now by %s is sent later as it is', async ([_whose, answer]) => {
  const session = await loggedIn();
  await add(tubruk);
  answerCalls(isUpload, answer, 1);

  expect(await syncCart()).toEqual({ state: 'pending' });
  expect(await syncCart()).toEqual({ state: 'synced' });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('B39 a tampered cart reads as empty and is set aside', async () => {
  await loggedIn();
  await add(tubruk);
  await change({ cart: v.unknown() }, () => ({ cart: [{ _id: tubruk, name: 'x', price: 'free', qty: -3 }] }));

  const { cart } = await changeCart((held) => held);

  expect(cart).toEqual([]);
  expect(await stored('set-aside:cart')).toMatchObject([{ qty: -3 }]);
});

test('a cart that another device changes during every attempt waits, and does not count as saved', async () => {
  await loggedIn();
  await syncCart();
  await add();
  let revision = 100;
  answerCalls(isUpload, () =>
    Response.json({ items: [] }, { status: 412, headers: { etag: `"${++revision}"`, 'kedai-api': '1' } }),
  );

  expect(await syncCart()).toEqual({ state: 'pending' });

  expect(await isCartPending()).toBe(true);
});
