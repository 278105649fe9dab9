import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createStore, useAtomValue } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '../src/routes.ts';
import { navigateAtom } from '../src/state/navigation.ts';
import { hrefAtom, pathOf, placeAt, shownSearchAtom, showPlaceAtom } from '../src/state/place.ts';
import { type Search, typedKeywordAtom } from '../src/state/search-params.ts';
import { betweenShopAndPhone, ordersOf } from './support/page/checkout.ts';
import { paidIntoSilence, paidOnce } from './support/page/payment-screen.ts';
import { expectComplaint } from './support/page/setup.ts';
import { openPage, visit } from './support/page/visit.tsx';

const navbar = () => within(screen.getByRole('navigation', { name: 'Utama' }));

test.for([
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/', '/'],
  ['/About', undefined],
  ['/about/us', undefined],
] as const)('%s leads to %s', ([pathname, path]) => {
  expect(pathOf(pathname)).toBe(path);
});

test('search parameters are read as they stand in the address', () => {
  const place = placeAt(new URL('http://localhost/products?tags=Dingin&tags=Manis&page=2&utm=x#menu'));

  expect(place).toMatchObject({
    path: '/products',
    hash: 'menu',
    href: '/products?tags=Dingin&tags=Manis&page=2&utm=x#menu',
  });
  expect(place.search).toMatchObject({ tags: ['Dingin', 'Manis'], page: 2 });
});

test('a link to the current screen is marked as current', async () => {
  const user = await visit('/about');
  expect(navbar().getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');

  await user.click(navbar().getByRole('link', { name: 'Contact' }));

  await waitFor(() => expect(navbar().getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page'));
  expect(navbar().getByRole('link', { name: 'About' })).not.toHaveAttribute('aria-current');
});

test.for(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'a tap on a link with %s is left to the browser',
  async (key) => {
    const user = await visit('/about');
    const link = navbar().getByRole('link', { name: 'Contact' });

    const tap = createEvent.click(link, { [key]: true });
    fireEvent(link, tap);

    expect(tap.defaultPrevented).toBe(false);
    expect(user.router.state.location.pathname).toBe('/about');
  },
);

test.for([
  ['a mouse over it', (user, target) => user.pointer({ target })],
  ['a finger on it', (user, target) => user.pointer({ keys: '[TouchA>]', target })],
  ['the focus', async (_user, link) => link.focus()],
] satisfies [string, (user: UserEvent, link: HTMLElement) => Promise<unknown>][])(
  'the screen behind a link is fetched at %s',
  async ([, mean]) => {
    const user = await visit('/about');
    const load = vi.spyOn(routes['/contact'], 'load');

    await mean(user, navbar().getByRole('link', { name: 'Contact' }));

    await waitFor(() => expect(load).toHaveBeenCalled());
  },
);

test('an unknown address says so and leads to the menu', async () => {
  await visit('/nowhere');

  const main = within(await screen.findByRole('main'));

  expect(main.getByText('Halaman ini tidak ada')).toBeVisible();
  expect(main.getByRole('link', { name: 'Lihat menu' })).toHaveAttribute('href', '/products');
});

test('a screen that crashes leaves the navbar and the way to other screens working', async () => {
  await routes['/contact'].load();
  const sound = { ...routes['/contact'] };
  onTestFinished(() => void Object.assign(routes['/contact'], sound));
  routes['/contact'].load = async () => undefined;
  routes['/contact'].draw = () => {
    throw new Error('broken');
  };
  const user = await visit('/about');

  await user.click(navbar().getByRole('link', { name: 'Contact' }));
  expect(await screen.findByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectComplaint(/broken/);
  await user.click(navbar().getByRole('link', { name: 'About' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

/** Makes the payment screen break when it is shown next. */
function paymentBreaks() {
  const sound = { ...routes['/carts/payment'] };
  onTestFinished(() => void Object.assign(routes['/carts/payment'], sound));
  routes['/carts/payment'].load = async () => undefined;
  routes['/carts/payment'].draw = () => {
    throw new Error('broken');
  };
}

test('a screen that breaks after an order says that the shop has it, and its number', async () => {
  const { session, user } = await paidOnce();
  const [order] = await ordersOf(session);
  await user.router.navigate({ to: '/products' });
  paymentBreaks();

  await user.router.navigate({ to: '/carts/payment' });

  const broken = (await screen.findByText('Halaman ini belum bisa dibuka')).closest('main');
  expect(broken).toHaveTextContent(`Pesanan diterima toko, ${order?.order_number}.`);
  expect(within(broken as HTMLElement).getByRole('link', { name: 'Lihat pesanan Anda' })).toBeVisible();
  expectComplaint(/broken/);
});

test('a screen that breaks while the shop has not answered says that, too', async () => {
  const { user } = await paidIntoSilence();
  await user.router.navigate({ to: '/products' });
  paymentBreaks();

  await user.router.navigate({ to: '/carts/payment' });

  expect(await screen.findByText(/^Pesanan Anda sudah dikirim, dan toko belum memastikannya\./)).toBeVisible();
  expectComplaint(/broken/);
});

test('a screen that crashed at one address is drawn again at another', async () => {
  await routes['/contact'].load();
  const sound = { ...routes['/contact'] };
  onTestFinished(() => void Object.assign(routes['/contact'], sound));
  routes['/contact'].load = async () => undefined;
  routes['/contact'].draw = function Contact() {
    if (useAtomValue(shownSearchAtom).produk) throw new Error('broken');
    return <h1>Sound</h1>;
  };
  const user = await visit('/contact');
  await user.router.navigate({ to: '/contact', search: { produk: 'klepon' } });
  expect(await screen.findByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectComplaint(/broken/);

  await user.click(navbar().getByRole('link', { name: 'Contact' }));

  expect(await screen.findByRole('heading', { name: 'Sound' })).toBeVisible();
});

test('a crash outside of the screen says so, too', async () => {
  const store = createStore();
  await openPage(store, '/about');

  // Only the navbar reads this atom.
  act(() => store.set(typedKeywordAtom, { trim: 'breaks' } as never));

  expect(screen.getByText('Halaman ini belum bisa dibuka')).toBeVisible();
  expectComplaint(/not a function/);
});

test('a crash outside of the screen does not stop the router, for which early taps wait', async () => {
  const store = createStore();
  store.set(typedKeywordAtom, { trim: 'breaks' } as never);

  const router = await openPage(store, '/about');

  expect(router.state.status).toBe('idle');
  expect(screen.getByText('Halaman ini belum bisa dibuka')).toBeVisible();
  // Rendered once when opened, and once for the location that the router shows.
  for (const _time of ['opened', 'shown']) expectComplaint(/not a function/);
});

test('a screen whose script failed to load opens at the next attempt', async () => {
  const sound = { ...routes['/contact'] };
  onTestFinished(() => void Object.assign(routes['/contact'], sound));
  delete routes['/contact'].draw;
  routes['/contact'].load = () => Promise.reject(new Error('The line dropped'));
  routes['/contact'].loadWithRetry = () => new Promise(() => undefined);
  const user = await visit('/about');
  await user.click(navbar().getByRole('link', { name: 'Contact' }));
  expect(await screen.findByText('Halaman ini belum bisa dibuka')).toBeVisible();

  routes['/contact'].load = async () => {
    routes['/contact'].draw = () => <h1>There</h1>;
  };
  await user.click(navbar().getByRole('link', { name: 'Contact' }));

  expect(await screen.findByRole('heading', { name: 'There' })).toBeVisible();
});

test('a screen is not drawn again for search parameters that it does not read', async () => {
  const sound = { ...routes['/contact'] };
  onTestFinished(() => void Object.assign(routes['/contact'], sound));
  routes['/contact'].load = async () => undefined;
  const draw = vi.fn((_search: Search) => <h1>Drawn</h1>);
  routes['/contact'].draw = function Contact() {
    return draw(useAtomValue(shownSearchAtom));
  };
  const store = createStore();
  await openPage(store, '/contact?tags=Dingin');
  await screen.findByRole('heading', { name: 'Drawn' });
  draw.mockClear();

  await store.set(navigateAtom, { to: '/contact', search: { tags: ['Dingin'] }, hash: 'peta' });
  expect(store.get(hrefAtom)).toBe('/contact?tags=Dingin#peta');
  expect(draw).not.toHaveBeenCalled();
  await store.set(navigateAtom, { to: '/contact', search: { tags: ['Manis'] } });

  expect(draw).toHaveBeenCalled();
});

test('of two screens asked for in a row the last one is shown', async () => {
  const store = createStore();
  const router = await openPage(store, '/about');
  const arrives = Promise.withResolvers<void>();
  vi.spyOn(routes['/contact'], 'load').mockReturnValue(arrives.promise);

  const first = store.set(navigateAtom, { to: '/contact' });
  await store.set(navigateAtom, { to: '/carts' });
  arrives.resolve();
  await first;

  expect(router.state.location.pathname).toBe('/carts');
  expect(screen.queryByRole('heading', { level: 1, name: 'Contact Us' })).not.toBeInTheDocument();
});

test('the shop is not asked for a filter again when only the page of the menu changes', async () => {
  const user = await visit('/products?tags=Dingin');
  await screen.findByRole('heading', { name: 'Dingin' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Halaman 2' })).toBeVisible());
  const asked: string[] = [];
  betweenShopAndPhone((request, send) => {
    asked.push(request.url);
    return send();
  });

  await user.click(screen.getByRole('link', { name: 'Halaman 2' }));
  await waitFor(() => expect(user.router.state.location.searchStr).toContain('page=2'));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Halaman 2' })).toHaveAttribute('aria-current', 'true'));

  await user.click(screen.getByRole('link', { name: 'Manual Brew' }));
  await waitFor(() => expect(asked.some((address) => address.includes('category='))).toBe(true));

  expect(asked.filter((address) => address.includes('tags='))).toEqual([]);
});

test('a place that was replaced before it was shown does not count as shown', async () => {
  const store = createStore();

  const first = store.set(showPlaceAtom);
  void store.set(showPlaceAtom);

  expect(await first).toBe(false);
});

test('screens cross-fade where the browser can, opening a product or a filter does not', async () => {
  let crossed = 0;
  const startViewTransition = (show: () => Promise<void>) => {
    const updateCallbackDone = show().finally(() => crossed++);
    // As in every tab in the background: the transition is skipped, and the screen is shown all the same.
    return { updateCallbackDone, ready: Promise.reject(new DOMException('Skipped', 'InvalidStateError')) };
  };
  onTestFinished(() => void Reflect.deleteProperty(document, 'startViewTransition'));
  Object.assign(document, { startViewTransition });
  const store = createStore();
  await openPage(store, '/products');

  await store.set(navigateAtom, { to: '/products', search: { tags: ['Dingin'] } });
  expect(crossed).toBe(0);
  await store.set(navigateAtom, { to: '/about' });

  expect(crossed).toBe(1);
  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});
