import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlacedOrder } from '#core/contract';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { anyOrder, connectionLost, interceptRequests, isAboutOrders, ordersOf } from './support/page/checkout.ts';
import { setStatusAtCounter } from './support/page/counter.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { orderStream } from './support/page/order-stream.ts';
import { watchFor } from './support/page/page-observer.ts';
import { changeListedOrders } from './support/page/placed-orders.ts';
import { atPlainHost } from './support/page/plain-host.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

/** A customer whose order was accepted a moment ago, at a shop that has announced itself. */
async function placeAcceptedOrder() {
  const session = await loggedIn();
  await getCategories();
  await deliver((await storeOutboxOrder(session, anyOrder())).id);
  const [order] = await ordersOf(session);
  return { session, order: order as PlacedOrder };
}

test('an order is shown as the counter changes it, on every screen, and until it has ended', async () => {
  const { order } = await placeAcceptedOrder();
  const { order_number: number } = order;
  const asked = listsAsked();
  const user = await visit('/account/dashboard');
  const card = await screen.findByRole('region', { name: `Pesanan ${number}` });

  await setStatusAtCounter(number, { from: 'waiting_payment', to: 'paid' });
  await waitFor(() => expect(card.querySelector('[aria-current=step]')).toHaveTextContent('Dibayar'));
  await setStatusAtCounter(number, { from: 'paid', to: 'ready' });
  await waitFor(() => expect(card).toHaveTextContent('Siap Ambil di kasir'));
  await setStatusAtCounter(number, { from: 'ready', to: 'paid', undo: true });
  await waitFor(() => expect(card.querySelector('[aria-current=step]')).toHaveTextContent('Dibayar'));
  await user.router.navigate({ to: '/products' });
  const line = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  asked.length = 0;
  await setStatusAtCounter(number, { from: 'paid', to: 'cancelled', reason: 'Klepon habis' });

  await waitFor(() => expect(line).toHaveTextContent('Dibatalkan Klepon habis'));
  expect(asked).toEqual([]);
});

test('the icon of the installed shop counts the orders that are ready', async () => {
  const badges: number[] = [];
  stubNavigator('setAppBadge', async (count: number) => void badges.push(count));
  stubNavigator('clearAppBadge', async () => void badges.push(0));
  const { order } = await placeAcceptedOrder();
  await visit('/products');

  await setStatusAtCounter(order.order_number, { from: 'waiting_payment', to: 'ready' });
  await waitFor(() => expect(badges.at(-1)).toBe(1));
  await setStatusAtCounter(order.order_number, { from: 'ready', to: 'completed' });

  await waitFor(() => expect(badges.at(-1)).toBe(0));
});

const later = (order: PlacedOrder, status: string, minutes = 1): PlacedOrder => ({
  ...order,
  status,
  changed_at: new Date(Date.parse(order.created_at ?? '') + minutes * 60_000).toISOString(),
  revision: minutes,
});

const shows = (text: string) => waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible());

const becomes = (state: DocumentVisibilityState) => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
  return visibility;
};

/** Counts the requests for the list of orders. */
function listsAsked() {
  const asked: string[] = [];
  interceptRequests((request, send) => {
    if (request.method === 'GET' && isAboutOrders(request)) asked.push(request.url);
    return send();
  });
  return asked;
}

test.for(['/products', '/account/dashboard', '/account/order-list'])(
  'on %s an order is shown as it changes at the shop',
  async (path) => {
    const { order } = await placeAcceptedOrder();
    const stream = orderStream();
    await visit(path);
    await waitFor(() => expect(stream.open.size).toBe(1));
    stream.sendAll([order]);

    stream.sendOne(later(order, 'processing'));
    await shows('Sedang dibuat');
    stream.sendOne(later(order, 'ready', 2));

    await shows('Siap');
    expect(stream.opened).toHaveLength(1);
  },
);

test('the token is a header, and never in the address', async () => {
  const { session } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');

  await waitFor(() => expect(stream.opened).toHaveLength(1));

  const [request] = stream.opened;
  expect(request?.headers.get('authorization')).toBe(`Bearer ${session.token}`);
  expect(request?.url).not.toContain(session.token);
});

test('an order of another phone appears on the list', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/account/order-list');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  stream.sendOne({ ...order, order_number: 'KT-LAIN-1', client_ref: 'other' });

  expect(await screen.findByRole('row', { name: /KT-LAIN-1/ })).toBeVisible();
  expect(screen.getByRole('row', { name: new RegExp(order.order_number) })).toBeVisible();
});

test('an older state that arrives late changes nothing, by the stream or by the list', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  const user = await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([later(order, 'ready', 3)]);
  await shows('Siap');
  const wasOlder = watchFor(() => document.querySelector('data[value=processing]') !== null);

  stream.sendOne(later(order, 'processing', 1));
  changeListedOrders((listed) => later(listed, 'processing', 2), { hasStream: true });
  await user.router.navigate({ to: '/account/order-list' });

  await screen.findByRole('row', { name: new RegExp(order.order_number) });
  expect(await screen.findByRole('list', { name: 'Perjalanan pesanan' })).toHaveTextContent('Siap');
  expect(document.querySelector('[aria-current=step]')).toHaveTextContent('Siap');
  expect(wasOlder()).toBe(false);
});

test('a payment that arrives with the same last step is the later state by its revision', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/account/dashboard');
  await waitFor(() => expect(stream.open.size).toBe(1));
  const ready = later(order, 'ready');
  stream.sendAll([{ ...ready, paid: true, revision: 3 }]);
  await shows('Ambil di kasir');

  stream.sendOne({ ...ready, paid: false, revision: 2 });
  stream.sendOne({ ...later(order, 'completed'), order_number: 'KT-LAIN-1', paid: true, revision: 3 });
  stream.sendOne({ ...later(order, 'processing'), order_number: 'KT-LAIN-2', paid: false, revision: 3 });

  expect(await screen.findByText('Belum dibayar')).toBeVisible();
  await shows('Ambil di kasir');
});

test('a step that the counter undoes is undone here, too', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([later(order, 'ready', 1)]);
  await shows('Siap');

  stream.sendOne(later(order, 'processing', 2));

  await shows('Sedang dibuat');
});

test('when the order has ended, so does the stream', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  stream.sendOne(later(order, 'completed'));

  await shows('Selesai');
  await waitFor(() => expect(stream.open.size).toBe(0));
});

test('without an order under way no stream is opened', async () => {
  const { order } = await placeAcceptedOrder();
  const ended = { ...order, status: 'completed' };
  interceptRequests((request, send) =>
    request.method === 'GET' && isAboutOrders(request) ? Promise.resolve(Response.json([ended])) : send(),
  );
  const asked = listsAsked();
  await visit('/account/order-list');
  await screen.findByText('Selesai');
  closeTabs();
  asked.length = 0;
  const stream = orderStream();

  await visit('/account/order-list');
  await screen.findByText('Selesai');

  expect(asked).not.toEqual([]);
  await waitFor(() => expect(stream.open.size).toBe(0));
});

test('a customer without orders has no stream', async () => {
  await loggedIn();
  await getCategories();
  const stream = orderStream();
  await visit('/account/order-list');

  await screen.findByText('No order history');

  expect(stream.opened).toEqual([]);
});

test('a hidden tab has no stream; a visible one at once, with everything that happened meanwhile', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  const hidden = becomes('hidden');
  await waitFor(() => expect(stream.open.size).toBe(0));
  hidden.mockRestore();
  becomes('visible').mockRestore();

  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([later(order, 'ready')]);
  await shows('Siap');
});

test('when the browser reports a network, the stream is opened again at once', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  dispatchEvent(new Event('online'));

  await waitFor(() => expect(stream.opened).toHaveLength(2));
  await waitFor(() => expect(stream.open.size).toBe(1));
});

test('the end of a stream is no lost connection, and another one follows', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);
  const wasCutOff = watchFor(() =>
    /Offline|belum bisa dihubungi/.test(screen.getByRole('status', { name: 'Koneksi' }).textContent ?? ''),
  );

  stream.breaks();

  await waitFor(() => expect(stream.opened).toHaveLength(2));
  expect(wasCutOff()).toBe(false);
});

test('F13 a stream without a byte for 45 seconds is a broken one, but not one with comments', async () => {
  const { order } = await placeAcceptedOrder();
  const clock = fakeClock();
  const stream = orderStream();
  await visit('/products');
  await clock.goOnUntil(() => stream.open.size === 1);
  stream.sendAll([order]);
  for (let i = 0; i < 6; i++) {
    await clock.goOn(15_000);
    stream.write(': here\n\n');
  }
  expect(stream.opened).toHaveLength(1);

  await clock.goOn(46_000);

  await clock.goOnUntil(() => stream.opened.length === 2);
});

test('without a stream the list is asked for every 15 seconds, while the order is under way and the tab is visible', async () => {
  const { order } = await placeAcceptedOrder();
  const clock = fakeClock();
  const stream = orderStream(() => new Response('', { status: 404 }));
  const asked = listsAsked();
  const shop = { status: 'waiting_payment' };
  changeListedOrders((listed) => later(listed, shop.status), { hasStream: true });
  await visit('/account/dashboard');
  await clock.goOnUntil(() => asked.length > 0);
  asked.length = 0;

  await clock.goOn(60_000);
  expect(asked).toHaveLength(4);
  const hidden = becomes('hidden');
  asked.length = 0;
  await clock.goOn(60_000);
  expect(asked).toEqual([]);
  hidden.mockRestore();
  becomes('visible').mockRestore();
  shop.status = 'completed';
  await clock.goOn(20_000);
  asked.length = 0;
  await clock.goOn(60_000);

  expect(asked).toEqual([]);
  expect(stream.opened.length).toBeLessThan(4);
  expect(order.status).toBe('waiting_payment');
});

test('while there is a stream the list is not asked for', async () => {
  const { order } = await placeAcceptedOrder();
  const clock = fakeClock();
  const stream = orderStream();
  const asked = listsAsked();
  await visit('/account/dashboard');
  await clock.goOnUntil(() => stream.open.size === 1 && asked.length > 0);
  stream.sendAll([order]);
  await clock.goOn(4_000);
  asked.length = 0;

  await clock.goOn(40_000);

  expect(asked).toEqual([]);
});

test.for([
  ['a page in its place', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a stream of another server', () => new Response(': hi', { headers: { 'content-type': 'text/event-stream' } })],
  ['a 404', () => new Response('', { status: 404 })],
  ['a 503 that asks to wait', () => new Response('', { status: 503, headers: { 'retry-after': '120' } })],
] as const)('%s is not asked for again soon', async ([, refusal]) => {
  await placeAcceptedOrder();
  const clock = fakeClock();
  const stream = orderStream(refusal);
  await visit('/products');
  await clock.goOnUntil(() => stream.opened.length === 1);

  await clock.goOn(110_000);

  expect(stream.opened).toHaveLength(1);
});

test('an event that does not fit ends the stream, and the screen stays', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  stream.write('event: order\ndata: {"order_number": []}\n\n');

  await waitFor(() => expect(stream.opened).toHaveLength(2));
  expect(screen.getByRole('region', { name: /^Pesanan KT-/ })).toBeVisible();
});

test('an event that this version does not know is ignored', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  stream.write('event: weather\ndata: rain\n\n');
  stream.sendOne(later(order, 'ready'));

  await shows('Siap');
  expect(stream.opened).toHaveLength(1);
});

test('an ended session ends the asking', async () => {
  await placeAcceptedOrder();
  const clock = fakeClock();
  const asked = listsAsked();
  const ended = () =>
    Response.json(
      { error: { code: 'unauthorized', message: 'Log in.' } },
      { status: 401, headers: { 'kedai-api': '1' } },
    );
  interceptRequests(async (request, send) => (isAboutOrders(request) && request.method === 'GET' ? ended() : send()));
  const stream = orderStream(ended);
  await visit('/account/order-list');
  await clock.goOnUntil(() => screen.queryByText(/Sesi Anda sudah berakhir/) !== null);
  asked.length = 0;
  stream.opened.length = 0;

  await clock.goOn(90_000);

  expect([asked, stream.opened]).toEqual([[], []]);
});

test('after a logout the stream is closed, and what it still sends is not shown', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  const user = await visit('/account/dashboard');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([order]);

  await user.click(await screen.findByRole('button', { name: 'Log Out' }));

  await waitFor(() => expect(stream.open.size).toBe(0));
  await waitFor(async () => expect(await stored('own-orders')).toBeUndefined());
});

test('what the stream has told is on the device without a connection, with its time', async () => {
  const { order } = await placeAcceptedOrder();
  const stream = orderStream();
  await visit('/products');
  await waitFor(() => expect(stream.open.size).toBe(1));
  stream.sendAll([later(order, 'ready')]);
  await shows('Siap');
  await waitFor(async () => expect(await stored('own-orders')).toMatchObject({ items: [{ status: 'ready' }] }));
  closeTabs();
  vi.stubGlobal('fetch', connectionLost);

  await visit('/account/dashboard');

  await shows('Siap');
  expect(await screen.findByText(/^Keadaan per \d\d\.\d\d, belum tersambung$/)).toBeVisible();
});

test('another host is asked for no stream, only for its list', async () => {
  const { session } = await atPlainHost();
  const paths: string[] = [];
  interceptRequests((request, send) => {
    paths.push(new URL(request.url).pathname);
    return send();
  });
  await deliver((await storeOutboxOrder(session, anyOrder())).id);
  const clock = fakeClock();
  await visit('/products');
  await clock.goOn(5_000);
  paths.length = 0;

  await clock.goOn(31_000);

  expect(paths.filter((path) => path.endsWith('/orders'))).toHaveLength(2);
  expect(paths.filter((path) => path.includes('stream'))).toEqual([]);
});
