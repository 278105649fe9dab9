import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changeMenu, connectionLost, interceptRequests, requestsSent } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { failStorage, fillDisk } from './support/page/payment-screen.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { addToCart, stored, visit } from './support/page/visit.tsx';

/** Fakes the worker's caches as after a visit at 14.05; the test environment has none. */
async function stubCaches() {
  const menu = await (await fetch('/api/products')).text();
  const since = `${new Date().setHours(14, 5, 0, 0)}`;
  const sizes: Record<string, number[]> = { 'kedai-menu': [menu.length], 'kedai-images': [1_200_000, 300_000] };
  const entry = (size: number) => new Request(location.origin, { headers: { 'kedai-bytes': `${size}` } });
  vi.stubGlobal('caches', {
    has: async (name: string) => name in sizes,
    open: async (name: string) => ({ keys: async () => sizes[name]?.map(entry) }),
    match: async () => new Response(menu, { headers: { 'kedai-kept-since': since } }),
  });
}

/** Fakes the browser's storage API; `persist` answers whether the storage is made persistent. */
function storageManager(persist: () => Promise<boolean>) {
  let persisted = false;
  stubNavigator('storage', {
    estimate: async () => ({ usage: 2_345_678, quota: 3_000_000_000 }),
    persisted: async () => persisted,
    persist: async () => {
      persisted = await persist();
      return persisted;
    },
  });
}

async function openedPanel(path = '/about', prepare?: () => unknown) {
  const user = await visit(path);
  prepare?.();
  await user.click(await screen.findByRole('button', { name: /^Koneksi/ }));
  return { user, panel: within(await screen.findByRole('dialog', { name: 'Sinyal dan data di HP' })) };
}

const holding = async (panel: Awaited<ReturnType<typeof openedPanel>>['panel'], name: string) =>
  (await panel.findByText(name)).parentElement;

test('the storage panel says what is on the device, how much and how old', async () => {
  const { data: products } = (await (await fetch('/api/products')).json()) as { data: unknown[] };
  await customer({ cart: { klepon: 3 } }).onDevice();
  await stubCaches();
  storageManager(async () => true);

  const { user, panel } = await openedPanel();

  await waitFor(async () =>
    expect(await holding(panel, 'Menu')).toHaveTextContent(`${products.length} produk, per pukul 14.05`),
  );
  expect(await holding(panel, 'Foto')).toHaveTextContent('2 foto1,5 MB');
  expect(await holding(panel, 'Alamat')).toHaveTextContent('0 alamat');
  expect(await holding(panel, 'Keranjang')).toHaveTextContent('3 barang');
  expect(await holding(panel, 'Pesanan menunggu')).toHaveTextContent('tidak ada');
  expect(await holding(panel, 'Riwayat')).toHaveTextContent('0 pesanan');
  expect(panel.getByText('Ruang')).not.toBeVisible();
  await user.click(panel.getByText('Rincian'));
  expect(await holding(panel, 'Ruang')).toBeVisible();
  expect(await holding(panel, 'Ruang')).toHaveTextContent('terpakai2,3 MB');
});

test.for([
  ['tells nothing', undefined],
  ['refuses to tell anything', () => Promise.reject(new TypeError('Storage is switched off'))],
] as const)('the storage panel opens also in a browser that %s about its storage', async ([, answer]) => {
  if (answer) stubNavigator('storage', { estimate: answer, persisted: answer });
  const { user, panel } = await openedPanel('/about', () => answer && failStorage());

  await waitFor(async () => expect(await holding(panel, 'Menu')).toHaveTextContent('tidak bisa disimpan'));
  await user.click(panel.getByText('Rincian'));
  expect(await holding(panel, 'Ruang')).toHaveTextContent('browser ini tidak memberi tahu');
  expect(panel.getByText('Browser ini tidak memberi tahu apakah ia menjaganya.')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Jaga penyimpanan' })).not.toBeInTheDocument();
});

test('the storage panel, whose file comes a moment later, is opened by two taps too, but not over what was opened since', async () => {
  const user = await visit('/about');
  const dot = await screen.findByRole('button', { name: /^Koneksi/ });
  const panel = () => screen.queryByRole('dialog', { name: 'Sinyal dan data di HP' });

  fireEvent.click(dot);
  fireEvent.click(dot);
  await waitFor(() => expect(panel()).toBeVisible());
  user.router.history.back();
  await waitFor(() => expect(panel()).not.toBeInTheDocument());

  fireEvent.click(dot);
  fireEvent.click(screen.getByRole('button', { name: 'Cari produk' }));
  await act(() => new Promise(setImmediate));

  expect(screen.getByRole('searchbox')).toBeVisible();
  expect(panel()).not.toBeInTheDocument();
});

test.for([
  ['agrees is said to protect the data', true, /^Dijaga:/],
  ['refuses is not, and can be asked again', false, /^Browser belum mengizinkan/],
] as const)('a browser that is asked to protect the data and %s', async ([, agrees, words]) => {
  storageManager(async () => agrees);
  const { user, panel } = await openedPanel();

  await user.click(panel.getByText('Rincian'));
  await user.click(await panel.findByRole('button', { name: 'Jaga penyimpanan' }));

  expect(await panel.findByText(words)).toBeVisible();
  expect(panel.queryAllByRole('button', { name: 'Jaga penyimpanan' })).toHaveLength(agrees ? 0 : 1);
});

test('S4 adding to the cart asks the browser to protect its data, and works also where that throws', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Storage is switched off')));
  storageManager(asked);
  const { user } = await customer().at('/products');
  expect(asked).not.toHaveBeenCalled();

  await addToCart(user, 'Kopi Tubruk');

  expect(await screen.findByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  expect(asked).toHaveBeenCalled();
});

test('Perbarui menu asks the shop itself and says what there is', async () => {
  const asked = requestsSent(({ cache }) => cache === 'no-cache');
  const { user, panel } = await openedPanel();

  await user.click(panel.getByRole('button', { name: 'Perbarui menu' }));

  expect(await panel.findByText(/^Menu sudah yang terbaru, \d+ produk\.$/)).toBeVisible();
  const paths = asked.map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/api/products', '/api/categories', '/api/tags']));
});

test('Perbarui menu says that the shop did not answer, and nothing is lost', async () => {
  const { user, panel } = await openedPanel('/products');
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  interceptRequests(connectionLost);

  await user.click(panel.getByRole('button', { name: 'Perbarui menu' }));

  expect(await panel.findByText('Kedai belum menjawab. Menu yang tersimpan tetap bisa dipakai.')).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'Kopi Tubruk' })).toBeVisible();
});

test('Perbarui menu also updates the prices in a category', async () => {
  let price = 32_000;
  changeMenu(({ data, ...rest }) => ({ ...rest, data: data.map((product) => ({ ...product, price })) }));
  const { user, panel } = await openedPanel('/products?category=Manual+Brew');
  const coffee = await screen.findByRole('listitem', { name: 'V60 Gayo' });
  await waitFor(() => expect(coffee).toHaveTextContent('Rp32.000'));
  price = 35_000;

  await user.click(panel.getByRole('button', { name: 'Perbarui menu' }));

  await waitFor(() => expect(coffee).toHaveTextContent('Rp35.000'));
});

const keepsNothing = /^Penyimpanan di perangkat ini tidak bisa dipakai/;

test.each([
  ['a cart', '/carts', 'counter', 'button', [/Tambah Klepon/, /Tambah Klepon/]],
  ['a courier', '/carts/delivery', 'handover', 'radio', [/Goceng/, /Mantap/]],
  ['what is typed', '/contact', 'drafts', 'textbox', [/Name/, /Email/]],
])('a full phone says that %s is not stored, until there is room', async (_what, path, key, role, names) => {
  const { user } = await customer({ cart: { klepon: 1 } }).at(path);
  const [first, next] = await Promise.all(names.map((name) => screen.findByRole(role, { name })));
  const before = await stored(key);
  const put = fillDisk();

  await user.type(first as HTMLElement, 'a');
  expect(await screen.findByText(keepsNothing)).toBeVisible();
  put.mockRestore();
  await user.type(next as HTMLElement, 'b');

  await waitFor(() => expect(screen.queryByText(keepsNothing)).not.toBeInTheDocument());
  expect(await stored(key)).not.toEqual(before);
});
