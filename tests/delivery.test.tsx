import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shop } from '#core/shop';
import { chooseHandoverAtom, handoverAtom, tableAtom } from '../src/state/checkout/handover.ts';
import { chooseAddress, chooseHandover, cikini, fillCart } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { loggedIn, openState, visit } from './support/page/visit.tsx';

const courier = (name: RegExp) => screen.findByRole('radio', { name });
const toPayment = () => screen.getByRole('button', { name: 'Pilih metode pembayaran' });
const cost = (name: RegExp) => screen.getByText(name).nextElementSibling;

async function atDelivery(address = '/carts/delivery') {
  const { user } = await customer({ cart: { 'kopi-tubruk': 2, klepon: 1 } }).at(address);
  await screen.findByRole('button', { name: 'Pilih metode pembayaran' });
  return user;
}

test('the order is listed line by line, each with its note', async () => {
  await atDelivery();

  const items = within(screen.getByRole('list', { name: 'Pesanan Anda' })).getAllByRole('listitem');

  expect(items[0]).toHaveTextContent('PESANAN 1Kopi TubrukNote: Strong2 × Rp15.000');
  expect(items[1]).toHaveTextContent('PESANAN 2KleponNote: Strong1 × Rp15.000');
});

const namesBelow = (title: string) => {
  const part = screen.getByRole('heading', { name: title }).closest('section') as HTMLElement;
  return [...part.querySelectorAll('strong')].map(({ textContent }) => textContent);
};

test('at a table dine-in comes first and is chosen, and the couriers are one tap away', async () => {
  const user = await atDelivery('/carts/delivery?meja=07');
  const elsewhere = await screen.findByText('Antar ke tempat lain');

  expect(await courier(/Makan di sini/)).toBeChecked();
  expect(namesBelow('Di kedai')).toEqual(['Makan di sini', 'Ambil sendiri']);
  expect(screen.getByRole('textbox', { name: 'Nomor meja' })).toHaveValue('7');
  expect(screen.queryByText('Atau tanpa kurir')).not.toBeInTheDocument();
  expect(elsewhere.closest('details')).not.toHaveAttribute('open');
  await user.click(elsewhere);
  expect(namesBelow('Kurir')).toEqual(['Goceng', 'Mantap', 'Shopoo']);
  await user.click(await courier(/Mantap/));
  await waitFor(() => expect(cost(/Ongkos Kirim/)).toHaveTextContent('Rp7.000'));
  expect(elsewhere.closest('details')).toHaveAttribute('open');
});

test.for([
  ['the service Delivery', 'courier'],
  ['a courier', 'goceng'],
] as const)('at a table where %s was chosen the couriers are shown', async ([, handover]) => {
  await chooseHandover(handover, '7');
  await atDelivery();

  expect((await screen.findByText('Antar ke tempat lain')).closest('details')).toHaveAttribute('open');
});

test('typing the number of the table moves nothing', async () => {
  const user = await atDelivery();
  await user.click(await courier(/Makan di sini/));

  await user.type(await screen.findByRole('textbox', { name: 'Nomor meja' }), '7');

  expect(await screen.findByRole('textbox', { name: 'Nomor meja' })).toHaveValue('7');
  expect(namesBelow('Atau tanpa kurir')).toEqual(['Ambil sendiri', 'Makan di sini']);
  expect(screen.queryByText('Antar ke tempat lain')).not.toBeInTheDocument();
});

test('deleting the number of a known table moves nothing', async () => {
  const user = await atDelivery('/carts/delivery?meja=7');
  await screen.findByText('Antar ke tempat lain');
  const table = screen.getByRole('textbox', { name: 'Nomor meja' });

  await user.clear(table);

  expect(table).toHaveFocus();
  expect(screen.getByText('Antar ke tempat lain')).toBeVisible();
});

test('only the step where the customer is counts as the current one', async () => {
  await atDelivery();

  const current = [...steps().querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);

  expect(current).toEqual(['2Pengiriman']);
  expect(within(steps()).getByRole('link', { name: 'Keranjang' })).toBeVisible();
});

const steps = () => screen.getByRole('navigation', { name: 'Langkah pesanan' });

const ticked = () => {
  const all = within(steps()).getAllByRole('listitem');
  return all.flatMap((step) => (step.querySelector('svg') ? step.textContent : []));
};

test.for([
  ['a visitor', false, {}, '', []],
  ['an empty cart', true, {}, 'goceng', []],
  ['no courier', true, { klepon: 1 }, '', ['Keranjang']],
  ['nothing missing', true, { klepon: 1 }, 'goceng', ['Keranjang', 'Pengiriman']],
] as const)(
  'at the payment with %s only completed steps are ticked',
  async ([, isCustomer, pieces, handover, done]) => {
    if (isCustomer) await loggedIn();
    await fillCart(pieces);
    await chooseAddress(cikini);
    if (handover) await chooseHandover(handover);
    await visit('/carts/payment');

    await waitFor(() => expect(ticked()).toEqual(done));

    for (const name of ['Keranjang', 'Pengiriman']) expect(within(steps()).getByRole('link', { name })).toBeVisible();
  },
);

test('a courier is offered with its fee, which is added to the total once it is chosen', async () => {
  await chooseAddress(cikini);
  const user = await atDelivery();
  expect(cost(/Total Harga \(3 barang\)/)).toHaveTextContent('Rp45.000');
  expect(cost(/Ongkos Kirim/)).toHaveTextContent('Belum dipilih');
  const address = screen.getByRole('heading', { name: 'Alamat pengiriman' }).parentElement;
  await waitFor(() => expect(address).toHaveTextContent(/Sari Dewi 081234567890Jalan Cikini Raya No\. 73/));

  await user.click(await courier(/Mantap.*Rp7\.000/));

  await waitFor(() => expect(cost(/Ongkos Kirim/)).toHaveTextContent('Rp7.000'));
  expect(screen.getByText('Total Belanja').closest('p')).toHaveTextContent('Rp52.000');
});

test('without a courier the payment screen does not open, and the focus moves to the choice', async () => {
  const user = await atDelivery();

  await user.click(toPayment());

  expect(await screen.findByRole('alert')).toHaveTextContent('Anda harus memilih kurir terlebih dahulu');
  expect(await courier(/Goceng/)).toHaveFocus();
  expect(user.router.state.location.pathname).toBe('/carts/delivery');
  await user.click(await courier(/Mantap/));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('a courier order without an address says so, with a link to add one', async () => {
  const user = await atDelivery();
  await user.click(await courier(/Goceng/));

  await user.click(toPayment());

  expect(await screen.findByRole('alert')).toHaveTextContent('pilih atau tambah alamat pengiriman');
  const choose = screen.getByRole('link', { name: 'Pilih Alamat' });
  expect(choose).toHaveFocus();
  expect(choose).toHaveAttribute('href', '/carts/choose-address');
  expect(screen.getByRole('link', { name: 'Tambah Alamat Baru' })).toHaveAttribute('href', '/carts/new-address');
});

test('a customer who picks the order up pays no fee and needs no address', async () => {
  const user = await atDelivery();

  await user.click(await courier(/Ambil sendiri Tanpa ongkos kirim/));
  await waitFor(() => expect(cost(/Ongkos Kirim/)).toHaveTextContent('Rp0'));
  expect(within(screen.getByRole('main')).getByText(shop.contact.address.join(', '))).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Pilih Alamat' })).not.toBeInTheDocument();
  await user.click(toPayment());

  expect(await screen.findByText('Ambil sendiri di kedai')).toBeVisible();
});

test("a customer who eats in gives the table's number, and only one that this shop has", async () => {
  const user = await atDelivery();
  await user.click(await courier(/Makan di sini/));
  const table = await screen.findByRole('textbox', { name: 'Nomor meja' });

  await user.type(table, '99');
  await user.click(toPayment());
  expect(await screen.findByText(/Isi nomor meja terlebih dahulu/)).toBeVisible();
  expect(table).toHaveFocus();
  await user.clear(table);
  await user.type(table, '7');
  await user.click(toPayment());

  expect(await screen.findByText('Meja 7')).toBeVisible();
});

test.for([
  ['a moment ago is still chosen', 0, 'goceng'],
  ['yesterday is not', 24, undefined],
] as const)('a courier chosen %s', async ([, hours, id]) => {
  await chooseHandover('goceng', '', Date.now() - hours * 60 * 60_000);

  const store = await openState();

  expect(store.get(handoverAtom)?.id).toBe(id);
});

test('a courier chosen on a page that was in view all day is chosen', async () => {
  const store = await openState();
  onTestFinished(store.sub(handoverAtom, () => undefined));
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 60 * 60_000);

  await store.set(chooseHandoverAtom, { handover: 'mantap' });

  expect(store.get(handoverAtom)?.id).toBe('mantap');
});

test.for([
  ['seven hours later', 7],
  ['when the clock was set back since (F15)', -20],
] as const)('a page that is still open %s has forgotten the table', async ([, hours]) => {
  await chooseHandover('dine-in', '7');
  const store = await openState();
  onTestFinished(store.sub(tableAtom, () => undefined));
  expect(store.get(tableAtom)).toBe('7');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 60 * 60_000);

  document.dispatchEvent(new Event('visibilitychange'));

  expect([store.get(handoverAtom), store.get(tableAtom)]).toEqual([undefined, '']);
});

test.for(['/carts/delivery', '/carts/payment'])('%s of an empty cart says that it is empty', async (path) => {
  await customer({}).at(path);

  expect(await screen.findByText('Cart is empty')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go Products' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Pilih metode pembayaran|Bayar)$/ })).not.toBeInTheDocument();
});
