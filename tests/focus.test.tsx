import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeCart } from '#device/stored-cart';
import { customer } from './support/page/customer.ts';
import { stored, visit } from './support/page/visit.tsx';

test('taking away the last piece in the cart panel removes its line and leaves the focus in the panel', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 1, klepon: 1 } }).at('/about');
  await user.click(await screen.findByRole('button', { name: 'Keranjang, 2 barang' }));
  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });

  await user.click(await within(panel).findByRole('button', { name: 'Kurangi Klepon' }));
  await waitFor(() => expect(within(panel).getByRole('heading', { name: /Keranjang/ })).toHaveFocus());

  await user.click(within(panel).getByRole('button', { name: 'Kurangi Kopi Tubruk' }));
  await waitFor(() => expect(panel).toHaveFocus());
});

test('plus is disabled at the limit of a line, says why, and keeps the focus', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 98 } }).at('/carts');
  const plus = await screen.findByRole('button', { name: 'Tambah Kopi Tubruk' });

  await user.click(plus);
  await waitFor(() => expect(plus).toHaveAccessibleDescription('Paling banyak 99 per produk'));

  expect(plus).toHaveFocus();
  // Browsers take the focus away from a disabled button; the test environment does not.
  expect(plus).not.toHaveAttribute('disabled');
  expect(plus).toHaveAttribute('aria-disabled', 'true');
});

test('a card whose product is at its limit keeps the focus, and gives the reason when pressed and to a screen reader', async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 98 } }).at('/products');
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  const add = within(coffee).getByRole('button', { name: 'Add to cart' });

  await user.click(add);
  await waitFor(() => expect(add).toHaveAccessibleDescription('Kopi Tubruk Paling banyak 99 per produk'));

  expect(add).toHaveFocus();
  expect(add).not.toHaveAttribute('disabled');
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await user.click(add);
  expect(await screen.findByText('Paling banyak 99 per produk', { selector: '[aria-live] *' })).toBeVisible();
  expect(await stored('counter')).toBe(99);
});

test('C8 beside 50 lines a card says why nothing new can be added', async () => {
  await customer({ cart: { klepon: 1 } }).onDevice();
  await changeCart((cart) =>
    Array.from({ length: 50 }, (_, at) => cart.map((line) => ({ ...line, note: `${at}` }))).flat(),
  );
  await visit('/products');

  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });

  const add = within(coffee).getByRole('button', { name: 'Add to cart' });
  await waitFor(() => expect(add).toHaveAccessibleDescription('Kopi Tubruk Paling banyak 50 macam produk'));
});

test('a product’s detail at its limit says why, keeps the focus and stays open', async () => {
  const { user } = await customer({ cart: { klepon: 99 } }).at('/products?produk=klepon');
  const detail = await screen.findByRole('dialog', { name: 'Klepon' });
  const add = within(detail).getByRole('button', { name: 'Add to cart' });
  await waitFor(() => expect(add).toHaveAccessibleDescription('Paling banyak 99 per produk'));

  expect(add).not.toHaveAttribute('disabled');
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await user.click(add);
  expect(await within(detail).findByText('Paling banyak 99 per produk', { selector: '[aria-live] *' })).toBeVisible();
  expect(add).toHaveFocus();
});

test('plus is disabled for a product that is sold out', async () => {
  const { user } = await customer({ cart: { 'lapis-legit': 2 } }).at('/carts');
  const plus = await screen.findByRole('button', { name: 'Tambah Lapis Legit' });
  await waitFor(() => expect(plus).toHaveAccessibleDescription('Habis untuk hari ini'));

  await user.click(plus);

  expect(plus).toHaveFocus();
  expect(screen.getByRole('status', { name: 'Jumlah Lapis Legit' })).toHaveTextContent('2');
});

test("deleting a line in the cart moves the focus to the cart's heading", async () => {
  const { user } = await customer({ cart: { 'kopi-tubruk': 1, klepon: 1 } }).at('/carts');
  const heading = () => screen.getByRole('heading', { level: 1, name: 'Keranjang' });

  await user.click(await screen.findByRole('button', { name: 'Hapus Klepon' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }));
  await waitFor(() => expect(heading()).toHaveFocus());

  await user.click(screen.getByRole('button', { name: 'Delete All' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }));
  await screen.findByText('Cart is empty');
  await waitFor(() => expect(heading()).toHaveFocus());
});

test("removing a filter moves the focus to the menu's heading", async () => {
  const user = await visit('/products?category=Kopi+Hitam');

  await user.click(await screen.findByRole('link', { name: 'Hapus filter' }));

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Semua menu' })).toHaveFocus());
});

test('the focus is not moved for a customer who had nothing focused when a control disappears', async () => {
  const user = await visit('/products?category=Kopi+Hitam');
  const clear = await screen.findByRole('link', { name: 'Hapus filter' });
  clear.focus();
  await user.click(screen.getByRole('contentinfo'));
  expect(document.body).toHaveFocus();

  await user.router.navigate({ to: '/products', search: {} });

  await screen.findByRole('heading', { name: 'Semua menu' });
  expect(document.body).toHaveFocus();
});
