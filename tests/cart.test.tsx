import { act, screen, waitFor, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, onTestFinished, test } from 'vitest';
import { type CartItem, customerOf, type Product } from '#core/contract';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { withLock } from '#device/locks';
import { mergedKeys } from '#device/merged-cart';
import { endSession, storeSession } from '#device/session';
import { change, read } from '#device/store';
import { cartKeys, changeCart, noCart, withCounter } from '#device/stored-cart';
import { sessionAtom } from '../src/state/account/session.ts';
import { syncCartInBackground } from '../src/state/cart/background-cart-sync.ts';
import { addOneAtom, cartAtom, cartCountAtom, sendCartAtom } from '../src/state/cart/cart.ts';
import { cartMergedAtom } from '../src/state/cart/merged-cart.ts';
import { deviceKeepsAtom, readDeviceAtom } from '../src/state/storage/stored-atom.ts';
import {
  chooseHandover,
  connectionLost,
  fillCart,
  holdResponse,
  interceptRequests,
  requestsSent,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { newDevice } from './support/page/devices.ts';
import { watchFor } from './support/page/page-observer.ts';
import { failStorage, fillDisk } from './support/page/payment-screen.ts';
import { atPlainHost } from './support/page/plain-host.ts';
import { spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { changeUnheard, loggedIn, logInAs, openState, stored, tellTabs, visit } from './support/page/visit.tsx';

const line = (name: string) => screen.findByRole('listitem', { name });

// The first one, because the cart that another test has changed is sent 0.4 s later.
test('a cart whose session has ended is not sent again at every return of the connection', async () => {
  const { token } = await customer({ cart: { klepon: 1 } }).onDevice();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const store = await openState();
  onTestFinished(syncCartInBackground(store));
  // One is sent after the other: now the page has read the answer to its own.
  await store.set(sendCartAtom);
  const sent = requestsSent(({ url }) => url.endsWith('/api/carts'));

  dispatchEvent(new Event('online'));
  await store.set(sendCartAtom);

  expect(sent).toHaveLength(1);
});

test('a visitor is asked to log in before seeing a cart, and comes back to it', async () => {
  const user = await visit('/carts');

  expect(await screen.findByText('Silahkan Log In terlebih dahulu')).toBeVisible();
  await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Log In' }));

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/account/login'));
  expect(user.router.state.location.state.returnTo).toBe('/carts');
});

test('an empty cart leads to the products', async () => {
  const { user } = await customer({}).at('/carts');

  expect(await screen.findByText('Cart is empty')).toBeVisible();
  expect(screen.getByText("Let's go shopping first")).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go Products' }));

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
});

test('C4 a new phone does not call the cart empty before the shop has sent it', async () => {
  await customer({ cart: { klepon: 2 } }).onDevice();
  await syncCart();
  await change(cartKeys, () => noCart);
  const wasEverEmpty = watchFor(() => screen.queryByText('Cart is empty') !== null);
  const { goOn } = holdResponse(({ url }) => url.endsWith('/carts'));
  await visit('/carts');

  expect(await screen.findByText('Memuat keranjang . . .')).toBeVisible();
  goOn();
  expect(await line('Klepon')).toHaveTextContent('Rp30.000');
  expect(wasEverEmpty()).toBe(false);
});

test('C4 a new phone that has not asked for the cart yet does not call it empty', async () => {
  await loggedIn();

  await visit('/carts', { hasBackground: false });

  expect(await screen.findByText('Memuat keranjang . . .')).toBeVisible();
});

test('C4 a new phone stops waiting for a cart that the shop cannot send', async () => {
  interceptRequests(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  await customer().at('/carts');

  expect(await screen.findByText('Cart is empty')).toBeVisible();
});

/** A customer with klepon in the cart on another phone, and a cart on this one. */
async function withTwoPhones(klepon = 2, here: Record<string, number> = { 'kopi-tubruk': 1 }) {
  const sari = await customer({ cart: { klepon } }).onDevice();
  await syncCart();
  newDevice();
  await storeSession(sari);
  await fillCart(here);
  return sari;
}

test('C3 changes from another device are merged into the cart, and the customer is told in one line', async () => {
  await withTwoPhones();
  await visit('/carts');

  expect(await screen.findByText('Keranjang digabung dengan perubahan dari perangkat lain')).toBeVisible();
  expect(screen.queryByText(/Tidak semuanya muat/)).not.toBeInTheDocument();
  expect(await line('Klepon')).toHaveTextContent('Rp30.000');
  expect(await line('Kopi Tubruk')).toBeVisible();
});

test("C8 products that found no room when two phones' carts were merged are named", async () => {
  await withTwoPhones(98, { klepon: 2 });

  await visit('/carts');

  expect(await screen.findByText('Tidak semuanya muat: Klepon')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('listitem', { name: 'Klepon' })).toHaveTextContent('99'));
});

test('C3 a merge by the worker, while no page was open, is said once, and only to its customer', async () => {
  const sari = await withTwoPhones();
  await syncCart();
  const store = createStore();
  await store.set(readDeviceAtom);
  onTestFinished(store.sub(cartMergedAtom, () => undefined));
  await waitFor(() => expect(store.get(cartMergedAtom)).toMatchObject({ left: [] }));
  store.set(sessionAtom, { ...sari, user: { ...sari.user, email: 'budi@example.com' } });
  expect(store.get(cartMergedAtom)).toBeUndefined();

  await visit('/products');

  expect(await screen.findByText('Keranjang digabung dengan perubahan dari perangkat lain')).toBeVisible();
  await waitFor(async () => expect(await stored('merged')).toBeUndefined());
});

test('C5 what a merge has taken out of the cart, because it was ordered, can be put back', async () => {
  const sari = await customer({ cart: { klepon: 2 } }).onDevice();
  const { cart: lines = [] } = await read(cartKeys);
  const merged = { customer: customerOf(sari), left: [], takenOut: { order: 'KT-1', lines } };
  await change({ ...cartKeys, ...mergedKeys }, () => ({ ...withCounter([]), merged }));
  const user = await visit('/products');
  await findToast(/^Keranjang baru, tanpa yang sudah dipesan/);

  await user.click(screen.getByRole('button', { name: 'Urungkan' }));

  expect(await screen.findByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
});

test('a tap keeps what another tab has added, also before this tab has heard of it', async () => {
  await customer({ cart: { klepon: 1 } }).onDevice();
  interceptRequests(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  const user = await visit('/carts');
  const more = await screen.findByRole('button', { name: 'Tambah Klepon' });
  const { items } = await getProducts();
  const added = items.flatMap((product) => (product._id === 'kopi-tubruk' ? { ...product, qty: 1 } : []));
  await changeUnheard(cartKeys, ({ cart = [] }) => withCounter([...cart, ...added]));
  expect(screen.queryByRole('listitem', { name: 'Kopi Tubruk' })).not.toBeInTheDocument();

  await user.click(more);

  expect(await line('Kopi Tubruk')).toBeVisible();
  expect(await line('Klepon')).toHaveTextContent('Rp30.000');
});

test('a cart that another tab has changed is shown as soon as that tab says so', async () => {
  await customer({ cart: { klepon: 1 } }).onDevice();
  const store = await openState();

  await changeUnheard(cartKeys, ({ cart = [] }) => withCounter(cart.map((item) => ({ ...item, qty: 5 }))));
  tellTabs(['cart', 'counter']);

  await expect.poll(() => store.get(cartCountAtom)).toBe(5);
});

test('a piece that is added is shown from the tap on, whatever is read meanwhile', async () => {
  await customer({ cart: { klepon: 1 } }).onDevice();
  const store = await openState();
  const [klepon] = store.get(cartAtom) as [CartItem];
  const seen: number[] = [];
  onTestFinished(store.sub(cartCountAtom, () => seen.push(store.get(cartCountAtom))));

  const reading = store.set(readDeviceAtom);
  await Promise.all([reading, ...[1, 2, 3].map(() => store.set(addOneAtom, klepon))]);

  expect(seen).toEqual([2, 3, 4]);
});

test('F25 a device whose storage fails while the page is open logs no customer out, and says that it stores nothing', async () => {
  const session = await loggedIn();
  const store = await openState();
  failStorage(new DOMException('The connection is closing', 'InvalidStateError'));

  await store.set(readDeviceAtom);

  expect(store.get(sessionAtom)).toEqual(session);
  expect(store.get(deviceKeepsAtom)).toBe(false);
});

test('F25 a device whose storage cannot be read shows the shop as to a visitor', async () => {
  await loggedIn();
  failStorage(new DOMException('The connection is closing', 'InvalidStateError'));

  const store = await openState();

  expect(store.get(sessionAtom)).toBeNull();
  expect(store.get(deviceKeepsAtom)).toBe(false);
});

test('each line of the cart shows its price, its quantity and its total, and the checkout goes on to the delivery', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 2, klepon: 1 } }).at('/carts');

  const tubruk = await line('Kopi Tubruk');

  expect(tubruk).toHaveTextContent('Rp15.000');
  expect(tubruk).toHaveTextContent('Rp30.000');
  expect(tubruk.querySelector('img')).toHaveAttribute('src', '/api/images/products/kopi-tubruk.svg');
  expect(within(tubruk).getByRole('status', { name: 'Jumlah Kopi Tubruk' })).toHaveTextContent('2');
  expect(screen.getByText('Total').closest('p')).toHaveTextContent('Total Rp45.000');
  // The delete button comes last, as on the screen.
  await within(tubruk).findByRole('button', { name: 'Ubah Kopi Tubruk' });
  const buttons = within(tubruk).getAllByRole('button');
  const verbs = ['Ubah', 'Kurangi', 'Tambah', 'Hapus'];
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
    verbs.map((verb) => `${verb} Kopi Tubruk`),
  );
  const step = screen.getByText('Keranjang', { selector: 'li *' }).closest('li');
  expect(step).toHaveAttribute('aria-current', 'step');

  await user.click(screen.getByRole('link', { name: 'Checkout' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Pengiriman' })).toBeVisible();
});

test('a quantity above a thousand is written with a dot, as prices are', async () => {
  await loggedIn();
  const { items } = await getProducts();
  await fillCart(Object.fromEntries(items.slice(0, 11).map(({ _id }) => [_id, 99])));
  const user = await visit('/carts');

  expect(await screen.findByText(/^1\.089 barang di keranjang\./)).toBeVisible();
  expect(screen.queryByText(/termasuk yang habis/)).not.toBeInTheDocument();
  const badge = screen.getByRole('button', { name: 'Keranjang, 1.089 barang' });
  expect(badge).toHaveTextContent('99+');
  await user.click(badge);

  expect(await screen.findByRole('heading', { name: 'Keranjang 1.089' })).toBeVisible();
});

test('O14 a product that sold out after it was added is marked in the cart, in its panel and on the delivery screen', async () => {
  await customer({ cart: { 'lapis-legit': 2 } }).onDevice();
  await changeCart((cart) => cart.map((item) => ({ ...item, available: true })));
  interceptRequests(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  const user = await visit('/carts');

  await waitFor(async () => expect(await line('Lapis Legit')).toHaveTextContent('Habis untuk hari ini'));
  expect(screen.getByRole('region', { name: 'Ringkasan' })).toHaveTextContent('Total ini masih termasuk yang habis.');
  await user.click(screen.getByRole('button', { name: 'Keranjang, 2 barang' }));

  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });
  await waitFor(() => expect(panel).toHaveTextContent('Habis untuk hari ini'));
  expect(panel).toHaveTextContent('Total Rp50.000');
  await user.router.navigate({ to: '/carts/delivery' });
  expect(await screen.findByRole('list', { name: 'Pesanan Anda' })).toHaveTextContent('Habis untuk hari ini');
});

test('what is sold out is deleted from the cart at once', async () => {
  await customer({ cart: { 'lapis-legit': 2, klepon: 1 } }).onDevice();
  await changeCart((cart) => cart.map((item) => ({ ...item, available: item._id === 'klepon' })));
  interceptRequests(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  const user = await visit('/carts');

  await user.click(await screen.findByRole('button', { name: 'Hapus yang habis' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }));

  await waitFor(async () => expect(await stored('cart')).toMatchObject([{ _id: 'klepon' }]));
  expect(screen.queryByRole('button', { name: 'Hapus yang habis' })).not.toBeInTheDocument();
});

/** When the device has stored the menu, so many ms ago. */
const storedSince = (ms: number) => ({ 'kedai-kept-since': `${Date.now() - ms}` });

test.for<[string, headers: () => Record<string, string>, counted: number, isGone: boolean]>([
  ['the menu of the shop', () => ({}), -1, true],
  ['that of the device, where it came a moment ago', () => storedSince(0), -1, true],
  ['an old menu without confirmation', () => storedSince(600_000), -1, false],
  ['a part of its menu, which is all that another API gave', () => ({}), 0, false],
])('a product that is missing from %s is marked as gone, or not', async ([, headers, counted, isGone]) => {
  await customer({ cart: { klepon: 1, 'lapis-legit': 1 } }).onDevice();
  interceptRequests(async ({ url, cache }, send) => {
    if (!url.endsWith('/api/products')) return send();
    if (cache === 'no-cache') return connectionLost();
    const { data } = (await (await send()).json()) as { data: Product[] };
    const some = { data: data.filter(({ _id }) => _id !== 'klepon'), count: data.length + counted };
    return Response.json(some, { headers: headers() });
  });
  const user = await visit('/carts');
  const words = isGone ? 'Sudah tidak ada di menu' : /^(?!.*(Habis|Sudah tidak))/;

  // Once the sold-out product says so, the cart knows the menu.
  await waitFor(async () => expect(await line('Lapis Legit')).toHaveTextContent('Habis untuk hari ini'));
  await waitFor(async () => expect(await line('Klepon')).toHaveTextContent(words));
  await user.router.navigate({ to: '/carts/delivery' });
  const [klepon] = within(await screen.findByRole('list', { name: 'Pesanan Anda' })).getAllByRole('listitem');
  expect(klepon).toHaveTextContent(words);
});

test('a new price is shown in the cart as soon as the device has heard of it', async () => {
  await customer({ cart: { klepon: 1 } }).at('/carts');
  await line('Klepon');
  await waitFor(async () => expect(await stored('cart-sync')).toMatchObject({ base: { klepon: 1 } }));
  interceptRequests(async ({ url, method }, send) => {
    const answer = await send();
    if (!url.endsWith('/carts') || method !== 'GET') return answer;
    const cart = (await answer.json()) as { items: Product[] };
    return Response.json({ ...cart, items: cart.items.map((item) => ({ ...item, price: 21_000 })) }, answer);
  });

  await waitFor(async () => {
    // Again, because looking joins a reading that is still under way from before.
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await line('Klepon')).toHaveTextContent('Rp21.000');
  });
});

test('F26 a cart lasts as long as its page where the device had no room for the login', async () => {
  const { email } = (await loggedIn()).user;
  await endSession();
  const put = fillDisk();
  const user = await visit('/account/login');
  await logInAs(user, email);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/account/dashboard'));
  await user.router.navigate({ to: '/products' });
  const coffee = await line('Kopi Tubruk');

  const notWritten = put.mock.calls.length;
  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));
  put.mockRestore();
  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));
  document.dispatchEvent(new Event('visibilitychange'));
  // After the second tap was written, and after the shop was asked for the cart.
  await change({}, () => ({}));
  await withLock('kedai-cart', () => stored('cart'));
  await user.click(screen.getByRole('button', { name: /^Keranjang/ }));

  expect(notWritten).toBeGreaterThan(0);
  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });
  expect(await within(panel).findByRole('heading', { name: /Keranjang 2/ })).toBeVisible();
  expect(screen.getByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/)).toBeVisible();
  expect(await stored('auth')).toBeUndefined();
});

test('F26 a piece that the device had no room for stays on the screen when the shop is asked for the cart', async () => {
  const { user } = await customer({ cart: { klepon: 1 } }).at('/carts');
  await user.store.set(sendCartAtom, { refresh: true });
  const put = fillDisk();
  await user.click(await screen.findByRole('button', { name: 'Tambah Klepon' }));
  expect(await screen.findByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/)).toBeVisible();
  put.mockRestore();

  const { state } = await user.store.set(sendCartAtom, { refresh: true });

  expect(state).toBe('synced');
  expect(await line('Klepon')).toHaveTextContent('Rp30.000');
});

test('plus and minus change the total, and taking away the last piece removes the line', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 1, klepon: 1 } }).at('/carts');
  await line('Kopi Tubruk');

  await user.click(screen.getByRole('button', { name: 'Tambah Kopi Tubruk' }));
  expect(await screen.findByText('Rp45.000')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Kurangi Klepon' }));

  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Klepon' })).not.toBeInTheDocument());
  await waitFor(async () => expect(await stored('counter')).toBe(2));
});

test('deleting one product asks first, and says so afterwards', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 2, klepon: 1 } }).at('/carts');
  await line('Klepon');
  const timers = spyOnTimers();

  await user.click(screen.getByRole('button', { name: 'Hapus Klepon' }));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure want to delete this product?' });
  expect(question).toHaveAccessibleDescription('Klepon');
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it!' }));

  await findToast('Deleted!');
  expect(screen.getByText('Your product has been deleted')).toBeVisible();
  expect(timers()).toContain(1_500);
  expect(screen.queryByRole('listitem', { name: 'Klepon' })).not.toBeInTheDocument();
  expect(screen.getByRole('listitem', { name: 'Kopi Tubruk' })).toBeVisible();
});

test('the second tap of a finger, which iPhones do not count, does not answer the question that the first one opened', async () => {
  const { user } = await customer({ cart: { klepon: 1 } }).at('/carts');
  await line('Klepon');
  let firstAt = 0;
  const note = ({ timeStamp }: Event) => {
    firstAt = timeStamp;
  };
  addEventListener('click', note, { once: true });
  const tap = (button: HTMLElement, { after, clientX }: { after: number; clientX: number }) =>
    act(() => {
      const click = new PointerEvent('click', { bubbles: true, pointerType: 'touch', detail: 1, clientX });
      Object.defineProperty(click, 'timeStamp', { value: firstAt + after });
      button.dispatchEvent(click);
    });

  await user.click(screen.getByRole('button', { name: 'Hapus Klepon' }));
  const yes = await screen.findByRole('button', { name: 'Yes, delete it!' });
  tap(yes, { after: 200, clientX: 10 });

  expect(yes).toBeInTheDocument();
  tap(yes, { after: 300, clientX: 100 });
  await findToast('Deleted!');
});

test('going back closes the question, and chooses no table again; answered, it takes no step on the way back', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 2, klepon: 1 } }).at('/about');
  await user.router.navigate({ href: '/carts?meja=7' });
  await line('Klepon');
  await waitFor(async () => expect(await stored('handover')).toMatchObject({ table: '7' }));
  await chooseHandover('pickup');
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete All' }));
    return screen.findByRole('alertdialog');
  };
  const question = await ask();

  user.router.history.back();
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(user.router.state.location.href).toBe('/carts?meja=7');
  expect(await line('Klepon')).toBeVisible();
  for (let i = 0; i < 2; i++) {
    const asked = await ask();
    await user.click(within(asked).getByRole('button', { name: 'Batal' }));
    await waitFor(() => expect(asked).not.toBeInTheDocument());
  }
  expect(await stored('handover')).toMatchObject({ handover: 'pickup' });
  user.router.history.back();

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/about'));
});

test('C1 a login sends the cart again to another API that knows no revisions', async () => {
  const { session } = await atPlainHost();
  const { items } = await getProducts();
  await changeCart(() => items.map((product) => ({ ...product, qty: 1 })));
  await syncCart();
  const sent = requestsSent(({ method }) => method === 'PUT');
  const store = createStore();
  onTestFinished(syncCartInBackground(store));

  store.set(sessionAtom, session);

  await expect.poll(() => sent).toHaveLength(1);
});
