import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { clearDevice } from '../../counter/state/device.ts';
import { boardAtom, forgetBoard, heardAtAtom } from '../../counter/state/known-board.ts';
import { connectionAtom, followBoard } from '../../counter/state/live.ts';
import { newOrdersAtom } from '../../counter/state/new-orders.ts';
import { endedAtom, sessionAtom } from '../../counter/state/session.ts';
import { expectConsoleError } from '../support/page/setup.ts';
import { aBoard, anOrder } from './board-fixture.ts';
import { connectionLost, fakeShop, refusal } from './fake-shop.ts';

let stop = () => {};
let store = createStore();

afterEach(async () => {
  stop();
  forgetBoard(store);
  vi.useRealTimers();
  await clearDevice();
});

/** A counter that follows the shop. */
function follow() {
  store = createStore();
  store.set(sessionAtom, { staff: { id: 1, name: 'Rina' }, token: 'secret' });
  stop = followBoard(store, 'secret');
}

const connection = () => store.get(connectionAtom);
const numbers = () => store.get(boardAtom)?.orders.map(({ order_number }) => order_number);
const status = () => store.get(boardAtom)?.orders[0]?.status;

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

test('the stream begins with the board, and orders follow', async () => {
  const shop = fakeShop([anOrder()]);
  follow();
  expect(connection()).toBe('connecting');
  await expect.poll(connection).toBe('live');

  shop.line().say('order', anOrder({ revision: 2, status: 'paid' }));
  shop.line().say('order', anOrder({ order_number: 'KT-2', created_at: new Date().toISOString() }));

  await expect.poll(numbers).toEqual(['KT-261127-7M4Q', 'KT-2']);
  expect(status()).toBe('paid');
});

test.for(['cut', 'end'] as const)('F51 a line that breaks (%s) is said at once, and opened again', async (how) => {
  const shop = fakeShop([anOrder()]);
  follow();
  await expect.poll(connection).toBe('live');
  fakeTimers();

  shop.line()[how]();
  await expect.poll(connection).toBe('disconnected');
  shop.orders = [anOrder({ revision: 2, status: 'paid' })];
  await vi.advanceTimersByTimeAsync(1_000);

  await expect.poll(connection).toBe('live');
  expect(status()).toBe('paid');
  expect(shop.lines).toHaveLength(2);
});

test('F51 no byte for 45 s is a broken line; a comment is a byte', async () => {
  const shop = fakeShop([anOrder()]);
  fakeTimers();
  follow();
  await expect.poll(connection).toBe('live');

  for (let beat = 0; beat < 4; beat++) {
    await vi.advanceTimersByTimeAsync(30_000);
    shop.line().write(': still here\n\n');
    await expect.poll(() => store.get(heardAtAtom)).toBeGreaterThanOrEqual(Date.now());
  }
  expect(connection()).toBe('live');
  shop.onStream = connectionLost;
  const { isLeft } = shop.line();
  await vi.advanceTimersByTimeAsync(44_000);
  expect(isLeft()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);

  expect(isLeft()).toBe(true);
  await expect.poll(connection).toBe('disconnected');
});

test('F56 a tablet that slept for an hour asks at once when it wakes up', async () => {
  const shop = fakeShop([anOrder()]);
  follow();
  await expect.poll(connection).toBe('live');
  shop.orders = [anOrder({ revision: 2, status: 'paid' })];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 });

  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(() => shop.lines.length).toBe(2);
  await expect.poll(connection).toBe('live');
  expect(shop.lines[0]?.isLeft()).toBe(true);
  expect(status()).toBe('paid');
});

test('a line that works is not given up when the page becomes visible', async () => {
  const shop = fakeShop([anOrder()]);
  follow();
  await expect.poll(connection).toBe('live');

  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('online'));
  shop.line().say('order', anOrder({ revision: 2, status: 'paid' }));

  await expect.poll(status).toBe('paid');
  expect(shop.lines).toHaveLength(1);
});

test('between two attempts `online` ends the pause', async () => {
  const shop = fakeShop();
  shop.onStream = connectionLost;
  follow();
  await expect.poll(connection).toBe('disconnected');
  fakeTimers();
  shop.onStream = undefined;

  dispatchEvent(new Event('online'));

  await expect.poll(connection).toBe('live');
});

test('the line is given up when the browser goes offline', async () => {
  const shop = fakeShop();
  follow();
  await expect.poll(connection).toBe('live');

  dispatchEvent(new Event('offline'));

  await expect.poll(connection).toBe('disconnected');
  expect(shop.lines[0]?.isLeft()).toBe(true);
});

test('a shop that asks for a pause gets it', async () => {
  const shop = fakeShop();
  let asked = 0;
  shop.onStream = () => {
    asked++;
    const busy = refusal(503, 'busy');
    busy.headers.set('retry-after', '30');
    return busy;
  };
  fakeTimers();
  follow();
  await expect.poll(connection).toBe('disconnected');

  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => asked).toBe(2);
});

test('a member of staff who was removed is signed out, and the board is gone', async () => {
  const shop = fakeShop([anOrder()]);
  follow();
  await expect.poll(connection).toBe('live');

  shop.line().say('ended', {});

  await expect.poll(() => store.get(sessionAtom)).toBe(null);
  expect(store.get(endedAtom)).toEqual({ unsent: [] });
  expect(store.get(boardAtom)).toBeUndefined();
  expect(shop.lines).toHaveLength(1);
});

test.for([401, 403, 404])('a session that the shop does not know (%i) ends', async (code) => {
  fakeShop().onStream = () => refusal(code, 'unauthorized');
  follow();

  await expect.poll(() => store.get(sessionAtom)).toBe(null);
});

test.for([401, 404])('what a proxy says with %i ends no session', async (code) => {
  fakeShop().onStream = () => new Response('<h1>Wifi gratis</h1>', { status: code });
  follow();

  await expect.poll(connection).toBe('disconnected');
  expect(store.get(sessionAtom)).not.toBe(null);
});

test('what this version does not understand is said, and no part of it is shown', async () => {
  const shop = fakeShop();
  follow();
  await expect.poll(connection).toBe('live');

  shop.line().say('order', { ...anOrder(), total: 'a lot' });

  await expect.poll(connection).toBe('incompatible');
  expect(numbers()).toEqual([]);
  expectConsoleError(/does not fit at total/);
});

test('an event of a later version is passed over', async () => {
  const shop = fakeShop();
  follow();
  await expect.poll(connection).toBe('live');

  shop.line().say('weather', { rain: true });
  shop.line().say('order', anOrder({ created_at: new Date().toISOString() }));

  await expect.poll(numbers).toEqual(['KT-261127-7M4Q']);
});

test('F57 on the next day the shop is asked for its board again', async () => {
  const shop = fakeShop([anOrder({ status: 'completed' })]);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-11-27T16:59:20Z'),
  });
  follow();
  await expect.poll(connection).toBe('live');

  await vi.advanceTimersByTimeAsync(30_000);
  expect(shop.lines).toHaveLength(1);
  shop.line().write(': still here\n\n');
  await expect.poll(() => store.get(heardAtAtom)).toBeGreaterThanOrEqual(Date.now());
  shop.orders = [];
  await vi.advanceTimersByTimeAsync(30_000);

  expect(shop.lines[0]?.isLeft()).toBe(true);
  await expect.poll(() => shop.lines.length).toBe(2);
  await expect.poll(numbers).toEqual([]);
});

test('orders on the first board do not ring; orders that arrived while the shop was out of reach do', async () => {
  const shop = fakeShop([anOrder()]);
  follow();
  await expect.poll(connection).toBe('live');
  expect([...store.get(newOrdersAtom)]).toEqual([]);

  shop.orders = [
    anOrder(),
    anOrder({ order_number: 'KT-2' }),
    anOrder({ order_number: 'KT-3', status: 'paid' }),
    anOrder({ order_number: 'KT-4', status: 'roasting' }),
  ];
  shop.line().cut();
  await expect.poll(connection).toBe('disconnected');
  dispatchEvent(new Event('online'));

  await expect.poll(() => [...store.get(newOrdersAtom)]).toEqual(['KT-2', 'KT-4']);
});

test('an order that another counter has taken on does not ring any more', async () => {
  const shop = fakeShop();
  follow();
  await expect.poll(connection).toBe('live');
  const order = anOrder({ created_at: new Date().toISOString() });
  shop.line().say('order', order);
  await expect.poll(() => store.get(newOrdersAtom).size).toBe(1);

  shop.line().say('order', { ...order, status: 'paid', revision: 2 });

  await expect.poll(() => store.get(newOrdersAtom).size).toBe(0);
});

test('the board says nothing that the shop has not said: an incomplete one is no board', async () => {
  const shop = fakeShop();
  shop.onStream = () =>
    new Response(`event: board\ndata: ${JSON.stringify(aBoard([anOrder()])).slice(0, 200)}`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  follow();

  await expect.poll(connection).toBe('disconnected');
  expect(numbers()).toBeUndefined();
});
