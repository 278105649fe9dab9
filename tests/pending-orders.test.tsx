import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import type { OutboxOrder } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { change } from '#device/store';
import { clockOf } from '../src/ui/feedback/clock.ts';
import {
  anOrder,
  connectionLost,
  cutLine,
  interceptRequests,
  isAboutOrders,
  isOrder,
  ordersOf,
} from './support/page/checkout.ts';
import { customer, storePending } from './support/page/customer.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { bni } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { findToast } from './support/page/toasts.ts';
import { loggedIn, visit } from './support/page/visit.tsx';

/** Decides what happens to requests for orders from now on; all others reach the shop. */
const answerOrders = (answer: (send: () => Promise<Response>, request: Request) => Promise<Response>) =>
  interceptRequests((request, send) => (isAboutOrders(request) ? answer(send, request) : send()));

/** A customer at the list of orders with one that is pending. */
const withPending = (pending: Partial<OutboxOrder> = {}, prices = {}) =>
  customer({ pending, prices }).at('/account/order-list');

const area = () => screen.findByRole('region', { name: 'Pesanan yang menunggu' });
const areaNow = () => screen.getByRole('region', { name: 'Pesanan yang menunggu' });

/**
 * A button of the pending order, once it is enabled: an order is shown before it was checked, and is disabled while the last answer is
 * processed.
 */
const answer = (name: string) =>
  waitFor(() => {
    const button = within(areaNow()).getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'false');
    return button;
  });

test('a pending order shows its state, its contents and until when it is sent by itself', async () => {
  const session = await loggedIn();
  const { madeAt } = await storePending(session, await anOrder());
  interceptRequests(connectionLost);
  // The page knows that the shop cannot be reached, and sends nothing.
  await getCategories().catch(() => {});
  await visit('/account/order-list');

  const orders = await area();
  expect(orders).toHaveTextContent('Tersimpan di HP');
  expect(orders).toHaveTextContent(`dikirim sendiri sampai pukul ${clockOf(new Date(madeAt + 20 * 60_000))}`);
  expect(orders).toHaveTextContent('1 × Kopi Tubruk, 1 × Klepon');
  expect(orders).toHaveTextContent('Rp35.000');
  expect(orders).toHaveTextContent('Goceng · Jalan Cikini Raya No. 73 · BCA');
  expect(screen.getByRole('link', { name: '1 pesanan menunggu' })).toHaveAttribute('href', '/account/order-list');
});

test('a right-to-left mark in a street does not reorder the text around it', async () => {
  const fullStreet = 'Jalan Cikini \u202eRaya No. 73';
  const session = await loggedIn();
  await storePending(session, await anOrder(fullStreet));
  answerOrders(connectionLost);

  await visit('/account/order-list');

  expect(within(await area()).getByText(fullStreet).tagName).toBe('BDI');
  expect(areaNow()).toHaveTextContent(`Goceng · ${fullStreet} · BCA`);
});

/** An outbox order that was cancelled while the shop did not respond. */
const takenBack = { everSent: true, keyed: true, cancelling: true, state: 'unsure' } as const;
const inAnHour = Date.now() + 3_600_000;
const later = clockOf(new Date(inAnHour));
const unsure = { state: 'unsure', everSent: true } as const;
const busy = { ...unsure, keyed: true, notBefore: inAnHour, held: { from: Date.now(), until: inAnHour } };
const maybeArrived = { ...unsure, keyed: false, madeAt: Date.now() - 21 * 60_000 };
const outlasted = { state: 'too_old', paused: { until: Date.now() - 60_000, hasEnd: true } } as const;
const refused = { state: 'refused', reason: 'Not so' } as const;
const repeated = { order_number: 'KT-1', acceptedAt: Date.now() - 60_000 };

test.for<[string, Partial<OutboxOrder>, words: string | RegExp, button: string]>([
  ['F5 waits for a busy shop', busy, `Kedai sedang sibuk dan minta ditanya lagi pukul ${later}.`, 'Batalkan'],
  ['O3a was cancelled, and needs a login', { ...takenBack, state: 'needs_login' }, 'Sesi Anda sudah berakhir', ''],
  ['F16 a host without keys may have, and is old', maybeArrived, 'periksa dulu daftar pesanan Anda', 'Masih mau'],
  [
    'O8 has the lines of an order of another device',
    { state: 'too_old', repeated },
    /Keranjang ini sudah dipesan \d+ menit lalu \(KT-1\)\. Pesan lagi\?/,
    'Pesan lagi',
  ],
  ['W12 is older than the pause that it met', outlasted, 'Masih mau? Pesanan ini sudah lama menunggu', 'Masih mau'],
  ['M3 has an item twice', { ...refused, code: 'duplicate_line' }, 'Produk yang sama ada di dua baris', 'Tutup'],
  [
    'M5 has a choice that the shop does not know',
    { ...refused, code: 'unknown_choice' },
    'Tidak ada yang dipesan. Ada pilihan di keranjang yang tidak bisa dibuat kedai ini.',
    'Tutup',
  ],
])('an order that %s says so', async ([, pending, words, button]) => {
  await withPending(pending);

  const orders = await area();
  await waitFor(() => expect(orders).toHaveTextContent(words));
  expect(within(orders).queryAllByRole('button')[0]?.textContent ?? '').toBe(button);
  expect(within(orders).queryAllByRole('link', { name: 'Log In' })).toHaveLength(button ? 0 : 1);
});

test('an order that an API without idempotency keys may have is sent again only when the customer takes the risk', async () => {
  hideApiHeader();
  const { session, user } = await withPending({ state: 'unsure', everSent: true, keyed: false, knownNumbers: [] });
  const sendNow = async () => user.click(within(await area()).getByRole('button', { name: 'Kirim sekarang' }));

  await sendNow();
  const question = await screen.findByRole('alertdialog', { name: 'Kirim pesanan ini sekali lagi?' });
  await user.click(within(question).getByRole('button', { name: 'Batal' }));
  expect(await ordersOf(session)).toEqual([]);
  await sendNow();
  await user.click(await screen.findByRole('button', { name: 'Ya, kirim lagi' }));

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
});

test('a pending order is listed while its first attempt has no answer yet', async () => {
  const clock = fakeClock();
  let attempt: Request | undefined;
  answerOrders((send, request) => {
    if (!isOrder(request)) return send();
    attempt = request;
    return new Promise<Response>((_resolve, reject) => {
      request.signal.onabort = () => reject(request.signal.reason);
    });
  });

  await withPending();
  await expect.poll(() => attempt, clock.still).toBeDefined();
  await clock.goOn(1_000);

  await expect.poll(areaNow, clock.still).toHaveTextContent('1 × Kopi Tubruk, 1 × Klepon');
  expect(attempt?.signal.aborted).toBe(false);
});

test("F14 'Kirim sekarang' says that no answer came, and sends the order once the shop is back", async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const line = cutLine(isAboutOrders);
  const { session, pending, user } = await withPending({ notBefore: Date.now() + 60_000 });

  await user.click(await answer('Kirim sekarang'));
  expect((await screen.findByText('Kedai belum menjawab')).parentElement).toHaveTextContent(
    'Pesanan tetap menunggu di sini.',
  );
  line.cut = false;
  await user.click(await answer('Kirim sekarang'));

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pesanan yang menunggu' })).not.toBeInTheDocument());
  expect(await ordersOf(session)).toMatchObject([{ client_ref: pending.id }]);
});

test('F2 orders that were never sent arrive by themselves when the shop is opened again, and each is announced', async () => {
  const session = await loggedIn();
  const order = await anOrder();
  await storePending(session, order);
  await storePending(session, { ...order, paymentMethod: bni }, { repeatAgreed: true });

  await visit('/about');

  await waitFor(() => expect(screen.getAllByText(/^Pesanan diterima kedai, KT-/)).toHaveLength(2));
  expect(await ordersOf(session)).toHaveLength(2);
});

test.for([
  ['waited long', {}, 21],
  ['is at old prices', { 'kopi-tubruk': 12_000 }, 0],
] as const)('an order that %s asks for its customer wherever they are', async ([, prices, minutes]) => {
  await customer({ pending: { madeAt: Date.now() - minutes * 60_000 }, prices }).at('/about');

  expect(await screen.findByText('Pesanan Anda perlu persetujuan')).toBeVisible();
});

test('an order that was never sent is gone as soon as it is cancelled', async () => {
  const { session, user } = await withPending({ state: 'too_old' });

  await user.click(within(await area()).getByRole('button', { name: 'Batalkan' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Batalkan pesanan ini?' }));
  expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Tidak', 'Ya, batalkan']);
  await user.click(await screen.findByRole('button', { name: 'Ya, batalkan' }));

  await findToast('Pesanan dibatalkan');
  expect(await ordersOf(session)).toEqual([]);
});

test('an order that is cancelled during an attempt is not shown as being sent', async () => {
  const gateway = Promise.withResolvers<Response>();
  let attempts = 0;
  answerOrders((send, request) => {
    if (!isOrder(request)) return send();
    attempts++;
    return gateway.promise;
  });
  const { session, user } = await withPending({ everSent: true, keyed: true, state: 'unsure' });
  await waitFor(() => expect(attempts).toBe(1));

  await user.click(within(await area()).getByRole('button', { name: 'Batalkan' }));
  await user.click(await screen.findByRole('button', { name: 'Ya, batalkan' }));

  expect(await within(await area()).findByText('Membatalkan')).toBeVisible();
  expect(await area()).toHaveTextContent('Pesanan ini baru batal setelah kedai memastikannya.');
  gateway.resolve(new Response(null, { status: 504 }));
  await findToast('Pesanan dibatalkan');
  expect(await ordersOf(session)).toEqual([]);
});

test('O3a a customer who cancels too late is told so once, and not again with the next order', async () => {
  const session = await loggedIn();
  const order = await anOrder();
  await storePending(session, order, { madeAt: Date.now() - 1_000 });
  await storePending(session, { ...order, paymentMethod: bni }, { repeatAgreed: true });
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  answerOrders(async (send, { method }) => {
    const answered = await send();
    if (method === 'POST') await answers[sent++]?.promise;
    return answered;
  });
  const user = await visit('/account/order-list');
  await waitFor(() => expect(sent).toBe(1));
  const former = (await screen.findByText(/BCA$/)).closest('li') as HTMLElement;
  await user.click(within(former).getByRole('button', { name: 'Batalkan' }));
  const question = await screen.findByRole('alertdialog', { name: 'Batalkan pesanan ini?' });
  await user.click(within(question).getByRole('button', { name: 'Ya, batalkan' }));

  answers[0]?.resolve();
  expect(await screen.findByText(/^Nomornya KT-.* Hubungi kedai untuk membatalkannya\.$/)).toBeVisible();
  answers[1]?.resolve();

  const news = await screen.findByText(/^Pesanan diterima kedai, KT-/);
  const [newest] = await ordersOf(session);
  expect(news.parentElement?.textContent).toBe(`Pesanan diterima kedai, ${newest?.order_number}`);
});

test('O3a an order that is being cancelled is not offered for sending, but for cancelling now', async () => {
  const line = cutLine(isAboutOrders);
  const { session, user } = await withPending(takenBack);
  const button = await screen.findByRole('button', { name: 'Batalkan sekarang' });
  expect(areaNow()).toHaveTextContent('Membatalkan');
  expect(within(areaNow()).getAllByRole('button')).toEqual([button]);
  line.cut = false;

  await user.click(button);

  await findToast('Pesanan dibatalkan');
  expect(await ordersOf(session)).toEqual([]);
});

test('O3a an order cancelled without a connection is shown as cancelled once the shop has heard of it', async () => {
  const { session } = await customer({ pending: takenBack }).at('/about');

  await findToast('Pesanan dibatalkan');
  expect(await ordersOf(session)).toEqual([]);
});

test('F40 an order at old prices shows old and new ones, and becomes a new order when agreed to', async () => {
  const { session, pending, user } = await withPending({}, { 'kopi-tubruk': 12_000 });

  const orders = await area();
  await within(orders).findByText('Harga berubah. Belum ada yang dipesan.');
  expect(within(orders).getByRole('row', { name: /Kopi Tubruk/ })).toHaveTextContent('Rp12.000Rp15.000');
  expect(within(orders).queryByRole('row', { name: /Ongkos Kirim/ })).not.toBeInTheDocument();
  expect(await ordersOf(session)).toEqual([]);
  await user.click(within(orders).getByRole('button', { name: 'Setuju dengan harga baru' }));
  await findToast(/^Pesanan diterima kedai, KT-/);
  const [order, ...others] = await ordersOf(session);
  expect([order, others]).toMatchObject([{ totalShopping: 35_000 }, []]);
  expect(order?.client_ref).not.toBe(pending.id);
});

test('F40 an order at new prices without an answer is not shown as accepted', async () => {
  const { user } = await withPending({}, { 'kopi-tubruk': 12_000 });
  const agree = await answer('Setuju dengan harga baru');
  answerOrders((send, { method }) => (method === 'POST' ? connectionLost() : send()));

  await user.click(agree);

  await answer('Kirim sekarang');
  expect(screen.queryByText('Pesanan sudah diterima kedai')).not.toBeInTheDocument();
});

test('F40 agreeing to new prices says that no answer came, and the question stays', async () => {
  const { session, user } = await withPending({}, { 'kopi-tubruk': 12_000 });
  const agree = await answer('Setuju dengan harga baru');
  answerOrders(connectionLost);

  await user.click(agree);

  await findToast('Kedai belum menjawab');
  expect(await answer('Setuju dengan harga baru')).toBeVisible();
  expect(await outboxOrdersOf(session)).toMatchObject([{ state: 'quote_changed' }]);
});

test('O8 an order whose lines were ordered on another device is sent after agreeing', async () => {
  const { session, user } = await withPending({ state: 'too_old', repeated });

  await user.click(await answer('Pesan lagi'));

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
});

test('O8 agreeing again to an old order makes no second one of what was accepted meanwhile', async () => {
  const session = await loggedIn();
  const old = await storePending(session, await anOrder(undefined, { 'kopi-tubruk': 12_000 }), {
    madeAt: Date.now() - 21 * 60_000,
  });
  const { id } = await deliver((await storeOutboxOrder(session, await anOrder())).id);

  const user = await visit('/account/order-list');
  await user.click(await answer('Masih mau'));
  await user.click(await answer('Setuju dengan harga baru'));

  expect(await screen.findByText(/Yang sama tidak dipesan lagi\.$/)).toBeVisible();
  expect(await ordersOf(session)).toMatchObject([{ client_ref: id }]);
  expect((await outboxOrdersOf(session)).find((entry) => entry.id === old.id)).toMatchObject({ state: 'cancelled' });
});

test('F38 another customer neither sees nor sends a pending order', async () => {
  const sari = await loggedIn();
  const { id } = await storePending(sari, await anOrder());
  const budi = await loggedIn('Budi');
  await storePending(budi, { ...(await anOrder()), paymentMethod: bni }, { state: 'too_old' });

  await visit('/account/order-list');

  const list = within(await area()).getByRole('list');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(list).toHaveTextContent('BNI');
  // A press on a screen of before.
  expect(await deliver(id)).toMatchObject({ state: 'needs_login' });
  expect(await ordersOf(sari)).toEqual([]);
  expect(await ordersOf(budi)).toEqual([]);
  expect(await outboxOrdersOf(sari)).toHaveLength(1);
});

test.for([
  ['in the shop’s own words', 'kitchen_closed', 'Dapur tutup hari ini', 'Kata kedai: “Dapur tutup hari ini”'],
  ['in words for programs', 'invalid_body', 'A field of the body does not fit.', 'Ada isian yang tidak sesuai.'],
  ['without a word', 'constructor', '', 'Kedai tidak menyebutkan alasannya.'],
] as const)('F43 an order that is refused %s says so', async ([, code, message, said]) => {
  answerOrders(async (send, { method }) =>
    method === 'POST' ? Response.json({ error: { code, message } }, { status: 422 }) : send(),
  );
  const { user } = await withPending();

  const refused = await within(await area()).findByText('Ditolak');
  expect(refused.closest('li')).toHaveTextContent(said);
  await user.click(within(await area()).getByRole('button', { name: 'Tutup' }));
  await waitFor(() => expect(screen.queryByText('Ditolak')).not.toBeInTheDocument());
  expectConsoleError(/The shop refused order/);
});

test('F44 an order that the shop no longer knows is shown with its receipt and not sent again', async () => {
  const order = { order_number: 'KT-LAMA-1', totalQty: 2, totalShopping: 35_000, status: 'waiting_payment' };
  const { session } = await withPending({ state: 'accepted', order });

  const unknown = await screen.findByRole('region', { name: 'Tidak ditemukan di server' });
  expect(unknown).toHaveTextContent('KT-LAMA-1');
  expect(await ordersOf(session)).toEqual([]);
});

test('F45 five thousand pending orders are drawn fifty at a time', async () => {
  const session = await loggedIn();
  const { id, ...entry } = await storeOutboxOrder(session, await anOrder());
  const many = Array.from({ length: 5_000 }, (_, at) => [
    `intent:${at}`,
    { ...entry, id: `${at}`, seq: at + 2, state: 'too_old' },
  ]);
  await change({ many: v.unknown() }, () => Object.fromEntries([...many, [`intent:${id}`, undefined]]));

  const user = await visit('/account/order-list');

  const orders = await area();
  expect(within(orders).getAllByText('Perlu persetujuan')).toHaveLength(50);
  await user.click(within(orders).getByRole('button', { name: 'Tampilkan 50 dari 4950 pesanan berikutnya' }));
  expect(within(orders).getAllByText('Perlu persetujuan')).toHaveLength(100);
});
