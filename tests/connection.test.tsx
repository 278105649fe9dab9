import { screen, waitFor, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { changeOutboxOrder } from '#device/outbox-store';
import { platform } from '#device/platform';
import {
  checkConnectionAtom,
  connectionAtom,
  followConnection,
  onReconnect,
} from '../src/state/connection/connection.ts';
import { anyOrder, connectionLost, cutLine, interceptRequests, isOrder, ordersOf } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { disableTimeouts } from './support/page/timer-spy.ts';
import { strip } from './support/page/toasts.ts';
import { loggedIn, stored, visit } from './support/page/visit.tsx';

const expectIndicator = async (words: string) => waitFor(async () => expect(await strip()).toHaveTextContent(words));

/** Waits until all lists have loaded and the connection is shown as fine. */
async function untilConnected() {
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await screen.findByRole('link', { name: 'Manual Brew' });
  await screen.findByRole('link', { name: 'Rempah' });
  return screen.findByRole('button', { name: 'Koneksi: tersambung' });
}

/** A page without screens that follows its connection, after a first check. */
async function followed() {
  const store = createStore();
  onTestFinished(followConnection(store));
  await store.set(checkConnectionAtom);
  return store;
}

const hasNetwork = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);

const loginPage = () =>
  Promise.resolve(new Response('<!doctype html><h1>Wifi gratis</h1>', { headers: { 'content-type': 'text/html' } }));

/** Answers requests for the menu as the worker does, from a copy cached at 14.05 of `day`, except those that bypass the worker's cache. */
function respondWithCachedMenu(request: Request, send: () => Promise<Response>, day = new Date()) {
  if (!request.url.endsWith('/products') || request.cache === 'no-cache') return undefined;
  const since = new Date(day).setHours(14, 5, 0, 0);
  return send().then(async (answer) =>
    Response.json(await answer.json(), { headers: { 'kedai-kept-since': `${since}` } }),
  );
}

/** Opens the connection's details and presses 'Periksa lagi'. */
async function pressCheckAgain(user: Awaited<ReturnType<typeof visit>>) {
  await user.click(await screen.findByRole('button', { name: /^Koneksi/ }));
  await user.click(await screen.findByRole('button', { name: 'Periksa lagi' }));
}

/** Waits for a stored order's first attempt, and sets its pause to so many ms. */
async function setRetryPause(id: string, ms: number) {
  await waitFor(async () => expect(await stored(`intent:${id}`)).toMatchObject({ attempts: 1 }));
  await changeOutboxOrder(id, () => ({ notBefore: Date.now() + ms }));
}

test.for([
  ['no network', connectionLost, 'Offline: menu dan keranjang tetap bisa dipakai', false],
  ['F13 a network without internet', connectionLost, 'Kedai belum bisa dihubungi', true],
  ['F11 a network that wants a login', loginPage, 'Jaringan butuh login: buka browser dan masuk', true],
] as const)('%s is said, and not taken for a connection', async ([, answer, words, online]) => {
  hasNetwork(online);
  interceptRequests(answer);

  await visit('/products');

  await expectIndicator(words);
  expect(await screen.findByText('Menu belum bisa dimuat. Periksa koneksi Anda.')).toBeVisible();
});

test('F14 a browser that believes itself offline does not stop the page from reaching the shop', async () => {
  disableTimeouts();
  hasNetwork(false);

  await visit('/products');

  expect(await untilConnected()).toBeVisible();
  expect(await strip()).toBeEmptyDOMElement();
});

test('the connection is checked again when the customer comes back to the tab', async () => {
  disableTimeouts();
  const line = cutLine();
  await visit('/products');
  await expectIndicator('Kedai belum bisa dihubungi');
  line.cut = false;

  document.dispatchEvent(new Event('visibilitychange'));

  expect(await untilConnected()).toBeVisible();
});

test('F13 a shop that answers late is reported as a slow connection, until it answers promptly again', async () => {
  const answers = Promise.withResolvers<void>();
  interceptRequests((_request, send) => answers.promise.then(send));
  const user = await visit('/products');

  await waitFor(async () => expect(await strip()).toHaveTextContent('Jaringan lambat'));

  disableTimeouts();
  answers.resolve();
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await pressCheckAgain(user);
  await waitFor(async () => expect(await strip()).toBeEmptyDOMElement());
});

test('F5 a gateway that was slow to refuse leaves no slow connection behind', async () => {
  const clock = fakeClock();
  const store = await followed();
  const refused = Promise.withResolvers<Response>();
  let isFirst = true;
  interceptRequests((_request, send) => {
    const answer = isFirst ? refused.promise : send();
    isFirst = false;
    return answer;
  });
  const call = getCategories();
  await clock.goOnUntil(() => store.get(connectionAtom) === 'slow');

  refused.resolve(new Response('', { status: 503 }));
  await expect(call).rejects.toThrow();
  await clock.goOn(20_000);

  await expect.poll(() => store.get(connectionAtom), clock.still).toBe('online');
});

test.for([
  ['', 'pukul 14.05', new Date()],
  [' of an earlier day', '3 Nov pukul 14.05', new Date(2026, 10, 3)],
] as const)('a menu%s from the device says how old it is, and is not taken for a connection', async ([, age, day]) => {
  interceptRequests((request, send) => respondWithCachedMenu(request, send, day) ?? connectionLost());

  await visit('/products');

  expect(await screen.findByText(`Menu per ${age}, tersimpan di HP`, { exact: false })).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'Kopi Tubruk' })).toBeVisible();
  await expectIndicator('Kedai belum bisa dihubungi');
});

test("nothing is said about the menu's age once the shop has confirmed it", async () => {
  disableTimeouts();
  let cut = true;
  interceptRequests((request, send) => respondWithCachedMenu(request, send) ?? (cut ? connectionLost() : send()));
  const user = await visit('/products');
  await screen.findByText(/tersimpan di HP/);
  cut = false;

  await user.click(await screen.findByRole('button', { name: 'Kedai belum bisa dihubungi' }));
  await user.click(await screen.findByRole('button', { name: 'Periksa lagi' }));

  await waitFor(() => expect(screen.queryByText(/tersimpan di HP/)).not.toBeInTheDocument());
  await expectIndicator('Tersambung lagi');
});

test('a shop that answers again gets the stored order and the cart, although the browser believes itself offline', async () => {
  disableTimeouts();
  // Not what the order contains, which its acceptance takes out of the cart.
  const session = await customer({ cart: { 'kopi-tubruk': 2 } }).onDevice();
  const { id } = await storeOutboxOrder(session, anyOrder());
  const line = cutLine();
  const user = await visit('/about');
  await expectIndicator('Kedai belum bisa dihubungi');
  expect(await screen.findByRole('link', { name: '1 pesanan menunggu' })).toBeVisible();
  await setRetryPause(id, 10 * 60_000);
  line.cut = false;

  await pressCheckAgain(user);

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
  await waitFor(async () => {
    const cart = await fetch('/api/carts', { headers: { authorization: `Bearer ${session.token}` } });
    expect(((await cart.json()) as { items: { qty: number }[] }).items.map(({ qty }) => qty)).toEqual([2]);
  });
  const details = within(screen.getByRole('dialog', { name: 'Sinyal dan data di HP' }));
  expect(await details.findByText('Kedai menjawab. Semuanya berjalan seperti biasa.')).toBeVisible();
});

test('nothing is said about the connection before the prerendered page is hydrated', async () => {
  cutLine();
  const store = createStore();
  const { promise: firstScreen, resolve: stands } = Promise.withResolvers<void>();
  onTestFinished(followConnection(store, firstScreen));
  await store.set(checkConnectionAtom);
  expect(store.get(connectionAtom)).toBe('unknown');

  stands();

  await expect.poll(() => store.get(connectionAtom)).toBe('no-internet');
});

test('F13 a request that takes long does not look like a connection that is back', async () => {
  fakeClock();
  const line = cutLine();
  const store = await followed();
  const states: string[] = [];
  onTestFinished(store.sub(connectionAtom, () => states.push(store.get(connectionAtom))));
  line.cut = false;
  interceptRequests(() => new Promise(() => {}));

  void getCategories().catch(() => {});
  await vi.advanceTimersByTimeAsync(4_000);

  expect(states).toEqual([]);
});

test('an answer that still arrives while the connection drops is not taken for a connection', async () => {
  const store = await followed();
  expect(store.get(connectionAtom)).toBe('online');
  let cut = false;
  interceptRequests(async (_request, send) => {
    if (cut) return connectionLost();
    cut = true;
    return send();
  });
  hasNetwork(false);

  dispatchEvent(new Event('offline'));

  await expect.poll(() => store.get(connectionAtom)).toBe('offline');
});

test('F5 over wifi that drops every three minutes each return is reported at once', async () => {
  fakeClock();
  const store = await followed();
  const listener = vi.fn();
  onTestFinished(onReconnect(store, listener));
  const line = cutLine();
  line.cut = false;

  for (let returned = 1; returned <= 10; returned++) {
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    line.cut = true;
    await store.set(checkConnectionAtom);
    line.cut = false;
    await store.set(checkConnectionAtom);

    expect(listener).toHaveBeenCalledTimes(returned);
  }
});

test('F15 a clock that was set back does not delay the next check of the connection for days', async () => {
  const clock = fakeClock();
  const store = await followed();
  interceptRequests(async (request, send) => {
    if (request.cache === 'no-cache') return connectionLost();
    return Response.json(await (await send()).json(), { headers: { 'kedai-kept-since': `${Date.now()}` } });
  });
  vi.setSystemTime(Date.now() - 3 * 24 * 60 * 60_000);

  await getCategories();
  await clock.goOn(31_000);

  expect(store.get(connectionAtom)).toBe('no-internet');
});

test('a page that was left asks nothing more, also when its question was under way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const answer = Promise.withResolvers<Response>();
  const ask = vi.fn(() => answer.promise);
  interceptRequests(ask);
  const leave = followConnection(createStore());
  dispatchEvent(new Event('online'));
  await expect.poll(() => ask.mock.calls).toHaveLength(1);

  leave();
  answer.resolve(new Response(null, { status: 502 }));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(ask).toHaveBeenCalledOnce();
});

test('a new network that does not work in its first moment is tried again soon', async () => {
  const clock = fakeClock();
  const line = cutLine();
  const store = createStore();
  onTestFinished(followConnection(store));
  // The shop is looked for after 3, 9 and 21 s; the next look would be half a minute later.
  await clock.goOn(22_000);

  dispatchEvent(new Event('online'));
  await clock.goOn(100);
  line.cut = false;
  await clock.goOn(3_000);

  expect(store.get(connectionAtom)).toBe('online');
});

test.for([
  ['menu', '/products', /^Menu belum bisa dimuat/, 'Kopi Tubruk'],
  ['category', '/products?category=Manual+Brew', 'Error fetching filtered products', 'V60 Gayo'],
] as const)('a %s that could not be loaded is requested again when the shop answers', async ([, path, words, name]) => {
  const line = cutLine();
  const user = await visit(path);
  expect(await screen.findByText(words)).toBeVisible();
  line.cut = false;

  await pressCheckAgain(user);

  expect(await screen.findByRole('listitem', { name })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
});

test('F5 a shop that drops every order but answers everything else is tried with growing pauses', async () => {
  const session = await loggedIn();
  await storeOutboxOrder(session, anyOrder());
  vi.spyOn(platform, 'random').mockReturnValue(1);
  const clock = fakeClock();
  const attempts: number[] = [];
  interceptRequests((request, send) => {
    if (!isOrder(request)) return send();
    attempts.push(Date.now());
    return connectionLost();
  });

  await visit('/about');

  await clock.goOnUntil(() => attempts.length > 5);
  // The shop is found again after 3 s each time, which tries the order without a pause.
  expect((attempts[5] ?? 0) - (attempts[4] ?? 0)).toBeGreaterThan(5_000);
});
