import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Product } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { getProducts } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { changeOutboxOrder } from '#device/outbox-store';
import { Messages, shownMessages } from '../design/messages.tsx';
import { ordersAtom } from '../src/state/account/private-lists.ts';
import { readOutboxAtom } from '../src/state/checkout/outbox.ts';
import { useFirstOrders } from '../src/ui/orders/pending-orders.tsx';
import {
  anyOrder,
  changeMenu,
  cutLine,
  holdResponse,
  interceptRequests,
  isAboutOrders,
} from './support/page/checkout.ts';
import { customer, storePending } from './support/page/customer.ts';
import { isStream } from './support/page/order-stream.ts';
import { watchFor } from './support/page/page-observer.ts';
import { changeListedOrders, ordered } from './support/page/placed-orders.ts';
import { findToast } from './support/page/toasts.ts';
import { closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

const list = '/account/order-list';
const orderRow = (order: PlacedOrder) => screen.findByRole('row', { name: new RegExp(order.order_number) });

test('a customer without orders is led to the menu', async () => {
  await customer().at(list);

  expect(await screen.findByText('No order history')).toBeVisible();

  expect(screen.getByText('Please order first')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lihat menu' })).toHaveAttribute('href', '/products');
});

test('a customer whose waiting order was not read yet is not told to order first', async () => {
  await storeOutboxOrder(await loggedIn(), anyOrder());
  const wasEverTold = watchFor(() => screen.queryByText('Please order first') !== null);
  const { store } = await visit(list, { hasBackground: false });
  await waitFor(() => expect(store.get(ordersAtom).data?.isStored).toBe(false));

  await act(() => store.set(readOutboxAtom));

  expect(await screen.findByRole('region', { name: 'Pesanan yang menunggu' })).toBeVisible();
  expect(wasEverTold()).toBe(false);
});

test('an order is listed with its recipient, its pieces, its total and its status', async () => {
  const { order } = await customer({ ordered: { klepon: 2, 'kopi-tubruk': 1 } }).at(list);

  const row = await orderRow(order);

  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns).toEqual(['Order ID', 'Detail', 'Jumlah Barang', 'Total Belanja', 'Status Pembayaran', 'Invoice']);
  expect(within(row).getByRole('rowheader')).toHaveTextContent(new RegExp(`^${order.order_number}.*\\d\\d\\.\\d\\d$`));
  const [detail, pieces, total, status] = within(row).getAllByRole('cell');
  expect(detail).toHaveTextContent(/1 × Kopi Tubruk, 2 × KleponSari Dewi081234567890$/);
  expect(pieces).toHaveTextContent(/3$/);
  expect(total).toHaveTextContent(`Rp${(order.totalShopping / 1_000).toFixed(3)}`);
  expect(status).toHaveTextContent(/Menunggu pembayaran$/);
  expect(within(row).getByText('Menunggu pembayaran')).toHaveAttribute('value', 'waiting_payment');
});

test.for([
  [['klepon'], 'Pesanan ini ada di keranjang', 'Klepon', '/carts', [{ _id: 'kopi-tubruk', qty: 1 }]],
  [['klepon', 'kopi-tubruk'], 'Tidak ada yang bisa dipesan lagi', 'Kopi Tubruk, Klepon', list, []],
] as const)(
  'an order is put into the cart again without the unavailable %j',
  async ([gone, told, names, path, cart]) => {
    const isGone = ({ _id }: Product) => (gone as readonly string[]).includes(_id);
    changeMenu(({ data, ...rest }) => ({
      data: data.map((product) => (isGone(product) ? { ...product, available: false } : product)),
      ...rest,
    }));
    const { user } = await customer({ ordered: { klepon: 2, 'kopi-tubruk': 1 } }).at(list);

    await user.click(await screen.findByRole('button', { name: 'Pesan lagi' }));

    await findToast(told);
    expect(screen.getByText(`Tidak tersedia: ${names}`)).toBeVisible();
    await waitFor(() => expect(user.router.state.location.pathname).toBe(path));
    await waitFor(async () => expect((await stored('cart')) ?? []).toMatchObject(cart));
  },
);

test('a customer who goes on before the menu has come stays there, and has the order in the cart', async () => {
  const { user } = await customer({ ordered: { klepon: 2 } }).at(list);
  const again = await screen.findByRole('button', { name: 'Pesan lagi' });
  const { reached, goOn } = holdResponse(({ url }) => url.endsWith('/products'));
  await user.click(again);
  await reached;
  await user.router.navigate({ to: '/about' });

  goOn();

  await findToast('Pesanan ini ada di keranjang');
  await waitFor(async () => expect(await stored('cart')).toMatchObject([{ _id: 'klepon', qty: 2 }]));
  expect(user.router.state.location.pathname).toBe('/about');
});

test('M9 what is left out of an order can be chosen again, and what is assumed is said', async () => {
  const drink = { price: 24_000, qty: 1, product: 'kopi-susu-gula-aren' };
  changeListedOrders((order) => ({
    ...order,
    order_items: [
      { ...drink, name: 'Dulu', choices: [{ _id: 'no-more', name: 'Susu unta' }] },
      { ...drink, name: 'Biasa' },
    ],
  }));
  const { user } = await customer({ ordered: { klepon: 1 } }).at(list);

  await user.click(await screen.findByRole('button', { name: 'Pesan lagi' }));

  await findToast('Tidak tersedia: Dulu. Dengan pilihan biasa: Biasa');
  await user.click(screen.getByRole('button', { name: 'Pilih lagi' }));
  expect(await screen.findByRole('dialog', { name: /^Es Kopi Susu/ })).toBeVisible();
});

test('without the menu an order cannot be put into the cart, and says so', async () => {
  await ordered(await loggedIn(), { klepon: 1 });
  cutLine(({ url }) => url.endsWith('/api/products'));
  const user = await visit(list);

  await user.click(await screen.findByRole('button', { name: 'Pesan lagi' }));

  await findToast('Menu belum bisa dimuat');
});

test('what a bank transfer needs is copied by a tap, and a known account is not asked for', async () => {
  changeListedOrders((order) => ({ ...order, billing_account: '0123 4567 4471' }));
  const { order, user } = await customer({ ordered: { klepon: 1 } }).at(list);
  await user.click(await screen.findByText('Cara bayar'));

  for (const [name, text] of [
    ['Nomor pesanan', order.order_number],
    ['Total belanja', String(order.totalShopping)],
    ['Nomor rekening', '012345674471'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `Salin ${name.toLowerCase()}` }));
    await findToast(`${name} disalin`);
    expect(await navigator.clipboard.readText()).toBe(text);
  }
  expect(screen.getByText(/0123 4567 4471 a\.n\./)).toBeVisible();
  expect(screen.queryByText(/Minta nomor rekening/)).not.toBeInTheDocument();
});

test('a masked account is asked for, not copied, and a copy that the browser refuses says so', async () => {
  const { user } = await customer({ ordered: { klepon: 1 } }).at(list);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(await screen.findByText('Cara bayar'));

  expect(await screen.findByText(/Minta nomor rekening lengkapnya/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Salin nomor rekening' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Salin nomor pesanan' }));
  await findToast(/Belum bisa disalin/);
});

test('an order that costs nothing shows no payment instructions', async () => {
  changeListedOrders((listed) => ({ ...listed, subTotal: 0, delivery_fee: 0, totalShopping: 0 }));
  const { user } = await customer({ ordered: { klepon: 1 } }).at(list);

  expect(await screen.findByText('Tidak ada yang perlu dibayar')).toBeVisible();
  expect(screen.queryByText('Cara bayar')).not.toBeInTheDocument();
  expect(screen.queryByText('Menunggu pembayaran')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /^Invoice/ }));
  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(invoice).toHaveTextContent('PembayaranTidak ada yang perlu dibayar');
  expect(invoice).not.toHaveTextContent('BCA');
  expect(screen.queryByText(/•••• 4471/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Konfirmasi lewat WhatsApp' })).not.toBeInTheDocument();
});

test.for([
  ['known', /Datang ke kasir mini-market/],
  ['not known', 'Konfirmasi lewat WhatsApp'],
] as const)('where mini-markets are %s, an order paid at one shows no bank account', async ([are, words]) => {
  const session = await loggedIn();
  const order = await ordered(session, { klepon: 1 }, { method: 'indomaret' });
  const line = cutLine(({ url }) => url.endsWith('/mini-markets'));
  line.cut = are === 'not known';
  const user = await visit(list);
  await user.click(await screen.findByText('Cara bayar'));
  expect(await screen.findByText(words)).toBeVisible();

  await user.click(await screen.findByRole('link', { name: `Invoice ${order.order_number}` }));

  expect(await screen.findByRole('dialog', { name: 'Invoice' })).toHaveTextContent('Indomaret');
  expect(screen.queryByText(/•••• 4471/)).not.toBeInTheDocument();
});

test('of a bank and a mini-market with one id, as another API may have, the name decides how an order is paid', async () => {
  await ordered(await loggedIn(), { klepon: 1 });
  changeListedOrders((listed) => ({ ...listed, paymentMethod: { _id: '1', name: 'Toko', image_url: '' } }));
  interceptRequests(async ({ url }, send) => {
    const name = (url.endsWith('/banks') && 'Bank') || (url.endsWith('/mini-markets') && 'Toko');
    return name ? Response.json([{ _id: 1, name }]) : send();
  });
  const user = await visit(list);

  await user.click(await screen.findByText('Cara bayar'));

  expect(await screen.findByText(/Datang ke kasir mini-market/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: /^Invoice/ }));
  expect(await screen.findByRole('dialog', { name: 'Invoice' })).not.toHaveTextContent('PB1');
});

test('an order that another API lists without its total is not shown as free', async () => {
  changeListedOrders(({ subTotal: _, totalShopping: __, ...listed }) => listed);
  const { user } = await customer({ ordered: { klepon: 1 } }).at(list);

  await user.click(await screen.findByText('Cara bayar'));

  expect(await screen.findByText(/•••• 4471/)).toBeVisible();
});

test('an invoice shows every line and sum, prints, and leads back to the list', async () => {
  const { order, user } = await customer({ ordered: { klepon: 2 } }).at(list);
  const print = vi.fn();
  vi.stubGlobal('print', print);

  const toInvoice = await screen.findByRole('link', { name: `Invoice ${order.order_number}` });
  // It opens a dialog; the current page is marked in the menu only.
  expect(toInvoice).not.toHaveAttribute('aria-current');
  await user.click(toInvoice);

  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(user.router.state.location.search).toEqual({ invoice: order.order_number });
  expect(invoice).toHaveTextContent(order.order_number);
  const line = within(invoice).getByRole('row', { name: /Klepon/ });
  expect(line).toHaveTextContent(`2 × Rp${((order.order_items?.[0]?.price ?? 0) / 1_000).toFixed(3)}`);
  expect(invoice).toHaveTextContent('Ongkos kirimRp5.000');
  expect(invoice).toHaveTextContent(`Total belanjaRp${(order.totalShopping / 1_000).toFixed(3)}`);
  for (const fact of ['Goceng', 'BCA', 'Sari Dewi', 'Harga sudah termasuk pajak restoran (PB1).'])
    expect(invoice).toHaveTextContent(fact);
  expect(await within(invoice).findByText(/Kec\. Menteng, .*Jakarta/)).toBeVisible();

  await user.click(within(invoice).getByRole('button', { name: 'Cetak' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(within(invoice).getByRole('button', { name: 'Tutup' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invoice' })).not.toBeInTheDocument());
  expect(user.router.state.location.search).toEqual({});
});

test('M6 the order list, the invoice and the card of the order have all that was chosen, also where the name is cut', async () => {
  const base = 'Kopi '.repeat(39).trim();
  const choices = [{ _id: 'no-nuts', name: 'TANPA KACANG' }];
  changeListedOrders(({ order_items = [], ...order }) => ({
    ...order,
    order_items: order_items.map((line) => ({ ...line, name: `${base} (TA…`, base, choices, note: 'Alergi susu' })),
    paid_with: { _id: 'tunai', name: 'Tunai' },
  }));
  const { order, user } = await customer({ ordered: { klepon: 2 } }).at(list);
  expect(await orderRow(order)).toHaveTextContent('TANPA KACANG');

  await user.click(await screen.findByRole('link', { name: /^Invoice/ }));
  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  for (const text of ['TANPA KACANG', '“Alergi susu”', 'PembayaranTunai']) expect(invoice).toHaveTextContent(text);
  closeTabs();
  const guest = await visit('/products');
  await guest.click(await screen.findByRole('button', { name: 'Cara bayar' }));

  expect(await screen.findByRole('list', { name: 'Isi pesanan' })).toHaveTextContent('(TANPA KACANG) “Alergi susu”');
});

test.for([
  ['invoice=KT-LAIN', 'KT-LAIN'],
  ['invoice=KT-1&invoice=KT-2', '“KT-1, KT-2”'],
  [`INVOICE=${'9'.repeat(500)}`, `“${'9'.repeat(23)}…”`],
] as const)('?%s is no invoice of the customer’s, which is said above the list', async ([search, number]) => {
  await customer({ ordered: { klepon: 2 } }).at(`${list}?${search}`);

  const said = await screen.findByText(`Pesanan ${number} tidak ada di daftar ini.`);
  expect(said).toBeVisible();
  expect(said.compareDocumentPosition(await screen.findByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('dialog', { name: 'Invoice' })).not.toBeInTheDocument();
});

test('an invoice from another API that lists no lines shows what it did list', async () => {
  const session = await loggedIn();
  const order = await ordered(session, { klepon: 2 });
  changeListedOrders(({ order_items: _, subTotal: __, delivery_fee: ___, ...listed }) => listed);

  await visit(`/account/order-list?invoice=${order.order_number}`);

  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(invoice).toHaveTextContent('Barang pesanan');
  expect(invoice).toHaveTextContent(`Total belanjaRp${(order.totalShopping / 1_000).toFixed(3)}`);
  expect(invoice).not.toHaveTextContent('Ongkos kirim');
});

test('an order without a number yet says that it follows', async () => {
  changeListedOrders(({ order_number: _number, ...listed }) => listed);
  await customer({ ordered: { klepon: 2 } }).at(list);

  expect(await screen.findByText('nomor menyusul')).toBeVisible();
  expect(screen.getByText('Invoice menyusul')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Invoice/ })).not.toBeInTheDocument();
});

/** Opens the order list once, so that the device keeps a copy, and closes the app. */
async function storeOrderList(order: PlacedOrder) {
  await visit(list);
  await orderRow(order);
  await waitFor(async () =>
    expect(await stored('own-orders')).toMatchObject({ items: [{ order_number: order.order_number }] }),
  );
  closeTabs();
}

const age = /^Pesanan per pukul \d\d\.\d\d, tersimpan di HP$/;

test('orders that were seen once are listed without a connection, with their age and their invoice', async () => {
  const session = await loggedIn();
  const order = await ordered(session, { klepon: 2 });
  await storeOrderList(order);
  cutLine();

  const user = await visit(list);

  expect(await screen.findByText(age)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: `Invoice ${order.order_number}` }));
  expect(await screen.findByRole('dialog', { name: 'Invoice' })).toHaveTextContent(order.order_number);
  await user.click(screen.getByRole('button', { name: 'Tutup' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));
  // By its text alone it would be taken for the connection's message, which says the same.
  await waitFor(() => expect(shownMessages().map(({ text }) => text)).toContain('Kedai belum bisa dihubungi'));
  expect(await orderRow(order)).toBeVisible();
});

test('an order that is younger than the stored list is not called unknown to the shop', async () => {
  const session = await loggedIn();
  await storeOrderList(await ordered(session, { klepon: 2 }));
  const young = { order_number: 'KT-YOUNG', totalQty: 1, totalShopping: 15_000, status: 'waiting_payment' };
  await storePending(session, anyOrder(), { state: 'accepted', order: young });
  const line = cutLine();
  const user = await visit(list);
  await screen.findByText(age);

  expect(screen.queryByText('Tidak ditemukan di server')).not.toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /KT-YOUNG/ })).toBeVisible();

  // F44: once the shop's own list does not contain it, it is reported.
  line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Tidak ditemukan di server')).toBeVisible();
  expect(screen.queryByText(age)).not.toBeInTheDocument();
});

/** Makes the shop list so many orders like this one, the newest first, as it gives them in pages. */
async function manyOrders(order: PlacedOrder, count: number) {
  // The device knows the host.
  await getProducts();
  const shop = { asked: [] as string[], count };
  interceptRequests(async (request, send) => {
    if (isStream(request)) return new Response('', { status: 404 });
    if (request.method !== 'GET' || !isAboutOrders(request)) return send();
    const { search, searchParams } = new URL(request.url);
    shop.asked.push(search);
    const all = Array.from({ length: shop.count }, (_, place) => {
      const number = shop.count - place;
      const created_at = new Date(Date.parse('2026-01-01') + number * 60_000).toISOString();
      return { ...order, order_number: `KT-${number}`, created_at };
    });
    const first = all.findIndex(({ order_number }) => order_number === searchParams.get('before')) + 1;
    const data = all.slice(first, first + Number(searchParams.get('limit') ?? 200));
    return Response.json({ data, count: shop.count }, { headers: { 'kedai-api': '1' } });
  });
  return shop;
}

test('B46: older orders are loaded fifty at a time, and stay when newer ones arrive', async () => {
  const session = await loggedIn();
  const shop = await manyOrders(await ordered(session, { klepon: 1 }), 120);
  const user = await visit('/account/order-list?invoice=KT-60');
  expect(await screen.findByText(/^Pesanan KT-60 tidak ada di daftar ini. Mungkin/)).toBeVisible();
  const listed = () => document.querySelectorAll('a[aria-label^="Invoice KT-"]');
  expect(listed()).toHaveLength(20);

  await user.click(screen.getByRole('button', { name: 'Tampilkan 50 dari 100 pesanan berikutnya' }));

  expect(await screen.findByRole('dialog', { name: 'Invoice' })).toHaveTextContent('KT-60');
  await user.click(screen.getByRole('button', { name: 'Tutup' }));
  shop.count = 121;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByRole('link', { name: 'Invoice KT-121' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tampilkan 50 dari 50 pesanan berikutnya' }));
  expect(await screen.findByRole('link', { name: 'Invoice KT-1' })).toBeVisible();
  expect(listed()).toHaveLength(121);
  expect(new Set(shop.asked)).toEqual(new Set(['?limit=20', '?limit=50&before=KT-101', '?limit=50&before=KT-51']));
  await expect.poll(() => stored('own-orders')).toMatchObject({ count: 121, items: { length: 20 } });
});

const OneOlderOrder = ({ load }: { load: () => Promise<void> }) => useFirstOrders(['KT-2'], { count: 1, load }).more;

test('B46: older orders that cannot be loaded are asked for by the next press', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
  render(<OneOlderOrder load={load} />);
  render(<Messages />);
  const more = screen.getByRole('button', { name: 'Tampilkan 1 dari 1 pesanan berikutnya' });

  for (let presses = 0; presses < 2; presses++) fireEvent.click(more);

  await findToast('Kedai belum bisa dihubungi');
  expect(load).toHaveBeenCalledOnce();
  await waitFor(() => expect(more).toHaveAttribute('aria-disabled', 'false'));
  fireEvent.click(more);
  expect(load).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(more).toHaveAttribute('aria-disabled', 'false'));
});

test('B46: a receipt that may be among older orders is not called unknown to the shop', async () => {
  const session = await loggedIn();
  const { id } = await deliver((await storeOutboxOrder(session, anyOrder())).id);
  await changeOutboxOrder(id, ({ order }) => ({
    settledAt: 1,
    order: { ...order, created_at: '2026-01-01T00:00:30.000Z' } as PlacedOrder,
  }));
  const shop = await manyOrders(await ordered(session, { klepon: 1 }), 120);
  const user = await visit(list);
  expect(await screen.findByRole('link', { name: 'Invoice KT-120' })).toBeVisible();
  expect(screen.queryByText('Tidak ditemukan di server')).not.toBeInTheDocument();

  for (const rest of [100, 50]) {
    const next = `Tampilkan ${Math.min(50, rest)} dari ${rest} pesanan berikutnya`;
    await user.click(await screen.findByRole('button', { name: next }));
  }

  expect(await screen.findByText('Tidak ditemukan di server')).toBeVisible();
  expect(shop.asked).toContain('?limit=50&before=KT-101');
});

test('the line about an order that is under way can be opened, and closed for good once the order has ended', async () => {
  const shop = { status: 'ready' };
  changeListedOrders((order) => ({ ...order, ...shop }));
  const { user } = await customer({ accepted: true }).at('/products');
  const line = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  await user.click(await within(line).findByRole('button', { name: 'Lihat' }));
  expect(within(line).getByRole('link', { name: 'Lihat pesanan Anda' })).toBeVisible();
  await waitFor(() => expect(line.querySelector('[aria-current=step]')).toHaveTextContent('Siap'));
  expect(line).toHaveTextContent('1 × Klepon');
  expect(line).toHaveTextContent('Total Rp15.000');
  await user.click(within(line).getByRole('button', { name: 'Tutup' }));
  expect(within(line).getByText(/^Pesananmu siap/)).toBeVisible();

  shop.status = 'completed';
  closeTabs();
  const later = await visit('/products');
  const ended = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  await within(ended).findByText('Selesai');
  await later.click(within(ended).getByRole('button', { name: 'Tutup' }));

  await waitFor(() => expect(ended).not.toBeInTheDocument());
  closeTabs();
  await visit('/products');
  await screen.findByRole('list', { name: 'Produk' });
  expect(screen.queryByRole('region', { name: /^Pesanan KT-/ })).not.toBeInTheDocument();
});
