import { createStore } from 'jotai';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startCounter } from '../../counter/start.ts';
import { boardAtom, forgetBoard, newOrdersAtom, touchOrders } from '../../counter/state/board.ts';
import { shopClockAtom } from '../../counter/state/clock.ts';
import { clearDevice, read, write } from '../../counter/state/device.ts';
import { connectionAtom, followBoard } from '../../counter/state/live.ts';
import { endedAtom, sessionAtom } from '../../counter/state/session.ts';
import { cutLine, interceptRequests, refusal } from '../support/page/checkout.ts';
import { stopClock } from '../support/page/fake-clock.ts';
import { anOrder } from './board-fixture.ts';
import { fakeShop } from './fake-shop.ts';

let stop = () => {};
let store = createStore();

beforeEach(() => stopClock({ shouldAdvanceTime: true }));
afterEach(async () => {
  stop();
  forgetBoard(store);
  vi.useRealTimers();
  await clearDevice();
});

/** A counter that follows the shop. */
async function follow() {
  store = createStore();
  store.set(sessionAtom, { staff: { id: 1, name: 'Rina' }, token: 'secret' });
  stop = followBoard(store, 'secret');
  await pass(1);
}

/** One that has heard it. */
async function followLive() {
  await follow();
  await expect.poll(connection).toBe('live');
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const connection = () => store.get(connectionAtom);
const numbers = () => store.get(boardAtom)?.orders.map(({ order_number }) => order_number);
const status = () => store.get(boardAtom)?.orders[0]?.status;

test('the board is what the shop says, and is asked for again when it changes', async () => {
  const shop = fakeShop([anOrder()]);
  const following = follow();
  expect(connection()).toBe('connecting');
  await following;
  await expect.poll(connection).toBe('live');

  shop.signal([anOrder({ revision: 2, status: 'paid' }), anOrder({ order_number: 'KT-9' })]);
  await pass(1);

  await expect.poll(numbers).toEqual(['KT-261127-7M4Q', 'KT-9']);
  expect(status()).toBe('paid');
});

test('a board that is still so is not sent again; its answer tells the time', async () => {
  const shop = fakeShop([anOrder()]);
  let asked: string | null = null;
  interceptRequests(async ({ url, headers }, send) => {
    if (!url.endsWith('/board')) return send();
    asked = headers.get('if-none-match');
    const date = new Date(Date.now() + 60 * 60_000).toUTCString();
    if (asked !== null) return new Response(null, { status: 304, headers: { date } });
    const answer = await send();
    answer.headers.set('etag', 'W/"one"');
    return answer;
  });
  await follow();
  // As by what shows an age: unread, the clock stands where it was when its file was loaded.
  onTestFinished(store.sub(shopClockAtom, () => {}));
  await expect.poll(connection).toBe('live');
  const before = store.get(boardAtom);

  shop.signal([]);
  await pass(1);

  await expect.poll(() => asked).toBe('W/"one"');
  expect(store.get(boardAtom)).toBe(before);
  await expect.poll(() => Math.abs(store.get(shopClockAtom) - Date.now() - 60 * 60_000)).toBeLessThan(6_000);
});

test('where no stream comes through the board is asked for every five seconds', async () => {
  const shop = fakeShop([anOrder()]);
  cutLine(({ url }) => url.endsWith('/stream'));
  await followLive();
  const { looks } = shop;

  await pass(30);

  expect(shop.looks - looks).toBeGreaterThanOrEqual(5);
});

test('LB5: ages follow the shop’s time when the device’s clock is corrected', async () => {
  const shop = fakeShop([anOrder()]);
  shop.aheadBy = 10 * 60 * 60_000;
  await followLive();
  const ahead = () => store.get(shopClockAtom) - Date.now();
  const unsubscribe = store.sub(shopClockAtom, () => {});
  expect(Math.abs(ahead() - shop.aheadBy)).toBeLessThan(1_000);
  const { looks } = shop;

  vi.setSystemTime(Date.now() + shop.aheadBy);
  shop.aheadBy = 0;
  expect(Math.abs(ahead())).toBeLessThan(6_000);
  await pass(3);

  expect(shop.looks).toBeGreaterThan(looks);
  expect(Math.abs(ahead())).toBeLessThan(6_000);
  unsubscribe();
});

test.for([401, 403, 404])('a session that the shop does not know (%i) ends, and the board is gone', async (code) => {
  const shop = fakeShop([anOrder()]);
  await followLive();

  shop.onRead = () => refusal(code, 'unauthorized');
  dispatchEvent(new Event('online'));
  await pass(1);

  await expect.poll(() => store.get(sessionAtom)).toBe(null);
  expect(store.get(endedAtom)).toEqual({ unsent: [] });
  expect(store.get(boardAtom)).toBeUndefined();
  const { looks } = shop;
  await pass(30);
  expect(shop.looks).toBe(looks);
});

test.for([
  ['half a board', () => new Response('{"staff":{"id":1,"name":"Rina"},"now":"2026')],
  ['a page of the network', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a 401 of a proxy', () => new Response('<h1>Wifi gratis</h1>', { status: 401 })],
  ['a 404 of a proxy', () => new Response('<h1>Wifi gratis</h1>', { status: 404 })],
] as const)('%s is no board and no other version of the shop, and ends no session', async ([, answer]) => {
  fakeShop().onRead = answer;
  await follow();
  await pass(12);

  await expect.poll(connection).toBe('disconnected');
  expect(numbers()).toBeUndefined();
  expect(store.get(sessionAtom)).not.toBe(null);
});

test('orders on the first board do not ring; orders that arrived while the shop was out of reach do, until another counter takes them on', async () => {
  const shop = fakeShop([anOrder()]);
  await followLive();
  expect([...store.get(newOrdersAtom)]).toEqual([]);

  shop.orders = [
    anOrder(),
    anOrder({ order_number: 'KT-2' }),
    anOrder({ order_number: 'KT-3', status: 'paid' }),
    anOrder({ order_number: 'KT-4', status: 'roasting' }),
  ];
  shop.goesDead();
  await pass(12);
  shop.comesBack();
  await pass(1);

  await expect.poll(() => [...store.get(newOrdersAtom)]).toEqual(['KT-2', 'KT-4']);

  // Another counter takes one on.
  shop.signal(
    shop.orders.map((order) => (order.order_number === 'KT-2' ? { ...order, status: 'paid', revision: 2 } : order)),
  );
  await pass(1);
  await expect.poll(() => [...store.get(newOrdersAtom)]).toEqual(['KT-4']);
});

test('an answer after the sign-out changes nothing', async () => {
  const shop = fakeShop([anOrder()]);
  const { promise, resolve } = Promise.withResolvers<Response>();
  shop.onRead = () => promise;
  await follow();
  stop();

  resolve(Response.json({}));
  await pass(1);

  expect(numbers()).toBeUndefined();
});

test('the board is stored by the counter, and not by the screen for customers beside it', async () => {
  const shop = fakeShop([]);
  await write('session', { staff: { id: 1, name: 'Rina' }, token: 'secret' });
  const stored = () => read('board', v.unknown());
  async function openAs(isBoard: boolean) {
    store = createStore();
    stop = await startCounter(store, { isBoard });
    await expect.poll(connection).toBe('live');
    shop.signal([anOrder({ order_number: isBoard ? 'KT-1' : 'KT-2' })]);
    await expect.poll(numbers).toHaveLength(1);
    await pass(2);
  }

  await openAs(false);
  expect(await stored()).toBeUndefined();
  stop();
  await openAs(true);

  await expect.poll(stored).toMatchObject({ unseen: ['KT-1'] });
  shop.goesDead();
  touchOrders(store, ['KT-1']);
  await pass(2);
  expect(await stored()).toMatchObject({ unseen: [] });
});
