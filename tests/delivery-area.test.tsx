/** A shop that names the regencies where its couriers deliver. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliveryRegencies } from '../src/state/checkout/checkout.ts';
import { cikini, connectionLost, interceptRequests, ordersSent, storeOnDevice } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { type Customer, stored } from './support/page/visit.tsx';

const depok = {
  ...cikini,
  fullStreet: 'Jalan Margonda 1',
  provinsi: '32',
  kabupaten: '32.76',
  kecamatan: '32.76.06',
  kelurahan: '32.76.06.1001',
};

beforeEach(() => {
  deliveryRegencies.push({ kode: '32.76', nama: 'Kota Depok' }, { kode: '32.01', nama: 'Kabupaten Bogor' });
});
afterEach(() => {
  deliveryRegencies.length = 0;
});

const area = 'Kami mengantar ke Kota Depok dan Kabupaten Bogor.';
const refused =
  /^Kurir kami tidak mengantar ke alamat ini, hanya ke Kota Depok dan Kabupaten Bogor\. Pilih alamat lain/;
const courier = (name: RegExp) => screen.findByRole('radio', { name });

const cart = { klepon: 1 };

async function optionsOf(user: Customer, name: string) {
  const box = await screen.findByRole('combobox', { name });
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
  await user.click(box);
  return screen.findAllByRole('option');
}

test('the delivery screen says where the couriers deliver, and an address elsewhere is not ordered by courier', async () => {
  const { user } = await customer({ cart, address: cikini }).at('/carts/delivery');
  const couriers = (await screen.findByRole('heading', { name: 'Kurir' })).closest('section') as HTMLElement;
  expect(within(couriers).getByText(area)).toBeVisible();

  await user.click(await courier(/Goceng/));
  expect(await screen.findByRole('alert')).toHaveTextContent(refused);
  await user.click(screen.getByRole('button', { name: 'Pilih metode pembayaran' }));

  expect(user.router.state.location.pathname).toBe('/carts/delivery');
  const choose = screen.getByRole('link', { name: 'Pilih Alamat' });
  expect(choose).toHaveFocus();
  expect(choose).toHaveAccessibleDescription(refused);
});

test('a customer who comes to the payment with such an address is told, and nothing is sent', async () => {
  const sent = ordersSent();
  const { user } = await customer({ cart, address: cikini, handover: 'goceng' }).at('/carts/payment');
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  await user.click(screen.getByRole('button', { name: 'Bayar' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(refused);
  expect(screen.getByRole('link', { name: 'Pilih alamat' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test.for([
  ['an address there', depok, 'goceng'],
  ['an address elsewhere of an order that is picked up', cikini, 'pickup'],
  ['an address of a host with codes of its own', { ...cikini, kabupaten: 'JKT-PST' }, 'goceng'],
] as const)('%s can be ordered', async ([, address, handover]) => {
  const { user } = await customer({ cart, address, handover }).at('/carts/delivery');

  await user.click(await screen.findByRole('button', { name: 'Pilih metode pembayaran' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Pembayaran' })).toBeVisible();
  expect(screen.queryByText(refused)).not.toBeInTheDocument();
});

test('a saved address elsewhere says so before it is chosen', async () => {
  const { user } = await customer({ cart, saved: [cikini, depok] }).at('/carts/choose-address');

  const elsewhere = await screen.findByRole('button', { name: /^Di luar wilayah antar.*Cikini Raya/ });
  expect(screen.getByRole('button', { name: /Margonda/ })).not.toHaveTextContent('Di luar wilayah antar');
  await user.click(elsewhere);

  expect(await screen.findByText(refused)).toBeVisible();
});

test.for(['/carts/new-address', '/account/new-address'])(
  'the form at %s says where the couriers deliver, offers that first, and warns of a regency elsewhere, also without a connection',
  async (address) => {
    const { user } = await customer({ cart }).at(address);
    const said = await screen.findByText(area);
    const [name] = await screen.findAllByRole('textbox', { name: 'Nama lengkap' });
    expect(said.compareDocumentPosition(name as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    expect((await optionsOf(user, 'Provinsi'))[0]).toHaveTextContent('Jawa Barat');
    await user.click(screen.getByRole('option', { name: 'Jawa Barat' }));
    const regencies = await optionsOf(user, 'Kabupaten/Kota');
    expect(regencies.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'Kota Depok',
      'Kabupaten Bogor',
      'Kabupaten Bandung',
    ]);
    interceptRequests(connectionLost);
    await user.click(screen.getByRole('option', { name: 'Kabupaten Bandung' }));

    const box = screen.getByRole('combobox', { name: 'Kabupaten/Kota' });
    expect(await screen.findByText(/^Kurir kami tidak mengantar ke Kabupaten Bandung\./)).toBeVisible();
    expect(box).toHaveAccessibleDescription(/Alamat ini bisa disimpan/);
    await optionsOf(user, 'Kabupaten/Kota');
    await user.click(screen.getByRole('option', { name: 'Kota Depok' }));
    await waitFor(() => expect(screen.queryByText(/^Kurir kami tidak mengantar/)).not.toBeInTheDocument());
  },
);

test('a new address elsewhere is saved, and then not ordered by courier', async () => {
  await storeOnDevice({ drafts: { 'new-address': cikini } });
  const { user } = await customer({ cart, handover: 'goceng' }).at('/carts/new-address');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Kelurahan/Desa' })).toHaveValue('Cikini'));

  await user.click(screen.getByRole('button', { name: 'Tambah Alamat' }));

  expect(await screen.findByText(refused)).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/carts/delivery');
  expect(await stored('address')).toMatchObject({ kabupaten: '31.71' });
});

test('a shop that names no regencies says nothing about them', async () => {
  deliveryRegencies.length = 0;
  await customer({ cart, address: cikini }).at('/carts/delivery');

  await courier(/Goceng/);
  expect(screen.queryByText(/mengantar ke/)).not.toBeInTheDocument();
});
