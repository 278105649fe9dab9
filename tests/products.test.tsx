import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import type { Product } from '#core/contract';
import { firstPageOf } from '#core/renderer';
import { followWorker } from '../src/state/catalogue/catalogue.ts';
import { showFirstPage } from '../src/state/catalogue/first-page.ts';
import {
  changeMenu,
  chooseHandover,
  connectionLost,
  cutLine,
  holdRequests,
  interceptRequests,
  requestsSent,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { menuArrived } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { addToCart, closeTabs, openPage, stored, visit } from './support/page/visit.tsx';

const products = () => screen.findByRole('list', { name: 'Produk' });
const names = async () =>
  within(await products())
    .getAllByRole('heading')
    .map((heading) => heading.textContent);

test('the menu opens with ten products, their price and their tag', async () => {
  await visit('/products');

  expect(await names()).toHaveLength(10);
  expect(screen.getByRole('list', { name: 'Layanan' })).toHaveTextContent(/Order.*Pick-Up.*Delivery.*Dine In/);
  const tubruk = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  expect(tubruk).toHaveTextContent('Rp15.000');
  expect(tubruk).toHaveTextContent('Panas');
  expect(tubruk.querySelector('img')).toHaveAttribute('src', '/api/images/products/kopi-tubruk.svg');
  const stars = within(tubruk).getByRole('img', { name: '5 bintang' });
  expect(stars.querySelector('path')?.getAttribute('d')?.match(/z/g)).toHaveLength(5);
});

test("'Loading' is shown until the menu is loaded", async () => {
  const goOn = holdRequests();
  await visit('/products');

  expect(await screen.findByText('Loading products . . .')).toBeVisible();
  expect(screen.getByText('Loading categories . . .')).toBeVisible();
  expect(screen.getByText('Loading tags . . .')).toBeVisible();
  goOn();
  expect(await products()).toBeVisible();
});

test('a category shows its products only, whatever tags were chosen, and All brings the rest back', async () => {
  const user = await visit('/products?tags=Rempah');

  await user.click(await screen.findByRole('link', { name: 'Manual Brew' }));

  await expect.poll(names).toContain('V60 Gayo');
  expect(await names()).not.toContain('Klepon');
  expect(user.router.state.location.search).toEqual({ category: 'Manual Brew' });
  expect(screen.getByRole('link', { name: 'Manual Brew' })).toHaveAttribute('aria-current', 'true');
  const all = screen.getByRole('link', { name: 'All' });
  expect(all).not.toHaveAttribute('aria-current');
  await user.click(all);
  await expect.poll(names).toContain('Klepon');
});

test('several tags show what has any of them, and a second tap removes one', async () => {
  const user = await visit('/products?tags=Rempah');
  const onlyRempah = (await screen.findByText(/^\d+ produk$/)).textContent;

  await user.click(await screen.findByRole('link', { name: 'Gurih' }));

  await waitFor(() => expect(user.router.state.location.search.tags).toEqual(['Rempah', 'Gurih']));
  await expect.poll(names).toContain('Croissant Mentega');
  expect(await screen.findByRole('heading', { name: 'Rempah atau Gurih' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Gurih' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('link', { name: 'Gurih' }));
  await waitFor(() => expect(screen.getByText(/^\d+ produk$/)).toHaveTextContent(onlyRempah ?? ''));
});

test('two tags in quick succession are both chosen, in place of a category', async () => {
  const user = await visit('/products?category=Manual+Brew');
  const rempah = await screen.findByRole('link', { name: 'Rempah' });
  const gurih = screen.getByRole('link', { name: 'Gurih' });

  fireEvent.click(rempah);
  fireEvent.click(gurih);

  await waitFor(() => expect(user.router.state.location.search).toEqual({ tags: ['Rempah', 'Gurih'] }));
});

/** Opens the menu, and there the search. */
async function openSearch() {
  const user = await visit('/products');
  await products();
  const toggle = screen.getByRole('button', { name: 'Cari produk' });
  await user.click(toggle);
  return { user, toggle, box: screen.getByRole('searchbox', { name: 'Cari produk' }) };
}

test('a keyword typed just before leaving does not lead the customer back to the menu', async () => {
  const { user, box } = await openSearch();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fireEvent.change(box, { target: { value: 'tubruk' } });
  const [rested] = timers.mock.calls.find(([, ms]) => ms === 150) ?? [];

  await user.router.navigate({ to: '/about' });
  rested?.();
  await user.router.load();

  expect(rested).toBeDefined();
  expect(user.router.state.location.href).toBe('/about');
});

test('the shop is asked for a filter once, also when a product or a page is opened meanwhile', async () => {
  const filters = requestsSent(({ url }) => url.includes('?'));
  const user = await visit('/products?tags=Panas&tags=Dingin');
  await waitFor(() => expect(filters[0]?.url).toMatch(/\?tags=Panas&tags=Dingin$/));
  const [first] = await names();

  await user.click(screen.getByRole('link', { name: `Lihat detail ${first}` }));
  await user.click(await screen.findByRole('button', { name: 'Tutup' }));
  await user.click(screen.getByRole('link', { name: 'Halaman berikutnya' }));
  await waitFor(async () => expect(await names()).not.toContain(first));

  expect(filters).toHaveLength(1);
});

test('typing a keyword finds products at once, and asks the shop a second later', async () => {
  const asked = requestsSent(({ url }) => url.includes('search=TUBRUK'));
  const { user, box } = await openSearch();
  const timers = spyOnTimers();

  await user.type(box, 'TUBRUK');

  await waitFor(async () => expect(await names()).not.toContain('Klepon'));
  expect(await names()).toContain('Kopi Tubruk');
  expect(timers()).toContain(1_000);
  await waitFor(() => expect(asked).not.toEqual([]));
  await user.clear(box);
  await waitFor(async () => expect(await names()).toContain('Klepon'));
});

test('LA6 the best come first, and nothing moves when the host answers in an order of its own', async () => {
  const isRead = Promise.withResolvers<void>();
  interceptRequests(async ({ url }, send) => {
    const answer = await send();
    if (!url.includes('search=')) return answer;
    const { data } = (await answer.json()) as { data: Product[] };
    await isRead.promise;
    // By the new price the list tells that it has the answer.
    return Response.json(data.toReversed().map((product) => ({ ...product, price: 98_765 })));
  });
  const { user, box } = await openSearch();

  await user.fill(box, 'es kopi');
  await waitFor(async () => expect(await names()).not.toContain('Klepon'));
  const before = await names();
  isRead.resolve();
  await waitFor(() => expect(screen.getAllByText('Rp98.765')).toHaveLength(before.length));

  expect(before.slice(0, 5)).toEqual([
    'Es Kopi Susu Gula Aren',
    'Es Kopi Jeruk',
    'Es Kopi Susu Pandan',
    'Es Kopi Jepang Bajawa',
    'Cappuccino',
  ]);
  expect(await names()).toEqual(before);
});

test('a search marks the page once when it begins and once when it ends, because each mark restyles the page', async () => {
  const { user, box } = await openSearch();
  const said: MutationRecord[] = [];
  new MutationObserver((records) => said.push(...records)).observe(document.documentElement, {
    attributeFilter: ['data-searching'],
  });

  await user.type(box, 'tub');
  expect(said).toHaveLength(1);
  expect(document.documentElement).toHaveAttribute('data-searching');

  await user.clear(box);
  expect(said).toHaveLength(2);
  expect(document.documentElement).not.toHaveAttribute('data-searching');
});

test('a keyword stays when the search is closed by its button, and a category replaces it, also in an open box', async () => {
  const { user, toggle, box: former } = await openSearch();
  await user.type(former, 'tubruk');
  await waitFor(() => expect(user.router.state.location.search).toEqual({ search: 'tubruk' }));
  await user.click(toggle);
  await waitFor(() => expect(screen.queryByRole('searchbox')).not.toBeInTheDocument());
  expect(user.router.state.location.search).toEqual({ search: 'tubruk' });

  await user.click(await screen.findByRole('link', { name: 'Manual Brew' }));
  await waitFor(() => expect(user.router.state.location.search).toEqual({ category: 'Manual Brew' }));

  await user.click(toggle);
  const box = screen.getByRole('searchbox', { name: 'Cari produk' });
  expect(box).toHaveValue('');
  await user.type(box, 'tubruk');
  await waitFor(() => expect(user.router.state.location.search).toEqual({ search: 'tubruk' }));
  await user.click(screen.getByRole('link', { name: 'Manual Brew' }));
  await waitFor(() => expect(box).toHaveValue(''));
  await user.router.navigate({ to: '/about' });
  expect(
    within(screen.getAllByRole('banner')[0] as HTMLElement).getByRole('link', { name: 'Product' }),
  ).toHaveAttribute('href', '/products');
});

test("'All' and an emptied keyword ask the shop for the whole menu again", async () => {
  const user = await visit('/products?category=Manual+Brew');
  await products();
  const asked = requestsSent(({ url }) => url.endsWith('/api/products'));

  await user.click(await screen.findByRole('link', { name: 'All' }));

  await waitFor(() => expect(asked).toHaveLength(1));
});

test('a search made on another screen leads to the products', async () => {
  const user = await visit('/about');
  await user.click(await screen.findByRole('button', { name: 'Cari produk' }));

  const box = screen.getByRole('searchbox', { name: 'Cari produk' });
  await user.type(box, 'klepon');
  const [link] = screen.getAllByRole('link', { name: 'Product' });
  expect(link).toHaveAttribute('href', '/products?search=klepon');
  await user.type(box, '{Enter}');

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await names()).toContain('Klepon');
});

test('on a touch screen the keyboard closes over the search results', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (media) => ({ media, matches: media === '(pointer: coarse)' }) as MediaQueryList,
  );
  const { user, box } = await openSearch();

  await user.type(box, 'klepon{Enter}');

  expect(box).not.toHaveFocus();
  expect(box).toHaveValue('klepon');
  await waitFor(async () => expect(await names()).toEqual(['Klepon']));
});

test.for([
  ['search=durian+montong', 'Hasil untuk “durian montong”'],
  ['category=Manual+Brew&category=Kopi+Hitam', 'Manual Brew, Kopi Hitam'],
  ['category=Nasi', 'Nasi'],
  ['tags=Nasi', 'Nasi'],
] as const)('?%s finds nothing, and says so with a link to the whole menu', async ([filter, title]) => {
  const user = await visit(`/products?${filter}`);

  expect(await screen.findByText('No products found')).toBeVisible();
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
  const all = screen.getByRole('link', { name: 'Lihat semua menu' });
  expect(all).not.toHaveAttribute('aria-current');

  await user.click(all);
  expect(await names()).toHaveLength(10);
});

test('an empty menu offers no link to the whole menu, but can be asked for again', async () => {
  interceptRequests(async ({ url }, send) =>
    url.endsWith('/api/products') ? Response.json({ data: [], count: 0 }) : send(),
  );
  const user = await visit('/products');
  expect(await screen.findByText('No products found')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Lihat semua menu' })).not.toBeInTheDocument();

  vi.unstubAllGlobals();
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await names()).toHaveLength(10);
});

test('pages lead on and back, and the address bar remembers which', async () => {
  const user = await visit('/products');
  const first = await names();

  await user.click(screen.getByRole('link', { name: 'Halaman berikutnya' }));

  await waitFor(async () => expect(await names()).not.toEqual(first));
  expect(user.router.state.location.href).toBe('/products?page=2#menu');
  expect(screen.getByRole('navigation', { name: 'Halaman menu' })).toHaveTextContent(/^1234$/);
  expect(screen.getByRole('link', { name: 'Halaman 2' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'Halaman 1' })).not.toHaveAttribute('aria-current');
  expect(await screen.findByRole('link', { name: 'Gurih' })).toHaveAttribute('href', '/products?tags=Gurih');
  await user.click(screen.getByRole('link', { name: 'Halaman sebelumnya' }));
  await waitFor(async () => expect(await names()).toEqual(first));
});

test('the eye opens a product close up, at an address with the filter but not the table, and the close icon leads back', async () => {
  const user = await visit('/products?category=Kopi+Hitam&meja=7');

  await user.click(await screen.findByRole('link', { name: 'Lihat detail Kopi Tubruk' }));

  const detail = await screen.findByRole('dialog', { name: 'Kopi Tubruk' });
  expect(user.router.state.location.search).toEqual({ category: 'Kopi Hitam', produk: 'kopi-tubruk' });
  expect(detail).toHaveTextContent('Rp15.000');
  expect(detail).toHaveTextContent('Bubuk robusta sangrai gelap');
  expect(within(detail).getByRole('img', { name: '5 bintang' })).toBeVisible();
  // No line begins with the dot between two properties.
  expect(detail.textContent).toContain('Kopi Hitam\u00a0· Panas\u00a0· Tanpa Susu');
  expect(within(detail).getByRole('button', { name: 'Add to cart' })).toBeEnabled();
  await user.click(within(detail).getByRole('button', { name: 'Tutup' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Kopi Tubruk' })).not.toBeInTheDocument());
});

test('A6 where another API lists only a part, that is said, and a product found by a search opens', async () => {
  hideApiHeader();
  changeMenu(({ data }) => ({ data: data.slice(0, 10), count: 40 }));
  const user = await visit('/products');
  await screen.findByText('Menampilkan 10 dari 40 produk; pilih kategori atau cari untuk melihat yang lain.');
  await user.router.navigate({ to: '/products', search: { search: 'Pisang' } });
  await screen.findByText(/^Menampilkan 1 dari 40 produk/);

  await user.click(await screen.findByRole('link', { name: 'Lihat detail Pisang Goreng Kipas' }));

  const detail = await screen.findByRole('dialog', { name: 'Pisang Goreng Kipas' });
  expect(detail).toHaveTextContent(/Rp\d/);
  expect(detail.querySelector('img')).toBeInTheDocument();
});

test('a product that is sold out says so, also when it is pressed', async () => {
  const user = await visit('/products?search=Lapis+Legit');
  const lapis = await screen.findByRole('listitem', { name: 'Lapis Legit' });
  const add = within(lapis).getByRole('button', { name: 'Add to cart' });

  expect(lapis).toHaveTextContent('Habis');
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await user.click(add);

  await findToast('Habis untuk hari ini');
  expect(screen.queryByText(/Please Log In first/)).not.toBeInTheDocument();
});

test('a visitor is asked to log in before adding to the cart', async () => {
  const user = await visit('/products');
  const timers = spyOnTimers();

  await addToCart(user, 'Kopi Tubruk');

  const alert = await screen.findByRole('alertdialog');
  expect(alert).toHaveTextContent('Something gone wrong! Please Log In first!');
  expect(alert.querySelector('img')).toBeVisible();
  expect(within(alert).queryByRole('button')).not.toBeInTheDocument();
  expect(timers()).toContain(2_000);
  expect(await stored('cart')).toBeUndefined();
});

test('a product that a customer adds is in the cart, in the badge, on the device and at the shop', async () => {
  const { session, user } = await customer({}).at('/products');

  for (let taps = 0; taps < 2; taps++) await addToCart(user, 'Kopi Tubruk');

  expect(await screen.findByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  await waitFor(async () => expect(await stored('counter')).toBe(2));
  expect(await stored('cart')).toMatchObject([{ _id: 'kopi-tubruk', qty: 2 }]);
  const saved = async () =>
    (await fetch('/api/carts', { headers: { authorization: `Bearer ${session.token}` } })).json();
  await expect.poll(saved).toMatchObject({ items: [{ _id: 'kopi-tubruk', qty: 2 }] });
});

test('a menu that cannot be loaded says so and can be asked again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const user = await visit('/products');
  expect(await screen.findByText('No products found')).toBeVisible();
  expect(await screen.findByText('No categories found')).toBeVisible();
  expect(await screen.findByText('No tags found')).toBeVisible();

  vi.unstubAllGlobals();
  const menu = screen.getByRole('region', { name: 'Semua menu' });
  await user.click(within(menu).getByRole('button', { name: 'Coba lagi' }));

  expect(await names()).toHaveLength(10);
});

/** Opens a prerendered page with old lists, of which some cannot be loaded. */
async function prerendered(lost: string) {
  const { data: products } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const store = createStore();
  const old = [{ name: 'Yang lama' }];
  showFirstPage(store, firstPageOf({ products, categories: old, tags: old }));
  cutLine(({ url }) => new RegExp(`/(${lost})$`).test(url));
  await openPage(store, '/products');
  return { user: userEvent.setup(), products };
}

test('a prerendered first page says that the rest of the menu could not be loaded, and can ask for it again', async () => {
  const { user, products } = await prerendered('products');

  expect(await screen.findByText('Belum semua menu bisa dimuat.')).toBeVisible();
  expect(await names()).toHaveLength(10);
  vi.unstubAllGlobals();
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  await waitFor(() => expect(screen.queryByText('Belum semua menu bisa dimuat.')).not.toBeInTheDocument());
  await user.click(screen.getByRole('link', { name: 'Halaman 2' }));
  expect(await screen.findByRole('listitem', { name: `${products[10]?.name}` })).toBeVisible();
});

test.for([
  ['categories', 'Kategori belum diperbarui', 'Kopi Hitam'],
  ['tags', 'Tag belum diperbarui', 'Manis'],
  ['categories|tags', 'Filter belum diperbarui', 'Kopi Hitam'],
] as const)('prerendered %s that could not be reloaded say so, and can be asked for', async ([lists, words, name]) => {
  const { user } = await prerendered(lists);

  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Yang lama' })).not.toHaveLength(0);
  vi.unstubAllGlobals();
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await screen.findByRole('link', { name })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/belum diperbarui/)).not.toBeInTheDocument());
});

test.for([
  ['categories', '/products', 'Manual Brew'],
  ['tags', '/products', 'Rempah'],
  ['banks', '/carts/payment', 'BCA'],
  ['mini-markets', '/carts/payment', 'Indomaret'],
] as const)('what the worker found to have changed in the %s is updated on the open page', async ([list, at, name]) => {
  const worker = new EventTarget();
  stubNavigator('serviceWorker', worker);
  const { user } = await customer({ cart: { klepon: 1 }, handover: 'pickup' }).at(at);
  followWorker(user.store);
  await screen.findByRole(at === '/products' ? 'link' : 'radio', { name });
  interceptRequests(async ({ url }, send) =>
    url.endsWith(`/${list}`) ? Response.json([{ _id: 'new', name: 'Yang Baru' }]) : send(),
  );

  const say = (data: object) => worker.dispatchEvent(new MessageEvent('message', { data }));
  say({ type: 'CHANGED', url: `${location.origin}/api/${list}` });

  expect(await screen.findByText('Yang Baru')).toBeVisible();
});

test('a filter that the shop could not answer says so beside what the device knows', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const user = await visit('/products?category=Kopi+Hitam');
  const ofFilter = () => asked.mock.calls.findIndex(([input]) => (input as Request).url.includes('category='));
  await waitFor(() => expect(asked.mock.settledResults[ofFilter()]?.type).toBe('fulfilled'));
  await menuArrived(user);
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));

  await user.click(await screen.findByRole('link', { name: 'Manual Brew' }));

  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Error fetching filtered products');
  expect(failure).toHaveTextContent(/Menu per pukul \d\d\.\d\d, tersimpan di HP/);
  expect(within(failure).getByRole('button', { name: 'Coba lagi' })).toBeVisible();
  expect(await names()).toContain('V60 Gayo');
});

test('two quick taps on the next-page button lead two pages on', async () => {
  const user = await visit('/products');
  const next = await screen.findByRole('link', { name: 'Halaman berikutnya' });

  fireEvent.click(next);
  fireEvent.click(next);

  await waitFor(() => expect(user.router.state.location.searchStr).toBe('?page=3'));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Halaman 3' })).toHaveAttribute('aria-current', 'true'));
});

test('touching a service keeps it for the checkout, and leaves a courier that was chosen already', async () => {
  const user = await visit('/products');
  const delivery = await screen.findByRole('button', { name: /Delivery/ });

  await user.click(delivery);
  await waitFor(() => expect(delivery).toHaveAttribute('aria-pressed', 'true'));

  await user.click(screen.getByRole('button', { name: /Pick-Up/ }));
  await waitFor(async () => expect(await stored('handover')).toMatchObject({ handover: 'pickup' }));
  expect(screen.getByRole('button', { name: /Pick-Up/ })).toHaveAttribute('aria-pressed', 'true');
  expect(delivery).toHaveAttribute('aria-pressed', 'false');
  await chooseHandover('goceng');
  closeTabs();
  const later = await visit('/products');
  await waitFor(() => expect(screen.getByRole('button', { name: /Delivery/ })).toHaveAttribute('aria-pressed', 'true'));
  await later.click(screen.getByRole('button', { name: /Delivery/ }));
  expect(await stored('handover')).toMatchObject({ handover: 'goceng' });
});

test("a product's card carries machine-readable data that says the same as its text", async () => {
  await visit('/products');

  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });

  expect(coffee).toHaveAttribute('itemtype', 'https://schema.org/Product');
  const image = coffee.querySelector("[itemprop='image']");
  expect(image).toHaveAttribute('href', expect.stringMatching(/\/images\/products\/kopi-tubruk\.svg$/));
  expect(coffee.querySelector("[itemprop='name']")).toHaveTextContent('Kopi Tubruk');
  expect(coffee.querySelector("[itemprop='price']")).toHaveAttribute('content', '15000');
  expect(coffee.querySelector("[itemprop='priceCurrency']")).toHaveAttribute('content', 'IDR');
  expect(coffee.querySelector("[itemprop='availability']")).toHaveAttribute('href', 'https://schema.org/InStock');
});

test('of many pages the first, the last and the neighbours of the current one are shown', async () => {
  const data = Array.from({ length: 75 }, (_, index) => ({ _id: `${index}`, name: `Kopi ${index}`, price: 1_000 }));
  interceptRequests(async ({ url }, send) => (url.endsWith('/api/products') ? Response.json({ data }) : send()));
  const user = await visit('/products?page=5');

  const pages = await screen.findByRole('navigation', { name: 'Halaman menu' });
  expect(pages).toHaveTextContent(/^1…456…8$/);
  await user.click(within(pages).getByRole('link', { name: 'Halaman 1' }));
  await waitFor(() => expect(pages).toHaveTextContent(/^12…8$/));
});

test.for([
  ['99', '?tags=Panas&page=2', '2'],
  ['abc', '?tags=Panas', '1'],
  ['2&page=3', '?tags=Panas', '1'],
] as const)('page=%s is said not to be there, and corrected to one that is', async ([page, search, current]) => {
  const user = await visit(`/products?tags=Panas&page=${page}`);

  expect(await screen.findByText('Halaman itu tidak ada di menu')).toBeVisible();

  await waitFor(() => expect(user.router.state.location.searchStr).toBe(search));
  expect(user.router.history.length).toBe(1);
  const pages = screen.getByRole('navigation', { name: 'Halaman menu' });
  expect(within(pages).getByRole('link', { name: `Halaman ${current}` })).toHaveAttribute('aria-current', 'true');
});

test.for([
  ['produk=no-more&category=Manual+Brew', '?category=Manual+Brew', 'V60 Gayo'],
  ['produk=kopi-tubruk&produk=klepon', '', 'Klepon'],
] as const)('?%s opens no product, says so, and leads to the menu', async ([search, left, name]) => {
  const user = await visit(`/products?${search}`);

  expect(await screen.findByText('Produk ini sudah tidak ada di menu')).toBeVisible();

  await waitFor(() => expect(user.router.state.location.searchStr).toBe(left));
  expect(await names()).toContain(name);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a product that an old menu does not have yet stays in the address bar', async () => {
  interceptRequests(async ({ url, cache }, send) => {
    if (!url.endsWith('/api/products')) return send();
    if (cache === 'no-cache') return connectionLost();
    return new Response((await send()).body, { headers: { 'kedai-kept-since': `${Date.now() - 600_000}` } });
  });

  const user = await visit('/products?produk=tomorrows');

  expect(await names()).toHaveLength(10);
  expect(user.router.state.location.searchStr).toBe('?produk=tomorrows');
  expect(screen.queryByText('Produk ini sudah tidak ada di menu')).not.toBeInTheDocument();
});
