import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlacedOrder } from '#core/order-contract';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import {
  anyOrder,
  connectionLost,
  holdRequests,
  interceptRequests,
  isAboutOrders,
  ordersOf,
  requestsSent,
} from './support/page/checkout.ts';
import { setStatusAtCounter } from './support/page/counter.ts';
import { customer } from './support/page/customer.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { orderStream } from './support/page/order-stream.ts';
import { watchFor } from './support/page/page-observer.ts';
import { changeListedOrders, ordered } from './support/page/placed-orders.ts';
import { atPlainHost } from './support/page/plain-host.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

test('an order is shown as the counter changes it, on every screen, and until it has ended', async () => {
  const { order } = await placeAcceptedOrder();
  const { order_number: number } = order;
  const user = await visit('/account/dashboard');
  const card = await screen.findByRole('region', { name: `Pesanan ${number}` });

  await setStatusAtCounter(number, { from: 'waiting_payment', to: 'paid' });
  await waitFor(() => expect(card.querySelector('[aria-current=step]')).toHaveTextContent('Dibayar'));
  await setStatusAtCounter(number, { from: 'paid', to: 'ready' });
  await waitFor(() => expect(card).toHaveTextContent(/Pesananmu siap \d+ Ambil di kasir/));
  await setStatusAtCounter(number, { from: 'ready', to: 'paid', undo: true });
  await waitFor(() => expect(card.querySelector('[aria-current=step]')).toHaveTextContent('Dibayar'));
  await user.router.navigate({ to: '/products' });
  const line = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  await setStatusAtCounter(number, { from: 'paid', to: 'cancelled', reason: 'Klepon habis' });

  await waitFor(() => expect(line).toHaveTextContent('Dibatalkan Klepon habis'));
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

test('the icon of the installed shop counts the orders that the customer must decide on', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  stubNavigator('setAppBadge', setAppBadge);

  await customer({ pending: { state: 'too_old' } }).at('/products');

  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
});

const later = (order: PlacedOrder, status: string, minutes = 1): PlacedOrder => ({
  ...order,
  status,
  changed_at: new Date(Date.parse(order.created_at ?? '') + minutes * 60_000).toISOString(),
  revision: minutes,
});

const shows = (text: string | RegExp) => waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible());

const becomes = (state: DocumentVisibilityState) => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
  return visibility;
};

/** The requests for the list of orders. */
const listsAsked = () => requestsSent((request) => request.method === 'GET' && isAboutOrders(request));

/** An order that was sent from here, at a shop that has announced itself. */
async function placeAcceptedOrder() {
  await getCategories();
  const session = await customer({ accepted: true }).onDevice();
  return { session, order: (await ordersOf(session))[0] as PlacedOrder };
}

/** A shop whose stream a test controls, and which lists the order as `now` says. */
async function openWithStream(path: string) {
  const { order, session } = await placeAcceptedOrder();
  const stream = orderStream();
  let now = order;
  changeListedOrders(() => now, { hasStream: true });
  const user = await visit(path);
  await waitFor(() => expect(stream.open.size).toBe(1));
  return {
    order,
    session,
    stream,
    user,
    change(to: PlacedOrder) {
      now = to;
      if (stream.open.size > 0) stream.signal();
    },
  };
}

test('LB1 an order is followed also when its list comes before the shop has said who it is', async () => {
  const { order_number } = await ordered(await loggedIn(), { klepon: 1 });
  const stream = orderStream();
  const goOn = holdRequests((request) => !isAboutOrders(request));
  const asked = listsAsked();
  await visit('/account/dashboard');
  await screen.findByRole('region', { name: `Pesanan ${order_number}` });
  // The second time because the order is followed.
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));

  goOn();

  await waitFor(() => expect(stream.open.size).toBe(1));
});

test('a payment that arrives with the same last step is the later state by its revision', async () => {
  const { order, change } = await openWithStream('/account/dashboard');
  const ready = later(order, 'ready');
  const unpaid = () => screen.queryAllByText(/Belum dibayar/).length;
  change({ ...ready, paid: false, revision: 2 });
  await waitFor(() => expect(unpaid()).toBeGreaterThan(0));

  change({ ...ready, paid: true, revision: 3 });
  await waitFor(() => expect(unpaid()).toBe(0));
  const wasUnpaid = watchFor(() => unpaid() > 0);
  const asked = listsAsked();
  change({ ...ready, paid: false, revision: 2 });

  await waitFor(() => expect(asked).not.toEqual([]));
  change({ ...later(order, 'completed', 2), paid: true, revision: 4 });
  await shows('Selesai');
  expect(wasUnpaid()).toBe(false);
});

test('an order that is cancelled while its customer is on another screen is said there, until it is closed', async () => {
  const { order, change, user } = await openWithStream('/contact');

  change({ ...later(order, 'cancelled', 0), reason: 'Klepon habis', paid: true, revision: 2 });

  const notice = (await screen.findByText(`Pesanan ${order.order_number} dibatalkan kedai.`)).closest('li');
  expect(notice).toHaveTextContent('Klepon habis · Uang dikembalikan di kasir.');
  await user.click(within(notice as HTMLElement).getByRole('link', { name: 'Lihat' }));
  const card = await screen.findByRole('region', { name: `Pesanan ${order.order_number}` });
  await waitFor(() => expect(notice).not.toBeVisible());
  await user.click(within(card).getByRole('button', { name: 'Tutup' }));
  await user.router.navigate({ to: '/contact' });
  expect(screen.queryByText(/dibatalkan kedai/)).not.toBeInTheDocument();
});

test('a cancelled order has its card on the dashboard also beside more orders than have one', async () => {
  const order = await ordered(await loggedIn(), { klepon: 1 });
  const listed = Array.from({ length: 8 }, (_, at) => ({
    ...(at === 7 ? later(order, 'cancelled', 0) : order),
    order_number: `KT-${at}`,
  }));
  interceptRequests(async (request, send) =>
    isAboutOrders(request) && request.method === 'GET' ? Response.json({ data: listed }) : send(),
  );

  await visit('/account/dashboard');

  expect(await screen.findByRole('region', { name: 'Pesanan KT-7' })).toBeVisible();
  expect(screen.getAllByRole('region', { name: /^Pesanan KT-/ })).toHaveLength(6);
});

test('an order of another device that was cancelled is said once on the menu, by its card', async () => {
  changeListedOrders((listed) => ({ ...later(listed, 'cancelled', 0), reason: 'Klepon habis' }));
  const { user, order } = await customer({ ordered: { klepon: 1 } }).at('/contact');
  const notice = await screen.findByText(/dibatalkan kedai/);

  await user.router.navigate({ to: '/products' });

  expect(await screen.findByRole('region', { name: `Pesanan ${order.order_number}` })).toHaveTextContent(
    'Klepon habis',
  );
  await waitFor(() => expect(notice).not.toBeVisible());
});

test('W12 a signal is also a question whether the shop has paused', async () => {
  const { stream } = await openWithStream('/products');
  const asked = requestsSent(({ url }) => url.endsWith('/api/shop'));

  stream.signal();

  await waitFor(() => expect(asked).toHaveLength(1));
});

test('when the order has ended, so does the stream', async () => {
  const { order, stream, change } = await openWithStream('/products');

  change(later(order, 'completed'));

  await shows('Selesai');
  await waitFor(() => expect(stream.open.size).toBe(0));
});

test('without an order under way no stream is opened', async () => {
  await getCategories();
  const stream = orderStream();
  await customer().at('/account/order-list');

  await screen.findByText('No order history');

  expect(stream.opened).toEqual([]);
});

test('a hidden tab has no stream; a visible one at once, with everything that happened meanwhile', async () => {
  const { order, stream, change } = await openWithStream('/products');

  const hidden = becomes('hidden');
  await waitFor(() => expect(stream.open.size).toBe(0));
  change(later(order, 'ready'));
  hidden.mockRestore();
  becomes('visible').mockRestore();

  await shows(/Pesananmu siap/);
  await waitFor(() => expect(stream.open.size).toBe(1));
});

test('the end of a stream is no lost connection, and another one follows', async () => {
  const { stream } = await openWithStream('/products');
  const wasCutOff = watchFor(() => screen.queryByText(/Offline|belum bisa dihubungi/) !== null);

  stream.breaks();

  await waitFor(() => expect(stream.opened).toHaveLength(2));
  expect(wasCutOff()).toBe(false);
});

test('an ended session ends the asking', async () => {
  await placeAcceptedOrder();
  const clock = fakeClock();
  const ended = () =>
    Response.json(
      { error: { code: 'unauthorized', message: 'Log in.' } },
      { status: 401, headers: { 'kedai-api': '1' } },
    );
  interceptRequests(async (request, send) => (isAboutOrders(request) && request.method === 'GET' ? ended() : send()));
  const asked = listsAsked();
  const stream = orderStream(ended);
  await visit('/account/order-list');
  await clock.goOnUntil(() => screen.queryByText(/Sesi Anda sudah berakhir/) !== null);
  expect(asked.splice(0)).not.toEqual([]);
  stream.opened.length = 0;

  await clock.goOn(90_000);

  expect([asked, stream.opened]).toEqual([[], []]);
});

test('after a logout the stream is closed', async () => {
  const { stream, user } = await openWithStream('/account/dashboard');

  await user.click(await screen.findByRole('button', { name: 'Log Out' }));

  await waitFor(() => expect(stream.open.size).toBe(0));
  await waitFor(async () => expect(await stored('own-orders')).toBeUndefined());
});

test('what the shop has told is on the device without a connection, with its time', async () => {
  const { order, change } = await openWithStream('/products');
  change(later(order, 'ready'));
  await shows(/Pesananmu siap/);
  await waitFor(async () => expect(await stored('own-orders')).toMatchObject({ items: [{ status: 'ready' }] }));
  closeTabs();
  vi.stubGlobal('fetch', connectionLost);

  await visit('/account/dashboard');

  await shows(/Pesananmu siap/);
  expect(await screen.findByText(/^Keadaan per pukul \d\d\.\d\d, belum tersambung$/)).toBeVisible();
});

test('another host is asked for no stream, only for its list', async () => {
  const { session } = await atPlainHost();
  const asked = requestsSent();
  await deliver((await storeOutboxOrder(session, anyOrder())).id);
  const clock = fakeClock();
  await visit('/products');
  await clock.goOn(5_000);
  asked.length = 0;

  await clock.goOn(31_000);

  // Every 15 seconds: two or three times in 31.
  expect([2, 3]).toContain(asked.filter(isAboutOrders).length);
  expect(asked.filter(({ url }) => /stream|shop$/.test(url))).toEqual([]);
});
