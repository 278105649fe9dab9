import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { customerOf } from '#core/contract';
import { endSession } from '#device/session';
import { connectionLost, cutLine, interceptRequests, requestsSent } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { type Customer, closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

const box = (label: string) => screen.getByLabelText(label);
const signUp = () => screen.getByRole('button', { name: 'Sign Up' });
let newcomers = 0;
const newEmail = () => `baru${++newcomers}.${process.pid}@example.com`;

async function openRegister() {
  const user = await visit('/account/register');
  await screen.findByRole('button', { name: 'Sign Up' });
  return user;
}

const sari = () => ({
  'Nama lengkap': 'Sari',
  Email: newEmail(),
  'Nomor handphone': '0812-3456-7890',
  Password: 'kopi123',
  'Konfirmasi password': 'kopi123',
});

async function fillIn(user: Customer, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    if (value) await user.fill(box(label), value);
  }
}

const markOf = (label: string) =>
  within(box(label).parentElement as HTMLElement)
    .queryByRole('img')
    ?.getAttribute('aria-label');

const registrationsSent = () => requestsSent(({ url }) => url.endsWith('/auth/register'));
const bodiesOf = (sent: Request[]) => Promise.all(sent.map((request) => request.json()));

test('a newcomer joins, is congratulated, and is led to the Log In page', async () => {
  const user = await openRegister();
  await user.router.navigate({ to: '/account/register', state: { returnTo: '/carts' } });
  const sent = registrationsSent();
  const fields = sari();
  await fillIn(user, fields);

  await user.click(signUp());

  const dialog = await screen.findByRole('dialog', { name: 'Congratulations Sari!' });
  expect(dialog).toHaveTextContent('Your account has been successfully created. Please go to the Log In page.');
  expect(await bodiesOf(sent)).toEqual([
    { fullName: 'Sari', email: fields.Email, phoneNumber: '081234567890', password: 'kopi123' },
  ]);
  expect(box('Nama lengkap')).toHaveValue('');
  expect(box('Password')).toHaveValue('');
  await waitFor(async () => expect(await stored('drafts')).toEqual({}));
  await user.click(within(dialog).getByRole('link', { name: 'Log In' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/account/login'));
  expect(user.router.state.location.state.returnTo).toBe('/carts');
});

const ways = ['typed', 'pasted', 'filled without an event'];
test.each(ways)('a name with a space that was %s becomes one that fits when its field is left', async (how) => {
  const user = await openRegister();
  const sent = registrationsSent();
  await fillIn(user, { ...sari(), 'Nama lengkap': '' });
  const name = box('Nama lengkap') as HTMLInputElement;
  if (how !== 'filled without an event') {
    if (how === 'typed') await user.type(name, 'Siti Nurhaliza');
    else await user.fill(name, '\u202aSiti\u00a0Nurhaliza ');
    expect(name.value).toContain('Siti');
    expect(markOf('Nama lengkap')).toBe('Belum benar');
    expect(signUp()).toBeDisabled();
    await user.click(box('Email'));
  } else {
    name.value = 'Siti Nurhaliza';
    fireEvent.pointerOver(name);
  }

  expect(name).toHaveValue('Siti-Nurhaliza');
  expect(markOf('Nama lengkap')).toBe('Sudah benar');
  await user.click(signUp());
  await screen.findByRole('dialog', { name: 'Congratulations Siti-Nurhaliza!' });
  expect(await bodiesOf(sent)).toMatchObject([{ fullName: 'Siti-Nurhaliza' }]);
});

test('what was pasted or autofilled with characters that cannot be seen is accepted, and sent without them', async () => {
  const user = await openRegister();
  const sent = registrationsSent();
  const fields = sari();
  await fillIn(user, { ...fields, 'Nama lengkap': '', Email: '', 'Nomor handphone': '' });
  const setValue = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
  setValue('Nama lengkap', '\u2068Sari\u2069\u00a0');
  setValue('Email', `\u200b${fields.Email}\u00a0`);
  setValue('Nomor handphone', '\u202a+62 812\u20113456\u20117890\u202c');
  for (const label of ['Nama lengkap', 'Email', 'Nomor handphone']) expect(markOf(label)).toBe('Sudah benar');

  await user.click(signUp());

  const joined = await screen.findByRole('dialog', { name: 'Congratulations Sari!' });
  expect(joined.textContent).not.toMatch(/[\u2068\u2069\u00a0]/);
  expect(await bodiesOf(sent)).toEqual([
    { fullName: 'Sari', email: fields.Email, phoneNumber: '6281234567890', password: 'kopi123' },
  ]);
  await user.click(within(joined).getByRole('link', { name: 'Log In' }));
  // As the browser itself demands it of the field.
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue(fields.Email);
});

test.for([
  ['Nama lengkap', ['Sa', 'Sari Dewi', 'Sari!', 'Séri', 'S'.repeat(256)], ['Sari', 'S_r-1', 'Abc', 'S'.repeat(255)]],
  ['Email', ['sari', 'sari@', 'sari@example', '@example.com'], ['sari@example.com', 's+a@mail.co.id']],
  ['Nomor handphone', ['08123456', '0'.repeat(16), '0812abc3456'], ['081234567', '+62 812-3456-7890', '1'.repeat(15)]],
  ['Password', ['k1', 'kopikopi', '12345', `${'a'.repeat(30)}1`], ['k1o', 'kopi123', `${'a'.repeat(29)}1`]],
] as const)('%s is marked live by its own rule', async ([label, broken, valid]) => {
  await openRegister();
  act(() => box(label).focus());
  expect(markOf(label)).toBeUndefined();

  for (const value of broken) {
    fireEvent.change(box(label), { target: { value } });
    expect([value, markOf(label)]).toEqual([value, 'Belum benar']);
    expect(box(label)).toBeInvalid();
  }
  for (const value of valid) {
    fireEvent.change(box(label), { target: { value } });
    expect([value, markOf(label)]).toEqual([value, 'Sudah benar']);
    expect(box(label)).toBeValid();
  }
});

test('the confirmation must equal the password, also when the password changes afterwards', async () => {
  const user = await openRegister();
  await fillIn(user, { Password: 'kopi123', 'Konfirmasi password': 'kopi12' });
  expect(markOf('Konfirmasi password')).toBe('Belum benar');

  await user.type(box('Konfirmasi password'), '3');
  expect(markOf('Konfirmasi password')).toBe('Sudah benar');

  await user.type(box('Password'), '4');
  expect(markOf('Konfirmasi password')).toBe('Belum benar');

  // By that rule alone.
  for (const field of ['Password', 'Konfirmasi password']) fireEvent.change(box(field), { target: { value: 'ab' } });
  expect([markOf('Password'), markOf('Konfirmasi password')]).toEqual(['Belum benar', 'Sudah benar']);
  expect(signUp()).toBeDisabled();
});

test('every rule of the form is shown before it is broken', async () => {
  await openRegister();

  expect(box('Nama lengkap')).toHaveAccessibleDescription('Tanpa spasi, misalnya Sari-Dewi.');
  expect(box('Nomor handphone')).toHaveAccessibleDescription(/9 sampai 15 angka/);
  expect(box('Password')).toHaveAccessibleDescription(/3 sampai 30 karakter.*satu huruf dan satu angka/);
});

test.for(['Nama lengkap', 'Password', 'Konfirmasi password'])('Sign Up waits for %s', async (missing) => {
  const user = await openRegister();
  await fillIn(user, { ...sari(), [missing]: '' });
  expect(signUp()).toBeDisabled();

  await user.type(box(missing), missing === 'Nama lengkap' ? 'Sari' : 'kopi123');

  expect(signUp()).toBeEnabled();
});

test('Sign Up is enabled by an email that fits the pattern, also by an empty one', async () => {
  const user = await openRegister();
  await fillIn(user, { ...sari(), Email: '' });
  expect(signUp()).toBeEnabled();

  await user.type(box('Email'), 'sari@');

  expect(signUp()).toBeDisabled();
});

test('a wrong phone number does not hold the button back, but is an invalid entry', async () => {
  const user = await openRegister();
  const sent = registrationsSent();
  await fillIn(user, { ...sari(), 'Nomor handphone': '0812' });

  await user.click(signUp());

  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Entry');
  expect(box('Nomor handphone')).toHaveFocus();
  expect(box('Nomor handphone')).toHaveAccessibleDescription(/Periksa nomor handphone/);
  expect(sent).toEqual([]);
});

test('a form that is submitted past the disabled button is checked once more', async () => {
  const user = await openRegister();
  await fillIn(user, { ...sari(), 'Nama lengkap': '' });

  fireEvent.submit(signUp().closest('form') as HTMLFormElement);

  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Entry');
});

test("an email that is registered already shows 'Username Taken', and the field that gets the focus says why", async () => {
  const email = customerOf(await loggedIn());
  await endSession();
  const user = await openRegister();
  await fillIn(user, sari());
  const line = cutLine(({ url }) => url.endsWith('/register'));
  await user.click(signUp());
  expect(await screen.findByRole('alert')).toHaveTextContent('No Server Response');
  expect(screen.getByRole('alert')).toHaveFocus();
  line.cut = false;
  await user.clear(box('Email'));
  await user.fill(box('Email'), email);

  await user.click(signUp());

  expect(await screen.findByRole('alert')).toHaveTextContent('Username Taken');
  expect(box('Email')).toHaveFocus();
  expect(box('Email')).toHaveAccessibleDescription(/Email ini sudah terdaftar\.$/);
  expect(screen.getByRole('img', { name: 'Belum benar' })).toBeVisible();
  await user.type(box('Email'), '.id');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('img', { name: 'Belum benar' })).not.toBeInTheDocument();
});

test('the shop refuses an empty email, which is marked and focused, and what was typed stays', async () => {
  const user = await openRegister();
  await fillIn(user, { ...sari(), Email: '' });

  await user.click(signUp());

  expect(await screen.findByRole('alert')).toHaveTextContent('Registration Failed');
  expect(box('Email')).toHaveFocus();
  expect(box('Email')).toBeInvalid();
  expect(box('Email')).toHaveAccessibleDescription(/Isi email Anda/);
  expect(box('Nama lengkap')).toHaveValue('Sari');
  await user.type(box('Email'), 's');
  expect(box('Email')).not.toHaveAccessibleDescription(/Isi email Anda/);
});

test("pressing again after a lost answer is no 'Username Taken', but an account with another password is", async () => {
  const user = await openRegister();
  await fillIn(user, sari());
  let lost = '/auth/register';
  let last = '';
  interceptRequests(async ({ url }, send) => {
    const answer = await send();
    last = url;
    return url.endsWith(lost) ? connectionLost() : answer;
  });
  await user.click(signUp());
  expect(await screen.findByRole('alert')).toHaveTextContent('No Server Response');
  lost = '/auth/login';
  await user.click(signUp());
  expect(await screen.findByRole('alert')).toHaveTextContent('No Server Response');
  lost = 'nothing';

  for (const field of ['Password', 'Konfirmasi password']) await user.type(box(field), '9');
  await user.click(signUp());
  expect(await screen.findByRole('alert')).toHaveTextContent('Username Taken');
  for (const field of ['Password', 'Konfirmasi password']) await user.type(box(field), '{Backspace}');
  await user.click(signUp());

  expect(await screen.findByRole('dialog', { name: 'Congratulations Sari!' })).toBeVisible();
  // The login that has found the account leaves no session.
  await waitFor(() => expect(last).toMatch(/\/auth\/logout$/));
});

test('what was typed survives a closed tab, but never a password', async () => {
  const user = await openRegister();
  await fillIn(user, { 'Nama lengkap': 'Sari', 'Nomor handphone': '0812', Password: 'kopi123' });
  await waitFor(async () =>
    expect(await stored('drafts')).toEqual({ register: { fullName: 'Sari', phoneNumber: '0812' } }),
  );

  closeTabs();
  await openRegister();

  await waitFor(() => expect(box('Nama lengkap')).toHaveValue('Sari'));
  expect(box('Nomor handphone')).toHaveValue('0812');
  expect(box('Password')).toHaveValue('');
});

test('a customer whose session has ended is not called logged in after a visit to Sign Up', async () => {
  const { user } = await customer({}).at('/about');
  await user.router.navigate({
    to: '/account/login',
    state: { returnTo: '/account/order-list', sessionEnded: true },
  });
  await user.click(within(await screen.findByRole('main')).getByRole('link', { name: 'Sign Up' }));
  await screen.findByRole('button', { name: 'Sign Up' });

  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' }));

  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(user.router.state.location.state.returnTo).toBe('/account/order-list');
  expect(screen.queryByText(/Anda sudah masuk/)).not.toBeInTheDocument();
});
