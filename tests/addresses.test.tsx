import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  betweenShopAndPhone,
  choosesAddress,
  cikini,
  connectionLost,
  inTheCart,
  savedAddresses,
  saves,
} from './support/checkout.ts';
import { loggedIn, stored, visit } from './support/visit.tsx';

const add = () => screen.getByRole('button', { name: 'Tambah Alamat' });
const level = (name: string) => screen.findByRole('combobox', { name });

async function types(user: UserEvent) {
  await user.type(await screen.findByRole('textbox', { name: 'Nama lengkap' }), 'Sari Dewi');
  await user.type(screen.getByRole('textbox', { name: 'Nomor handphone' }), '0812-3456-7890');
  await user.type(screen.getByRole('textbox', { name: 'Jalan' }), 'Jalan Cikini Raya No. 73');
}

async function picks(user: UserEvent, name: string, typed: string, region: string) {
  const box = await level(name);
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
  await user.click(box);
  await user.keyboard(typed);
  await user.click(await screen.findByRole('option', { name: region }));
  expect(box).toHaveValue(region);
}

async function picksCikini(user: UserEvent) {
  await picks(user, 'Provinsi', 'jakarta', 'Daerah Khusus Ibukota Jakarta');
  await picks(user, 'Kabupaten/Kota', 'pusat', 'Kota Administrasi Jakarta Pusat');
  await picks(user, 'Kecamatan', 'ment', 'Menteng');
  await picks(user, 'Kelurahan/Desa', 'cik', 'Cikini');
}

async function atNewAddress() {
  const session = await loggedIn();
  await inTheCart({ klepon: 1 });
  const user = await visit('/carts/new-address');
  await screen.findByRole('button', { name: 'Tambah Alamat' });
  return { session, user };
}

test('name, phone and street come first, and the focus is led to the first that is empty', async () => {
  const { user } = await atNewAddress();
  await user.type(screen.getByRole('textbox', { name: 'Nama lengkap' }), 'Sari Dewi');
  await user.type(screen.getByRole('textbox', { name: 'Nomor handphone' }), '   ');

  await user.click(add());

  const sentence = 'Harap isi nama lengkap, nomor handphone serta jalan terlebih dahulu';
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  const phone = screen.getByRole('textbox', { name: 'Nomor handphone' });
  expect(phone).toHaveFocus();
  expect(phone).toHaveAccessibleDescription(sentence);
  expect(phone).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Nama lengkap' })).not.toBeInvalid();
});

test('then the four regions, and nothing is sent before all of them are chosen', async () => {
  const { session, user } = await atNewAddress();
  await types(user);
  await picks(user, 'Provinsi', 'jakarta', 'Daerah Khusus Ibukota Jakarta');

  await user.click(add());

  expect(await screen.findByRole('alert')).toHaveTextContent('Harap pilih wilayah terlebih dahulu');
  expect(await level('Kabupaten/Kota')).toHaveFocus();
  expect(await level('Provinsi')).not.toBeInvalid();
  expect(await savedAddresses(session)).toEqual([]);
});

test('a whole address is saved, said so, and this order goes there', async () => {
  const { session, user } = await atNewAddress();
  await types(user);
  await picksCikini(user);

  await user.click(add());

  expect(await screen.findByText('Anda berhasil menambahkan alamat')).toBeVisible();
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/delivery'));
  expect(await savedAddresses(session)).toEqual([cikini]);
  expect(await stored('address')).toEqual(cikini);
  await waitFor(async () => expect(await stored('drafts')).toEqual({}));
});

test('a failure says so and keeps everything that was typed', async () => {
  const { session, user } = await atNewAddress();
  await types(user);
  await picksCikini(user);
  betweenShopAndPhone((request, send) => (request.method === 'POST' ? connectionLost() : send()));

  await user.click(add());

  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Terjadi kesalahan saat menambahkan alamat');
  expect(await level('Kelurahan/Desa')).toHaveValue('Cikini');
  expect(await savedAddresses(session)).toEqual([]);
});

test('an ended session asks to log in again and keeps the address', async () => {
  const { session, user } = await atNewAddress();
  await types(user);
  await picksCikini(user);
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });

  await user.click(add());

  const alert = await screen.findByText(/Sesi Anda sudah berakhir/);
  await user.click(within(alert).getByRole('link', { name: 'Log In' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('lower regions stay when a higher one changes, but count only under their own parent', async () => {
  const { user } = await atNewAddress();
  await types(user);
  await picksCikini(user);

  await picks(user, 'Provinsi', 'jawa barat', 'Jawa Barat');
  await waitFor(async () => expect(await level('Kabupaten/Kota')).not.toHaveAttribute('aria-disabled'));
  expect(await level('Kabupaten/Kota')).toHaveValue('');
  expect(await level('Kelurahan/Desa')).toHaveValue('');
  await user.click(add());
  expect(await screen.findByRole('alert')).toHaveTextContent('Harap pilih wilayah terlebih dahulu');

  await picks(user, 'Provinsi', 'jakarta', 'Daerah Khusus Ibukota Jakarta');
  await waitFor(async () => expect(await level('Kelurahan/Desa')).toHaveValue('Cikini'));
  await user.click(add());
  expect(await screen.findByText('Anda berhasil menambahkan alamat')).toBeVisible();
});

test('regions are chosen with the keyboard alone', async () => {
  const { user } = await atNewAddress();
  const box = await level('Provinsi');
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
  await user.type(screen.getByRole('textbox', { name: 'Jalan' }), 'Jalan Braga{Tab}');
  expect(box).toHaveFocus();

  await user.keyboard('jawa{ArrowDown}{ArrowDown}{ArrowUp}');
  const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  expect(active).toHaveTextContent('Jawa Tengah');
  expect(screen.getByText('3 pilihan')).toHaveAttribute('role', 'status');
  await user.keyboard('{Enter}');

  expect(box).toHaveValue('Jawa Tengah');
  expect(box).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: 'Jawa Tengah' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('bali{Escape}');
  expect(box).toHaveValue('Jawa Tengah');
});

test('a province is found by what everybody calls it', async () => {
  const { user } = await atNewAddress();

  await picks(user, 'Provinsi', 'dki', 'Daerah Khusus Ibukota Jakarta');
  await picks(user, 'Provinsi', 'ntb', 'Nusa Tenggara Barat');
});

test('a name typed to the end is chosen by moving on, anything else is not', async () => {
  const { user } = await atNewAddress();
  const box = await level('Provinsi');
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));

  await user.click(box);
  await user.keyboard('gorontalo{Tab}');
  expect(box).toHaveValue('Gorontalo');
  await user.click(box);
  await user.clear(box);
  await user.keyboard('atlantis');
  expect(await screen.findByText('Tidak ada yang cocok')).toBeVisible();
  await user.tab();

  expect(box).toHaveValue('Gorontalo');
});

test('a level that could not load says so next to itself and can be loaded again', async () => {
  const { user } = await atNewAddress();
  await picks(user, 'Provinsi', 'banten', 'Banten');
  let cut = true;
  betweenShopAndPhone((request, send) =>
    cut && request.url.includes('/regions/districts') ? connectionLost() : send(),
  );

  await picks(user, 'Kabupaten/Kota', 'cilegon', 'Kota Cilegon');
  expect(await screen.findByText('Daftar kecamatan gagal dimuat.')).toBeVisible();
  cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  await picks(user, 'Kecamatan', 'merak', 'Pulomerak');
});

test('what was typed survives a reload', async () => {
  const { user } = await atNewAddress();
  await types(user);
  await picks(user, 'Provinsi', 'bali', 'Bali');
  await waitFor(async () => expect(await stored('drafts')).toMatchObject({ 'new-address': { provinsi: '51' } }));

  await visit('/carts/new-address');

  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Jalan' })).toHaveLength(2));
  const again = screen.getAllByRole('textbox', { name: 'Jalan' }).at(-1);
  await waitFor(() => expect(again).toHaveValue('Jalan Cikini Raya No. 73'));
  await waitFor(() => expect(screen.getAllByRole('combobox', { name: 'Provinsi' }).at(-1)).toHaveValue('Bali'));
});

test('a saved address is chosen with one tap', async () => {
  const session = await loggedIn();
  await inTheCart({ klepon: 1 });
  await saves(session, cikini);
  await saves(session, { ...cikini, fullName: 'Kantor' });
  const user = await visit('/carts/choose-address');

  await user.click(await screen.findByRole('button', { name: /Kantor/ }));

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/delivery'));
  expect(await stored('address')).toEqual({ ...cikini, fullName: 'Kantor' });
});

test('the address in use is marked, and editing is honestly not there yet', async () => {
  const session = await loggedIn();
  await choosesAddress(cikini);
  await saves(session, cikini);
  const user = await visit('/carts/choose-address');

  expect(await screen.findByRole('button', { name: /Sari Dewi.*Dipakai sekarang/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  const edit = screen.getByRole('button', { name: 'Edit Alamat' });
  expect(edit).toHaveAttribute('aria-disabled', 'true');
  expect(edit).toHaveAccessibleDescription('Belum tersedia');
  await user.click(edit);
  expect(user.router.state.location.pathname).toBe('/carts/choose-address');
});

test('no saved address yet leads to a new one', async () => {
  await loggedIn();
  await visit('/carts/choose-address');

  expect(await screen.findByText('Belum ada alamat tersimpan')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Tambah Alamat Baru' })).toHaveAttribute('href', '/carts/new-address');
});

test('addresses that could not load say so, and come when asked again', async () => {
  const session = await loggedIn();
  await saves(session, cikini);
  let cut = true;
  betweenShopAndPhone((request, send) =>
    cut && request.url.endsWith('/delivery-address') ? connectionLost() : send(),
  );
  const user = await visit('/carts/choose-address');

  expect(await screen.findByRole('alert')).toHaveTextContent('Alamat Anda gagal dimuat.');
  cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await screen.findByText('Sari Dewi')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(vi.mocked(console.warn)).toHaveBeenCalled();
});
