/** Forms that a browser, a password manager or a script has filled without the events of typing. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { customerOf } from '#core/contract';
import { shop } from '#core/shop';
import { endSession } from '#device/session';
import { interceptRequests, savedAddresses } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { findToast } from './support/page/toasts.ts';
import { loggedIn, stored, visit } from './support/page/visit.tsx';

type Fill = (field: HTMLElement, value: string) => void;

const assign: Fill = (field, value) => void Object.assign(field, { value });

const byAssigning = { way: 'by assigning their values', fill: assign };

const withChange = {
  way: "with 'change' only",
  fill: (field: HTMLElement, value: string) => {
    assign(field, value);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  },
};

/** An extension's script sees the element without what React has put on it. */
const byAnExtension = {
  way: 'by an extension',
  fill: (field: HTMLElement, value: string) => Reflect.set(Object.getPrototypeOf(field), 'value', value, field),
};

const ways = [byAssigning, byAnExtension, withChange];

const box = (label: string) => screen.getByLabelText(label);

function fillAll(fill: Fill, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) fill(box(label), value);
}

/** Presses a button as a finger or a pointer does. */
const press = (name: string) => (user: Awaited<ReturnType<typeof visit>>) =>
  user.click(screen.getByRole('button', { name }));

const withEnter = (label: string, name: string) => async (user: Awaited<ReturnType<typeof visit>>) => {
  box(label).focus();
  // A browser renders what an event has changed before the next key; in this DOM the rendering may come later.
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  await user.keyboard('{Enter}');
};

test.for(
  ways.flatMap(({ way, fill }) => [
    { way, fill, end: 'Log In', send: press('Log In') },
    { way, fill, end: 'Enter', send: withEnter('Password', 'Log In') },
  ]),
)('a login whose fields are filled $way and sent by $end logs in', async ({ fill, send }) => {
  const email = customerOf(await loggedIn());
  await endSession();
  const user = await visit('/account/login');
  await screen.findByRole('textbox', { name: 'Email' });

  fillAll(fill, { Email: email, Password: 'kopi123' });
  await send(user);

  await findToast('Welcome Back, Sari!');
});

test('what was filled in stays when the rest of the form is typed', async () => {
  const email = customerOf(await loggedIn());
  await endSession();
  const user = await visit('/account/login');
  await screen.findByRole('textbox', { name: 'Email' });

  assign(box('Email'), email);
  await user.type(box('Password'), 'kopi123');

  expect(box('Email')).toHaveValue(email);
  expect(screen.getByRole('link', { name: 'Forgot Your Password?' })).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent(email)),
  );
});

test('a refused login leaves what was filled in', async () => {
  const user = await visit('/account/login');
  await screen.findByRole('textbox', { name: 'Email' });

  fillAll(assign, { Email: 'tidak.ada@example.com', Password: 'salah1' });
  await user.click(screen.getByRole('button', { name: 'Log In' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  expect(box('Email')).toHaveValue('tidak.ada@example.com');
  expect(box('Password')).toHaveValue('salah1');
});

let newcomers = 0;
const newcomer = () => ({
  'Nama lengkap': 'Sari',
  Email: `terisi${++newcomers}.${process.pid}@example.com`,
  'Nomor handphone': '0812-3456-7890',
  Password: 'kopi123',
  'Konfirmasi password': 'kopi123',
});

const signUp = () => screen.getByRole('button', { name: 'Sign Up' });

test.for(
  ways.flatMap(({ way, fill }) => [
    { way, fill, end: 'Sign Up', send: press('Sign Up') },
    { way, fill, end: 'Enter', send: withEnter('Konfirmasi password', 'Sign Up') },
  ]),
)('a registration whose fields are filled $way and sent by $end is accepted', async ({ fill, send }) => {
  const user = await visit('/account/register');
  await screen.findByRole('button', { name: 'Sign Up' });
  let sent: unknown;
  interceptRequests(async (request, answer) => {
    if (request.url.endsWith('/auth/register')) sent = await request.clone().json();
    return answer();
  });
  const fields = newcomer();

  fillAll(fill, fields);
  await send(user);

  expect(await screen.findByRole('dialog', { name: 'Congratulations Sari!' })).toBeVisible();
  expect(sent).toEqual({ fullName: 'Sari', email: fields.Email, phoneNumber: '081234567890', password: 'kopi123' });
  for (const label of Object.keys(fields)) expect(box(label)).toHaveValue('');
});

test.for([
  ['the browser tells that a field is filled', () => fireEvent.animationStart(box('Email'))],
  ['a finger touches the form', () => fireEvent.pointerDown(signUp())],
  ['the pointer comes to the button', () => fireEvent.pointerOver(signUp())],
  ['a field gets the focus', () => box('Email').focus()],
] as const)('Sign Up and the marks follow what was filled in, as soon as %s', async ([, happens]) => {
  await visit('/account/register');
  await screen.findByRole('button', { name: 'Sign Up' });
  fillAll(assign, { ...newcomer(), 'Nomor handphone': '12' });
  expect(signUp()).toBeDisabled();

  happens();

  await waitFor(() => expect(signUp()).toBeEnabled());
  const marks = screen
    .getAllByRole('img', { name: /benar/ })
    .map((mark) => mark.ariaLabel ?? mark.getAttribute('aria-label'));
  expect(marks).toEqual(['Sudah benar', 'Sudah benar', 'Belum benar', 'Sudah benar', 'Sudah benar']);
});

test('Sign Up stays disabled while what was filled in breaks a rule', async () => {
  const user = await visit('/account/register');
  await screen.findByRole('button', { name: 'Sign Up' });

  fillAll(assign, { ...newcomer(), 'Nama lengkap': '王 小明' });
  await user.click(signUp());

  expect(signUp()).toBeDisabled();
});

async function pick(user: Awaited<ReturnType<typeof visit>>, level: string, region: string) {
  const list = screen.getByRole('combobox', { name: level });
  await waitFor(() => expect(list).not.toHaveAttribute('aria-disabled'));
  await user.click(list);
  await user.keyboard(region);
  await user.click(await screen.findByRole('option', { name: region }));
}

test.for([
  { ...byAssigning, address: '/carts/new-address' },
  { ...withChange, address: '/account/new-address' },
])('an address whose texts are filled $way at $address is saved with them', async ({ fill, address }) => {
  const { session, user } = await customer({ cart: { klepon: 1 } }).at(address);
  await screen.findByRole('button', { name: 'Tambah Alamat' });
  await pick(user, 'Provinsi', 'Daerah Khusus Ibukota Jakarta');
  await pick(user, 'Kabupaten/Kota', 'Kota Administrasi Jakarta Pusat');
  await pick(user, 'Kecamatan', 'Menteng');
  await pick(user, 'Kelurahan/Desa', 'Cikini');

  fillAll(fill, { 'Nama lengkap': 'Sari Dewi', 'Nomor handphone': '081234567890', Jalan: 'Jalan Cikini Raya 73' });
  fireEvent.submit(box('Jalan').closest('form') as HTMLFormElement);

  await findToast('Anda berhasil menambahkan alamat');
  expect(await savedAddresses(session)).toMatchObject([
    {
      fullName: 'Sari Dewi',
      phoneNumber: '081234567890',
      fullStreet: 'Jalan Cikini Raya 73',
      kelurahan: '31.71.06.1003',
    },
  ]);
});

test('an address that was filled in stays like a typed one', async () => {
  const { user } = await customer({}).at('/account/new-address');
  await screen.findByRole('button', { name: 'Tambah Alamat' });

  assign(box('Nama lengkap'), 'Sari Dewi');
  await user.type(box('Jalan'), 'J');

  expect(box('Nama lengkap')).toHaveValue('Sari Dewi');
  await waitFor(async () =>
    expect(await stored('drafts')).toEqual({ 'new-address': { fullName: 'Sari Dewi', fullStreet: 'J' } }),
  );
});

test.for([
  { ...byAssigning, address: '/contact' },
  { ...withChange, address: '/' },
])('a message whose sender is filled in $way at $address names them', async ({ fill, address }) => {
  await visit(address);
  await screen.findByRole('button', { name: 'kirim pesan' });
  const open = vi.fn();
  vi.stubGlobal('open', open);

  fillAll(fill, { Name: 'Sari', Email: 'sari@example.com', Phone: '0812' });
  const form = box('Name').closest('form') as HTMLFormElement;
  fireEvent.submit(form);

  const { searchParams } = new URL(open.mock.calls[0]?.[0] ?? '');
  expect(searchParams.get('text')).toMatch(/saya Sari\.\nSaya bisa dihubungi di sari@example\.com atau 0812\./);
  const mail = within(form).getByRole('link', { name: shop.contact.email });
  await waitFor(() => expect(mail).toHaveAttribute('href', expect.stringContaining('Pesan%20dari%20Sari')));
});

test('a table number that is filled in is the one the order goes to', async () => {
  const { user } = await customer({ cart: { klepon: 1 }, handover: 'dine-in' }).at('/carts/delivery');
  await screen.findByRole('textbox', { name: 'Nomor meja' });

  fillAll(assign, { 'Nomor meja': '7' });
  await user.click(screen.getByRole('button', { name: 'Pilih metode pembayaran' }));

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/payment'));
  expect(await screen.findByText('Meja 7')).toBeVisible();
});

test('a keyword that is filled in is looked for with Enter', async () => {
  const user = await visit('/about');
  await user.click(await screen.findByRole('button', { name: 'Cari produk' }));
  const search = await screen.findByRole('searchbox', { name: 'Cari produk' });

  assign(search, 'klepon');
  search.focus();
  await user.keyboard('{Enter}');

  await waitFor(() => expect(user.router.state.location.href).toBe('/products?search=klepon'));
});
