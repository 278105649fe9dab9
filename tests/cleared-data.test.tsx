import { screen, within } from '@testing-library/react';
import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { change, disk } from '#device/store';
import { endIfClearedAtom } from '../src/state/account/session.ts';
import { deviceFailureAtom } from '../src/state/storage/stored-atom.ts';
import { customer } from './support/page/customer.ts';
import { changeUnheard, loggedIn, logInAs, stored, visit } from './support/page/visit.tsx';

/** Deletes the site's data as a browser does while its page is open. */
const clearSiteData = () => promisifyRequest(indexedDB.deleteDatabase('kedai'));

const cleared = 'Data di HP ini baru saja dihapus.';

/** A working storage is not reported as a reason. */
const expectNoOtherReason = () => expect(screen.queryByText(/tidak bisa dipakai/)).not.toBeInTheDocument();

test('F27 who adds a product after the data was deleted is told so, logs in, and has it in the cart', async () => {
  const { email } = (await loggedIn()).user;
  const user = await visit('/products');
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await clearSiteData();

  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));

  const notice = (await screen.findByText(cleared)).parentElement as HTMLElement;
  expectNoOtherReason();
  expect(await stored('cart')).toBeUndefined();
  await user.click(within(notice).getByRole('link', { name: 'Log In' }));
  await logInAs(user, email);
  expect(await screen.findByRole('complementary', { name: 'Tadi Anda memilih' })).toHaveTextContent(
    'Kopi Tubruk ada di keranjang',
  );
  expect(screen.queryByText(cleared)).not.toBeInTheDocument();
  expectNoOtherReason();
});

test.each([
  ['one more piece', '/carts', 'button', /Tambah Klepon/],
  ['a courier', '/carts/delivery', 'radio', /Goceng/],
  ['a letter in a form', '/account/new-address', 'textbox', /nama/i],
])('F27 %s after the data was deleted claims nothing but that', async (_what, path, role, name) => {
  const { user } = await customer({ cart: { klepon: 1 } }).at(path);
  const control = await screen.findByRole(role, { name });
  await clearSiteData();

  await user.click(control);
  if (role === 'textbox') await user.keyboard('a');

  expect(await screen.findByText(cleared)).toBeVisible();
  expectNoOtherReason();
  expect(await within(screen.getByRole('main')).findByText('Silahkan Log In terlebih dahulu')).toBeVisible();
});

test('a lost connection to the database is not taken for deleted data', async () => {
  const { user } = await customer({}).at('/products');
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  disk.forgetConnection();

  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));

  expect(await screen.findByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  // What the page has found out by then, too.
  expect(await user.store.set(endIfClearedAtom)).toBe(false);
  expect(screen.queryByText(cleared)).not.toBeInTheDocument();
});

test('a logout in another tab, of which this one has not heard yet, is not taken for deleted data', async () => {
  const { session, user } = await customer({}).at('/products');
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  const keys = { auth: v.unknown(), revocations: v.unknown() };
  await changeUnheard(keys, () => ({ auth: undefined, revocations: [session.token] }));
  disk.forgetConnection();

  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));
  await change({}, () => ({}));

  expect(await user.store.set(endIfClearedAtom)).toBe(false);
  expect(await stored('cart')).toBeUndefined();
  expect(user.store.get(deviceFailureAtom)).toBeUndefined();
  expect(screen.queryByText(cleared)).not.toBeInTheDocument();
});
