import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { NewAddress, SavedAddress, Session } from '#core/contract';
import { getProducts } from '#device/api';
import { changeAddress, pendingAddresses, saveAddress, undoPendingAddress } from '#device/pending-addresses';
import { clearMessages } from '../design/messages.tsx';
import {
  addressNotificationsAtom,
  sendPendingAtom,
  undoPendingAddressAtom,
} from '../src/state/account/pending-addresses.ts';
import { sendCartAtom } from '../src/state/cart/cart.ts';
import {
  chooseAddress,
  cikini,
  cutLine,
  fillCart,
  holdResponse,
  interceptRequests,
  listedAddresses,
  postAddress,
  savedAddresses,
  storeOnDevice,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { watchFor } from './support/page/page-observer.ts';
import { fillDisk } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { type Customer, closeTabs, loggedIn, openState, stored, tellTabs, visit } from './support/page/visit.tsx';

const isAddition = ({ method, url }: Request) => method === 'POST' && url.endsWith('/delivery-address');

const add = () => screen.getByRole('button', { name: 'Tambah Alamat' });
const level = (name: string) => screen.findByRole('combobox', { name });

async function pick(user: Customer, name: string, typed: string, region: string) {
  const box = await level(name);
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
  await user.fill(box, typed);
  await user.click(await screen.findByRole('option', { name: region }));
  expect(box).toHaveValue(region);
}

async function atNewAddress() {
  const { session, user } = await customer({ cart: { klepon: 1 } }).at('/carts/new-address');
  await screen.findByRole('button', { name: 'Tambah Alamat' });
  return { session, user };
}

/** The same with the address in Cikini in the form. */
async function atFilledForm() {
  const session = await customer({ cart: { klepon: 1 } }).onDevice();
  const draft = { ...cikini, phoneNumber: '0812-3456-7890' };
  await storeOnDevice({ drafts: { 'new-address': draft } });
  const user = await visit('/carts/new-address');
  await waitFor(async () => expect(await level('Kelurahan/Desa')).toHaveValue('Cikini'));
  return { session, user };
}

/** Saves as many addresses as the shop allows for one account. */
const fillAccount = (session: Session) =>
  Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      postAddress(session, { ...cikini, fullStreet: `Jalan Penuh No. ${index + 1}` }),
    ),
  );

/** Closes the app and opens it again on the same phone. */
function reopen(address: string) {
  closeTabs();
  return visit(address);
}

const { fetch: reach } = globalThis;

/** The shop ends the session, also over a cut line; the device does not know. */
const endAtShop = ({ token }: Session) =>
  reach('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });

const online = () => dispatchEvent(new Event('online'));

const storedNotice = 'Alamat menunggu di HP dan akan disimpan ke akun saat tersambung';
const unsaved = () => screen.findByText(/Belum tersimpan di akun/);
const expectNothingUnsaved = () =>
  waitFor(() => expect(screen.queryByText(/Belum tersimpan di akun/)).not.toBeInTheDocument());

/** A customer whose new address in Cikini, chosen for the next order, waits on the phone; the connection is cut. */
async function withUnsavedAddress(path: string, { isFull = false } = {}) {
  const session = await customer({ cart: { klepon: 1 } }).onDevice();
  if (isFull) await fillAccount(session);
  // The device knows the host, which offers the editing of addresses.
  await getProducts();
  // The worker has the regions.
  const line = cutLine(({ url }) => !url.includes('/regions/'));
  await saveAddress(session, cikini);
  await chooseAddress(cikini);
  const user = await visit(path);
  await unsaved();
  return { session, user, line };
}

test('the account’s name and phone number are in the form of a new address, until they are changed', async () => {
  const { user } = await atNewAddress();
  const name = screen.getByRole('textbox', { name: 'Nama lengkap' });
  expect(name).toHaveValue('Sari');
  expect(screen.getByRole('textbox', { name: 'Nomor handphone' })).toHaveValue('081234567890');

  await user.clear(name);
  await waitFor(async () => expect(await stored('drafts')).toMatchObject({ 'new-address': { fullName: '' } }));
  await reopen('/carts/new-address');

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Nomor handphone' })).toHaveValue('081234567890'));
  expect(screen.getByRole('textbox', { name: 'Nama lengkap' })).toHaveValue('');
});

test.each([
  ['chosen', chooseAddress],
  ['saved', (address: NewAddress, session: Session) => postAddress(session, address)],
])('the regions of the address that was %s last are offered first', async (_what, has) => {
  const session = await loggedIn();
  await has(
    { ...cikini, provinsi: '34', kabupaten: '34.71', kecamatan: '34.71.09', kelurahan: '34.71.09.1001' },
    session,
  );
  await fillCart({ klepon: 1 });
  const user = await visit('/carts/choose-address');
  await screen.findByRole('link', { name: 'Tambah Alamat Baru' });
  await user.router.navigate({ to: '/carts/new-address' });
  const firstOf = async (name: string) => {
    const box = await level(name);
    await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
    await user.click(box);
    const [first] = await screen.findAllByRole('option');
    await user.click(first as HTMLElement);
    return (box as HTMLInputElement).value;
  };

  expect(await firstOf('Provinsi')).toBe('Daerah Istimewa Yogyakarta');
  expect(await firstOf('Kabupaten/Kota')).toBe('Kota Yogyakarta');
  expect(await firstOf('Kecamatan')).toBe('Kraton');
});

test('name, phone and street are asked for first, and the first without a visible character gets the focus', async () => {
  const { user } = await atNewAddress();
  await user.clear(screen.getByRole('textbox', { name: 'Nomor handphone' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Nomor handphone' }), { target: { value: '\u200b \u2060' } });

  await user.click(add());

  const sentence = 'Harap isi nama lengkap, nomor handphone serta jalan terlebih dahulu';
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  const phone = screen.getByRole('textbox', { name: 'Nomor handphone' });
  expect(phone).toHaveFocus();
  expect(phone).toHaveAccessibleDescription(sentence);
  expect(phone).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Nama lengkap' })).not.toBeInvalid();
});

test('the four regions are asked for next, and nothing is sent before all of them are chosen', async () => {
  const { session, user } = await atNewAddress();
  await user.fill(screen.getByRole('textbox', { name: 'Jalan' }), 'Jalan Cikini Raya No. 73');
  await pick(user, 'Provinsi', 'jakarta', 'Daerah Khusus Ibukota Jakarta');

  await user.click(add());

  expect(await screen.findByRole('alert')).toHaveTextContent('Harap pilih wilayah terlebih dahulu');
  expect(await level('Kabupaten/Kota')).toHaveFocus();
  expect(await level('Provinsi')).not.toBeInvalid();
  expect(await savedAddresses(session)).toEqual([]);
});

test('a customer who went to another screen while the address was being saved stays there, and it is saved', async () => {
  const { session, user } = await atFilledForm();
  const { goOn } = holdResponse(isAddition);
  await user.click(add());
  const saving = await screen.findByRole('button', { name: 'Menyimpan…' });
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  // Not `disabled`, because browsers take the focus away from a disabled button.
  expect(saving).toBeEnabled();

  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'About' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/about'));
  goOn();

  await findToast('Anda berhasil menambahkan alamat');
  await waitFor(async () => expect(await stored('address')).toEqual(cikini));
  expect(await savedAddresses(session)).toEqual([cikini]);
  expect(user.router.state.location.pathname).toBe('/about');
});

test('an address chosen while a new one is being saved stays the chosen one', async () => {
  const { session, user } = await atFilledForm();
  const office = { ...cikini, fullName: 'Kantor' };
  await postAddress(session, office);
  const { goOn } = holdResponse(isAddition);
  await user.click(add());
  await screen.findByRole('button', { name: 'Menyimpan…' });
  await user.click(screen.getByRole('link', { name: 'Kembali ke pengiriman' }));
  await user.click(await screen.findByRole('link', { name: 'Pilih Alamat' }));
  await user.click(await screen.findByRole('button', { name: /Kantor/ }));
  await waitFor(async () => expect(await stored('address')).toEqual(office));

  goOn();

  await findToast('Anda berhasil menambahkan alamat');
  await waitFor(async () => expect(await stored('drafts')).toEqual({}));
  expect(await stored('address')).toEqual(office);
  expect(await savedAddresses(session)).toEqual([office, cikini]);
});

test('an address that the shop confirms after the logout is not stored for the next customer', async () => {
  const { user: budi } = await loggedIn('Budi');
  const { user } = await atFilledForm();
  const { goOn } = holdResponse(isAddition);
  await user.click(add());
  await user.router.navigate({ to: '/account/dashboard' });
  // A change that the shop does not have would be asked about.
  await user.store.set(sendCartAtom);
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  await user.fill(await screen.findByRole('textbox', { name: 'Email' }), budi.email);
  await user.fill(screen.getByLabelText('Password'), 'kopi123');

  goOn();
  await user.click(screen.getByRole('button', { name: 'Log In' }));

  expect(await screen.findByRole('link', { name: 'Akun Budi' })).toBeVisible();
  await fillCart({ klepon: 1 });
  closeTabs();
  await visit('/carts/delivery');
  expect(await screen.findByText('Belum ada alamat yang dipilih.')).toBeVisible();
  expect(await stored('address')).toBeUndefined();
});

test('a refusal says so and keeps everything that was typed', async () => {
  const { session, user } = await atFilledForm();
  await fillAccount(session);
  const timers = spyOnTimers();

  await user.click(add());

  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Terjadi kesalahan saat menambahkan alamat');
  expect(timers()).toContain(2_000);
  expect(screen.getByText(/^Akun Anda sudah penuh: paling banyak 100 alamat/)).toBeVisible();
  expect(await level('Kelurahan/Desa')).toHaveValue('Cikini');
  expect(await stored('unsaved-addresses')).toBeUndefined();
});

test('an ended session asks to log in again and keeps the address', async () => {
  const { session, user } = await atFilledForm();
  await endAtShop(session);

  await user.click(add());

  const alert = await screen.findByText(/Sesi Anda sudah berakhir/);
  await user.click(within(alert).getByRole('link', { name: 'Log In' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('lower regions stay selected when a higher one changes, but count only below their own parent', async () => {
  const { user } = await atFilledForm();

  await pick(user, 'Provinsi', 'jawa barat', 'Jawa Barat');
  await waitFor(async () => expect(await level('Kabupaten/Kota')).not.toHaveAttribute('aria-disabled'));
  expect(await level('Kabupaten/Kota')).toHaveValue('');
  expect(await level('Kelurahan/Desa')).toHaveValue('');
  await user.click(add());
  expect(await screen.findByRole('alert')).toHaveTextContent('Harap pilih wilayah terlebih dahulu');

  await pick(user, 'Provinsi', 'jakarta', 'Daerah Khusus Ibukota Jakarta');
  await waitFor(async () => expect(await level('Kelurahan/Desa')).toHaveValue('Cikini'));
  await user.click(add());
  await findToast('Anda berhasil menambahkan alamat');
});

test('regions are chosen with the keyboard alone', async () => {
  const { user } = await atNewAddress();
  const box = await level('Provinsi');
  await waitFor(() => expect(box).not.toHaveAttribute('aria-disabled'));
  await user.type(screen.getByRole('textbox', { name: 'Jalan' }), 'Jalan Braga{Tab}');
  expect(box).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(names.toSorted());

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
  expect(screen.queryByText(/^Harap/)).not.toBeInTheDocument();
});

test('a region typed in full is chosen when the field is left, anything else is not', async () => {
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

test('regions that could not load say so next to their field, and can be loaded again', async () => {
  const { user } = await atNewAddress();
  await pick(user, 'Provinsi', 'banten', 'Banten');
  const line = cutLine((request) => request.url.includes('/regions/districts'));

  await pick(user, 'Kabupaten/Kota', 'cilegon', 'Kota Cilegon');
  expect(await screen.findByText('Daftar kecamatan gagal dimuat.')).toBeVisible();
  line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  await pick(user, 'Kecamatan', 'merak', 'Pulomerak');
});

test.each(['/carts/choose-address', '/account/address'])('on %s of a plain host Edit Alamat is text', async (path) => {
  hideApiHeader();
  await customer({ saved: [cikini] }).at(path);
  await screen.findByText('Jalan Cikini Raya No. 73');

  expect(screen.getByText('Edit Alamat', { exact: false, selector: 'p > span' })).toHaveTextContent(
    'Edit Alamat Belum tersedia',
  );
  expect(screen.queryByRole('button', { name: 'Edit Alamat' })).toBeNull();
});

/** Opens the form for the only saved address. */
async function openEdit(path = '/account/address') {
  const session = await loggedIn();
  await getProducts();
  await postAddress(session, cikini);
  await chooseAddress(cikini);
  const user = await visit(path);
  await user.click(await screen.findByRole('button', { name: 'Edit Alamat' }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Edit Alamat' }));
  const field = (name: string) => dialog().getByRole('textbox', { name });
  await waitFor(() => expect(dialog().getByRole('combobox', { name: 'Kelurahan/Desa' })).toHaveValue('Cikini'));
  const press = (name: string) => user.click(dialog().getByRole('button', { name }));
  return { session, user, field, press };
}

const deleteElsewhere = ({ token }: Session, id: string) =>
  fetch(`/api/delivery-address/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });

const office = { ...cikini, fullStreet: 'Jalan Kantor 1' };
const nothingOpen = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('an address is edited, also after going back has closed its form', async () => {
  const { session, user, field, press } = await openEdit('/carts/choose-address');
  user.router.history.back();
  await nothingOpen();
  expect(user.router.state.location.pathname).toBe('/carts/choose-address');
  await user.click(screen.getByRole('button', { name: 'Edit Alamat' }));
  expect(field('Nama lengkap')).toHaveValue('Sari Dewi');
  expect(screen.getByRole('button', { name: 'Edit Alamat' })).toHaveAccessibleDescription(cikini.fullStreet);
  await user.clear(field('Jalan'));
  await press('Simpan');
  expect(await screen.findByRole('alert')).toHaveTextContent('Harap isi nama lengkap');

  await user.fill(field('Jalan'), 'Jalan Kantor 1');
  await press('Simpan');

  await nothingOpen();
  expect(await screen.findByText('Alamat sudah diperbarui')).toBeVisible();
  expect(await screen.findByText('Jalan Kantor 1')).toBeVisible();
  expect(screen.queryByText(cikini.fullStreet)).toBeNull();
  expect(await savedAddresses(session)).toEqual([office]);
  expect(await stored('address')).toEqual(office);
  // What is typed for a new address is another text.
  expect(await stored('drafts')).toBeUndefined();
});

test('an edit that is saved after its form was closed leaves the form that is open by then', async () => {
  const { user, field, press } = await openEdit();
  const { goOn } = holdResponse(({ url }) => url.includes('/delivery-address/'));
  await user.fill(field('Jalan'), ' II');
  await press('Simpan');
  await press('Batal');
  await nothingOpen();
  await user.click(screen.getByRole('button', { name: 'Edit Alamat' }));

  goOn();

  expect(await screen.findByText('Alamat sudah diperbarui')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Edit Alamat' })).toBeVisible();
});

test('an address is deleted after one question that names its street, and is chosen no more', async () => {
  const { session, user, press } = await openEdit();
  await press('Hapus alamat');
  const question = await screen.findByRole('alertdialog', { name: 'Hapus alamat ini?' });
  expect(question).toHaveAccessibleDescription(cikini.fullStreet);
  await user.click(within(question).getByRole('button', { name: 'Batal' }));
  expect(await savedAddresses(session)).toEqual([cikini]);

  await press('Hapus alamat');
  await user.click(await screen.findByRole('button', { name: 'Ya, hapus' }));

  await nothingOpen();
  expect(await screen.findByText('Belum ada alamat')).toBeVisible();
  expect(await savedAddresses(session)).toEqual([]);
  expect(await stored('address')).toBeUndefined();
});

test('an edit without a connection is shown at once, and saved when it is back', async () => {
  const { session, user, field, press } = await openEdit();
  const line = cutLine();
  await user.clear(field('Jalan'));
  await user.fill(field('Jalan'), 'Jalan Kantor 1');

  await press('Simpan');

  await nothingOpen();
  expect(await screen.findByText(/Perubahan menunggu di HP/)).toBeVisible();
  expect(await screen.findByText('Jalan Kantor 1')).toBeVisible();
  expect(screen.getByText('Perubahan belum sampai ke akun.')).toBeVisible();
  line.cut = false;
  expect(await savedAddresses(session)).toEqual([cikini]);

  online();

  await waitFor(() => expect(screen.queryByText('Perubahan belum sampai ke akun.')).toBeNull());
  expect(screen.getByText('Jalan Kantor 1')).toBeVisible();
  expect(await screen.findByText('Perubahan alamat tersimpan di akun Anda')).toBeVisible();
  expect(await savedAddresses(session)).toEqual([office]);
});

test('a deletion without a connection removes the address at once, also after the app was opened again', async () => {
  const { session, user, press } = await openEdit();
  await waitFor(async () => expect(await stored('own-addresses')).toMatchObject({ items: [cikini] }));
  const line = cutLine();
  await press('Hapus alamat');
  await user.click(await screen.findByRole('button', { name: 'Ya, hapus' }));
  expect(await screen.findByText(/Alamat dihapus di HP ini/)).toBeVisible();
  expect(await screen.findByText('Belum ada alamat')).toBeVisible();

  await reopen('/carts/choose-address');

  expect(await screen.findByText('Belum ada alamat tersimpan')).toBeVisible();
  line.cut = false;
  online();
  await waitFor(async () => expect(await savedAddresses(session)).toEqual([]));
});

test('an edit that was undone before it was saved shows the address as it was', async () => {
  const { user, field, press } = await openEdit();
  cutLine();
  await user.type(field('Jalan'), ' B');
  await press('Simpan');

  await user.click(await screen.findByRole('button', { name: 'Batalkan perubahan' }));

  expect(await screen.findByText(cikini.fullStreet)).toBeVisible();
  await waitFor(async () => expect(await stored('address')).toEqual(cikini));
  expect(await stored('address-changes')).toEqual([]);
});

test.for<[what: string, where: string, how: string, to?: NewAddress]>([
  ['an edit', 'this', 'without', { ...cikini, fullStreet: 'Jalan Baru 2' }],
  ['an edit', 'another', 'with', { ...cikini, fullStreet: 'Jalan Baru 2' }],
  ['an edit', 'another', 'without', { ...cikini, fullStreet: 'Jalan Baru 2' }],
  ['a deletion', 'another', 'with'],
])('%s that %s tab undoes is not announced, %s a connection', async ([, where, how, to]) => {
  const session = await customer({ saved: [cikini] }).onDevice();
  const [saved] = (await listedAddresses(session)) as [SavedAddress & { _id: string }];
  const line = cutLine();
  await changeAddress(session, saved, to);
  const store = await openState();
  await store.set(sendPendingAtom);
  line.cut = how === 'without';
  const [{ id = '' } = {}] = await pendingAddresses(session);

  await (where === 'this' ? store.set(undoPendingAddressAtom, id) : undoPendingAddress(id));
  await store.set(sendPendingAtom);

  expect(await pendingAddresses(session)).toEqual([]);
  expect(store.get(addressNotificationsAtom)).toEqual([]);
});

test('an edit of an address that another phone has deleted meanwhile is not announced as saved', async () => {
  const { session, field, user, press } = await openEdit();
  const [{ _id = '' } = {}] = await listedAddresses(session);
  const line = cutLine();
  await user.type(field('Jalan'), ' B');
  await press('Simpan');
  await screen.findByText('Perubahan belum sampai ke akun.');
  line.cut = false;
  await deleteElsewhere(session, _id);

  online();

  expect(await screen.findByText('Alamat yang Anda ubah sudah dihapus di perangkat lain')).toBeVisible();
  expect(screen.queryByText('Perubahan alamat tersimpan di akun Anda')).toBeNull();
});

test('an address that was deleted on another phone cannot be edited, and that is said', async () => {
  const { session, user, field, press } = await openEdit();
  const [{ _id = '' } = {}] = await listedAddresses(session);
  await deleteElsewhere(session, _id);
  await user.type(field('Jalan'), ' B');

  await press('Simpan');

  expect(await screen.findByText('Alamat ini sudah dihapus di perangkat lain')).toBeVisible();
  expect(await screen.findByText('Belum ada alamat')).toBeVisible();
});

test('the shop’s 500 keeps the form and what was typed', async () => {
  const { user, field, press } = await openEdit();
  const error = { code: 'internal', message: 'y' };
  interceptRequests(async ({ method }, send) =>
    method === 'PUT' ? Response.json({ error }, { status: 500, headers: { 'kedai-api': '1' } }) : send(),
  );
  await user.type(field('Jalan'), ' B');

  await press('Simpan');

  await findToast('Terjadi kesalahan saat menyimpan alamat');
  expect(field('Jalan')).toHaveValue(`${cikini.fullStreet} B`);
  expect(await stored('address-changes')).toBeUndefined();
});

test('addresses that could not load say so, and are loaded by a retry', async () => {
  await customer({ saved: [cikini] }).onDevice();
  const line = cutLine((request) => request.url.endsWith('/delivery-address'));
  const user = await visit('/carts/choose-address');

  expect(await screen.findByRole('alert')).toHaveTextContent('Alamat Anda belum bisa dimuat.');
  line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await screen.findByText('Sari Dewi')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(vi.mocked(console.warn)).toHaveBeenCalled();
});

test('an address written without a connection is used for this order at once', async () => {
  const { user } = await atFilledForm();
  cutLine();

  await user.click(add());

  expect(await screen.findByText(storedNotice)).toBeVisible();
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/delivery'));
  expect(await screen.findByText('Jalan Cikini Raya No. 73')).toBeVisible();
  expect(screen.queryByText('Anda berhasil menambahkan alamat')).not.toBeInTheDocument();
  expect(await stored('address')).toEqual(cikini);
  await waitFor(async () => expect(await stored('drafts')).toEqual({}));
  await user.click(screen.getByRole('radio', { name: /Goceng/ }));
  await user.click(screen.getByRole('button', { name: 'Pilih metode pembayaran' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/payment'));
});

test('an address written without a connection is marked, can be chosen, and is saved to the account once when the connection returns', async () => {
  const { session, user, line } = await withUnsavedAddress('/carts/choose-address');
  const chosen = screen.getByRole('button', { name: /Jalan Cikini Raya No. 73.*Dipakai sekarang/ });
  expect(chosen).toHaveAttribute('aria-current', 'true');
  await user.click(chosen);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/delivery'));
  await user.router.navigate({ to: '/account/address' });
  expect(within(await screen.findByRole('row', { name: /Jalan Cikini/ })).getByText(/Belum tersimpan/)).toBeVisible();

  line.cut = false;
  online();
  await expectNothingUnsaved();
  online();

  expect(await screen.findByRole('row', { name: /Jalan Cikini/ })).toBeVisible();
  expect(await savedAddresses(session)).toEqual([cikini]);
  expect(await stored('unsaved-addresses')).toEqual([]);
});

test('an address that is only on the phone is listed at once, also where what sends it has not come yet', async () => {
  const session = await loggedIn();
  const line = cutLine();
  await saveAddress(session, cikini);
  line.cut = false;
  // Sooner than the device answers.
  interceptRequests(async ({ url }, send) => (url.endsWith('/delivery-address') ? Response.json([]) : send()));
  const wasEverNone = watchFor(() => screen.queryByText('Belum ada alamat') !== null);

  await visit('/account/address', { hasBackground: false });

  expect(await unsaved()).toBeVisible();
  expect(wasEverNone()).toBe(false);
});

test('F14 a pending address is sent when the customer asks, although the browser believes itself offline', async () => {
  const { session, user, line } = await withUnsavedAddress('/account/address');
  await unsaved();

  await user.click(screen.getByRole('button', { name: 'Simpan sekarang' }));
  expect(await screen.findByText('Alamat tetap menunggu')).toBeVisible();
  line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Simpan sekarang' }));

  await expectNothingUnsaved();
  expect(await savedAddresses(session)).toEqual([cikini]);
});

test('a pending address says after the session has ended that a login saves it, and offers nothing that would fail', async () => {
  const { session, user, line } = await withUnsavedAddress('/account/address');
  expect((await unsaved()).parentElement).toHaveTextContent('Disimpan sendiri saat tersambung.');
  await endAtShop(session);
  line.cut = false;

  await user.click(screen.getByRole('button', { name: 'Simpan sekarang' }));

  expect(await screen.findByText(/Disimpan sendiri saat Anda masuk lagi\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Simpan sekarang' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: `Hapus ${cikini.fullStreet}` })).toBeVisible();
});

test.for([
  ['saved', 'Alamat tersimpan di akun Anda', 1],
  ['refused', 'Alamat ditolak kedai', 100],
] as const)('a customer on another screen is told that a new address was %s', async ([became, words, addresses]) => {
  const { session, user, line } = await withUnsavedAddress('/account/address', { isFull: became === 'refused' });
  await user.router.navigate({ to: '/about' });
  line.cut = false;

  online();

  expect(await screen.findByText(words)).toBeVisible();
  expect(await savedAddresses(session)).toHaveLength(addresses);
});

test('the page says what the worker did with a new address as soon as the worker has recorded it', async () => {
  const session = await loggedIn();
  const clock = fakeClock();
  const line = cutLine();
  await saveAddress(session, cikini);
  await visit('/account/address');
  // Until everything behind the first screen runs, such as the notifications.
  await clock.goOn(1_000);
  await expect.poll(() => screen.queryByText(/Belum tersimpan di akun/), clock.still).toBeVisible();
  line.cut = false;
  const [{ id = '' } = {}] = await pendingAddresses(session);
  await postAddress(session, cikini);
  await undoPendingAddress(id);

  tellTabs(['unsaved-addresses']);

  await expect.poll(() => screen.queryByText('Alamat tersimpan di akun Anda'), clock.still).toBeVisible();
});

test.for<[string, error: object | undefined, RegExp | string]>([
  ['because the account is full', undefined, /Ditolak kedai: akun Anda sudah penuh alamat/],
  ['in its own words', { code: 'too_far', message: 'Di luar kota' }, 'Kata kedai: “Di luar kota”'],
  ['without a word', { code: 'constructor', message: '' }, 'Kedai menolaknya tanpa menyebutkan alasannya.'],
])('an address that the shop refuses later %s stays with the reason until it is removed', async ([, error, words]) => {
  const { session, user, line } = await withUnsavedAddress('/account/address', { isFull: !error });
  interceptRequests(async (request, send) =>
    error && isAddition(request) ? Response.json({ error }, { status: 422 }) : send(),
  );
  line.cut = false;

  online();

  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hapus Jalan Cikini Raya No. 73' }));
  await user.click(await screen.findByRole('button', { name: 'Ya, hapus' }));
  await expectNothingUnsaved();
  expect(await stored('unsaved-addresses')).toEqual([]);
  expect(await savedAddresses(session)).toHaveLength(error ? 0 : 100);
});

test('an address that is edited because the shop has refused it, and refused again, is not said to be waiting', async () => {
  const { user, line } = await withUnsavedAddress('/account/address', { isFull: true });
  line.cut = false;
  online();
  await screen.findByText(/Ditolak kedai/);
  await user.click(screen.getAllByRole('button', { name: 'Edit Alamat' }).at(-1) as HTMLElement);
  await user.fill(within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Jalan' }), ' Lantai 2');
  act(clearMessages);
  const ever = watchFor(() => screen.queryByText(storedNotice) !== null);

  await user.click(screen.getByRole('button', { name: 'Simpan' }));

  await nothingOpen();
  await findToast('Alamat ditolak kedai');
  expect(screen.getByText(/ Lantai 2$/)).toBeVisible();
  expect(screen.getByText(/Ditolak kedai: akun Anda sudah penuh/)).toBeVisible();
  expect(ever()).toBe(false);
});

test('an address that is removed before it was saved is no longer chosen for the next order', async () => {
  const { user } = await withUnsavedAddress('/account/address');
  await user.click(await screen.findByRole('button', { name: 'Hapus Jalan Cikini Raya No. 73' }));

  await user.click(await screen.findByRole('button', { name: 'Ya, hapus' }));

  await waitFor(async () => expect(await stored('address')).toBeUndefined());
  await user.router.navigate({ to: '/carts/delivery' });
  expect(await screen.findByText('Belum ada alamat yang dipilih.')).toBeVisible();
});

test('an address that is saved while it is edited stays in the form, and its edit is saved', async () => {
  const { session, user, line } = await withUnsavedAddress('/account/address');
  await user.click(await screen.findByRole('button', { name: 'Edit Alamat' }));
  const street = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Jalan' });
  expect(street).toHaveValue(cikini.fullStreet);
  await user.clear(street);
  await user.fill(street, 'Jalan Kantor 1');
  line.cut = false;
  online();
  await expectNothingUnsaved();

  await user.click(screen.getByRole('button', { name: 'Simpan' }));

  await nothingOpen();
  expect(await screen.findByText('Jalan Kantor 1')).toBeVisible();
  expect(await savedAddresses(session)).toEqual([office]);
});

test('an address that the device fails to remove stays, and says so', async () => {
  const { user } = await withUnsavedAddress('/account/address');
  await user.click(await screen.findByRole('button', { name: 'Hapus Jalan Cikini Raya No. 73' }));
  fillDisk();

  await user.click(await screen.findByRole('button', { name: 'Ya, hapus' }));

  expect(await screen.findByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hapus Jalan Cikini Raya No. 73' })).toBeVisible();
});

test('saved addresses are listed without a connection, with their age, and refreshed when it is back', async () => {
  await customer({ cart: { klepon: 1 }, saved: [cikini] }).at('/account/address');
  await screen.findByRole('row', { name: /Jalan Cikini/ });
  await waitFor(async () => expect(await stored('own-addresses')).toMatchObject({ items: [cikini] }));
  const line = cutLine();

  const user = await reopen('/carts/choose-address');

  expect(await screen.findByText(/^Alamat per pukul \d\d\.\d\d, tersimpan di HP$/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  line.cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));
  // The line stays, so that nothing below it moves.
  expect(await screen.findByText(/^Alamat per pukul \d\d\.\d\d$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Coba lagi' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Jalan Cikini/ }));
  await waitFor(async () => expect(await stored('address')).toEqual(cikini));
});

test('without the list of regions the form says that an order can still go to a saved address, or be picked up', async () => {
  await customer({ cart: { klepon: 1 } }).onDevice();
  cutLine();
  await visit('/carts/new-address');
  expect(await screen.findByText('Daftar provinsi gagal dimuat.')).toBeVisible();
  expect(screen.getByText(/tetap bisa diteruskan dengan alamat tersimpan atau tanpa kurir/)).toBeVisible();
});

test('a customer whose session has ended is asked to log in, and no addresses are shown', async () => {
  const { session } = await customer({ saved: [cikini] }).at('/account/address');
  await screen.findByRole('row', { name: /Jalan Cikini/ });
  await endAtShop(session);

  const user = await reopen('/account/address');

  const alert = await screen.findByText(/Sesi Anda sudah berakhir/);
  expect(screen.queryByText(/Jalan Cikini/)).not.toBeInTheDocument();
  await user.click(within(alert).getByRole('link', { name: 'Log In' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/account/login'));
  expect(user.router.state.location.state).toMatchObject({ returnTo: '/account/address' });
});
