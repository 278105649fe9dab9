import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StaffSession } from '#core/counter';
import { rupiah } from '#core/rupiah';
import { type CounterShop, openCounterShop } from '../support/counter-shop.ts';
import { connectionLost, interceptRequests } from '../support/page/checkout.ts';
import { anOrder } from './board-fixture.ts';
import { closeCounters, findCard, openCounter } from './open-counter.tsx';

let shop: CounterShop;
let session: StaffSession;
beforeAll(async () => {
  shop = await openCounterShop();
  session = await shop.signIn();
});
afterAll(() => shop.close());
afterEach(closeCounters);

/** Opens a view by the navigation. */
async function openView(name: string) {
  const user = await openCounter(shop, { session });
  await user.click(await screen.findByRole('link', { name }));
  return user;
}

const choice = async (product: string) => within(await screen.findByRole('group', { name: product }));

test('a product is found as customers find it, and marked as sold out and available again', async () => {
  const user = await openView('Menu');
  await choice('Klepon');

  await user.type(screen.getByRole('searchbox', { name: 'Cari produk' }), 'v 60');
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(1);
  const product = shop.products.find(({ name }) => name.includes('V60'));
  const name = product?.name ?? '';
  expect((await choice(name)).getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-pressed', 'true');
  await user.click((await choice(name)).getByRole('button', { name: 'Habis' }));

  await expect.poll(async () => (await shop.product(product?._id ?? ''))?.available).toBe(false);
  expect((await choice(name)).getByRole('button', { name: 'Habis' })).toHaveAttribute('aria-pressed', 'true');
  await user.click((await choice(name)).getByRole('button', { name: 'Ada' }));
  await expect.poll(async () => (await shop.product(product?._id ?? ''))?.available).not.toBe(false);
});

test('a mark that the shop did not get is taken back, and says so', async () => {
  const user = await openView('Menu');
  const klepon = await choice('Klepon');
  interceptRequests((request, send) => (request.method === 'PATCH' ? connectionLost() : send()));

  await user.click(klepon.getByRole('button', { name: 'Habis' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('Belum tersimpan');
  expect(klepon.getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-pressed', 'true');
});

test('a menu that cannot be loaded is asked for again', async () => {
  const line = { isCut: true };
  interceptRequests((request, send) => (line.isCut && request.url.endsWith('/products') ? connectionLost() : send()));
  const user = await openView('Menu');
  expect(await screen.findByRole('alert')).toHaveTextContent('Tidak bisa dimuat.');
  line.isCut = false;

  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  await choice('Klepon');
});

test('the report of the day tells paid, open and cancelled orders apart, and calls only what was paid money', async () => {
  const [first, second, third, fourth] = [
    await shop.order(),
    await shop.order(),
    await shop.order(),
    await shop.order(),
  ];
  await shop.change(first, 'waiting_payment', 'paid');
  await shop.cancel(third, 'waiting_payment');
  await shop.change(fourth, 'waiting_payment', 'paid');
  await shop.cancel(fourth, 'paid');
  const { total } = await shop.seen(second);

  const user = await openView('Hari ini');

  const row = async (title: string, name: string) =>
    within(await screen.findByRole('table', { name: title })).getByRole('row', { name: new RegExp(`^${name}`) });
  expect(await row('Menurut status', 'Dibayar')).toHaveTextContent('Dibayar1');
  expect(await row('Menurut cara bayar', 'BCA')).toHaveTextContent(`BCA1${rupiah(total)}`);
  const sums = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(sums).toEqual([
    `Sudah dibayar: ${rupiah(total)}1 pesanan`,
    `Belum dibayar: ${rupiah(total)}1 pesanan`,
    `Harus dikembalikan: ${rupiah(total)}1 pesanan`,
    'Dibatalkan tanpa dibayar: 1 pesanan',
  ]);
  expect(within(screen.getByRole('region', { name: 'Paling laku' })).getAllByRole('listitem')).toHaveLength(2);
  await shop.change(second, 'waiting_payment', 'paid');
  await user.click(screen.getByRole('button', { name: 'Perbarui' }));

  await waitFor(async () => expect(await row('Menurut status', 'Dibayar')).toHaveTextContent('Dibayar2'));
});

test('older orders have a view of their own, and can be finished there', async () => {
  const old = anOrder({ order_number: 'KT-260101-OLD1', created_at: '2026-01-01T05:00:00.000Z' });
  interceptRequests(async (request, send) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/counter/older')
      return new Response(JSON.stringify({ data: [old], count: 1 }), {
        headers: { 'content-type': 'application/json' },
      });
    if (request.method !== 'PATCH') return send();
    return new Response(JSON.stringify({ ...old, status: 'paid', revision: 2 }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  const user = await openCounter(shop, { path: '/counter#lama', session });

  await findCard('KT-260101-OLD1');
  expect(screen.queryByText('Memuat …')).toBeNull();
  await user.click(within(await findCard('KT-260101-OLD1')).getByRole('button', { name: 'Sudah dibayar' }));

  expect(within(await findCard('KT-260101-OLD1')).getByRole('button', { name: 'Mulai buat' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Ke papan pesanan' }));
  expect(screen.queryByRole('article', { name: 'OLD1' })).toBeNull();
});

test('an unknown fragment opens the board', async () => {
  await openCounter(shop, { path: '/counter#nowhere', session });

  expect(await screen.findByRole('heading', { name: 'Papan pesanan' })).toBeInTheDocument();
});
