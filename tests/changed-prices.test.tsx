import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '#core/order-contract';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { agreeToQuote } from '#device/outbox-decisions';
import { outboxOrdersOf } from '#device/outbox-store';
import { changeCart } from '#device/stored-cart';
import { orderNotificationsAtom, readOutboxAtom } from '../src/state/checkout/outbox.ts';
import { takeOrderNotificationsAtom } from '../src/state/checkout/payment.ts';
import { decisionOn, QuoteComparison } from '../src/ui/checkout/quote-comparison.tsx';
import {
  anyOrder,
  connectionLost,
  fillCart,
  holdResponse,
  interceptRequests,
  isAboutOrders,
  isOrder,
  ordersOf,
  requestsSent,
} from './support/page/checkout.ts';
import { accepted, atPayment, failStorage, pay, payBy } from './support/page/payment-screen.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { findToast } from './support/page/toasts.ts';
import { closeTabs, loggedIn, openState, stored, tellTabs, visit } from './support/page/visit.tsx';

test('a changed price is shown beside the old one, and only the agreed one is ordered', async () => {
  const { session, user } = await atPayment({ prices: { 'kopi-tubruk': 12_000 } });

  await payBy(user, 'BCA');

  const quote = await screen.findByRole('table');
  expect(within(quote).getByRole('row', { name: /2 × Kopi Tubruk/ })).toHaveTextContent('Rp24.000Rp30.000');
  expect(within(quote).getByRole('row', { name: /Total Belanja/ })).toHaveTextContent('Rp44.000Rp50.000');
  expect(screen.getByText('Total tadi').closest('p')).toHaveTextContent('Rp44.000');
  expect(await ordersOf(session)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Setuju dengan harga baru' }));

  await findToast(accepted);
  expect(await ordersOf(session)).toMatchObject([{ totalShopping: 50_000 }]);
  expect(await stored('cart')).toMatchObject([{ price: 15_000 }, {}]);
});

const alone = { klepon: 1, 'lapis-legit': 2 };
const besideDearer = { 'kopi-tubruk': 1, 'lapis-legit': 2 };
test.for([
  ['leaves the order and the cart once agreed', alone, 'Ada yang habis', 'Pesan tanpa yang habis'],
  ['does so in the list of orders', alone, 'Ada yang habis', 'Pesan tanpa yang habis', '/account/order-list'],
  ['is said beside a new price', besideDearer, 'Ada yang habis, harga berubah', 'Setuju dengan harga baru'],
] as const)('F41 what is sold out %s', async ([, pieces, title, agree, screenOfOrders]) => {
  const { session, user } = await atPayment({ pieces, prices: pieces === alone ? {} : { 'kopi-tubruk': 12_000 } });
  await payBy(user, 'BCA');

  expect(await screen.findByRole('row', { name: /2 × Lapis Legit/ })).toHaveTextContent('Rp50.000Habis');
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
  if (screenOfOrders) await user.router.navigate({ to: screenOfOrders });
  await user.click(await screen.findByRole('button', { name: agree }));

  await (screenOfOrders ? screen.findByText(/^Pesanan diterima kedai/) : screen.findByText(accepted));
  expect(await ordersOf(session)).toMatchObject([{ totalQty: 1, totalShopping: 20_000 }]);
  expect(await stored('cart')).toMatchObject([{ _id: Object.keys(pieces)[0] }]);
});

const changed = { product: 'kopi-tubruk', name: 'Kopi Tubruk', qty: 1, shown: 15_000 };
const renamed = { ...changed, now: 15_000, reason: 'renamed', was: 'Kopi Susu' };
test.each([
  [[renamed], 'Pilihan berubah', 'Setuju dengan pilihan baru'],
  [[{ ...renamed, now: 17_000 }], 'Harga dan pilihan berubah', 'Setuju dengan harga dan pilihan baru'],
  [[renamed, { ...changed, now: null }], 'Ada yang habis, pilihan berubah', 'Setuju dengan pilihan baru'],
  [[{ ...changed, now: null, reason: 'choose_again' }], 'Ada yang perlu dipilih lagi', 'Pesan tanpa itu'],
  [
    [
      { ...changed, now: null },
      { ...changed, now: null, reason: 'choose_again' },
    ],
    'Ada yang habis atau perlu dipilih lagi',
    'Pesan tanpa itu',
  ],
])('another choice is said as such, beside a new price or what is sold out (%#)', (lines, title, agree) => {
  const quote = { lines, delivery_fee: anyOrder().delivery_fee, subTotal: 15_000, totalShopping: 15_000 };

  expect(decisionOn(anyOrder(), quote)).toEqual({ title, agree });
});

test('M5 a choice that was renamed stands by both names beside its prices, with the note of its line', () => {
  const { order_items, ...order } = anyOrder();
  const noted = order_items.map((item) => ({ ...item, note: 'gelas dipisah' }));
  const quote = { lines: [{ ...renamed, index: 0 }], delivery_fee: 0, subTotal: 0, totalShopping: 0 };

  render(<QuoteComparison order={{ ...order, order_items: noted }} quote={quote} />);

  const row = screen.getByRole('row', { name: /Kopi Tubruk/ });
  const [name, ...prices] = [...row.children].map(({ textContent }) => textContent);
  expect(name).toBe('Tadi 1 × Kopi Susu Sekarang 1 × Kopi Tubruk“gelas dipisah”');
  expect(prices).toEqual(['Rp15.000', 'Rp15.000']);
});

test('O5 what cannot be had any more is sold out, gone, or to be chosen again', () => {
  const lines = ['sold_out', 'gone', 'choose_again'].map((reason, index) => ({ ...changed, now: null, reason, index }));
  const quote = { lines, delivery_fee: 0, subTotal: 0, totalShopping: 0 };

  render(<QuoteComparison order={anyOrder()} quote={quote} />);

  const rows = screen.getAllByRole('row', { name: /Kopi Tubruk/ });
  expect(rows.map((row) => row.lastChild?.textContent)).toEqual(['Habis', 'Tidak ada lagi', 'Pilih lagi']);
});

test("F41 an order is sent with the courier's new fee once the customer has agreed to it", async () => {
  const { user } = await atPayment();
  const sent: Order[] = [];
  interceptRequests(async (request, send) => {
    if (!isOrder(request)) return send();
    const order = (await request.clone().json()) as Order;
    const { subTotal } = order;
    const quote = { lines: [], delivery_fee: 6_000, subTotal, totalShopping: subTotal + 6_000 };
    const error = { code: 'quote_changed', message: 'Another fee.', quote };
    return sent.push(order) === 1 ? Response.json({ error }, { status: 409 }) : connectionLost();
  });

  await payBy(user, 'BCA');
  expect(await screen.findByRole('row', { name: 'Ongkos Kirim Rp5.000 Rp6.000' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Setuju dengan harga baru' }));

  await expect.poll(() => sent.slice(0, 2).map(({ delivery_fee }) => delivery_fee)).toEqual([5_000, 6_000]);
  await user.router.navigate({ to: '/carts/delivery' });
  const fee = () => screen.getByText('Ongkos Kirim').parentElement;
  await waitFor(() => expect(fee()).toHaveTextContent('Rp6.000'));
  expect(screen.getByRole('radio', { name: /Goceng.*Rp6\.000/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /Mantap.*Rp7\.000/ }));
  await waitFor(() => expect(fee()).toHaveTextContent('Rp7.000'));
});

test("an order with a total beyond the shop's limit still reaches the shop, which answers with its own prices", async () => {
  const { user } = await atPayment({ pieces: { klepon: 2 }, prices: { klepon: 999_999_999 } });

  await payBy(user, 'BCA');

  expect(await screen.findByText('Harga berubah')).toBeVisible();
});

test('a customer who does not agree to new prices orders nothing', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await payBy(user, 'BCA');
  await screen.findByText('Harga berubah');
  expect(screen.getByRole('link', { name: '1 pesanan menunggu' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Batal' }));

  await findToast('Pesanan dibatalkan');
  await waitFor(() => expect(screen.queryByText('Harga berubah')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByRole('link', { name: /menunggu/ })).not.toBeInTheDocument());
  expect(await ordersOf(session)).toEqual([]);
  expect(await stored('cart')).toMatchObject([{}, { price: 1_000 }]);
});

test('F40 new prices without an answer are asked about again after a reload, and no more once another order is paid', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await payBy(user, 'BCA');
  await screen.findByText('Harga berubah');
  closeTabs();
  await fillCart({ 'kopi-tubruk': 1 });
  const later = await visit('/carts/payment');
  expect(await screen.findByText('Perlu persetujuan')).toBeVisible();

  await later.click(await screen.findByRole('radio', { name: 'BCA' }));
  await later.click(pay());

  await findToast(accepted);
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted', 'cancelled']);
  await waitFor(() => expect(screen.queryByRole('link', { name: /menunggu/ })).not.toBeInTheDocument());
});

test('O8 new prices that are agreed to after a reload of the payment screen end the payment, as a press does', async () => {
  const { user } = await atPayment({ prices: { klepon: 1_000 } });
  await payBy(user, 'BCA');
  await screen.findByText('Harga berubah');
  closeTabs();
  const { goOn } = holdResponse(({ url }) => url.endsWith('/products'));
  const later = await visit('/carts/payment');
  // Without the menu it would be taken for another order than that of the screen.
  await screen.findByRole('link', { name: '1 pesanan menunggu' });
  expect(screen.queryByRole('button', { name: 'Setuju dengan harga baru' })).not.toBeInTheDocument();
  goOn();

  await later.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  await findToast(accepted);
  await waitFor(() => expect(later.router.state.location.pathname).toBe('/products'));
});

test('a cart that changed since can be paid like any other, without the question about the old prices', async () => {
  const { user } = await atPayment({ prices: { klepon: 1_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const plain = pay().className;
  await user.click(pay());
  await screen.findByText('Harga berubah');
  expect(pay().className).not.toBe(plain);

  await user.router.navigate({ to: '/carts' });
  await user.click(await screen.findByRole('button', { name: 'Tambah Klepon' }));
  await user.router.navigate({ to: '/carts/payment' });

  await waitFor(() => expect(pay().className).toBe(plain));
  expect(screen.queryByText('Harga berubah')).not.toBeInTheDocument();
});

test('an order that was agreed to in another tab is not announced as waiting for a decision', async () => {
  const session = await loggedIn();
  const old = anyOrder();
  old.order_items = old.order_items.map((line) => ({ ...line, price: 1_000 }));
  const { id } = await storeOutboxOrder(session, old);
  const store = await openState();
  await store.set(readOutboxAtom);
  await deliver(id);
  await store.set(readOutboxAtom);
  expect(store.get(orderNotificationsAtom)).toMatchObject([{ state: 'quote_changed' }]);

  await agreeToQuote(session, id);
  await store.set(readOutboxAtom);

  const { notifications } = store.set(takeOrderNotificationsAtom, '/account/order-list');
  expect(notifications.map(({ state }) => state)).not.toContain('quote_changed');
});

test('O5 new prices are not ordered when the cart grew while they were agreed to, and the customer is told', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  interceptRequests(async (request, send) => {
    if (request.method !== 'DELETE') return send();
    await changeCart((lines) => lines.map((line) => ({ ...line, qty: line.qty + 1 })));
    tellTabs(['cart', 'counter']);
    await screen.findByText(/Total Harga \(5 barang\)/);
    return send();
  });
  await payBy(user, 'BCA');

  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText('Keranjang berubah')).toBeVisible();
  expect(await ordersOf(session)).toEqual([]);
});

test('O8 agreeing twice to new prices makes one order, however long the shop takes to cancel the former one', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  const asked = requestsSent((request) => isAboutOrders(request) && request.method !== 'GET');
  const { goOn } = holdResponse(({ method }) => method === 'DELETE');
  await payBy(user, 'BCA');

  await user.dblClick(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));
  expect(pay()).toHaveAttribute('aria-busy', 'true');
  // The second of two taps meets what has moved up.
  fireEvent.click(screen.getByRole('radio', { name: 'BNI' }), { detail: 2 });
  await user.click(pay());
  goOn();

  await findToast(accepted);
  expect(await ordersOf(session)).toMatchObject([{ paymentMethod: { name: 'BCA' } }]);
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
});

const hasCome = async ({ headers }: Request) =>
  Response.json(
    { order_number: 'KT-1', client_ref: headers.get('idempotency-key') },
    { headers: { 'kedai-api': '1' } },
  );

test.each([
  ['has come all the same', hasCome, 'Pesanan yang lama sudah diterima kedai', 'accepted'],
  ['may still come, and is asked about again', connectionLost, 'Kedai belum menjawab', 'quote_changed'],
])('O5 no order at the new prices is made where the one at the old prices %s', async (_what, answer, words, state) => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  interceptRequests((request, send) => (request.method === 'DELETE' ? answer(request) : send()));
  await payBy(user, 'BCA');

  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText(words)).toBeVisible();
  await waitFor(() => expect(pay()).toHaveAttribute('aria-busy', 'false'));
  expect(await stored('cart')).toMatchObject([{}, { price: 1_000 }]);
  expect(await ordersOf(session)).toEqual([]);
  expect(await outboxOrdersOf(session)).toMatchObject([{ state }]);
});

test('new prices are not ordered on a device that can no longer store the order', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await payBy(user, 'BCA');
  const agree = await screen.findByRole('button', { name: 'Setuju dengan harga baru' });
  const disk = failStorage();

  await user.click(agree);

  expect(await screen.findByText('Pesanan belum dikirim')).toBeVisible();
  expect(pay()).toHaveAttribute('aria-busy', 'false');
  expectConsoleError(/Former order not closed/);
  disk.isBack();
  expect(await ordersOf(session)).toEqual([]);
});
