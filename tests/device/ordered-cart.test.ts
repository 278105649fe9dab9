/** What becomes of a cart whose order the shop has accepted (decision C5). */
import { expect, test } from 'vitest';
import { addLine, quantitiesOf, removeOne, repricedCart } from '#core/cart';
import type { Cart, Product, Session } from '#core/contract';
import { keyOfLine } from '#core/line';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { cancel } from '#device/outbox';
import { endSession, storeSession } from '#device/session';
import { change, read } from '#device/store';
import { cartKeys, changeCart, endOrdered } from '#device/stored-cart';
import { deliverPending } from '../../sw/delivery.ts';
import { cikini, orderOf } from '../support/order.ts';
import { fillCart, ordersOf } from '../support/page/checkout.ts';
import { customer } from '../support/page/customer.ts';
import { newDevice, onDevice } from '../support/page/devices.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const drinks = { 'kopi-tubruk': 2, klepon: 1 };

/** Adds one piece of a product, as its card does. */
async function add(id: string, session: Session) {
  const product = (await getProducts()).items.find(({ _id }) => _id === id);
  if (!product) throw new Error(`The menu has no ${id}`);
  return changeCart((cart) => addLine(cart, product), session, true);
}

/** Presses 'Bayar' for the cart as it is; the order waits on the device. */
async function pressPay(session: Session) {
  const { cart = [] } = await read(cartKeys);
  return storeOutboxOrder(session, orderOf(cart, 'goceng', cikini, { _id: 'bca', name: 'BCA', image_url: '' }));
}

/** A customer whose order of the cart waits on the device. */
async function withPressedCart() {
  const session = await loggedIn();
  await fillCart(drinks);
  const { id } = await pressPay(session);
  return { session, id };
}

/** The same, delivered by the worker. */
async function withOrderedCart() {
  const { session } = await withPressedCart();
  await deliverPending();
  const [order] = await ordersOf(session);
  return { session, number: order?.order_number };
}

const inCart = async () => quantitiesOf(((await stored('cart')) ?? []) as Cart);

test('the worker that delivers an order marks the cart that it contains', async () => {
  const { session, number } = await withOrderedCart();

  expect(await stored('ordered')).toEqual({ customer: session.user.email, order: number, quantities: drinks });
  expect(await inCart()).toEqual(drinks);
  expect(await stored('counter')).toBe(3);
});

test('what is added to an ordered cart begins a new one, and what was taken out is returned', async () => {
  const { session, number } = await withOrderedCart();

  const { cart, takenOut } = await add('klepon', session);

  expect(quantitiesOf(cart)).toEqual({ klepon: 1 });
  expect([takenOut?.order, quantitiesOf(takenOut?.lines ?? [])]).toEqual([number, drinks]);
  expect(await read(cartKeys)).toMatchObject({ cart, counter: 1, ordered: undefined });
  await syncCart();
  expect(await inCart()).toEqual({ klepon: 1 });
});

test('of two additions in two tabs, the first begins the new cart and the second one joins it', async () => {
  const { session } = await withOrderedCart();

  const both = await Promise.all([add('klepon', session), add('klepon', session)]);

  expect(await inCart()).toEqual({ klepon: 2 });
  expect(both.filter(({ takenOut }) => takenOut)).toHaveLength(1);
});

test.each<[string, (cart: Cart) => Cart, number, boolean]>([
  ['plus', (cart) => addLine(cart, cart[0] as Product), 4, false],
  ['minus', (cart) => removeOne(cart, keyOfLine({ _id: 'klepon' })), 2, false],
  ['Delete All', () => [], 0, false],
  ['new prices', (cart) => repricedCart(cart, [{ product: 'klepon', name: '', qty: 1, shown: 1, now: 2 }]), 3, true],
])('%s in the cart changes the ordered one, and may end its mark', async (_, transition, count, isMarked) => {
  await withOrderedCart();

  await changeCart(transition);

  expect(await stored('counter')).toBe(count);
  expect((await stored('ordered')) !== undefined).toBe(isMarked);
});

test('an order that is accepted after something was added to its cart leaves only that in it', async () => {
  const { session } = await withPressedCart();
  await add('cappuccino', session);

  await deliverPending();

  expect(await inCart()).toEqual({ cappuccino: 1 });
  expect(await stored('counter')).toBe(1);
  expect(await stored('ordered')).toBeUndefined();
});

test('a cart that the customer has begun anew while its order waited is left alone', async () => {
  await withPressedCart();
  await fillCart({ 'kopi-tubruk': 1, klepon: 1 });

  await deliverPending();

  expect(await inCart()).toEqual({ 'kopi-tubruk': 1, klepon: 1 });
  expect(await stored('ordered')).toBeUndefined();
});

test('an older order that is accepted takes nothing out of the cart of a later one', async () => {
  const session = await customer({ cart: { klepon: 1 } }).onDevice();
  await pressPay(session);
  await fillCart(drinks);
  await pressPay(session);

  await deliverPending();

  expect(await ordersOf(session)).toHaveLength(2);
  expect(await inCart()).toEqual(drinks);
  expect(await stored('ordered')).toMatchObject({ quantities: drinks });
});

test('a cancelled order marks nothing', async () => {
  const { id } = await withPressedCart();

  await cancel(id);
  await deliverPending();

  expect(await stored('ordered')).toBeUndefined();
});

test('C3 what another device adds to an ordered cart begins a new one on both', async () => {
  const phone = indexedDB;
  const session = await loggedIn();
  await fillCart(drinks);
  await syncCart();
  await pressPay(session);
  await deliverPending();
  const tablet = newDevice();
  await storeSession(session);
  await syncCart({ refresh: true });
  await add('cappuccino', session);
  await syncCart();

  await onDevice(phone, () => syncCart({ refresh: true }));

  const merged = await onDevice(phone, () => stored('merged'));
  expect(merged).toMatchObject({ takenOut: { lines: [{ qty: 2 }, { qty: 1 }] } });
  expect(await onDevice(phone, inCart)).toEqual({ cappuccino: 1 });
  await onDevice(tablet, () => syncCart({ refresh: true }));
  expect(await inCart()).toEqual({ cappuccino: 1 });
});

test('a logout deletes the mark, and another customer never sees it', async () => {
  const { session } = await withOrderedCart();
  const { ordered } = await read(cartKeys);
  await endSession();
  expect(await stored('ordered')).toBeUndefined();

  // An earlier version of the app knows nothing of the mark, and leaves it at a logout.
  const budi = await loggedIn('Budi');
  await fillCart(drinks);
  await change(cartKeys, () => ({ ordered }));
  await add('klepon', budi);

  expect(budi.user.email).not.toBe(session.user.email);
  expect(await inCart()).toEqual({ ...drinks, klepon: 2 });
});

test('S2 a mark that does not fit marks nothing', async () => {
  const { session } = await withOrderedCart();
  await change(cartKeys, () => ({
    ordered: { customer: session.user.email, order: 7, quantities: { klepon: '1' } } as never,
  }));

  await add('klepon', session);

  expect(await inCart()).toEqual({ ...drinks, klepon: 2 });
});

test('F44 only the order that the mark names ends it', async () => {
  const { number = '' } = await withOrderedCart();

  await endOrdered('KT-OTHER');
  expect(await stored('ordered')).toMatchObject({ order: number });
  await endOrdered(number);
  expect(await stored('ordered')).toBeUndefined();
});
