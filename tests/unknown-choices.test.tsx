/** Addresses, and a device, that name what the shop does not have: an older or default choice must not silently take its place. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shop } from '#core/shop';
import { clearMessages } from '../design/messages.tsx';
import { chooseHandover, cikini, ordersOf, storeOnDevice } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { watchFor } from './support/page/page-observer.ts';
import { findToast } from './support/page/toasts.ts';
import { loggedIn, stored, visit } from './support/page/visit.tsx';

const refused = /tidak ada di kedai ini$/;
const service = (name: RegExp) => screen.findByRole('button', { name });
const radio = (name: RegExp) => screen.findByRole('radio', { name });
const toPayment = () => screen.findByRole('button', { name: 'Pilih metode pembayaran' });
const table = () => screen.findByRole('textbox', { name: 'Nomor meja' });

const nothingIsChosen = () =>
  waitFor(async () => expect(await stored('handover')).toMatchObject({ handover: '', table: '' }));

test.for([
  ['meja=3&meja=4', 'Meja “3, 4” tidak ada di kedai ini'],
  ['meja=', 'Meja tanpa nomor tidak ada di kedai ini'],
  ['MEJA=25&layanan=pickup', 'Meja 25 tidak ada di kedai ini'],
] as const)('?%s chooses nothing in place of an older table, and says so', async ([search, sentence]) => {
  expect(shop.tables).toBe(24);
  await chooseHandover('dine-in', '24');
  await visit(`/products?${search}`);

  expect(await screen.findByText(refused)).toHaveTextContent(sentence);

  await nothingIsChosen();
  for (const button of within(screen.getByRole('list', { name: 'Layanan' })).getAllByRole('button')) {
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(button).not.toHaveTextContent('Meja');
  }
});

test('in place of a table that does not exist, delivery asks for one, which is dine-in', async () => {
  const { user } = await customer({ cart: { klepon: 1 }, address: cikini, handover: 'goceng' }).at('/?meja=25');
  await screen.findByText('Meja 25 tidak ada di kedai ini');
  await user.router.navigate({ to: '/carts/delivery' });

  await user.click(await toPayment());

  expect(await screen.findByText('Isi nomor meja terlebih dahulu, 1 sampai 24')).toBeVisible();
  expect(await table()).toHaveFocus();
  expect(await table()).toHaveValue('');
  for (const choice of screen.getAllByRole('radio')) expect(choice).not.toBeChecked();
  expect(user.router.state.location.pathname).toBe('/carts/delivery');

  await user.type(await table(), '12');
  expect(await radio(/Makan di sini/)).toBeChecked();
  expect(await table()).toHaveFocus();
  await user.click(await toPayment());

  expect(await screen.findByText('Meja 12')).toBeVisible();
  expect(await stored('handover')).toMatchObject({ handover: 'dine-in', table: '12' });
});

test('the payment screen asks for the number of a table that does not exist, and takes it', async () => {
  const { session, user } = await customer({ cart: { klepon: 1 }, handover: 'pickup' }).at('/carts/payment?meja=25');
  expect(await screen.findByText('Makan di sini')).toBeVisible();
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  await user.click(screen.getByRole('button', { name: 'Bayar' }));

  expect(await screen.findByText('Isi nomor meja terlebih dahulu, 1 sampai 24')).toBeVisible();
  expect(await table()).toHaveFocus();
  await user.type(await table(), '12');
  expect(await table()).toHaveFocus();
  expect(await table()).toHaveValue('12');
  await user.click(screen.getByRole('button', { name: 'Bayar' }));
  await waitFor(async () =>
    expect(await ordersOf(session)).toMatchObject([{ delivery_address: { fullStreet: 'Meja 12' } }]),
  );
});

test('after the code of a table that does not exist Delivery can be chosen, and a courier is asked for', async () => {
  const { user } = await customer({ cart: { klepon: 1 } }).at('/products?meja=25');
  await nothingIsChosen();
  await user.click(await service(/Delivery/));
  await user.router.navigate({ to: '/carts/delivery' });

  await user.click(await toPayment());

  expect(await screen.findByRole('alert')).toHaveTextContent('Anda harus memilih kurir terlebih dahulu');
  expect(screen.queryByRole('textbox', { name: 'Nomor meja' })).not.toBeInTheDocument();
});

/** Returns a function that says whether the refusal has been shown again since. */
function watchForRefusal() {
  act(clearMessages);
  return watchFor(() => screen.queryByText(refused) !== null);
}

test('that a table does not exist is said once, and going back to its address does not undo a later choice', async () => {
  const user = await visit('/?meja=25');
  await screen.findByText(refused);
  const isSaidAgain = watchForRefusal();
  await user.click(await screen.findByRole('link', { name: /Pick-Up/ }));
  await waitFor(async () => expect(await stored('handover')).toMatchObject({ handover: 'pickup' }));

  user.router.history.back();
  await waitFor(() => expect(user.router.state.location.searchStr).toBe('?meja=25'));
  await user.router.navigate({ to: '/products' });

  expect(await service(/Pick-Up/)).toHaveAttribute('aria-pressed', 'true');
  expect(isSaidAgain()).toBe(false);
});

test.for(['meja=25', 'meja=7'])('?%s chooses once, also where the address changes', async (search) => {
  const user = await visit(`/products?${search}&tags=Panas`);
  await waitFor(async () => expect(await stored('handover')).toBeDefined());
  const isSaidAgain = watchForRefusal();
  await user.click(await service(/Pick-Up/));

  await user.router.navigate({
    to: '/products',
    search: (now: object) => ({ ...now, tags: undefined }),
    replace: true,
  } as never);
  await waitFor(() => expect(user.router.state.location.searchStr).toBe(`?${search}`));
  await user.router.navigate({ to: '/about' });
  user.router.history.back();
  await waitFor(() => expect(user.router.state.location.searchStr).toBe(`?${search}`));

  expect(await service(/Pick-Up/)).toHaveAttribute('aria-pressed', 'true');
  expect(await stored('handover')).toMatchObject({ handover: 'pickup' });
  expect(isSaidAgain()).toBe(false);
});

test.for([
  ['layanan=', 'Layanan tanpa nama tidak ada di kedai ini'],
  ['layanan=pickup&layanan=courier', 'Layanan “pickup, courier” tidak ada di kedai ini'],
] as const)('?%s chooses nothing in place of an older service, and says so', async ([search, sentence]) => {
  await customer({ cart: { klepon: 1 }, handover: 'dine-in', table: '7' }).onDevice();
  const user = await visit(`/carts/delivery?${search}`);

  expect(await screen.findByText(refused)).toHaveTextContent(sentence);

  await waitFor(() => expect(screen.getByRole('radio', { name: /Makan di sini/ })).not.toBeChecked());
  await user.click(await toPayment());
  expect(await screen.findByRole('alert')).toHaveTextContent('Anda harus memilih kurir terlebih dahulu');
  expect(screen.queryByRole('textbox', { name: 'Nomor meja' })).not.toBeInTheDocument();
  await user.click(await radio(/Makan di sini/));
  expect(await table()).toHaveValue('7');
});

test('a table and a product that do not exist are both said', async () => {
  const user = await visit('/products?meja=25&produk=no-more');

  await findToast('Meja 25 tidak ada di kedai ini');
  await findToast('Produk ini sudah tidak ada di menu');
  await nothingIsChosen();
  expect(user.router.state.location.searchStr).toBe('?meja=25');
});

const chosen = (handover: string, table: unknown = '') => ({ handover: { handover, table, chosenAt: Date.now() } });

test.for([
  ['a courier that the shop no longer has', chosen('becak'), 'Anda harus memilih kurir terlebih dahulu'],
  ['a table that the shop no longer has', chosen('dine-in', '25'), 'Isi nomor meja terlebih dahulu, 1 sampai 24'],
  ['a handover that does not fit', chosen('pickup', 7), 'Anda harus memilih kurir terlebih dahulu'],
  ['an address that does not fit', { address: { ...cikini, fullStreet: null } }, /pilih atau tambah alamat pengiriman/],
] as const)('of %s on the device nothing is left chosen, and it is asked for', async ([, values, asked]) => {
  await customer({ cart: { klepon: 1 }, address: cikini, handover: 'goceng' }).onDevice();
  await storeOnDevice(values);
  const user = await visit('/carts/delivery');

  await user.click(await toPayment());

  expect(await screen.findByText(asked)).toBeVisible();
});

test('of a way to pay on the device that the shop no longer has none is chosen, and it is asked for', async () => {
  const session = await customer({ cart: { klepon: 1 }, handover: 'pickup' }).onDevice();
  await storeOnDevice({ method: 'banks/gone' });
  const user = await visit('/carts/payment');
  for (const method of await screen.findAllByRole('radio')) expect(method).not.toBeChecked();

  await user.click(screen.getByRole('button', { name: 'Bayar' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('You have not choosen a payment method');
  expect(await ordersOf(session)).toEqual([]);
});

test.for([
  ['has left the menu', { _id: 'no-more', name: 'Kopi Lama', price: 9_000 }, 'Kopi Lama sudah tidak ada di menu', []],
  ['has a new price', { _id: 'klepon', name: 'Klepon', price: 1 }, /ada di keranjang$/, [{ price: 15_000, qty: 1 }]],
] as const)('a wanted product on the device that %s is not added as it was', async ([, product, said, cart]) => {
  await loggedIn();
  await storeOnDevice({ wanted: { product, wantedAt: Date.now() }, cart: [] });
  await visit('/about');

  await waitFor(() => expect(screen.getByText(said)).toBeVisible());
  await waitFor(async () => expect(await stored('cart')).toMatchObject(cart));
});
