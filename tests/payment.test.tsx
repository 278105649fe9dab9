import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelledByCustomer } from '#core/order-steps';
import { outboxOrdersOf } from '#device/outbox-store';
import { storeSession } from '#device/session';
import { banksAtom, menuAtom, miniMarketsAtom } from '../src/state/catalogue/catalogue.ts';
import { openedOrderAtom } from '../src/state/checkout/outbox-orders.ts';
import {
  anOrder,
  chooseHandover,
  cikini,
  connectionLost,
  cutLine,
  fillCart,
  holdResponse,
  interceptRequests,
  isOrder,
  ordersOf,
  ordersSent,
  storeOnDevice,
} from './support/page/checkout.ts';
import { customer, storePending } from './support/page/customer.ts';
import { newDevice } from './support/page/devices.ts';
import { watchFor } from './support/page/page-observer.ts';
import { accepted, atPayment, pay, payBy, payOnce } from './support/page/payment-screen.ts';
import { changeListedOrders } from './support/page/placed-orders.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { closeTabs, stored, visit } from './support/page/visit.tsx';

test('banks and mini-markets are offered with their pictures, beside the sum', async () => {
  await atPayment();

  expect(screen.getAllByRole('radio').length).toBe(9);
  const indomaret = screen.getByRole('radio', { name: 'Indomaret' }).closest('label');
  expect(indomaret?.querySelector('img')).toHaveAttribute('src', '/api/images/mini-markets/indomaret.svg');
  expect(screen.getByText(/Total Harga \(3 barang\)/).nextElementSibling).toHaveTextContent('Rp45.000');
  expect(screen.getByText('Total Belanja').closest('p')).toHaveTextContent('Rp50.000');
});

test('the place and the order come first, each in a line that opens', async () => {
  const { user } = await atPayment();
  const place = screen.getByText('Kurir Goceng, Jalan Cikini Raya No. 73');
  const lines = screen.getByText('3 barang: Kopi Tubruk ×2, Klepon');
  expect(isBefore(place, lines)).toBe(true);
  expect(isBefore(lines, screen.getByRole('radio', { name: 'BCA' }))).toBe(true);
  expect(screen.getByRole('list', { name: 'Pesanan Anda', hidden: true })).not.toBeVisible();

  await user.click(lines);
  await user.click(place);

  expect(screen.getByRole('list', { name: 'Pesanan Anda' })).toHaveTextContent('2 × Kopi TubrukRp30.000');
  const line = screen.getByText('Jalan Cikini Raya No. 73').parentElement as HTMLElement;
  expect(await within(line).findByText(/^Cikini, Kec\. Menteng, /)).toHaveAttribute('value', '31.71.06.1003');
  expect(line.title).toMatch(/^Sari Dewi, Jalan Cikini Raya No\. 73, Cikini, Kec\. Menteng, .*, 081234567890$/);
  const ways = ['Ubah pesanan', 'Keranjang', 'Pengiriman'].map((name) => screen.getByRole('link', { name }));
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/carts', '/carts', '/carts/delivery']);
  await user.click(screen.getByRole('link', { name: 'Ubah' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Pengiriman' })).toBeVisible();
});

test('the remembered method comes first, in the shop before those of its till', async () => {
  const { user } = await atPayment({ handover: 'dine-in', table: '7' });
  const order = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(order().slice(0, 2)).toEqual(['Bayar di kasir', 'BCA']);

  await user.click(screen.getByRole('radio', { name: 'Indomaret' }));
  expect(order()[0]).toBe('Bayar di kasir');
  await waitFor(async () => expect(await stored('method')).toMatch(/^mini-markets\//));
  closeTabs();
  const { store } = await visit('/carts/payment');

  expect(await screen.findByRole('radio', { name: 'Indomaret' })).toBeChecked();
  expect(order()[0]).toBe('Indomaret');

  // The lists are loaded again whenever the screen is opened.
  await act(() => store.set(miniMarketsAtom));
  expect(order()[0]).toBe('Indomaret');
  cutLine(({ url }) => url.endsWith('/banks'));
  store.set(banksAtom);
  expect(screen.getByRole('radio', { name: 'Indomaret' })).toBeChecked();
});

test('the table is shown, changed in place, and sent with the order', async () => {
  const { session, user } = await atPayment({ handover: 'dine-in', table: '7' });
  const steps = screen.getByRole('navigation', { name: 'Langkah pesanan' });
  expect(within(steps).getByRole('link', { name: 'Meja' })).toBeVisible();

  await user.click(screen.getByText('Meja 7'));
  const table = await screen.findByRole('textbox', { name: 'Nomor meja' });
  await user.clear(table);
  // The key that closes a phone's keyboard does not pay.
  await user.type(table, '12{Enter}');
  expect(table).toBeVisible();
  expect(screen.queryByText(/^You have not choosen/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Bukan di meja' })).toHaveAttribute('href', '/carts/delivery');
  await payBy(user, 'BCA');

  await waitFor(async () =>
    expect(await ordersOf(session)).toMatchObject([
      { delivery_courier: 'dine-in', delivery_fee: 0, delivery_address: { fullStreet: 'Meja 12' } },
    ]),
  );
});

const isBefore = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test.for([
  ['the shop', 'Mesin rusak', /^Kedai membatalkan pesanan ini\./],
  ['the customer', cancelledByCustomer, /^Anda membatalkan pesanan ini\./],
] as const)('at the payment an order that %s has cancelled is no reason to ask', async ([, reason, words]) => {
  let status = 'waiting_payment';
  changeListedOrders((order) => ({ ...order, status, reason }));
  const { session, user } = await payOnce();
  await screen.findByText(/^Pesanan diterima kedai,/);
  expect(screen.getByRole('link', { name: 'Cara bayar' })).toBeVisible();
  status = 'cancelled';
  // The shop itself has not cancelled it, and would ask.
  interceptRequests((request, send) => {
    request.headers.delete('kedai-repeat');
    return send();
  });

  await user.router.navigate({ to: '/account/order-list' });
  await user.router.navigate({ to: '/carts/payment' });
  expect(await screen.findByRole('heading', { name: /^Pesanan KT-.* dibatalkan$/ })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Cara bayar' })).not.toBeInTheDocument();
  await user.click(pay());

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await ordersOf(session)).toHaveLength(2);
});

test.for(['banks', 'products'])('a press before the %s have arrived sends the order once they have', async (list) => {
  const sent = ordersSent();
  const session = await customer({ cart: { 'kopi-tubruk': 1 }, handover: 'pickup' }).onDevice();
  await storeOnDevice({ method: 'banks/bca' });
  const { goOn } = holdResponse(({ url }) => url.endsWith(`/${list}`));
  const user = await visit('/carts/payment');
  // A prerendered menu, which has no choices, is not yet that of the shop.
  if (list === 'products') void user.store.set(menuAtom, { known: { items: [], count: 0 } });
  await screen.findByText(list === 'banks' ? 'Memuat cara pembayaran . . .' : 'BCA');

  await user.click(pay());
  await user.click(pay());
  expect(pay()).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  goOn();

  expect(await screen.findByText(accepted)).toBeVisible();
  // Also the choices of the house's usual, with which the order on the screen is compared.
  expect(sent).toMatchObject([{ paymentMethod: { _id: 'bca' }, order_items: [{ choices: [{}] }] }]);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('a press is sent at once where neither the shop nor the device has the menu', async () => {
  await customer({ cart: { klepon: 1 }, handover: 'pickup' }).onDevice();
  await storeOnDevice({ method: 'banks/bca' });
  cutLine(({ url }) => /\/(products|orders)$/.test(url));
  const user = await visit('/carts/payment');
  await screen.findByRole('radio', { name: 'BCA' });

  await user.click(pay());

  expect(await screen.findByText('Kedai belum menjawab')).toBeVisible();
});

test('a cart of Rp0 is ordered without a payment method, and has nothing to pay', async () => {
  const session = await customer({ cart: { klepon: 2 }, prices: { klepon: 0 }, handover: 'pickup' }).onDevice();
  cutLine(({ url }) => url.endsWith('/carts'));
  interceptRequests(async (request, send) => {
    if (!isOrder(request)) return send();
    return Response.json({ order_number: 'KT-NOL', client_ref: request.headers.get('idempotency-key') });
  });
  const sent = ordersSent();
  const user = await visit('/carts/payment');

  expect(await screen.findByText('Tidak ada yang perlu dibayar.')).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  await user.click(pay());

  await screen.findByText(accepted);
  expect(sent).toMatchObject([{ totalShopping: 0, paymentMethod: { _id: 'bca', name: 'BCA' } }]);
  const card = await screen.findByRole('region', { name: 'Pesanan KT-NOL' });
  expect(card).toHaveTextContent('Tidak ada yang perlu dibayar.');
  expect(card).not.toHaveTextContent(/BCA|4471/);
  await user.click(within(card).getByRole('button', { name: 'Tutup' }));
  expect(await within(card).findByRole('button', { name: 'Lihat' })).toBeVisible();
  await user.router.navigate({ to: '/carts/payment' });
  expect(await screen.findByText(/^Pesanan diterima kedai,/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lihat pesanan Anda' })).toBeVisible();
  expect(screen.queryByText('Cara bayar')).not.toBeInTheDocument();
  expect((await outboxOrdersOf(session))[0]?.order).toMatchObject({ subTotal: 0, totalShopping: 0 });
});

test("a cart of Rp0 has a courier's fee to pay, so its method is asked for", async () => {
  const { session, user } = await atPayment({ pieces: { klepon: 1 }, prices: { klepon: 0 } });

  await user.click(pay());

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You have not choosen a payment method, please choose a payment method first!',
  );
  expect(screen.getByRole('radio', { name: 'BCA' })).toHaveFocus();
  expect(await ordersOf(session)).toEqual([]);
});

test('an order of Rp0 that costs something by now is not paid by a method that was never chosen', async () => {
  const session = await customer({ cart: { klepon: 2 }, prices: { klepon: 0 }, handover: 'pickup' }).onDevice();
  interceptRequests((request, send) => (request.url.endsWith('/carts') ? connectionLost() : send()));
  const user = await visit('/carts/payment');
  await screen.findByText('Tidak ada yang perlu dibayar.');

  await user.click(pay());
  await screen.findByRole('table');
  await user.router.navigate({ to: '/account/order-list' });
  expect(await screen.findByRole('link', { name: 'Pilih cara bayar' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Pesanan yang menunggu' })).not.toHaveTextContent('BCA');
  expect(screen.queryByRole('button', { name: 'Setuju dengan harga baru' })).not.toBeInTheDocument();
  await user.router.navigate({ to: '/carts/payment' });
  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  await user.click(await screen.findByRole('radio', { name: 'BNI' }));
  await user.click(pay());
  await screen.findByText(accepted);
  expect(await ordersOf(session)).toMatchObject([{ totalShopping: 30_000, paymentMethod: { name: 'BNI' } }]);
});

test('a cart of Rp0 waits for the payment methods, which the order has to name', async () => {
  await customer({ cart: { klepon: 1 }, prices: { klepon: 0 }, handover: 'pickup' }).onDevice();
  const line = cutLine(({ url }) => /\/(banks|mini-markets|carts)$/.test(url));
  const user = await visit('/carts/payment');
  await screen.findByText('Daftar bank gagal dimuat.');
  line.cut = false;

  for (const retry of screen.getAllByRole('button', { name: 'Coba lagi' })) await user.click(retry);

  expect(await screen.findByText('Tidak ada yang perlu dibayar.')).toBeVisible();
});

test('the chosen payment method is sent also where another API gives banks and mini-markets the same ids', async () => {
  const numbered = (...names: string[]) => Response.json(names.map((name, at) => ({ _id: at + 1, name })));
  interceptRequests(async ({ url }, send) => {
    if (url.endsWith('/banks')) return numbered('BCA', 'BNI');
    return url.endsWith('/mini-markets') ? numbered('Alfamart', 'Indomaret') : send();
  });
  const { user } = await atPayment();
  const sent = ordersSent();

  await user.click(screen.getByRole('radio', { name: 'Indomaret' }));
  expect(screen.getByRole('radio', { name: 'Indomaret' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'BNI' })).not.toBeChecked();
  await user.click(pay());

  await waitFor(() => expect(sent[0]?.paymentMethod).toMatchObject({ _id: '2', name: 'Indomaret' }));
  const refused = (await screen.findByText('Pesanan ditolak kedai')).parentElement;
  expect(refused).toHaveTextContent('Kedai ini tidak menerima metode pembayaran tersebut.');
  expectConsoleError(/The shop refused order/);
});

test('an order is sent and accepted once, and leaves the cart as it is', async () => {
  const { session, user } = await atPayment();
  const sent = ordersSent();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const timers = spyOnTimers();
  const wasEverTold = watchFor(() => screen.queryByText('Cara bayar') !== null);

  await user.click(pay());

  await findToast(accepted);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bayar' })).not.toBeInTheDocument());
  // The notice on the payment screen.
  expect(wasEverTold()).toBe(false);
  expect(timers()).toContain(1_500);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(sent).toMatchObject([
    {
      delivery_courier: 'goceng',
      delivery_address: cikini,
      order_items: [{ product: 'kopi-tubruk', qty: 2 }, { product: 'klepon' }],
      totalShopping: 50_000,
      paymentMethod: { _id: 'bca' },
    },
  ]);
  const [placed] = await ordersOf(session);
  expect(placed).toMatchObject({ totalShopping: 50_000, status: 'waiting_payment', delivery_courier: 'goceng' });
  expect(await stored('counter')).toBe(3);
  expect(placed?.order_number).toMatch(/\d/);
  expect(await screen.findByRole('heading', { name: new RegExp(`${placed?.order_number}`) })).toBeVisible();
});

test("'Bayar' is disabled and says so while the order is being sent", async () => {
  const { user } = await atPayment();
  const { goOn } = holdResponse(isOrder);

  await payBy(user, 'BCA');

  const sending = await screen.findByRole('button', { name: 'Mengirim pesanan…' });
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  // The button keeps the focus.
  expect(sending).toHaveFocus();
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
  goOn();
  await findToast(accepted);
});

test('O3 an accepted order is found again without a connection, and its line stays while it is under way', async () => {
  const { session, user } = await atPayment();
  await payBy(user, 'BCA');
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  closeTabs();
  interceptRequests((request, send) => (/orders$/.test(request.url) ? connectionLost() : send()));

  const later = await visit('/account/order-list');
  expect(await screen.findByRole('row', { name: new RegExp(number) })).toBeVisible();
  expect(screen.queryByText('No order history')).not.toBeInTheDocument();

  await later.router.navigate({ to: '/products' });
  const card = await screen.findByRole('region', { name: `Pesanan ${number}` });
  expect(card).not.toHaveTextContent('Rp50.000');
  await later.click(within(card).getByRole('button', { name: 'Cara bayar' }));
  await waitFor(() => expect(card).toHaveTextContent('Rp50.000'));
  await later.click(within(card).getByRole('button', { name: 'Tutup' }));
  expect(card).not.toHaveTextContent('Rp50.000');
  closeTabs();
  const { store } = await visit('/products');
  const line = await screen.findByRole('region', { name: `Pesanan ${number}` });
  expect(within(line).queryByRole('button', { name: 'Tutup' })).not.toBeInTheDocument();
  // As it is opened where the shop's list has come before this device's own orders.
  act(() => store.set(openedOrderAtom, number));
  await waitFor(() => expect(line).toHaveTextContent('Rp50.000'));
});

test('F15 an order that is placed after the clock was set back is shown with its number', async () => {
  const { session, user } = await atPayment();
  const order = { order_number: 'KT-BESOK-1', totalQty: 2, totalShopping: 35_000, status: 'waiting_payment' };
  const settledAt = Date.now() + 24 * 60 * 60_000;
  await storePending(session, await anOrder(), { state: 'accepted', settledAt, order });

  await payBy(user, 'BCA');

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  const card = await screen.findByRole('region', { name: `Pesanan ${number}` });
  expect(card).toHaveTextContent('Rp50.000');
});

test("C5 the cart that an order leaves as it was can be emptied from the order's card", async () => {
  const { user } = await atPayment();
  await payBy(user, 'BCA');

  await user.click(await screen.findByRole('button', { name: 'Kosongkan keranjang' }));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure want to delete all this product?' });
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it!' }));

  await findToast('Deleted!');
  await waitFor(async () => expect(await stored('counter')).toBe(0));
});

/** The question about lines that were ordered a moment ago, under the number of the last order. */
const aboutRepeat = /^Keranjang ini sudah dipesan \d+ menit lalu \(KT-\S+\)\. Pesan lagi\?$/;

test('ordering the very same again asks before it becomes a second order', async () => {
  const { session, user } = await payOnce();

  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  const question = await screen.findByRole('alertdialog', { name: aboutRepeat });
  // Nothing is being sent while the question is open.
  expect(pay()).toBeVisible();
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  expect(question).toHaveTextContent(`(${number})`);
  await user.click(within(question).getByRole('button', { name: 'Batal' }));
  expect(await ordersOf(session)).toHaveLength(1);

  // The third time, too, there is only one question, however many equal orders came before.
  for (const count of [2, 3]) {
    await user.router.navigate({ to: '/carts/payment' });
    await user.click(await screen.findByRole('button', { name: 'Bayar' }));
    await user.click(await screen.findByRole('button', { name: 'Pesan lagi' }));
    await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
    expect(await ordersOf(session)).toHaveLength(count);
  }
});

test('the same cart is asked about again with another way to pay', async () => {
  const { session, user } = await payOnce();

  await payBy(user, 'Mandiri');
  const question = await screen.findByRole('alertdialog', { name: aboutRepeat });
  await user.click(within(question).getByRole('button', { name: 'Lihat pesanan' }));

  expect(await screen.findByRole('row', { name: /KT-/ })).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/account/order-list');
  expect(await ordersOf(session)).toHaveLength(1);
});

test.for([
  ['Pesan lagi', 2, 'accepted', '/products'],
  ['Batal', 1, 'cancelled', '/carts/payment'],
] as const)('the shop asks about the same cart on a second phone, once: after %s it has %d orders', async (row) => {
  const [answer, count, state, path] = row;
  // The cart of the first phone would be added to that of the second one.
  cutLine(({ url }) => url.endsWith('/carts'));
  const { session } = await payOnce();
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  closeTabs();
  newDevice();
  await storeSession(session);
  await fillCart({ 'kopi-tubruk': 2, klepon: 1 });
  await chooseHandover('pickup');
  const user = await visit('/carts/payment');
  await screen.findByRole('radio', { name: 'Mandiri' });

  await payBy(user, 'Mandiri');
  const question = await screen.findByRole('alertdialog', { name: aboutRepeat });
  expect(question).toHaveTextContent(number);
  await user.click(within(question).getByRole('button', { name: answer }));

  await waitFor(async () => expect(await outboxOrdersOf(session)).toMatchObject([{ state }]));
  expect(await ordersOf(session)).toHaveLength(count);
  await waitFor(() => expect(user.router.state.location.pathname).toBe(path));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a customer without a courier is led back to the choice', async () => {
  const { session, user } = await atPayment({ handover: '' });
  const bca = screen.getByRole('radio', { name: 'BCA' });
  expect(isBefore(screen.getByText('Anda harus memilih kurir terlebih dahulu'), bca)).toBe(true);
  await user.click(bca);

  await user.click(pay());

  expect(await screen.findByRole('alert')).toHaveTextContent('Anda harus memilih kurir terlebih dahulu');
  const mend = screen.getByRole('link', { name: 'Pilih kurir' });
  expect(mend).toHaveFocus();
  expect(await ordersOf(session)).toEqual([]);
  await user.click(mend);
  expect(await screen.findByRole('heading', { level: 1, name: 'Pengiriman' })).toBeVisible();
});
