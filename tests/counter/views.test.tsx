import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { rupiah } from '#core/rupiah';
import { shop as facts } from '#core/shop';
import { weekdays } from '#core/weekdays';
import { read, write } from '../../counter/state/device.ts';
import { timeOf } from '../../counter/ui/time.ts';
import { openCounterShop } from '../support/counter-shop.ts';
import {
  answerCalls,
  changeMenu,
  connectionLost,
  cutLine,
  holdResponse,
  interceptRequests,
  isOrder,
  loseResponse,
  refusal,
  requestsSent,
} from '../support/page/checkout.ts';
import { anOrder } from './board-fixture.ts';
import { FakeAudio } from './fake-audio.ts';

import { closeCounters, findCard, openCounter } from './open-counter.tsx';

const shop = await openCounterShop();
const session = await shop.signIn('Rina', { isOwner: true });
afterAll(() => shop.close());
afterEach(closeCounters);

/** Opens a view by the navigation. */
async function openView(name: string) {
  const user = await openCounter(shop, { session });
  await user.click(await screen.findByRole('link', { name }));
  return user;
}

const choice = async (product: string) => within(await screen.findByRole('group', { name: product }));
const isFinished = ({ url }: Request) => url.includes('/counter/finished');

test('a product is found as customers find it, and marked as sold out and available again', async () => {
  const user = await openView('Menu');
  await choice('Klepon');

  await user.type(screen.getByRole('searchbox', { name: 'Cari produk' }), 'v 60');
  expect(screen.getAllByRole('button', { name: 'Habis' })).toHaveLength(1);
  const v60 = within(screen.getByRole('group', { name: /V60/ }));
  expect(v60.getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(v60.getByRole('button', { name: 'Habis' }));

  await expect.poll(async () => (await shop.product('v60-gayo'))?.available).toBe(false);
  expect(v60.getByRole('button', { name: 'Habis' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(v60.getByRole('button', { name: 'Ada' }));
  await expect.poll(async () => (await shop.product('v60-gayo'))?.available).not.toBe(false);
});

test('a mark that the shop did not get is taken back, and says so', async () => {
  const user = await openView('Menu');
  const klepon = await choice('Klepon');
  cutLine(({ method }) => method === 'PATCH');

  await user.click(klepon.getByRole('button', { name: 'Habis' }));

  await screen.findByText('Habis belum tersimpan. Coba lagi.', { selector: '[role=alert]' });
  expect(klepon.getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-pressed', 'true');
});

test('a choice that was marked is no failure where the menu cannot be loaded then', async () => {
  const user = await openView('Menu');
  await user.click(await screen.findByRole('button', { name: 'Pilihan' }));
  const whole = await choice('Biji utuh');
  // Not before: what cannot be loaded cannot be pressed.
  let isMarked = false;
  cutLine(({ method, url }) => {
    isMarked ||= method === 'PATCH';
    return isMarked && new URL(url).pathname === '/api/products';
  });

  await user.click(whole.getByRole('button', { name: 'Habis' }));

  await expect.poll(() => shop.canBeHad('biji-utuh')).toBe(false);
  await waitFor(() => expect(screen.queryByText('Habis belum terkirim')).not.toBeInTheDocument());
  expect(screen.queryByText(/belum tersimpan/)).not.toBeInTheDocument();
});

test('a menu that cannot be loaded is asked for again', async () => {
  const line = cutLine(({ url }) => url.endsWith('/products'));
  const user = await openView('Menu');
  expect(await screen.findByText('Tidak bisa dimuat.')).toBeVisible();
  line.cut = false;

  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  await choice('Klepon');
});

test('what was opened without a connection says so once, and is there as soon as the shop is heard again', async () => {
  await openView('Menu');
  await choice('Klepon');
  const line = cutLine();
  dispatchEvent(new Event('online'));

  for (const [view, title] of [
    ['#selesai', 'Selesai hari ini'],
    ['#staf', 'Staf'],
  ] as const) {
    location.hash = view;
    await screen.findByRole('heading', { name: title });
    expect(await screen.findByText('Belum bisa dimuat. Isinya muncul sendiri begitu tersambung.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  }
  line.cut = false;
  expect(await screen.findByText('Rina')).toBeVisible();
});

test('the report of the day tells paid, open and cancelled orders apart, and calls only what was paid money', async () => {
  const orders = Array.from({ length: 4 }, () => shop.order());
  const [first = '', second = '', third = '', fourth = ''] = await Promise.all(orders);
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
  expect(sums.slice(0, 4)).toEqual([
    `Sudah dibayar: ${rupiah(total)}1 pesanan`,
    `Belum dibayar: ${rupiah(total)}1 pesanan`,
    `Harus dikembalikan: ${rupiah(total)}1 pesanan`,
    'Dibatalkan tanpa dibayar: 1 pesanan',
  ]);
  expect(within(screen.getByRole('table', { name: 'Paling laku' })).getAllByRole('row')).toHaveLength(3);
  await shop.change(second, 'waiting_payment', 'paid');
  await user.click(screen.getByRole('button', { name: 'Perbarui' }));

  await waitFor(async () => expect(await row('Menurut status', 'Dibayar')).toHaveTextContent('Dibayar2'));
  fireEvent.change(screen.getByLabelText('Hari'), { target: { value: '2026-01-02' } });
  expect(await screen.findByText('Jumat, 2 Jan 2026')).toBeVisible();
  expect((await screen.findByText('Sudah dibayar')).nextSibling).toHaveTextContent('Rp00 pesanan');
});

test.for([
  ['lama', 'older', 'Pesanan lama', 'waiting_payment'],
  ['selesai', 'finished', 'Selesai hari ini', 'completed'],
] as const)('LC7: all orders of #%s can be reached, and follow the shop', async ([view, path, title, status]) => {
  const all = Array.from({ length: 5 }, (_, at) =>
    anOrder({ order_number: `KT-260101-${1_000 + at}`, created_at: '2026-01-01T05:00:00.000Z', status }),
  );
  let listed = all;
  interceptRequests((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== `/api/counter/${path}`) return;
    const from = listed.findIndex(({ order_number }) => order_number === searchParams.get('before')) + 1;
    return Response.json({ data: listed.slice(from, from + 2), count: listed.length });
  });
  const user = await openCounter(shop, { path: `/counter#${view}`, session });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Tampilkan berikutnya (3)' }));
  await user.click(await screen.findByRole('button', { name: 'Tampilkan berikutnya (1)' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5));
  listed = all.slice(1);
  await shop.order();

  await waitFor(() => expect(screen.queryByRole('article', { name: '1000' })).toBeNull());
  expect(screen.getAllByRole('article')).toHaveLength(4);
});

test('of the finished orders those that are owed come first, each with the time at which it was finished', async () => {
  const finished = (order_number: string, paid: boolean) =>
    anOrder({ order_number, paid, status: 'completed', changed_at: new Date().toISOString() });
  const orders = [finished('KT-1-NEW1', true), finished('KT-1-OWED', false), finished('KT-1-OLD1', true)];
  answerCalls(isFinished, () => Response.json({ data: orders, count: 3 }));
  await openCounter(shop, { path: '/counter#selesai', session });

  await findCard('KT-1-OWED');
  const cards = screen
    .getAllByRole('article')
    .map(({ textContent }) => textContent?.match(/^(\w{4}).*Selesai \d\d\.\d\d/)?.[1]);

  expect(cards).toEqual(['OWED', 'NEW1', 'OLD1']);
  const levels = screen.getAllByRole('heading').map(({ tagName }) => tagName);
  expect(levels).toEqual(['H1', 'H2', 'H3', 'H3', 'H3']);
});

test('an older order can be taken through its steps there', async () => {
  let order = anOrder({ order_number: 'KT-260101-OLD1', created_at: '2026-01-01T05:00:00.000Z' });
  interceptRequests(({ method, url }) => {
    if (new URL(url).pathname === '/api/counter/older') return Response.json({ data: [order], count: 1 });
    if (method !== 'PATCH') return;
    order = { ...order, status: 'paid', revision: 2 };
    return Response.json(order);
  });
  const user = await openCounter(shop, { path: '/counter#lama', session });

  await user.click(within(await findCard('KT-260101-OLD1')).getByRole('button', { name: 'Sudah dibayar' }));

  expect(await within(await findCard('KT-260101-OLD1')).findByRole('button', { name: 'Mulai buat' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Ke papan pesanan' }));
  expect(screen.queryByRole('article', { name: 'OLD1' })).toBeNull();
});

test('F57 on the next day "Selesai hari ini" begins anew, with nothing pressed', async () => {
  const done = anOrder({ order_number: 'KT-260101-DONE', status: 'completed' });
  let listed = [done];
  answerCalls(isFinished, () => Response.json({ data: listed, count: listed.length }));
  await openCounter(shop, { path: '/counter#selesai', session });
  await findCard('KT-260101-DONE');

  listed = [];
  dispatchEvent(new Event('focus'));

  expect(await screen.findByText(/^Belum ada\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pesanan' })).toHaveAttribute('aria-current');
});

test('W20: without a connection the last menu is shown for a day, says so, and nothing in it can be pressed', async () => {
  const first = await openView('Menu');
  await choice('Klepon');
  const loadedAt = async () => (await read('menu', v.object({ loadedAt: v.number() })))?.loadedAt ?? 0;
  await expect.poll(loadedAt).toBeGreaterThan(0);
  // Two hours later the shop says that nothing has changed.
  vi.useFakeTimers({ now: Date.now() + 2 * 60 * 60_000, toFake: ['Date'] });
  await shop.order();
  await expect.poll(loadedAt).toBeGreaterThanOrEqual(Date.now() - 60_000);
  vi.useRealTimers();
  await first.close();
  cutLine();
  const second = await openView('Menu');

  expect(await screen.findByText(/menu bisa diubah/)).toBeVisible();
  expect((await choice('Klepon')).getByRole('button', { name: 'Habis' })).toBeDisabled();
  for (const name of ['Tambah produk', 'Ubah Klepon'])
    expect(screen.getByRole('link', { name })).not.toHaveAttribute('href');
  // It was loaded two hours from now.
  await second.close();
  vi.useFakeTimers({ now: Date.now() + 27 * 60 * 60_000, toFake: ['Date'] });
  await openView('Menu');
  expect(await screen.findByText(/^Belum bisa dimuat/)).toBeVisible();
  expect(screen.queryByText('Klepon')).toBeNull();
});

test('W20: without a connection the takings stay with their time, until the page is closed', async () => {
  const user = await openView('Hari ini');
  await screen.findByRole('table', { name: 'Menurut status' });

  cutLine();
  dispatchEvent(new Event('online'));

  expect(await screen.findByText(/^Per \d\d\.\d\d$/)).toBeVisible();
  expect(screen.getByRole('table', { name: 'Menurut status' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hari sebelumnya' }));
  expect(await screen.findByText(/^Belum bisa dimuat/)).toBeVisible();
  await user.close();
  await openView('Hari ini');
  expect(await screen.findByText(/^Belum bisa dimuat/)).toBeVisible();
});

test.for(['Menu', 'Pesanan baru'])('products are found by their category or by their words: %s', async (view) => {
  const user = await openView(view);
  const names = () => ['Cappuccino', 'Klepon'].filter((name) => screen.queryAllByText(name).length > 0);
  await user.click(await screen.findByRole('button', { name: 'Roti & Kue' }));
  expect(names()).toEqual(['Klepon']);

  await user.type(screen.getByRole('searchbox', { name: 'Cari produk' }), 'cappuccino');
  expect(names()).toEqual(['Cappuccino']);
  await user.clear(screen.getByRole('searchbox', { name: 'Cari produk' }));
  expect(names()).toEqual(['Klepon']);
  await user.click(screen.getByRole('button', { name: 'Semua' }));

  expect(names()).toEqual(['Cappuccino', 'Klepon']);
});

test('LB7: the menu follows what another counter marks, and a press is always sent', async () => {
  const user = await openView('Menu');
  const ada = async () => (await choice('Klepon')).getByRole('button', { name: 'Ada' });
  await waitFor(async () => expect(await ada()).toHaveAttribute('aria-pressed', 'true'));

  await shop.mark('klepon', false);
  await waitFor(async () => expect(await ada()).toHaveAttribute('aria-pressed', 'false'));
  const pressed = requestsSent(({ method }) => method === 'PATCH');
  await user.click(await ada());
  await waitFor(async () => expect(await ada()).toHaveAttribute('aria-pressed', 'true'));
  await user.click(await ada());

  await expect.poll(() => pressed).toHaveLength(2);
  expect((await shop.product('klepon'))?.available).not.toBe(false);
});

test('an unknown fragment opens the board', async () => {
  await openCounter(shop, { path: '/counter#nowhere', session });

  expect(await screen.findByRole('heading', { name: 'Papan pesanan' })).toBeInTheDocument();
});

test('W14: an owner invites by a code on the screen, and the one invited is greeted by name', async () => {
  const user = await openView('Hari ini');
  await user.click(screen.getByRole('button', { name: 'Perangkat Rina' }));
  await user.click(screen.getByRole('link', { name: 'Staf' }));
  await user.click(await screen.findByRole('button', { name: 'Undang' }));
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  await user.type(screen.getByLabelText('Nama'), 'Joko');
  await user.click(screen.getByRole('button', { name: 'Buat undangan' }));
  await screen.findByRole('img', { name: 'Kode QR undangan untuk Joko' });
  await user.click(screen.getByRole('button', { name: 'Salin tautan' }));
  const [link = ''] = writeText.mock.lastCall ?? [];
  await closeCounters();

  const joko = await openCounter(shop, { path: link.replace(shop.url, '') });
  await screen.findByRole('heading', { name: 'Halo Joko' });
  await joko.click(screen.getByRole('button', { name: 'Pakai perangkat ini' }));

  await screen.findByRole('heading', { name: 'Papan pesanan' });
  expect(screen.queryByRole('link', { name: 'Hari ini' })).not.toBeInTheDocument();
});

test('W14: a barista who is called like an owner is not invited, and gets another name', async () => {
  const user = await openCounter(shop, { path: '/counter#staf', session });
  await user.click(await screen.findByRole('button', { name: 'Undang' }));
  await user.type(screen.getByLabelText('Nama'), 'rina');
  await user.click(screen.getByRole('button', { name: 'Buat undangan' }));

  expect(await screen.findByText('Nama ini sudah dipakai pemilik. Beri nama lain.')).toBeVisible();
  await user.type(screen.getByLabelText('Nama'), ' kecil');
  await user.click(screen.getByRole('button', { name: 'Buat undangan' }));
  expect(await screen.findByRole('img', { name: 'Kode QR undangan untuk rina kecil' })).toBeVisible();
});

test('W14: an owner removes a member after a question, and cannot remove the owner who is signed in', async () => {
  const { staff } = await shop.signIn('Wati');
  const user = await openCounter(shop, { path: '/counter#staf', session });
  const member = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

  await user.click((await member(staff.name)).getByRole('button', { name: 'Keluarkan' }));
  const yes = screen.getByRole('button', { name: 'Ya, keluarkan' });
  fireEvent.click(yes, { detail: 2 });
  // The second click of a double click answers nothing.
  expect(yes).toBeEnabled();
  await user.click(yes);

  await waitFor(() => expect(screen.queryByText('Wati')).not.toBeInTheDocument());
  expect((await member('Rina')).queryByRole('button', { name: 'Keluarkan' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Perangkat Rina' })).toHaveAttribute('aria-current');
});

test('W14: a member whom another owner has just removed is not added again by a further device', async () => {
  await shop.signIn('Wayan');
  const user = await openCounter(shop, { path: '/counter#staf', session });
  const item = within((await screen.findByText('Wayan')).closest('li') as HTMLElement);
  await shop.remove('Wayan');

  await user.click(item.getByRole('button', { name: 'Tambah perangkat' }));
  await user.click(screen.getByRole('button', { name: 'Buat undangan' }));

  await screen.findByText('Sudah dikeluarkan di perangkat lain.');
  await user.click(screen.getByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(screen.queryByText('Wayan')).not.toBeInTheDocument());
});

test('W14: a barista has no takings, also at their address, until the owner makes them an owner', async () => {
  const made = await shop.signIn('Made');
  await openCounter(shop, { path: '/counter#hari-ini', session: made });
  expect(await screen.findByRole('heading', { name: 'Papan pesanan' })).toBeInTheDocument();

  await shop.invite('Made', { isOwner: true });
  await shop.order();

  expect(await screen.findByRole('heading', { name: 'Penjualan' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Hari ini' })).toBeVisible();
});

test('W13: the sums of the day are those of now, and what is counted stays as it was', async () => {
  const number = await shop.order();
  await openView('Hari ini');
  const [paid, cash] = [
    async () => (await screen.findByText('Sudah dibayar')).nextSibling?.textContent,
    async () => (await screen.findByText('Tunai yang seharusnya ada')).nextSibling?.textContent,
  ];
  const before = [await paid(), await cash()];

  await shop.change(number, 'waiting_payment', 'paid', { paid_with: 'kasir' });

  await waitFor(async () => expect(await paid()).not.toBe(before[0]));
  expect(await cash()).toBe(before[1]);
});

const cashInTill = async () =>
  Number((await screen.findByText('Tunai yang seharusnya ada')).nextSibling?.textContent?.replace(/\D/g, ''));

test('W13: an owner closes the till against the cash, sees the difference, and pays a cancelled order back', async () => {
  const [one, other, cancelled] = [await shop.order(), await shop.order(), await shop.order()];
  for (const number of [one, other]) await shop.change(number, 'waiting_payment', 'paid', { paid_with: 'kasir' });
  await shop.change(cancelled, 'waiting_payment', 'paid');
  await shop.cancel(cancelled, 'paid');
  const user = await openView('Hari ini');
  const before = await cashInTill();
  location.hash = '#selesai';
  expect(within(await findCard(cancelled)).getByRole('button', { name: 'Sudah dikembalikan, BCA' })).toBeVisible();
  await user.click(within(await findCard(cancelled)).getByRole('button', { name: 'Sudah dikembalikan, Tunai' }));
  expect(await within(await findCard(cancelled)).findByText('Sudah dikembalikan')).toBeVisible();
  await expect.poll(async () => (await shop.seen(cancelled)).refunded).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Hari ini' }));

  const till = within(await screen.findByRole('region', { name: 'Tutup kasir' }));
  const cash = await cashInTill();
  expect(cash).toBe(before - (await shop.seen(cancelled)).total);
  await user.type(await till.findByRole('textbox', { name: /^Uang tunai/ }), `${cash - 1_000}`);
  expect(till.getByRole('status')).toHaveTextContent('Kurang Rp1.000');
  await user.click(till.getByRole('button', { name: 'Tutup kasir' }));
  const asked = screen.getByRole('alertdialog', { name: 'Tutup kasir sekarang?' });
  expect(asked).toHaveTextContent(`Seharusnya ada${rupiah(cash)}`);
  expect(asked).toHaveTextContent('SelisihKurang Rp1.000Belum dibayar');
  await user.click(within(asked).getByRole('button', { name: 'Ya, tutup kasir' }));
  expect(asked).not.toBeInTheDocument();

  expect(await till.findByText(/^Kasir ditutup \d\d\.\d\d · Rina$/)).toBeVisible();
  expect(till.getByRole('status')).toHaveTextContent(/Kurang Rp1\.000$/);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(till.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(saved.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^kasir-\d{4}-\d\d-\d\d-\d+\.csv$/));
  expect(till.queryByRole('textbox')).toBeNull();
  await user.click(till.getByRole('button', { name: 'Hitung lagi' }));
  expect(till.getByText('Tunai yang seharusnya ada').nextSibling).toHaveTextContent('Rp0');
});

test('W13: a till from which more was paid back than taken, and a closing by its last change', async () => {
  const session = await shop.signIn('Tini', { isOwner: true });
  const [way] = [{ _id: 'kasir', name: 'Tunai', orders: 1, rupiah: 20_000 }];
  const open = { after: 7, through: 12, from: '2026-11-27T10:00:00.000Z', until: new Date().toISOString() };
  let asked: unknown;
  interceptRequests(async (request) => {
    if (!request.url.endsWith('/counter/closings')) return;
    if (request.method === 'GET')
      return Response.json({ open: { ...open, unpaid: 0, paid: [], refunded: [way], expected: -20_000 }, data: [] });
    asked = await request.json();
    return connectionLost();
  });
  const user = await openCounter(shop, { session, path: '/counter#hari-ini' });

  const till = within(await screen.findByRole('region', { name: 'Tutup kasir' }));
  expect((await till.findByText('Tunai yang seharusnya ada')).nextSibling).toHaveTextContent('−Rp20.000');
  expect(till.getByText(/^Sejak 27 Nov 17\.00 sampai \d+ \p{L}{3} \d\d\.\d\d\.$/u)).toBeVisible();
  await user.type(till.getByRole('textbox', { name: /^Uang tunai/ }), '0');
  expect(till.getByRole('status')).toHaveTextContent('Lebih Rp20.000');
  await user.click(till.getByRole('button', { name: 'Tutup kasir' }));
  await user.click(screen.getByRole('button', { name: 'Ya, tutup kasir' }));

  await waitFor(() => expect(asked).toEqual({ after: 7, through: 12, until: open.until, counted: 0 }));
});

test('W12: the shop is paused in two taps, every counter sees it, and it is prolonged or ended in two', async () => {
  const { openingHours } = facts;
  onTestFinished(() => void Object.assign(facts, { openingHours }));
  const inHours = (hours: number) =>
    timeOf(Date.now() + hours * 3_600_000, 0)
      .slice(-5)
      .replace('.', ':');
  facts.openingHours = [{ days: [...weekdays], opens: inHours(-6), closes: inHours(6) }];
  const user = await openCounter(shop, { session });
  await user.click(await screen.findByRole('button', { name: 'Jeda' }));
  await user.click(screen.getByRole('button', { name: '30 menit' }));

  const paused = await screen.findByRole('button', { name: /^Jeda s\.d\. \d\d\.\d\d$/ });
  await expect(shop.order()).rejects.toThrow('paused');
  await user.click(paused);
  await user.click(screen.getByRole('button', { name: 'Sampai dilanjutkan' }));
  await user.click(await screen.findByRole('button', { name: 'Sedang jeda' }));
  const asked: unknown[] = [];
  interceptRequests(async (request) => {
    if (request.method !== 'PUT') return;
    asked.push(await request.json());
    return new Response(null, { status: 204 });
  });
  await user.click(screen.getByRole('button', { name: /^Tutup lebih awal \(sampai \d\d\.\d\d\)$/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(asked).toEqual([{ until: 'closing' }]));
  await user.click(screen.getByRole('button', { name: 'Sedang jeda' }));
  await user.click(screen.getByRole('button', { name: 'Terima pesanan lagi' }));

  expect(await screen.findByRole('button', { name: 'Jeda' })).toBeVisible();
  await findCard(await shop.order());
});

test('W16: two drinks with one choice each for table 4, paid, are eight taps, and one order', async () => {
  const user = await openCounter(shop, { session });
  let taps = 0;
  const tap = async (name: string | RegExp, within_?: HTMLElement) => {
    taps++;
    await user.click(await (within_ ? within(within_) : screen).findByRole('button', { name }));
  };
  taps++;
  await user.click(await screen.findByRole('link', { name: 'Pesanan baru' }));

  await tap(/^Es Kopi Susu Gula Aren/, await screen.findByRole('region', { name: 'Pilih produk' }));
  await tap(/^Besar/);
  await tap(/^Cappuccino/, await screen.findByRole('region', { name: 'Pilih produk' }));
  await tap(/^Susu oat/);
  await tap('Meja 4');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bayar tunai' })).toBeEnabled());
  await tap('Bayar tunai');

  expect(taps).toBeLessThanOrEqual(8);
  expect(await screen.findByText(/^Pesanan \d+ masuk/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Pesanan' }));
  const card = (await screen.findByText('Besar')).closest('article') as HTMLElement;
  expect(card).toHaveTextContent('Meja 4');
  expect(card).toHaveTextContent('1×Cappuccino Susu oat');
  expect(within(screen.getByRole('region', { name: 'Dibayar' })).getAllByRole('article')).toContain(card);
});

/** Begins an order at the till. */
async function takeKlepon() {
  const user = await openCounter(shop, { path: '/counter#baru', session });
  await user.click(await screen.findByRole('button', { name: /^Klepon/ }));
  return user;
}

/** Sends the order, once the shop is heard. */
async function pay(user: UserEvent, name: string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

test('W16: a 51st line and a 100th piece are not added, which is said', async () => {
  const klepon = shop.products.find(({ name }) => name === 'Klepon');
  const lines = Array.from({ length: 49 }, (_, at) => ({
    ...klepon,
    qty: 99,
    ...(at > 0 && { choices: [], note: `${at}` }),
  }));
  await write('draft', { key: 'a-full-order', lines, name: '' });
  const user = await openCounter(shop, { path: '/counter#baru', session });
  const products = within(await screen.findByRole('region', { name: 'Pilih produk' }));

  await user.click(await products.findByRole('button', { name: /^Klepon/ }));
  expect(await screen.findByText('Paling banyak 99 per produk')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Tambah Klepon' })[0] as HTMLElement);
  expect(screen.queryByText('100')).toBeNull();
  for (const count of [1, 2]) {
    await user.click(products.getByRole('button', { name: /^Risoles/ }));
    expect(await products.findByRole('button', { name: new RegExp(`^Risoles.*${count}$`) })).toBeVisible();
  }
  await user.click(products.getByRole('button', { name: /^Cappuccino/ }));

  expect(await screen.findByText('Paling banyak 50 macam produk')).toBeVisible();
  expect(location.hash).toBe('#baru');
});

/** The till with a Cappuccino that was found and taken by the keyboard. */
async function openCappuccino() {
  const user = await openCounter(shop, { path: '/counter#baru', session });
  await user.click(await screen.findByRole('searchbox', { name: 'Cari produk' }));
  await user.paste('cappuccino');
  await user.keyboard('{Enter}{Enter}');
  return user;
}

test('W16: the keyboard leads from the search to a product, from there to its choices and its note, and back', async () => {
  const user = await openCappuccino();
  expect(await screen.findByRole('button', { name: /^Reguler/ })).toHaveFocus();
  (await screen.findByRole('button', { name: /^Besar/ })).focus();

  await user.keyboard('{Enter}');

  expect(await screen.findByRole('button', { name: /^Besar/, pressed: true })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: /^Catatan/ }), 'alergi kacang');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('searchbox', { name: 'Cari produk' })).toHaveFocus();
  expect(screen.getByRole('button', { name: /“alergi kacang”$/, expanded: false })).toBeVisible();
});

test('W16: the guest after an order that was emptied gets an order of their own', async () => {
  const user = await takeKlepon();
  await user.type(screen.getByRole('textbox', { name: 'Nama' }), 'Bu Wayan');
  answerCalls(isOrder, loseResponse, 1);
  const sent = requestsSent(isOrder);
  await pay(user, 'Bayar QRIS');
  expect(await screen.findByText(/^Kedai tidak menjawab/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Kurangi Klepon' }));
  await user.click(screen.getByRole('button', { name: /^Klepon/ }));

  expect(screen.getByRole('textbox', { name: 'Nama' })).toHaveValue('');
  await pay(user, 'Bayar QRIS');
  await screen.findByText(/^Pesanan \d+ masuk/);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
});

/** Types a note at the till; afterwards the focus is still in its field, where some browsers leave it when a button is tapped. */
async function typeNote(note: string) {
  const user = await openCappuccino();
  const field = await screen.findByRole('textbox', { name: /^Catatan/ });
  await user.type(field, note);
  expect(field).toHaveFocus();
  return user;
}
const lines = () => within(screen.getByRole('list', { name: 'Isi pesanan' }));
const products = () => within(screen.getByRole('region', { name: 'Pilih produk' }));

test.for<[string, () => void]>([
  ['another choice', () => fireEvent.click(screen.getByRole('button', { name: /^Besar/ }))],
  ['one more piece', () => fireEvent.click(screen.getByRole('button', { name: /^Tambah Cappuccino/ }))],
  ['leaving the field', () => fireEvent.blur(document.activeElement as HTMLElement)],
  ['the table', () => fireEvent.click(screen.getByRole('button', { name: 'Meja 4' }))],
])('W16: a note that is being typed stays in the order, and its field where it is, after %s', async ([, tap]) => {
  await typeNote('alergi kacang');
  const field = screen.getByRole('textbox', { name: /^Catatan/ });

  tap();

  expect(await lines().findByRole('button', { name: /“alergi kacang”$/ })).toBeVisible();
  expect(field).toBeVisible();
});

test('W16: a note that is being typed outlives a look at the board and a reload', async () => {
  const first = await typeNote('alergi kacang');

  fireEvent.click(screen.getByRole('link', { name: 'Pesanan' }));
  location.hash = '#baru';
  expect(await screen.findByRole('textbox', { name: /^Catatan/ })).toHaveValue('alergi kacang');
  await first.close();
  await openCounter(shop, { path: '/counter#baru' });

  expect(await screen.findByRole('button', { name: /“alergi kacang”$/ })).toBeVisible();
});

test('W16: lines that have become the same by what was typed stay where they are, and are one in the order', async () => {
  const user = await typeNote('tanpa gula');
  await user.click(products().getByRole('button', { name: /^Cappuccino/ }));
  const field = await screen.findByRole('textbox', { name: /^Catatan/ });

  await user.type(field, 'x');
  await user.clear(field);
  expect(field).toHaveValue('');
  await user.type(field, 'tanpa gula ');
  await user.click(lines().getAllByRole('button', { name: /^Tambah/ })[1] as HTMLElement);
  expect(lines().getAllByRole('listitem')).toHaveLength(2);
  expect(field).toHaveValue('tanpa gula ');
  await user.type(screen.getByRole('textbox', { name: 'Nama' }), 'Bu Rini');
  await pay(user, 'Bayar QRIS');

  await screen.findByText(/^Pesanan \d+ masuk/);
  await user.click(screen.getByRole('link', { name: 'Pesanan' }));
  const card = (await screen.findByText('Bu Rini')).closest('article');
  expect(card).toHaveTextContent('3×Cappuccino “tanpa gula”');
});

test('W16: the way back leads from the order to the products, with what was typed', async () => {
  const user = await openCounter(shop, { path: '/counter#baru', session });
  await user.type(await screen.findByRole('searchbox', { name: 'Cari produk' }), 'klepon');
  await user.click(await screen.findByRole('button', { name: /^Klepon/ }));
  await user.click(screen.getByRole('button', { name: /^Lihat pesanan/ }));
  expect(location.hash).toBe('#baru?pesanan');

  await user.click(screen.getByRole('button', { name: 'Tambah produk' }));

  expect(location.hash).toBe('#baru');
  expect(screen.getByRole('region', { name: 'Pilih produk' })).toHaveFocus();
  expect(screen.getByRole('searchbox', { name: 'Cari produk' })).toHaveValue('klepon');
  await user.click(screen.getByRole('button', { name: /^Lihat pesanan/ }));
  await user.click(screen.getByRole('button', { name: 'Kurangi Klepon' }));
  expect(location.hash).toBe('#baru');
});

test('W16: an order that is being taken survives a reload, and is gone once the shop has it', async () => {
  const first = await takeKlepon();
  await first.click(screen.getByRole('button', { name: 'Meja 4' }));
  await first.type(screen.getByRole('textbox', { name: 'Nama' }), 'Bu Ani');
  await first.close();

  const user = await openCounter(shop, { path: '/counter#baru' });
  expect(await screen.findByRole('button', { name: 'Meja 4' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('textbox', { name: 'Nama' })).toHaveValue('Bu Ani');
  await pay(user, 'Bayar QRIS');
  expect(await screen.findByText(/^Pesanan \d+ masuk/)).toBeVisible();
  await user.close();

  await openCounter(shop, { path: '/counter#baru' });
  expect(await screen.findByText('Ketuk produk untuk menambahkannya.')).toBeVisible();
});

test('W16: what is sold out meanwhile is named, and stays in the order until it is taken out', async () => {
  const user = await takeKlepon();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bayar QRIS' })).toBeEnabled());
  // The till has not heard of it when it sends.
  const line = cutLine((request) => request.url.endsWith('/products'));
  await shop.mark('klepon', false);

  await user.click(screen.getByRole('button', { name: 'Bayar QRIS' }));

  expect(await screen.findByText('Menu baru saja berubah. Periksa lagi, lalu kirim.')).toBeVisible();
  line.cut = false;
  dispatchEvent(new Event('online'));
  expect(await within(screen.getByRole('list', { name: 'Isi pesanan' })).findByText('Klepon habis.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bayar QRIS' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Kurangi Klepon' }));
  expect(await screen.findByText('Ketuk produk untuk menambahkannya.')).toBeVisible();
  await shop.mark('klepon', true);
});

test('W16: more choices than can be had are said at their line, also after a reload, and can be taken back', async () => {
  const choices = Array.from({ length: 14 }, (_, at) => ({ _id: `t${at}`, name: `Taburan ${at}`, price: 0 }));
  let max = 14;
  changeMenu(({ data, option_groups }) => ({
    data: data.map((product) => (product.name === 'Klepon' ? { ...product, option_groups: ['t'] } : product)),
    option_groups: [...option_groups, { _id: 't', name: 'Taburan', min: 0, max, choices }],
  }));
  const first = await takeKlepon();
  for (const { name } of choices.slice(0, 13)) fireEvent.click(await screen.findByRole('button', { name }));
  expect(await lines().findByText('Paling banyak 12 pilihan untuk Klepon.')).toBeVisible();
  await first.close();

  const user = await openCounter(shop, { path: '/counter#baru' });

  expect(await lines().findByText('Paling banyak 12 pilihan untuk Klepon.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bayar QRIS' })).toBeDisabled();
  max = 12;
  await shop.order();
  expect(await lines().findByText('Paling banyak 12 Taburan.')).toBeVisible();
  await user.click(lines().getByRole('button', { name: /^Klepon/ }));
  await user.click(screen.getByRole('button', { name: 'Taburan 3' }));
  await waitFor(() => expect(lines().queryByText(/^Paling banyak/)).toBeNull());
});

test.for([
  [422, 'amount_too_large', 'Kedai menolaknya. Periksa lagi.'],
  [503, 'storage_unavailable', 'Kedai belum bisa menerimanya. Coba lagi sebentar lagi.'],
] as const)('W16: an order that the shop answers with %i is not told as unanswered', async ([status, code, words]) => {
  const user = await takeKlepon();
  answerCalls(isOrder, () => refusal(status, code));

  await pay(user, 'Bayar QRIS');

  expect(await screen.findByText(words)).toBeVisible();
});

test('W16: of an order whose answer was lost, and that was added to since, the rest stays, and this is said', async () => {
  const user = await takeKlepon();
  answerCalls(isOrder, loseResponse, 1);
  await pay(user, 'Bayar QRIS');
  expect(await screen.findByText('Kedai tidak menjawab. Coba lagi.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Tambah Klepon' }));
  await user.click(screen.getByRole('button', { name: 'Bayar QRIS' }));

  expect(
    await screen.findByText(/^Pesanan \d+ sudah masuk, sebelum diubah\. Yang belum masuk tetap di sini\.$/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /^Lihat pesanan 1 ·/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Bayar QRIS' }));
  expect(await screen.findByText(/^Pesanan \d+ masuk$/)).toBeVisible();
});

test('W16: while an order is sent nothing changes or rings, none is begun; then its card says that it is unpaid', async () => {
  vi.stubGlobal('AudioContext', FakeAudio);
  const user = await takeKlepon();
  await user.type(screen.getByRole('textbox', { name: 'Nama' }), 'Pak Made');
  const product = within(screen.getByRole('region', { name: 'Pilih produk' })).getByRole('button', { name: /^Klepon/ });
  const answer = holdResponse(isOrder);
  const rung = FakeAudio.tones;
  await pay(user, 'Bayar nanti');
  await answer.reached;
  // The board has it before the answer comes.
  await screen.findByRole('button', { name: '1 pesanan masuk' });
  expect(FakeAudio.tones).toBe(rung);

  for (const button of [product, screen.getByRole('button', { name: 'Tambah Klepon' })])
    expect(button.closest('[inert]')).not.toBeNull();
  answer.goOn();

  await screen.findByText(/^Pesanan \d+ masuk/);
  expect(screen.getByRole('button', { name: /^Klepon/ }).closest('[inert]')).toBeNull();
  expect(screen.queryByRole('button', { name: '1 pesanan masuk' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Pesanan' }));
  const card = (await screen.findByText('Pak Made')).closest('article') as HTMLElement;
  expect(within(card).getByText('Belum dibayar')).toBeVisible();
});

test('W16: round sums of money are one tap, and too little cash is no payment', async () => {
  const user = await takeKlepon();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bayar tunai' })).toBeEnabled());

  await user.click(screen.getByRole('button', { name: '50.000' }));
  expect(screen.getByText('Kembalian Rp35.000')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Uang pas' }));
  expect(screen.getByText('Kembalian Rp0')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Uang diterima' }));
  await user.type(screen.getByRole('textbox', { name: 'Uang diterima' }), '10000');

  expect(screen.getByText('Kurang Rp5.000')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Uang diterima' }));
  await user.paste('1.5.000');
  expect(screen.getByText('Bukan jumlah uang: titik hanya di antara ribuan.')).toBeVisible();
  expect(screen.queryByText(/^Kembalian/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Bayar tunai' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Bayar QRIS' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Kurangi Klepon' }));
});

test('W16: the change stays until the next order is begun', async () => {
  const user = await takeKlepon();
  await user.type(screen.getByRole('textbox', { name: 'Uang diterima' }), '1000000');
  const change = screen.getByText(/^Kembalian Rp/).textContent ?? '';
  await pay(user, 'Bayar tunai');
  expect(await screen.findByText(/^Pesanan \d+ masuk/)).toBeVisible();
  expect(screen.getByText(change)).toBeVisible();

  await user.click(screen.getByRole('button', { name: /^Klepon/ }));

  expect(screen.queryByText(/^Pesanan \d+ masuk/)).toBeNull();
});

test('W16: a shop where nothing is taken away asks for the table first', async () => {
  Object.assign(facts, { pickUp: false });
  onTestFinished(() => void Object.assign(facts, { pickUp: true }));
  const user = await openView('Pesanan baru');
  await user.click(await screen.findByRole('button', { name: /^Klepon/ }));

  expect(screen.getByText('Pilih meja dulu.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Meja 4' }));

  await waitFor(() => expect(screen.getByRole('button', { name: 'Bayar tunai' })).toBeEnabled());
});

test('W16: without a connection the till takes no order, and says so', async () => {
  const user = await openView('Pesanan baru');
  cutLine();
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Tidak tersambung ke kedai')).toBeVisible();
  expect(screen.getByText(/kirim setelah tersambung lagi/)).toBeVisible();

  await user.click(await screen.findByRole('button', { name: /^Klepon/ }));

  expect(screen.getByRole('button', { name: 'Bayar tunai' })).toBeDisabled();
});

test('a choice is marked as sold out in two taps, and the products that need it say why they are sold out', async () => {
  const user = await openView('Menu');
  await user.click(await screen.findByRole('button', { name: 'Pilihan' }));
  // Two groups may have one name.
  const named = await screen.findAllByRole('region', { name: /^Suhu/ });
  expect(named.map((group) => within(group).getByText(/ dan \d lainnya$/).textContent)).toEqual([
    'Es Kopi Susu Gula Aren dan 2 lainnya',
    'Cappuccino dan 4 lainnya',
  ]);

  await user.click((await choice('Susu oat')).getByRole('button', { name: 'Habis' }));
  await expect.poll(() => shop.canBeHad('susu-oat')).toBe(false);
  for (const name of ['Susu sapi', 'Susu kedelai']) {
    await user.click((await choice(name)).getByRole('button', { name: 'Habis' }));
  }

  await user.type(screen.getByRole('searchbox', { name: 'Cari pilihan' }), 'gula aren');
  expect(await screen.findByText('Rp24.000 · Susu habis')).toBeVisible();
  const coffee = await choice('Es Kopi Susu Gula Aren');
  await waitFor(() => expect(coffee.getByRole('button', { name: 'Habis' })).toHaveAttribute('aria-pressed', 'true'));
});
