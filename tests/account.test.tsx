import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Session } from '#core/contract';
import { getProducts } from '#device/api';
import { logIn } from '#device/customer-calls';
import { outboxOrdersOf } from '#device/outbox-store';
import { changeAddress, saveAddress } from '#device/pending-addresses';
import { endSession, storeSession } from '#device/session';
import { sessionAtom } from '../src/state/account/session.ts';
import {
  anyOrder,
  cikini,
  connectionLost,
  cutLine,
  fillCart,
  holdResponse,
  interceptRequests,
  isAboutOrders,
  isOrder,
  requestsSent,
  savedAddresses,
  storeOnDevice,
} from './support/page/checkout.ts';
import { customer, storePending } from './support/page/customer.ts';
import { watchFor } from './support/page/page-observer.ts';
import { failStorage } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { disableTimeouts, spyOnTimers } from './support/page/timer-spy.ts';
import { findToast } from './support/page/toasts.ts';
import { changeUnheard, loggedIn, logInAs, stored, tellTabs, visit } from './support/page/visit.tsx';

const logOut = () => screen.findByRole('button', { name: 'Log Out' });

const tokensOf = (requests: Request[]) => requests.map(({ headers }) => headers.get('authorization'));

const expectLoggedOut = () => waitFor(async () => expect(await stored('auth')).toBeUndefined());

test('the account leads to its dashboard, orders and addresses', async () => {
  await customer({}).at('/account/dashboard');

  const menu = await screen.findByRole('navigation', { name: 'Akun' });

  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
  ).toEqual([
    ['Dashboard', '/account/dashboard'],
    ['Pemesanan', '/account/order-list'],
    ['Alamat', '/account/address'],
  ]);
  expect(within(menu).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
});

const factsIn = (table: HTMLElement) => [...table.querySelectorAll('td:first-of-type')].map((cell) => cell.textContent);

test('the dashboard of a plain host shows who the customer is, with texts in place of what cannot be edited', async () => {
  hideApiHeader();
  await getProducts();
  const { user } = await loggedIn('Sari');
  await visit('/account/dashboard');

  const table = await screen.findByRole('table', { name: 'Data diri Anda' });

  expect(factsIn(table)).toEqual(['Sari', user.email, '081234567890']);
  expect(within(table).getAllByText('[edit]', { exact: false, selector: 'td > span' })).toHaveLength(3);
  expect(table).toHaveTextContent('[edit] Belum tersedia');
  expect(within(table).queryByRole('button')).toBeNull();
});

test.for([
  ['in time', 'above'],
  ['later', 'below'],
])('an order that comes %s is %s the rest of the dashboard, which it does not move', async ([when]) => {
  if (when === 'in time') disableTimeouts();
  const { goOn } = holdResponse((request) => isAboutOrders(request) && request.method === 'GET');
  await customer({ ordered: { klepon: 1 } }).at('/account/dashboard');
  if (when === 'in time') goOn();
  const rest = await screen.findByRole('table', { name: 'Data diri Anda' });
  goOn();

  const order = await screen.findByRole('region', { name: /^Pesanan KT-/ });

  const isAbove = order.compareDocumentPosition(rest) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAbove > 0).toBe(when === 'in time');
});

test('the name and the phone number are edited by the rules of registration, the e-mail is not', async () => {
  const { user: before } = await loggedIn('Sari');
  await getProducts();
  const user = await visit('/account/dashboard');
  const edit = (label: string) => screen.findByRole('button', { name: `[edit] ${label}` });
  await edit('Nama lengkap');
  expect(screen.queryByRole('button', { name: '[edit] Email' })).toBeNull();
  await user.click(await edit('Nama lengkap'));
  await screen.findByRole('dialog', { name: 'Ubah data diri' });
  user.router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(user.router.state.location.pathname).toBe('/account/dashboard');

  await user.click(await edit('Nomor handphone'));
  const dialog = await screen.findByRole('dialog', { name: 'Ubah data diri' });
  const field = (label: string) => within(dialog).getByLabelText(label);
  // A browser focuses it when the dialog opens; the test environment does not.
  expect(field('Nomor handphone')).toHaveAttribute('autofocus');
  await user.clear(field('Nomor handphone'));
  await user.type(field('Nomor handphone'), '0812');
  await user.clear(field('Nama lengkap'));
  await user.type(field('Nama lengkap'), 'Sari Dewi');
  await user.click(within(dialog).getByRole('button', { name: 'Simpan' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Periksa isian yang belum benar.');
  await user.type(field('Nomor handphone'), '-9876-5432');
  await user.click(within(dialog).getByRole('button', { name: 'Simpan' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Data diri Anda sudah diperbarui')).toBeVisible();
  expect(factsIn(screen.getByRole('table'))).toEqual(['Sari-Dewi', before.email, '081298765432']);
  const changed = { fullName: 'Sari-Dewi', email: before.email, phoneNumber: '081298765432' };
  expect(await stored('auth')).toMatchObject({ user: changed });
  // On another device after its next login.
  expect((await logIn({ email: before.email, password: 'kopi123' })).user).toEqual(changed);
});

/** Opens the form for the customer's own name. */
async function editName() {
  const session = await loggedIn('Sari');
  await getProducts();
  const user = await visit('/account/dashboard');
  await user.click(await screen.findByRole('button', { name: '[edit] Nama lengkap' }));
  return { session, user };
}

test('a change that the shop does not answer is not shown as made, and can be sent again', async () => {
  const { user } = await editName();
  await user.clear(screen.getByLabelText('Nama lengkap'));
  await user.type(screen.getByLabelText('Nama lengkap'), 'Budi');
  const answers = [connectionLost, async () => new Response('{}', { status: 500 })];
  interceptRequests(async (request, send) => {
    const answer = request.method === 'PATCH' ? answers.shift() : undefined;
    return answer ? answer() : send();
  });

  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Kedai belum menjawab');
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Kedai tidak bisa menyimpannya.'));
  expect(await stored('auth')).toMatchObject({ user: { fullName: 'Sari' } });
  await user.click(screen.getByRole('button', { name: 'Simpan' }));

  await waitFor(async () => expect(await stored('auth')).toMatchObject({ user: { fullName: 'Budi' } }));
});

test('what was typed for one customer does not go over to another one whom another tab has logged in', async () => {
  await editName();
  await screen.findByRole('dialog', { name: 'Ubah data diri' });

  await loggedIn('Budi');

  await screen.findByText('Budi');
  expect(screen.queryByRole('dialog', { name: 'Ubah data diri' })).not.toBeInTheDocument();
});

test.each([
  ['a logout', undefined],
  ['a later login of which this tab has not heard yet', 'of a later login'],
])('a name that the shop changes after %s brings no session back', async (_name, token) => {
  const { session, user } = await editName();
  const answer = holdResponse(({ method }) => method === 'PATCH');
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  await answer.reached;

  if (token) await changeUnheard({ auth: v.unknown() }, () => ({ auth: { ...session, token } }));
  else {
    await endSession();
    await screen.findByText('Silahkan Log In terlebih dahulu');
  }
  answer.goOn();

  await findToast('Data diri Anda sudah diperbarui');
  expect(await stored('auth')).toEqual(token && { ...session, token });
  if (!token) expect(user.store.get(sessionAtom)).toBeNull();
});

const rooms = ['/account/dashboard', '/account/order-list', '/account/address', '/account/new-address'];

test.for(rooms)('%s asks a visitor to log in, in place', async (path) => {
  const user = await visit(path);

  expect(await screen.findByText('Silahkan Log In terlebih dahulu')).toBeVisible();

  expect(user.router.state.location.pathname).toBe(path);
  expect(screen.queryByRole('button', { name: 'Log Out' })).not.toBeInTheDocument();
});

test('B41: logging out says goodbye, leads to the login, and ends the session on the device and at the shop', async () => {
  const { user } = await customer({ address: cikini }).at('/account/dashboard');
  const ended = requestsSent(({ url }) => url.endsWith('/auth/logout'));
  const { token } = (await stored('auth')) as { token: string };
  const timers = spyOnTimers();
  const wasEverAsked = watchFor(() => screen.queryByText('Silahkan Log In terlebih dahulu') !== null);

  await user.click(await logOut());

  const goodbye = await screen.findByText('You have been successfully logged out!');
  expect(goodbye.parentElement).toHaveTextContent('See you again my friend');
  expect(timers()).toContain(1_500);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/account/login'));
  await expectLoggedOut();
  await waitFor(() => expect(tokensOf(ended)).toEqual([`Bearer ${token}`]));
  expect(await screen.findByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(wasEverAsked()).toBe(false);
});

test('B21 logging out ends the session at the shop, also where the device never stored it or has lost it', async () => {
  const { session, user } = await customer().at('/account/dashboard');
  await logOut();
  await changeUnheard({ auth: v.unknown() }, () => ({ auth: undefined }));

  await user.click(await logOut());

  await screen.findByText('You have been successfully logged out!');
  await waitFor(async () =>
    expect((await fetch('/api/orders', { headers: { authorization: `Bearer ${session.token}` } })).status).toBe(401),
  );
});

test('a logout does not wait for the script of the login screen', async () => {
  const { user } = await customer({}).at('/account/dashboard');
  user.router.preloadRoute = () => new Promise(() => undefined);

  await user.click(await logOut());

  await expectLoggedOut();
});

test('F25 a customer logs out also on a device whose storage fails', async () => {
  const { user } = await customer({}).at('/account/dashboard');
  const button = await logOut();
  failStorage();

  await user.click(button);

  // A reload would show the customer again.
  expect(await screen.findByText('Data Anda belum terhapus dari perangkat ini')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
});

const home = { ...cikini, _id: '7' };

test.for<[string, (session: Session) => unknown, RegExp]>([
  ['a cart', () => fillCart({ klepon: 2 }), /^Perubahan keranjang belum tersimpan di kedai dan akan hilang\.$/],
  ['an order', (sari) => storePending(sari, anyOrder()), /^1 pesanan belum dipastikan kedai dan tetap menunggu/],
  ['O6 an order that is too old', (sari) => storePending(sari, anyOrder(), { state: 'too_old' }), /^1 pesanan/],
  ['an address', (sari) => saveAddress(sari, cikini), /^1 alamat baru belum tersimpan di akun dan akan hilang/],
  ['an edit', (sari) => changeAddress(sari, home, cikini), /^1 perubahan alamat belum sampai ke kedai dan akan hilang/],
])('%s that has not reached the shop is asked about before a logout', async ([, leave, words]) => {
  const session = await loggedIn();
  await getProducts();
  cutLine(({ method }) => method !== 'GET');
  await leave(session);
  const user = await visit('/account/dashboard');

  await user.click(await logOut());

  const question = await screen.findByRole('alertdialog', { name: 'Masih ada yang belum sampai ke kedai' });
  expect(question).toHaveAccessibleDescription(words);
});

/** Presses 'Log Out' while an order could not be sent; resolves with the question about it. */
async function logOutWithPendingOrder() {
  cutLine(isOrder);
  const { session, user } = await customer({ pending: {} }).at('/account/dashboard');
  await user.click(await logOut());
  return { session, user, question: await screen.findByRole('alertdialog') };
}

test('an order that was pending at a logout stays pending for the same customer', async () => {
  const { session, user, question } = await logOutWithPendingOrder();

  await user.click(within(question).getByRole('button', { name: 'Log Out' }));

  await expectLoggedOut();
  expect(await outboxOrdersOf(session)).toHaveLength(1);
});

test('a customer who has logged in again in another tab while the logout asked is logged out all the same', async () => {
  const { session, user, question } = await logOutWithPendingOrder();
  const sent = requestsSent();

  await storeSession({ ...session, token: 'a newer one' });
  tellTabs(['auth']);
  await waitFor(() => expect(tokensOf(sent)).toContain('Bearer a newer one'));
  await user.click(within(question).getByRole('button', { name: 'Log Out' }));

  await expectLoggedOut();
});

test('two quick taps on Log Out are one question', async () => {
  cutLine(isOrder);
  const { user } = await customer({ pending: {} }).at('/account/dashboard');

  await user.dblClick(await logOut());
  await user.click(await screen.findByRole('button', { name: 'Batal' }));

  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(await stored('auth')).toBeDefined();
});

test('a logout also deletes what the customer typed before the login', async () => {
  const { user: sari } = await loggedIn();
  await endSession();
  const user = await visit('/contact');
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '0812');
  await user.router.navigate({ to: '/account/login' });
  await logInAs(user, sari.email);
  await user.router.navigate({ to: '/contact' });
  expect(await screen.findByRole('textbox', { name: 'Phone' })).toHaveValue('0812');
  await user.router.navigate({ to: '/account/dashboard' });

  await user.click(await logOut());
  await screen.findByRole('textbox', { name: 'Email' });
  await user.router.navigate({ to: '/contact' });

  expect(await screen.findByRole('textbox', { name: 'Phone' })).toHaveValue('');
});

test('saved addresses are listed by the names of their regions, without codes', async () => {
  await customer({ saved: [cikini] }).at('/account/address');

  const table = await screen.findByRole('table', { name: 'Alamat tersimpan' });

  const row = within(table).getByRole('row', { name: /Sari Dewi/ });
  expect(row).toHaveTextContent('081234567890');
  expect(row).toHaveTextContent('Jalan Cikini Raya No. 73');
  await waitFor(() => expect(row).toHaveTextContent(/Cikini.*Menteng.*Jakarta Pusat.*Jakarta/));
  expect(row).not.toHaveTextContent('31.71');
});

test('an address from another API that leaves a region out is shown by the names it has', async () => {
  interceptRequests((request, send) =>
    request.url.endsWith('/delivery-address') ? Promise.resolve(Response.json([{ ...cikini, kabupaten: '' }])) : send(),
  );
  await customer().at('/account/address');

  const row = await screen.findByRole('row', { name: /Sari Dewi/ });

  await waitFor(() => expect(row).toHaveTextContent('Daerah Khusus Ibukota Jakarta'));
  expect(row).not.toHaveTextContent('Memuat nama wilayah');
});

test('a customer without a saved address is offered to add one', async () => {
  const { user } = await customer({}).at('/account/address');
  expect(await screen.findByText('Belum ada alamat')).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'Tambah Alamat' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Tambah Alamat' })).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Kembali' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Alamat' })).toBeVisible();
});

test('a new address is saved to the account and listed there', async () => {
  const session = await loggedIn();
  const { fullStreet, ...others } = cikini;
  await storeOnDevice({ drafts: { 'new-address': others } });
  const user = await visit('/account/new-address');
  await user.fill(await screen.findByRole('textbox', { name: 'Jalan' }), fullStreet);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Kelurahan/Desa' })).toHaveValue('Cikini'));
  const timers = spyOnTimers();

  await user.click(screen.getByRole('button', { name: 'Tambah Alamat' }));

  await findToast('Anda berhasil menambahkan alamat');
  expect(timers()).toContain(2_000);
  expect(await screen.findByRole('row', { name: /Jalan Cikini Raya No. 73/ })).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/account/address');
  expect(await savedAddresses(session)).toEqual([cikini]);
});
