import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shop } from '#core/shop';
import { parseSearch, searchOf, stringifySearch, typedKeywordAtom } from '../src/state/catalogue/search.ts';
import { FileNotLoaded } from '../src/state/connection/load-with-retry.ts';
import { ordersOf } from './support/page/checkout.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { payOnce, payWithoutResponse } from './support/page/payment-screen.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { openPage, visit } from './support/page/visit.tsx';

/** What /contact shows: its own screen unless a test says otherwise. */
const contact = vi.hoisted(() => ({ render: (): ReactNode => null }));
vi.mock('../src/screens/contact.tsx', () => {
  return { Screen: () => contact.render() };
});
beforeEach(() => {
  contact.render = () => <h1>Contact Us</h1>;
});

/** Renders a screen that crashes. */
const crash = () => {
  throw new Error('broken');
};

const navbar = () => within(screen.getByRole('navigation', { name: 'Utama' }));

test.for([
  ['/about', 'About Us'],
  ['/about/', 'About Us'],
  ['/About', undefined],
  ['/about/us', undefined],
] as const)('%s shows %s', async ([address, heading]) => {
  await visit(address);

  if (heading) {
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    return;
  }
  expect(await screen.findByText('Halaman ini tidak ada')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lihat menu' })).toHaveAttribute('href', '/products');
});

test('search parameters are read as they are in the address, and unknown ones stay there', async () => {
  const address = '/products?tags=Dingin&tags=Manis&page=2&utm=x#menu';
  const user = await visit(address);

  await screen.findByRole('list', { name: 'Produk' });

  expect(user.router.state.location.href).toBe(address);
  expect(searchOf(user.router.state.location.search as Record<string, unknown>)).toMatchObject({
    tags: ['Dingin', 'Manis'],
    page: 2,
  });
  expect(stringifySearch(parseSearch('?tags=a&tags=b&utm=x'))).toBe('?tags=a&tags=b&utm=x');
});

test('a link to the current screen is marked as current, also while something is opened there', async () => {
  const user = await visit('/about?utm_source=qr');
  expect(navbar().getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  expect(navbar().getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');

  await user.click(navbar().getByRole('link', { name: 'Contact' }));

  await waitFor(() => expect(navbar().getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page'));
  expect(navbar().getByRole('link', { name: 'About' })).not.toHaveAttribute('aria-current');
});

test('the screen behind a link is fetched when the customer is about to follow it', async () => {
  const user = await visit('/about');
  const preload = vi.spyOn(user.router, 'preloadRoute');

  await user.hover(navbar().getByRole('link', { name: 'Contact' }));

  await waitFor(() => expect(preload).toHaveBeenCalledWith(expect.objectContaining({ to: '/contact' })));
});

test('a screen that crashes leaves the navbar and the way to other screens working', async () => {
  contact.render = crash;
  const user = await visit('/about');

  await user.click(navbar().getByRole('link', { name: 'Contact' }));
  expect(await screen.findByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectConsoleError(/broken/);
  await user.click(navbar().getByRole('link', { name: 'About' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

test('a screen that breaks after an order says that the shop has it, and its number', async () => {
  const { session, user } = await payOnce();
  const [order] = await ordersOf(session);
  contact.render = crash;

  await act(() => user.router.navigate({ to: '/contact' }));

  const broken = (await screen.findByText('Halaman ini belum bisa dibuka')).closest('main') as HTMLElement;
  expect(await within(broken).findByRole('link', { name: 'Lihat pesanan Anda' })).toBeVisible();
  expect(broken).toHaveTextContent(`Pesanan diterima kedai, ${order?.order_number}.`);
  expectConsoleError(/broken/);
});

test('a screen that breaks while the shop has not answered says that, too', async () => {
  const { user } = await payWithoutResponse();
  contact.render = crash;

  await act(() => user.router.navigate({ to: '/contact' }));

  expect(await screen.findByText(/^Pesanan Anda sudah dikirim, dan kedai belum memastikannya\./)).toBeVisible();
  expectConsoleError(/broken/);
});

test('a crash outside of the screen says so, too', async () => {
  const store = createStore();
  await openPage(store, '/about');

  // Only the navbar reads this atom.
  act(() => store.set(typedKeywordAtom, { trim: 'breaks' } as never));

  expect(screen.getByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectConsoleError(/not a function/);
});

test('a screen whose file did not arrive is asked for again by the customer', async () => {
  let isLost = true;
  contact.render = () => {
    if (isLost) throw new FileNotLoaded(() => new Promise(() => {}));
    return <h1>Loaded</h1>;
  };
  const user = await visit('/about');
  await user.click(navbar().getByRole('link', { name: 'Contact' }));
  expect(await screen.findByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectConsoleError(/not loaded/);

  isLost = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await screen.findByRole('heading', { name: 'Loaded' })).toBeVisible();
});

test('the checkout has a short footer: pages, social media, copyright and licences', async () => {
  const namesOfLinks = () =>
    within(screen.getByRole('contentinfo'))
      .getAllByRole('link')
      .map((link) => link.textContent);

  const user = await visit('/carts');

  expect(namesOfLinks()).toEqual(['Home', 'Product', 'About', 'Contact', 'Instagram', 'TikTok', 'Facebook', 'Lisensi']);
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2023 Kedai Kopi Tepi');
  await user.click(navbar().getByRole('link', { name: 'About' }));
  await screen.findByRole('heading', { level: 1, name: 'About Us' });
  const { contact, social } = shop;
  expect(hrefsIn('contentinfo')).toEqual([
    ...['/', '/products', '/about', '/contact', expect.stringMatching(`^https://wa.me/${contact.whatsapp}`)],
    ...[`mailto:${contact.email}`, ...social.map(({ url }) => url), '/licenses.txt'],
  ]);
});

const hrefsIn = (role: string) =>
  within(screen.getByRole(role))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('the front page leads to the menu, by service too, and has the story, the map and the form', async () => {
  await visit('/');

  const services = ['pickup', 'courier', 'dine-in'].map((service) => `/products?layanan=${service}`);
  await screen.findByRole('heading', { level: 1 });
  // 'Beli Sekarang', 'Order', and the others.
  expect(hrefsIn('main').slice(0, 5)).toEqual(['/products', '/products', ...services]);
  const about = within(screen.getByRole('region', { name: 'About Us' }));
  expect(about.getByRole('heading', { level: 3 })).toHaveTextContent(shop.ownerToReplace.about[0]?.title ?? '');
  const contact = within(screen.getByRole('region', { name: 'Contact Us' }));
  expect(contact.getByRole('form', { name: 'Kirim pesan' })).toBeVisible();
  expect(contact.getByRole('link', { name: /Google Maps/ })).toBeVisible();
});

/** Goes to a screen whose file does not arrive. */
async function goToLostScreen() {
  const clock = fakeClock();
  const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  contact.render = () => {
    throw new FileNotLoaded(load);
  };
  await visit('/about');
  fireEvent.click(navbar().getByRole('link', { name: 'Contact' }));
  await clock.goOnUntil(() => load.mock.calls.length === 1);
  expectConsoleError(/not loaded/);
  return { clock, load };
}

test('a screen whose file did not arrive is asked for again by itself, and shown when it has arrived', async () => {
  const { clock, load } = await goToLostScreen();
  act(() => screen.getByRole('button', { name: 'Coba lagi' }).focus());

  await clock.goOnUntil(() => load.mock.calls.length === 3);
  expect(screen.getByRole('button', { name: 'Coba lagi' })).toHaveFocus();
  contact.render = () => <h1>Loaded</h1>;
  load.mockResolvedValue(undefined as never);

  await clock.goOnUntil(() => screen.queryByRole('heading', { name: 'Loaded' }) !== null);
  expect(load).toHaveBeenCalledTimes(4);
});

test('a screen that was left before its file arrived is not asked for any more', async () => {
  const { clock, load } = await goToLostScreen();

  fireEvent.click(navbar().getByRole('link', { name: 'About' }));
  await clock.goOn(10_000);

  expect(screen.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
