import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newOrdersAtom } from '../../counter/state/board.ts';
import { read } from '../../counter/state/device.ts';
import { stopClock } from '../support/page/fake-clock.ts';
import { expectConsoleError } from '../support/page/setup.ts';
import { anOrder } from './board-fixture.ts';
import { FakeAudio } from './fake-audio.ts';
import { fakeShop } from './fake-shop.ts';
import { closeCounters, column, findCard, openCounter, openFake } from './open-counter.tsx';

const now = () => new Date().toISOString();

beforeEach(() => stopClock({ shouldAdvanceTime: true }));
afterEach(async () => {
  vi.useRealTimers();
  await closeCounters();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

/** The line breaks, for so long that the counter says so. */
function loseConnection(shop: ReturnType<typeof fakeShop>) {
  shop.goesDead();
  return pass(12);
}

test('a counter that cannot reach the shop says so, with the time of the last update', async () => {
  const { shop } = await openFake();
  await findCard('KT-261127-7M4Q');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

  await loseConnection(shop);

  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Tidak tersambung ke kedai');
  expect(alert).toHaveTextContent(/Kabar terakhir pukul \d\d\.\d\d\./);
  // All of it is striped.
  expect(alert.closest('[class*=old]')).toContainElement(await findCard('KT-261127-7M4Q'));
  const { getByRole } = within(await findCard('KT-261127-7M4Q'));
  expect(getByRole('button', { name: 'Sudah dibayar' })).toHaveTextContent('dikirim nanti');
});

test('an empty board says whether it is connected, once, and whether a new order is heard', async () => {
  const { shop } = await openFake([]);

  expect(await screen.findByText(/^Tersambung/)).toHaveTextContent('Tersambung, menunggu pesanan');
  expect(screen.getByText('Sentuh layar sekali supaya pesanan yang masuk berbunyi.')).toBeVisible();
  await loseConnection(shop);

  expect(screen.getByText('Papan terakhir ini kosong.')).toBeVisible();
  expect(screen.queryByText(/^Tersambung/)).toBeNull();
});

test('W13: before anything is finished on a day, what is still to be paid back of an earlier one is within reach', async () => {
  const { user } = await openFake([]);

  await user.click(await screen.findByRole('link', { name: 'Selesai hari ini' }));

  expect(await screen.findByRole('heading', { name: 'Selesai hari ini' })).toBeVisible();
});

test('a board that was stored is never shown as a new one, nor after a day, and its pause is', async () => {
  const { shop, user: first } = await openFake([anOrder()], '', { pause: {} });
  await findCard('KT-261127-7M4Q');
  // It is stored within a second.
  await expect.poll(() => read('board', v.unknown())).toBeDefined();
  await first.close();

  shop.onRead = () => new Promise(() => {});
  const second = await openCounter(shop);

  await findCard('KT-261127-7M4Q');
  expect(screen.getByRole('alert')).toHaveTextContent(/Menyambung ke kedai …Kabar terakhir pukul \d\d\.\d\d/);
  expect(screen.getByRole('button', { name: /Sedang jeda/ })).toBeVisible();
  await second.close();
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
  await openCounter(shop);

  expect(await screen.findByRole('alert')).toHaveTextContent('Menyambung ke kedai …');
  expect(screen.queryByRole('article')).toBeNull();
});

test('F50 a status that this version does not know is among the new ones, with its word', async () => {
  const { user } = await openFake([
    anOrder(),
    anOrder({ order_number: 'KT-9', status: 'roasting', created_at: now() }),
  ]);

  const card = within(await screen.findByRole('region', { name: 'Baru' })).getByRole('article', { name: '9' });
  expect(within(card).getByText('roasting')).toHaveAttribute('value', 'roasting');
  expect(within(card).queryByRole('button', { name: 'Sudah dibayar' })).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Lainnya untuk 9' }));

  expect(screen.getByRole('button', { name: 'Mulai buat' })).toBeVisible();
});

test('a board that this version does not understand asks for a reload, and no part of it is shown', async () => {
  const { shop } = await openFake();
  await findCard('KT-261127-7M4Q');

  shop.signal([{ ...anOrder({ order_number: 'KT-2' }), total: 'a lot' } as never]);

  expect(await screen.findByRole('button', { name: 'Muat ulang' })).toBeVisible();
  expectConsoleError(/does not fit/);
  await pass(12);
  expect(screen.getByRole('button', { name: 'Muat ulang' })).toBeVisible();
  expect(screen.getAllByRole('article')).toEqual([await findCard('KT-261127-7M4Q')]);
});

test('F49 500 orders are shown, and one change renders one card', async () => {
  const orders = Array.from({ length: 500 }, (_, at) =>
    anOrder({ order_number: `KT-${at}`, created_at: new Date(Date.now() - (600 - at) * 1_000).toISOString() }),
  );
  const { shop } = await openFake(orders);
  await screen.findByText('499');
  const [first, second, ...others] = column('Baru').getAllByRole('article');
  expect(others).toHaveLength(498);

  shop.signal([anOrder({ ...orders[0], status: 'paid', revision: 2 }), ...orders.slice(1)]);

  await waitFor(() => expect(column('Dibayar').getAllByRole('article')).toHaveLength(1));
  expect(first).not.toBeInTheDocument();
  expect(column('Baru').getAllByRole('article')[0]).toBe(second);
});

test('ages turn amber after 5 and red after 10 minutes of the shop’s clock', async () => {
  // The device's clock is a day behind.
  const aheadBy = 24 * 60 * 60_000;
  await openFake([anOrder({ created_at: new Date(Date.now() + aheadBy).toISOString() })], '', { aheadBy });
  const age = async () => within(await findCard('KT-261127-7M4Q')).getByText(/ mnt$/);
  await waitFor(async () => expect(await age()).toHaveTextContent(/^0 mnt/));
  const after = async (minutes: number) => {
    await pass(minutes * 60);
    return (await age()).dataset.late;
  };

  expect(await after(4)).toBeUndefined();
  expect(await after(2)).toBe('warn');
  expect(await after(5)).toBe('bad');
});

test('LB3: what was pressed is marked as not sent until the shop has answered, however good the connection', async () => {
  const { shop, user } = await openFake();
  const answer = Promise.withResolvers<Response>();
  shop.onChange = () => answer.promise;
  const card = within(await findCard('KT-261127-7M4Q'));

  await user.click(card.getByRole('button', { name: 'Sudah dibayar' }));
  expect(await screen.findByText('Belum terkirim')).toBeInTheDocument();
  answer.resolve(Response.json(anOrder({ status: 'paid', revision: 2 })));

  await waitFor(() => expect(screen.queryByText('Belum terkirim')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('from the first order that is begun the columns stay as they are until the board is empty', async () => {
  const [first, second] = [anOrder(), anOrder({ order_number: 'KT-261127-8888' })];
  const { shop } = await openFake([first, second]);
  await findCard('KT-261127-8888');
  const isUnbegun = () => /unbegun/.test(screen.getByRole('region', { name: 'Baru' }).parentElement?.className ?? '');
  const becomes = async (...orders: (typeof first)[]) => {
    shop.signal(orders);
    await pass(1);
    await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(orders.length));
  };
  expect(isUnbegun()).toBe(true);

  await becomes({ ...first, status: 'paid', revision: 2 }, second);
  await waitFor(() => expect(isUnbegun()).toBe(false));
  await becomes(second);
  expect(isUnbegun()).toBe(false);
  await becomes();

  expect(isUnbegun()).toBe(true);
});

test('after the last order is finished the board is empty, also until the shop sends another one', async () => {
  const order = anOrder({ status: 'ready' });
  const { shop, user } = await openFake([order]);
  shop.onChange = () => {
    const completed = { ...order, status: 'completed', changed_at: now(), revision: 2 };
    shop.signal([]);
    return Response.json(completed);
  };

  await user.click(within(await findCard(order.order_number)).getByRole('button', { name: 'Selesai' }));

  expect(await screen.findByText('Tersambung, menunggu pesanan')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Baru' }).parentElement).toHaveClass(/unbegun/);
  // As long as it can be undone, too.
  expect(screen.getByRole('button', { name: 'Urungkan' })).toBeVisible();
});

test('the menu of an order that another counter has finished closes, and stays closed when the order is back', async () => {
  const order = anOrder();
  const { shop, user } = await openFake([order]);
  await user.click(within(await findCard(order.order_number)).getByRole('button', { name: /^Lainnya/ }));
  expect(screen.getByRole('dialog')).toBeVisible();

  shop.signal([]);
  await pass(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  shop.signal([{ ...order, revision: 3 }]);
  await pass(1);

  expect(await findCard(order.order_number)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['menu', 'baru'])('without any product #%s says so, not that none is found', async (view) => {
  const { user } = await openFake([], `#${view}`);
  expect(await screen.findByText('Belum ada produk.')).toBeVisible();

  await user.type(screen.getByRole('searchbox', { name: 'Cari produk' }), 'kopi');

  expect(await screen.findByText('Tidak ada produk dengan kata itu.')).toBeVisible();
});

test('a phone shows one column at a time, chosen by tabs and arrow keys', async () => {
  const { user } = await openFake();
  const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
  await findCard('KT-261127-7M4Q');
  expect(tab('Baru')).toHaveAttribute('aria-selected', 'true');

  await user.click(tab('Dibuat'));
  expect(tab('Dibuat')).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowRight}');
  expect(tab('Siap')).toHaveFocus();
  await user.keyboard('{ArrowRight}');

  expect(tab('Baru')).toHaveAttribute('aria-selected', 'true');
});

const numbersIn = (name: string) =>
  column(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('the screen for customers shows short numbers only, dims what waits for ten minutes, never rings, and is honest', async () => {
  vi.stubGlobal('AudioContext', FakeAudio);
  const orders = [
    anOrder({ order_number: 'KT-1-AAAA', status: 'processing', created_at: ago(40) }),
    anOrder({ order_number: 'KT-1-BBBB', status: 'ready', created_at: ago(30), changed_at: ago(9.5) }),
    anOrder({ order_number: 'KT-1-CCCC', status: 'ready', created_at: ago(20), changed_at: ago(10.5) }),
    anOrder({ order_number: 'KT-1-DDDD', status: 'delivering' }),
    anOrder({ order_number: 'KT-1-EEEE', status: 'waiting_payment' }),
  ];
  const { shop, user } = await openFake(orders, '/screen');
  await user.click(await screen.findByText('AAAA'));

  expect(numbersIn('Dibuat')).toEqual(['AAAA']);
  expect(numbersIn('Siap')).toEqual(['BBBB', 'CCCC']);
  expect(screen.getByText('BBBB').dataset.dimmed).toBeUndefined();
  expect(screen.getByText('CCCC').dataset.dimmed).toBe('true');
  expect(screen.queryByText(/Sari/)).toBeNull();
  expect(screen.queryAllByRole('button')).toEqual([]);
  shop.signal([...shop.orders, anOrder({ order_number: 'KT-1-FFFF', status: 'waiting_payment' })]);
  await pass(5);
  await waitFor(() => expect(user.store.get(newOrdersAtom).size).toBe(1));
  expect(FakeAudio.tones).toBe(0);
  await loseConnection(shop);
  expect(await screen.findByRole('alert')).toHaveTextContent('Layar ini tidak tersambung');
});

test('LB6: of many ready numbers the newest is first, and those that nobody fetched disappear', async () => {
  const ready = (at: number) =>
    anOrder({ order_number: `KT-1-R${at}`, status: 'ready', created_at: ago(60), changed_at: ago(at) });
  await openFake(
    Array.from({ length: 40 }, (_, at) => ready(at + 0.5)),
    '/screen',
  );
  await screen.findByText('R0.5');

  expect(numbersIn('Siap')).toEqual(Array.from({ length: 30 }, (_, at) => `R${at + 0.5}`));
});

test('the screen for customers asks a device that is not signed in to sign in', async () => {
  await openCounter(fakeShop(), { path: '/counter/screen' });

  expect(await screen.findByText(/^Perangkat ini belum masuk/)).toBeVisible();
});

const ticket = () => document.body.querySelector('body > article');

/** Resolves when it was printed, once. */
async function print(user: UserEvent, name = 'Cetak tiket dapur') {
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  await user.click(within(await findCard('KT-261127-7M4Q')).getByRole('button', { name: 'Lainnya untuk 7M4Q' }));
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(printed).toHaveBeenCalledTimes(1));
}

test('LB15: where a browser does not say that it has printed, the ticket leaves at the next touch', async () => {
  const { shop, user } = await openFake();
  shop.onChange = () => Response.json(anOrder({ prints: 1, revision: 2 }));
  await print(user);
  expect(ticket()).not.toBeNull();

  await user.click(screen.getByRole('link', { name: 'Menu' }));

  await waitFor(() => expect(ticket()).toBeNull());
});

test('B63: no text of a customer is a line of the ticket by itself', async () => {
  const lines = { recipient: 'LUNAS (QRIS)', destination: 'BELUM DIBAYAR', phone: 'LUNAS' };
  const { user } = await openFake([anOrder({ ...lines, handover: { id: 'mantap', name: 'Mantap', byCourier: true } })]);

  await print(user);

  const printed = [...(ticket()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
  expect(printed.slice(1, 5)).toEqual(['Mantap', 'a.n. LUNAS (QRIS)', 'Alamat: BELUM DIBAYAR', 'HP: LUNAS']);
});

test('M10: the ticket has under the product what is not usual, and the note in quotes', async () => {
  const parts = { product: 'Es Kopi Susu', choices: ['Besar', 'Susu oat'], note: 'tanpa gula' };
  const { user } = await openFake([
    anOrder({ lines: anOrder().lines.map((line) => ({ ...line, name: 'whole', parts })) }),
  ]);
  const card = await findCard('KT-261127-7M4Q');

  await print(user);

  for (const where of [card, ticket()]) {
    expect(where).toHaveTextContent('2×Es Kopi Susu Besar · Susu oat “tanpa gula”');
    expect(where).not.toHaveTextContent('whole');
  }
});

test('the ticket is printed once for a tap, and a second one says so', async () => {
  const { shop, user } = await openFake();
  let prints = 0;
  shop.onChange = () => Response.json(anOrder({ prints: ++prints, revision: 1 + prints }));
  await print(user);
  expect(ticket()).toHaveTextContent(/7M4QMeja 7a\.n\. Sari Dewi2×Kopi Tubruk1×KleponRp42\.000 · BCABELUM DIBAYAR/);
  expect(ticket()).not.toHaveTextContent('CETAK ULANG');
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(ticket()).toBeNull());

  await print(user, 'Cetak ulang tiket dapur');
  expect(ticket()).toHaveTextContent('CETAK ULANG');
  await expect
    .poll(() => shop.changes.map(({ method, path }) => `${method} ${path}`))
    .toEqual(Array(2).fill('POST /api/counter/orders/KT-261127-7M4Q/prints'));
});
