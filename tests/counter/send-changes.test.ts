import { createStore, type Store } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CounterOrder } from '#core/counter';
import { startCounter } from '../../counter/start.ts';
import { boardAtom, forgetBoard } from '../../counter/state/board.ts';
import { changesAtom, ordersAtom } from '../../counter/state/changes.ts';
import { clearDevice } from '../../counter/state/device.ts';
import { connectionAtom, followBoard, looksAtom, sendWhenHeard } from '../../counter/state/live.ts';
import { changeStatus, markLineMade, noteRefund, printTicket, sendChanges } from '../../counter/state/send-changes.ts';
import { endedAtom, sessionAtom } from '../../counter/state/session.ts';
import { clearMessages, shownMessages } from '../../design/messages.tsx';
import { connectionLost, refusal } from '../support/page/checkout.ts';
import { anOrder } from './board-fixture.ts';
import { fakeShop } from './fake-shop.ts';

let stop = () => {};
let store: Store;
let shop: ReturnType<typeof fakeShop>;

/** Opens a counter whose shop has this order. */
async function openWith(order: CounterOrder) {
  shop = fakeShop([order]);
  store = createStore();
  store.set(sessionAtom, { staff: { id: 1, name: 'Rina' }, token: 'secret' });
  const stops = [sendWhenHeard(store), followBoard(store, 'secret')];
  stop = () => {
    for (const each of stops) each();
  };
  await expect.poll(() => store.get(connectionAtom)).toBe('live');
}

beforeEach(() => openWith(anOrder()));

afterEach(async () => {
  stop();
  store.set(sessionAtom, null);
  await sendChanges(store);
  forgetBoard(store);
  vi.useRealTimers();
  clearMessages();
  await clearDevice();
});

const shown = () => store.get(ordersAtom)[0] as CounterOrder;
const pending = () => store.get(changesAtom).length;
const texts = () => shownMessages().map(({ text }) => text);

/** Presses 'Urungkan' of the message. */
function pressUndo() {
  const [message] = shownMessages();
  clearMessages();
  message?.undo?.();
}

/** The shop makes every change, and answers. */
function acceptChanges() {
  let revision = 1;
  shop.onChange = (_request, body) => {
    const [order = anOrder()] = shop.orders;
    const { to = order.status } = (body ?? {}) as { to?: string };
    shop.orders = [{ ...order, status: to, revision: ++revision }];
    return Response.json(shop.orders[0]);
  };
}

test('a step is shown at once, and sent with its key and the status that it was made from', async () => {
  acceptChanges();

  changeStatus(store, shown(), 'paid');

  expect(shown().status).toBe('paid');
  await expect.poll(pending).toBe(0);
  expect(shop.changes).toEqual([
    {
      method: 'PATCH',
      path: '/api/counter/orders/KT-261127-7M4Q',
      key: expect.stringMatching(/^[\w-]{36}$/),
      body: { from: 'waiting_payment', to: 'paid' },
    },
  ]);
  expect(store.get(boardAtom)?.orders[0]?.status).toBe('paid');
  expect(texts()).toEqual(['7M4Q: dibayar']);
});

test.for([
  ['the line is lost', connectionLost],
  ['the shop is closing', () => refusal(503, 'closing')],
  ['a proxy answers', () => new Response('<h1>Wifi gratis</h1>', { status: 403 })],
  ['a network answers with its page', () => new Response('<h1>Wifi gratis</h1>')],
] as const)('a press without an answer is repeated with the same key: %s', async ([, answer]) => {
  let answers = 0;
  shop.onChange = () => (answers++ === 0 ? answer() : Response.json(anOrder({ status: 'paid', revision: 2 })));

  changeStatus(store, shown(), 'paid');
  await expect.poll(() => shop.changes.length).toBe(1);
  await expect.poll(() => store.get(changesAtom)[0]?.attempts).toBe(1);
  expect(shown().status).toBe('paid');
  await expect
    .poll(async () => {
      await sendChanges(store);
      return pending();
    })
    .toBe(0);

  expect(shop.changes).toHaveLength(2);
  expect(shop.changes[1]).toEqual(shop.changes[0]);
});

test('F52 what was pressed without a connection is sent in order when the line is back', async () => {
  shop.goesDead();
  changeStatus(store, shown(), 'paid');
  changeStatus(store, shown(), 'processing');
  markLineMade(store, shown(), 1);
  printTicket(store, shown());
  expect(shown()).toMatchObject({ status: 'processing', prints: 1 });
  expect(shown().lines.map(({ struck }) => struck)).toEqual([false, true]);
  await expect.poll(() => shop.changes.length).toBe(1);

  acceptChanges();
  shop.comesBack();

  await expect.poll(pending).toBe(0);
  expect(
    shop.changes.slice(1).map(({ method, path, body }) => [method, path.split('/').slice(5).join('/'), body]),
  ).toEqual([
    ['PATCH', '', { from: 'waiting_payment', to: 'paid' }],
    ['PATCH', '', { from: 'paid', to: 'processing' }],
    ['PUT', 'made/1', { struck: true }],
    ['POST', 'prints', undefined],
  ]);
  expect(new Set(shop.changes.map(({ key }) => key)).size).toBe(4);
});

test('a change that the shop cannot take holds up only its own order', async () => {
  const [stuck, other] = [anOrder(), anOrder({ order_number: 'KT-261127-8N5R' })];
  shop.signal([stuck, other]);
  await expect.poll(() => store.get(ordersAtom).length).toBe(2);
  shop.onChange = (request) =>
    request.url.includes('7M4Q')
      ? Response.json({}, { status: 500 })
      : Response.json({ ...other, status: 'paid', revision: 2 });

  changeStatus(store, stuck, 'paid');
  printTicket(store, stuck);
  changeStatus(store, other, 'paid');

  await expect.poll(() => shop.changes.map(({ path }) => path.slice(-4))).toContain('8N5R');
  await expect.poll(() => store.get(changesAtom).map(({ kind }) => kind)).toEqual(['step', 'print']);
  expect(shop.changes.some(({ path }) => path.endsWith('prints'))).toBe(false);
});

test('F52 what was pressed survives a reload, and is sent with its key', async () => {
  changeStatus(store, shown(), 'paid');
  await expect.poll(() => shop.changes.length).toBe(1);
  stop();
  const session = store.get(sessionAtom);
  store.set(sessionAtom, null);
  // Its next attempt would take the turn of the reloaded page.
  await sendChanges(store);

  acceptChanges();
  // The screen for customers beside the board sends nothing of it.
  const display = createStore();
  display.set(sessionAtom, session);
  const stopDisplay = await startCounter(display, { isBoard: false });
  await expect.poll(() => display.get(connectionAtom)).toBe('live');
  const looks = display.get(looksAtom);
  shop.signal(shop.orders);
  await expect.poll(() => display.get(looksAtom)).toBeGreaterThan(looks);
  expect(shop.changes).toHaveLength(1);
  stopDisplay();
  store = createStore();
  store.set(sessionAtom, session);
  stop = await startCounter(store, { isBoard: true });

  await expect.poll(() => shop.changes.length).toBe(2);
  expect(shop.changes[1]).toEqual(shop.changes[0]);
  await expect.poll(pending).toBe(0);
});

test('W13: a refund that another counter has noted is neither noted again nor undone from here', async () => {
  const cancelled = anOrder({ status: 'cancelled', paid: true });
  const held = Promise.withResolvers<Response>();
  shop.onChange = () => held.promise;
  noteRefund(store, cancelled, { _id: 'kasir', name: 'Tunai' });
  await expect.poll(() => shop.changes.length).toBe(1);
  pressUndo();
  await expect.poll(pending).toBe(2);

  held.resolve(refusal(409, 'order_changed', { order: { ...cancelled, refunded: true, revision: 2 } }));

  await expect.poll(pending).toBe(0);
  expect(shop.changes).toHaveLength(1);
  expect(texts()).toContain('7M4Q sudah dikembalikan di perangkat lain');
});

test('a late refusal of an earlier session does not sign out the one who signed in meanwhile', async () => {
  const held = Promise.withResolvers<Response>();
  shop.onChange = () =>
    shop.changes.length === 1 ? held.promise : Response.json(anOrder({ status: 'paid', revision: 2 }));
  changeStatus(store, shown(), 'paid');
  await expect.poll(() => shop.changes.length).toBe(1);

  const next = { staff: { id: 2, name: 'Tini' }, token: 'another' };
  store.set(sessionAtom, next);
  held.resolve(refusal(401, 'unauthorized'));
  await sendChanges(store);

  expect(store.get(sessionAtom)).toEqual(next);
});

test('F47 if another counter was faster, the order is shown as it is, and its later steps are dropped, not those of others', async () => {
  const other = anOrder({ order_number: 'KT-2', created_at: '2026-11-27T05:01:00.000Z' });
  shop.signal([anOrder(), other]);
  await expect.poll(() => store.get(ordersAtom).length).toBe(2);
  const held = Promise.withResolvers<Response>();
  shop.onChange = ({ url }) => {
    if (url.endsWith('KT-2')) return Response.json({ ...other, status: 'paid', revision: 2 });
    return held.promise;
  };

  changeStatus(store, shown(), 'paid');
  changeStatus(store, shown(), 'processing');
  changeStatus(store, store.get(ordersAtom)[1] as CounterOrder, 'paid');
  const now = anOrder({ status: 'ready', revision: 5 });
  held.resolve(refusal(409, 'order_changed', { order: now }));

  await expect.poll(pending).toBe(0);
  expect(shop.changes.map(({ body }) => (body as { to: string }).to)).toEqual(['paid', 'paid']);
  expect(shown()).toEqual(now);
  expect(texts()).toContain('7M4Q sudah "Siap" di perangkat lain');
});

test.for([
  [422, 'step_refused', '7M4Q tidak bisa diubah'],
  [404, 'not_found', '7M4Q tidak ada lagi'],
  // Its order is one that this version cannot read.
  [409, 'order_changed', '7M4Q tidak bisa diubah'],
] as const)('a refusal (%i) is said, and the order is shown as it was', async ([status, code, text]) => {
  shop.onChange = () => refusal(status, code, { order: { revision: 5 } });

  changeStatus(store, shown(), 'paid');

  await expect.poll(texts).toEqual([text]);
  expect(shown().status).toBe('waiting_payment');
  expect(pending()).toBe(0);
});

test('a step that was made is undone by the shop', async () => {
  acceptChanges();
  changeStatus(store, shown(), 'cancelled', 'Stok habis');
  await expect.poll(pending).toBe(0);

  pressUndo();

  await expect.poll(pending).toBe(0);
  expect(shop.changes.map(({ body }) => body)).toEqual([
    { from: 'waiting_payment', to: 'cancelled', reason: 'Stok habis' },
    { from: 'cancelled', to: 'waiting_payment', undo: true },
  ]);
  expect(texts()).toEqual([]);
  expect(shown().status).toBe('waiting_payment');
});

test('a step that never left the device is undone on it alone', async () => {
  const held = Promise.withResolvers<Response>();
  shop.onChange = () => held.promise;
  changeStatus(store, shown(), 'paid');
  await expect.poll(() => shop.changes.length).toBe(1);
  changeStatus(store, shown(), 'processing');

  pressUndo();
  held.resolve(Response.json(anOrder({ status: 'paid', revision: 2 })));

  await expect.poll(pending).toBe(0);
  expect(shown().status).toBe('paid');
  expect(shop.changes).toHaveLength(1);
});

test('undoing too late is said', async () => {
  acceptChanges();
  changeStatus(store, shown(), 'paid');
  await expect.poll(pending).toBe(0);
  shop.onChange = () => refusal(422, 'step_refused');

  pressUndo();

  await expect.poll(texts).toEqual(['7M4Q tidak bisa diurungkan lagi']);
  expect(shown().status).toBe('paid');
});

test('an unknown status can be left, but not undone', async () => {
  stop();
  await openWith(anOrder({ status: 'roasting' }));
  acceptChanges();

  changeStatus(store, shown(), 'ready');

  await expect.poll(pending).toBe(0);
  expect(shop.changes[0]?.body).toEqual({ from: 'roasting', to: 'ready' });
  expect(shownMessages()[0]?.undo).toBeUndefined();
});

test('a member of staff who was removed is told what was not sent', async () => {
  shop.onChange = () => refusal(401, 'unauthorized');

  changeStatus(store, shown(), 'paid');

  await expect.poll(() => store.get(endedAtom)).toEqual({ unsent: ['KT-261127-7M4Q'] });
  expect(pending()).toBe(0);
  expect(store.get(sessionAtom)).toBe(null);
});
