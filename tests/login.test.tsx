import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createStore, entries } from 'idb-keyval';
import { expect, test } from 'vitest';
import { customerOf } from '#core/contract';
import { shop } from '#core/shop';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { deviceId, endSession } from '#device/session';
import { registerAtom } from '../src/state/account/log-in.ts';
import { wantedProductAtom } from '../src/state/cart/cart.ts';
import {
  connectionLost,
  holdResponse,
  interceptRequests,
  requestsSent,
  storeOnDevice,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { watchFor } from './support/page/page-observer.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { addToCart, type Customer, loggedIn, logInAs, openState, stored, visit } from './support/page/visit.tsx';

const password = 'kopi123';

/** Registers a customer who is not logged in on this device; resolves with their e-mail address. */
async function member(fullName = 'Sari') {
  const session = await loggedIn(fullName);
  await endSession();
  return customerOf(session);
}

const isLogin = ({ url }: Request) => url.endsWith('/auth/login');

/** Such a customer at the login. */
const atLogin = async () => ({ email: await member(), user: await visit('/account/login') });

const isAt = (user: Customer, path: string) => waitFor(() => expect(user.router.state.location.pathname).toBe(path));

test('a customer is welcomed by name and finds the dashboard', async () => {
  const { email, user } = await atLogin();
  const timers = spyOnTimers();
  const wasEverInside = watchFor(() => screen.queryByText(/Anda sudah masuk/) !== null);

  await logInAs(user, email);

  await findToast('Welcome Back, Sari!');
  expect(timers()).toContain(1_500);
  await isAt(user, '/account/dashboard');
  expect(wasEverInside()).toBe(false);
  expect(await stored('auth')).toMatchObject({ user: { fullName: 'Sari', email } });
});

test('an email that was pasted with characters that cannot be seen logs in', async () => {
  const { email, user } = await atLogin();
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
  fireEvent.change(box, { target: { value: `\u202a${email}\u00a0\u200b` } });
  expect(box).toHaveValue(email);

  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log In' }));

  await isAt(user, '/account/dashboard');
});

test('an empty form that the browser let through is told what is missing', async () => {
  await visit('/account/login');
  const email = await screen.findByRole('textbox', { name: 'Email' });
  expect(email).toBeRequired();
  expect(email).toHaveAttribute('type', 'email');
  expect(screen.getByLabelText('Password')).toBeRequired();

  fireEvent.submit(email.closest('form') as HTMLFormElement);

  expect(await screen.findByRole('alert')).toHaveTextContent('Missing Email or Password');
});

test("a wrong password shows one message: 'Unauthorized', and why", async () => {
  const { email, user } = await atLogin();

  await logInAs(user, email, 'salah1');

  const refused = await screen.findByRole('alert');
  expect(refused).toHaveTextContent(/^Unauthorized Email atau password salah\.$/);
  expect(screen.getAllByText(/Email atau password salah/)).toHaveLength(1);
  expect(refused).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Log In' })).toHaveAccessibleDescription(
    'Unauthorized Email atau password salah.',
  );
  expect(await stored('auth')).toBeUndefined();
});

test('the message of a refused login is cleared as soon as the email or the password changes', async () => {
  const user = await visit('/account/login');
  await logInAs(user, 'tidak.ada@example.com');
  await screen.findByRole('alert');

  await user.type(screen.getByLabelText('Password'), '4');

  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await screen.findByRole('alert');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), '.id');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('B24: a login names the device by its id', async () => {
  const email = await member();
  const logins = requestsSent(isLogin);
  await getProducts();
  const user = await visit('/account/login');

  await logInAs(user, email);
  await isAt(user, '/account/dashboard');

  expect(logins.map(({ headers }) => headers.get('x-client-id'))).toEqual([await deviceId()]);
  expect(await deviceId()).toMatch(/^[\w-]{36}$/);
});

test('a customer who guessed too often is told when the next attempt counts', async () => {
  const email = await member();
  const body = JSON.stringify({ email, password: 'salah1' });
  const guess = () =>
    fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await Promise.all(Array.from({ length: 10 }, guess));
  const user = await visit('/account/login');

  await logInAs(user, email);

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Login Failed Terlalu banyak percobaan\. Coba lagi dalam (\d{1,2} detik|[2-5] menit)\.$/,
  );
});

test.for<[string, () => Promise<Response>, RegExp, unreadable?: true]>([
  ['nothing at all', connectionLost, /^No Server Response/],
  ['a refusal', async () => new Response(null, { status: 422 }), /^Login Failed$/],
  ['too many attempts, without a time', async () => new Response(null, { status: 429 }), /^Login Failed$/],
  ['an empty page', async () => new Response(), /^Login Failed/, true],
  ['no session', async () => Response.json({ token: 7 }), /^Login Failed/, true],
])('a login that is answered with %s says so, and calls no password wrong', async ([, answer, words, unreadable]) => {
  const user = await visit('/account/login');
  interceptRequests((request, send) => (isLogin(request) ? answer() : send()));

  await logInAs(user, 'sari@example.com');

  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  if (unreadable) expectConsoleError(/^POST \/auth\/login: /);
});

test('a second press does not log in twice', async () => {
  const { email, user } = await atLogin();
  const logins = requestsSent(isLogin);

  await user.fill(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.fill(screen.getByLabelText('Password'), password);
  await user.dblClick(screen.getByRole('button', { name: 'Log In' }));

  await isAt(user, '/account/dashboard');
  expect(logins).toHaveLength(1);
});

test('on a slow connection the button says that the login is being sent, also to a screen reader', async () => {
  const { email, user } = await atLogin();
  const { goOn } = holdResponse(isLogin);

  await logInAs(user, email, 'salah1');

  const working = await screen.findByRole('button', { name: 'Masuk…' });
  expect(working).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Masuk…', { selector: '[role=status]' })).toBeInTheDocument();
  goOn();
  await screen.findByRole('alert');
  expect(working).toHaveAccessibleName('Log In');
  expect(working).not.toHaveAttribute('aria-busy');
});

test('a customer who went to another screen meanwhile is logged in there', async () => {
  const { email, user } = await atLogin();
  const { goOn } = holdResponse(isLogin);
  await logInAs(user, email);

  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'About' }));
  await isAt(user, '/about');
  goOn();

  await findToast('Welcome Back, Sari!');
  await isAt(user, '/about');
});

const filters = ['?tags=Rempah&tags=Gurih', '?tags=Panas&page=2#menu'];

test.each(filters)('a login from the cart panel leads back to the menu with its filter: %s', async (filter) => {
  const email = await member();
  const user = await visit(`/products${filter}`);
  await logInFromPanel(user, email);

  await isAt(user, '/products');
  expect(user.router.state.location.href).toBe(`/products${filter}`);
});

test("coming back from the login to a table's address does not undo a later choice", async () => {
  const email = await member();
  const user = await visit('/products?category=Manual+Brew&meja=7');
  await waitFor(async () => expect(await stored('handover')).toMatchObject({ table: '7' }));
  await user.click(await screen.findByRole('button', { name: /Pick-Up/ }));
  await logInFromPanel(user, email);

  await isAt(user, '/products');
  expect(user.router.state.location.href).toBe('/products?category=Manual+Brew');
  expect(await stored('handover')).toMatchObject({ handover: 'pickup' });
});

async function logInFromPanel(user: Customer, email: string) {
  await user.click(await screen.findByRole('button', { name: 'Keranjang' }));
  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });
  await user.click(await within(panel).findByRole('link', { name: 'Log In' }));
  await logInAs(user, email);
}

test.for([
  'https://evil.example',
  '//evil.example',
  '//evil.example/products?page=2',
  '/\\evil.example',
  'javascript:alert(1)',
  '/account/login',
  7,
])('B17: a login never leads to %s', async (returnTo) => {
  const email = await member();
  const user = await visit('/about');
  user.router.history.push(`/account/login?redirect=${returnTo}&returnTo=${returnTo}`, { returnTo } as never);

  await logInAs(user, email);

  await isAt(user, '/account/dashboard');
});

test('going back after a login does not lead to the login form', async () => {
  const email = await member();
  const user = await visit('/about');
  user.router.history.push('/account/login');
  await logInAs(user, email);
  await isAt(user, '/account/dashboard');

  user.router.history.back();

  await isAt(user, '/about');
});

const line = () => screen.findByRole('complementary', { name: 'Tadi Anda memilih' });
const noLine = () => expect(screen.queryByRole('complementary', { name: 'Tadi Anda memilih' })).not.toBeInTheDocument();

/** A visitor presses 'Add to cart'. */
async function addCoffeeAsVisitor(address = '/products') {
  const user = await visit(address);
  await addToCart(user, 'Kopi Tubruk');
  await waitFor(async () => expect(await stored('wanted')).toMatchObject({ product: { _id: 'kopi-tubruk' } }));
  return user;
}

test('after the alert a line names the product and offers the login, which leads back to the menu with it in the cart', async () => {
  const email = await member();
  const user = await addCoffeeAsVisitor('/products?category=Kopi+Hitam');
  const offer = await line();
  expect(offer).toHaveTextContent('Tadi Anda memilih Kopi Tubruk');
  expect(within(offer).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/account/register');

  await user.click(within(offer).getByRole('link', { name: 'Log In' }));
  await logInAs(user, email);

  await isAt(user, '/products');
  expect(user.router.state.location.search).toEqual({ category: 'Kopi Hitam' });
  expect(await screen.findByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  expect(await line()).toHaveTextContent('Kopi Tubruk ada di keranjang');
  await waitFor(async () => expect(await stored('cart')).toMatchObject([{ _id: 'kopi-tubruk', qty: 1 }]));
  await waitFor(async () => expect(await stored('wanted')).toMatchObject({ product: null }));
});

test('one tap takes out what was added, and leaves what the shop had in the saved cart', async () => {
  const session = await customer({ cart: { 'kopi-tubruk': 2 } }).onDevice();
  await syncCart();
  await endSession();
  const user = await addCoffeeAsVisitor();
  await user.click(within(await line()).getByRole('link', { name: 'Log In' }));
  const saved = holdResponse(({ method, url }) => method === 'GET' && url.endsWith('/carts'));
  await logInAs(user, customerOf(session));
  await screen.findByRole('button', { name: 'Keranjang, 1 barang' });
  saved.goOn();
  expect(await screen.findByRole('button', { name: 'Keranjang, 3 barang' })).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Urungkan' }));

  expect(await screen.findByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  noLine();
});

test('the message about the product disappears with its screen', async () => {
  const email = await member();
  const user = await addCoffeeAsVisitor();
  await user.click(within(await line()).getByRole('link', { name: 'Log In' }));
  await logInAs(user, email);
  await screen.findByRole('button', { name: 'Urungkan' });

  await user.router.navigate({ to: '/about' });

  await waitFor(noLine);
  await user.router.navigate({ to: '/products' });
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  noLine();
});

test('a visitor with two tabs has the product once in the cart', async () => {
  const email = await member();
  await addCoffeeAsVisitor();
  const user = await visit('/products');
  await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Kopi Tubruk' })).toHaveLength(2));
  await user.router.navigate({ to: '/account/login' });

  await logInAs(user, email);

  await isAt(user, '/products');
  expect(await line()).toHaveTextContent('Kopi Tubruk ada di keranjang');
  // What both tabs have begun to write is on the device before this is read.
  expect(await stored('cart')).toMatchObject([{ _id: 'kopi-tubruk', qty: 1 }]);
});

test('a product that is in the cart already is not added once more', async () => {
  await customer({ cart: { 'kopi-tubruk': 2 } }).onDevice();
  const product = (await getProducts()).items.find(({ _id }) => _id === 'kopi-tubruk');
  await storeOnDevice({ wanted: { product, wantedAt: Date.now() } });
  await visit('/products');

  await waitFor(async () => expect(await stored('wanted')).toMatchObject({ product: null }));

  expect(await stored('cart')).toMatchObject([{ _id: 'kopi-tubruk', qty: 2 }]);
  noLine();
});

test('an offer that was declined does not come back', async () => {
  const email = await member();
  const user = await addCoffeeAsVisitor();

  await user.click(within(await line()).getByRole('button', { name: 'Tidak jadi' }));

  await waitFor(noLine);
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Log In' }));
  await logInAs(user, email);
  await isAt(user, '/account/dashboard');
  noLine();
  expect(screen.getByRole('button', { name: 'Keranjang' })).toBeVisible();
});

test('a product that was wanted yesterday is not offered any more', async () => {
  const [product] = (await getProducts()).items;
  await storeOnDevice({ wanted: { product, wantedAt: Date.now() - 20 * 60 * 60_000 } });

  const store = await openState();

  expect(store.get(wantedProductAtom)).toBeNull();
});

test('after a registration the login is filled in, from memory only', async () => {
  const user = await visit('/about');
  const email = `baru.${Date.now()}@example.com`;
  await user.store.set(registerAtom, { fullName: 'Sari', email, phoneNumber: '081234567890', password });
  await user.router.navigate({ to: '/account/login' });
  await screen.findByRole('heading', { name: 'Log In' });
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  expect(screen.getByLabelText('Password')).toHaveValue('kopi123');
  expect(JSON.stringify(await entries(createStore('kedai', 'keyval')))).not.toContain('kopi123');

  await user.router.navigate({ to: '/about' });
  await user.router.navigate({ to: '/account/login' });
  await screen.findByRole('heading', { name: 'Log In' });
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('a customer who is logged in already is told so instead of asked again', async () => {
  await loggedIn('Budi');
  await visit('/account/login');

  const main = await screen.findByRole('main');

  expect(await within(main).findByText('Budi')).toBeVisible();
  expect(within(main).getByRole('link', { name: 'Ke akun Anda' })).toHaveAttribute('href', '/account/dashboard');
  expect(within(main).queryByLabelText('Password')).not.toBeInTheDocument();
});

test('a forgotten password opens a message to the shop that is already begun', async () => {
  const user = await visit('/account/login');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'sari@example.com');

  const link = screen.getByRole('link', { name: 'Forgot Your Password?' });

  const address = new URL(link.getAttribute('href') ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/6281234567890');
  expect(address.searchParams.get('text')).toContain('sari@example.com');
});

test("a newcomer is led to Sign Up, and the social icons to the shop's pages there", async () => {
  const user = await visit('/account/login');
  const main = await screen.findByRole('main');

  expect(within(main).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/account/register');
  const follow = within(main).getByRole('region', { name: 'Ikuti kami' });
  expect(within(follow).getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', shop.social[0]?.url);
  expect(within(main).getByRole('heading', { level: 1 })).toHaveTextContent('Log In');

  await user.click(within(main).getByRole('button', { name: 'Tampilkan Password' }));
  expect(within(main).getByLabelText('Password')).toHaveAttribute('type', 'text');
});
