import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenTill } from '#core/counter';
import { shop as facts } from '#core/shop';
import { writeChange } from '../../server/orders/order-changes.ts';
import { orderWith } from '../../server/orders/order-row.ts';
import { lockWaits, onEveryDatabase } from '../support/databases.ts';
import { heldTransaction } from './held-transaction.ts';
import { anOrderOf, place, setOrder, tap } from './order-fixture.ts';
import { openShop } from './shop.ts';

type Sum = { name: string; orders: number; rupiah: number };

/** How many orders were paid in which way. */
const ways = (paid: Sum[]) => paid.map(({ name, orders }) => `${orders} ${name}`).sort();

const refund = { from: 'cancelled', to: 'cancelled', kind: 'refund' };

const cellsOf = (csv: string) => csv.split('\r\n').map((line) => line.split(';'));

onEveryDatabase('W13: the takings', (newHome, kind, testOnce) => {
  async function evening() {
    vi.stubEnv('TZ', facts.timeZone);
    onTestFinished(() => void vi.unstubAllEnvs());
    let now = Date.now();
    const home = await newHome();
    const shop = await openShop(home, { now: () => now });
    const [sari, rina, tini] = [await shop.newCustomer(), await shop.newOwner('Rina'), await shop.newOwner('Tini')];
    const patch = (number: string, body: object) => tap(rina, number, body);
    const setClock = (to: string) => (now = Date.parse(to));
    setClock('2026-11-27T18:00:00+07:00');
    const till = async () => (await rina.ask('GET', '/api/counter/closings')).body;
    /** Closes the till as it was shown to someone who counted this. */
    const close = (who: typeof rina, { after, through, until }: OpenTill, counted = 0) =>
      who.ask('POST', '/api/counter/closings', { body: { after, through, until, counted } });
    return {
      home,
      shop,
      rina,
      tini,
      patch,
      setClock,
      place: () => place(sari, anOrderOf('tubruk', 12_000, 1)),
      /** Of an order that its customer wants to pay by bank. */
      pay: (number: string, paid_with = 'kasir') => patch(number, { from: 'waiting_payment', to: 'paid', paid_with }),
      day: async (day = '') => (await rina.ask('GET', `/api/counter/today${day && `?day=${day}`}`)).body,
      till,
      close,
      /** Closes the till as it is now, and reads the orders in the closing's file. */
      async closeNow() {
        const { id, ...closing } = (await close(rina, (await till()).open)).body;
        const { text } = await rina.ask('GET', `/api/counter/closings/${id}/csv`);
        const lines = cellsOf(text).filter(([, , number]) => number?.startsWith('KT'));
        return {
          expected: closing.expected,
          paid: closing.paid.map(({ name, rupiah }: Sum) => `${name} ${rupiah}`),
          refunded: closing.refunded.map(({ name, rupiah }: Sum) => `${name} ${rupiah}`),
          lines: lines.map(([kind, , number, way, rupiah]) => [kind, number, way, Number(rupiah)] as const),
        };
      },
    };
  }

  test('are summed on the day on which they were paid; an evening that ends after midnight is one day', async () => {
    const { shop, place, pay, day, till, setClock } = await evening();
    const [first, second, free] = [await place(), await place(), await place()];
    await setOrder(shop, free, { sub_total: 0, delivery_fee: 0, total_shopping: 0 });
    await pay(first);
    setClock('2026-11-28T02:00:00+07:00');
    await pay(await place());
    setClock('2026-11-28T09:00:00+07:00');
    await pay(second, 'qris');
    await pay(free);

    const [yesterday, today] = [await day('2026-11-27'), await day()];

    expect([yesterday.day, ways(yesterday.byPayment)]).toEqual(['2026-11-27', ['2 Tunai']]);
    expect([today.day, ways(today.byPayment)]).toEqual(['2026-11-28', ['1 QRIS']]);
    expect(today.money.paid.orders, 'nothing was paid of Rp0').toBe(1);
    expect(ways((await till()).open.paid)).toEqual(['1 QRIS']);
    expect([today.money.due.orders, yesterday.money.due.orders]).toEqual([0, 0]);
    expect((await day('2026-02-30')).error.code).toBe('invalid_query');
  });

  test('are to be paid back when their order is cancelled, until staff have noted that', async () => {
    const { rina, place, pay, patch, day, setClock } = await evening();
    const number = await place();
    await pay(number);
    const early = await patch(number, refund);
    await patch(number, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });
    const due = (await day()).money;

    const done = await patch(number, refund);
    const after = await day();
    const revived = await patch(number, { from: 'cancelled', to: 'paid', undo: true });
    const undone = await patch(number, { ...refund, undo: true });

    expect([early, revived].map(({ body }) => body.error.code)).toEqual(['step_refused', 'step_refused']);
    expect(due.refund.orders).toBe(1);
    expect([done.body.status, done.body.refunded, undone.body.refunded]).toEqual(['cancelled', true, undefined]);
    expect([after.money.refund.orders, after.refunded]).toEqual([
      0,
      [{ name: 'Tunai', orders: 1, rupiah: due.refund.rupiah }],
    ]);
    // Also when its guest comes for the money days later.
    setClock('2026-11-30T18:00:00+07:00');
    expect((await rina.ask('GET', '/api/counter/finished')).body.data[0].order_number).toBe(number);
    await patch(number, refund);
    expect((await day()).refunded).toMatchObject([{ name: 'Tunai', orders: 1 }]);
  });

  test('are paid back once: the slower of two counters is told, and takes nothing back', async () => {
    const { tini, place, pay, patch } = await evening();
    const number = await place();
    await pay(number);
    await patch(number, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });

    const [first, again] = [await tap(tini, number, refund, 'a-tap'), await tap(tini, number, refund, 'a-tap')];
    const slower = await patch(number, { ...refund, paid_with: 'qris' });

    expect([first.body.refunded, again.body]).toEqual([true, first.body]);
    expect([slower.status, slower.body.error.code, slower.body.error.order]).toEqual([
      409,
      'order_changed',
      first.body,
    ]);
  });

  test('are closed once, with what was counted; what was paid since belongs to the next closing', async () => {
    const { rina, tini, place, pay, till, close, setClock } = await evening();
    await pay(await place());
    await pay(await place(), 'qris');
    setClock('2026-11-27T18:01:00+07:00');
    const { open } = await till();
    setClock('2026-11-27T18:05:00+07:00');
    await pay(await place());

    const counted = open.expected - 500;
    const [first, again] = [await close(rina, open, counted), await close(rina, open, counted)];
    const late = await close(tini, open, counted);
    setClock('2026-11-27T18:06:00+07:00');
    const next = await till();

    expect(ways(open.paid)).toEqual(['1 QRIS', '1 Tunai']);
    expect(open.expected).toBe(open.paid.find(({ _id }: { _id: string }) => _id === 'kasir').rupiah);
    expect(first.body).toMatchObject({ by: 'Rina', until: open.until, expected: open.expected, counted });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([late.status, late.body.error.code]).toEqual([409, 'closing_changed']);
    expect(next.data).toEqual([first.body]);
    expect(next.open).toMatchObject({ after: first.body.id, from: open.until, expected: open.expected });
  });

  test('say at the closing how many orders are still to be paid, also those that left the board long ago', async () => {
    const { shop, place, pay, patch, till, setClock } = await evening();
    const serve = (number: string) => patch(number, { from: 'waiting_payment', to: 'completed' });
    await serve(await place());
    await place();
    await setOrder(shop, await place(), { sub_total: 0, delivery_fee: 0, total_shopping: 0 });
    setClock('2026-11-29T18:00:00+07:00');
    await pay(await place());
    await serve(await place());
    await patch(await place(), { from: 'waiting_payment', to: 'cancelled', reason: 'Tidak dibayar' });

    const { open } = await till();

    expect(open.unpaid).toBe(2);
  });

  test('are one closing when two tablets close at the same moment', async () => {
    const { rina, tini, place, pay, till, close } = await evening();
    await pay(await place());
    const { open } = await till();

    const both = await Promise.all([close(rina, open), close(tini, open)]);

    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await till()).data).toHaveLength(1);
  });

  test('stay in the file of their closing as they were, whatever is corrected afterwards', async () => {
    const { rina, place, pay, patch, till, close, setClock } = await evening();
    const [first, second, third] = [await place(), await place(), await place()];
    for (const number of [first, second, third]) await pay(number);
    setClock('2026-11-27T18:01:00+07:00');
    const { open } = await till();
    // While its owner counts.
    setClock('2026-11-27T18:02:00+07:00');
    await patch(first, { from: 'paid', to: 'processing' });
    await patch(first, { from: 'processing', to: 'paid', paid_with: 'qris' });
    const { id, paid } = (await close(rina, open)).body;
    await patch(second, { from: 'paid', to: 'processing' });
    await patch(second, { from: 'processing', to: 'paid', paid_with: 'qris' });
    await patch(second, { from: 'processing', to: 'paid', paid_with: 'kasir' });
    await patch(third, { from: 'paid', to: 'waiting_payment' });
    await pay(await place());
    setClock('2026-11-27T18:03:00+07:00');

    const { text } = await rina.ask('GET', `/api/counter/closings/${id}/csv`);
    const next = (await till()).open;

    expect(paid).toEqual(open.paid);
    const cells = cellsOf(text).filter(([kind]) => kind === 'Dibayar');
    expect(cells.map(([, , number, way]) => [number, way])).toEqual(
      [first, second, third].map((number) => [number, 'Tunai']),
    );
    expect(cells.reduce((sum, [, , , , rupiah]) => sum + Number(rupiah), 0)).toBe(paid[0].rupiah);
    expect([ways(next.paid), ways(next.refunded)]).toEqual([['1 QRIS', '1 Tunai'], ['2 Tunai']]);
  });

  test('are in one closing each, also those before and after the clock was put right', async () => {
    const { place, pay, till, close, closeNow, rina, setClock } = await evening();
    await closeNow();
    await pay(await place());
    setClock('2026-11-28T18:00:00+07:00');
    await pay(await place());
    const ahead = (await till()).open;
    setClock('2026-11-27T18:10:00+07:00');
    await pay(await place());

    const first = await close(rina, ahead);
    setClock('2026-11-27T18:11:00+07:00');
    const { open } = await till();
    const second = await close(rina, open);

    for (const both of [ahead, first.body]) expect(both).toMatchObject({ expected: 34_000, paid: [{ orders: 2 }] });
    for (const one of [open, second.body]) expect(one).toMatchObject({ expected: 17_000, paid: [{ orders: 1 }] });
    setClock('2026-11-27T17:00:00+07:00');
    // Never back to what a closing has.
    const third = await close(rina, { ...(await till()).open, through: 0 });
    expect([third.body, (await till()).open]).toMatchObject([{ paid: [] }, { paid: [], refunded: [] }]);
  });

  test('that are corrected after their closing move the other way in the next one, so that all closings add up', async () => {
    const { place, pay, patch, closeNow } = await evening();
    const [wrongWay, unpaid, repaid] = [await place(), await place(), await place()];
    for (const number of [wrongWay, unpaid, repaid]) await pay(number);
    await patch(repaid, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });
    await patch(repaid, { ...refund, paid_with: 'qris' });
    const first = await closeNow();
    await patch(wrongWay, { from: 'paid', to: 'processing' });
    await patch(wrongWay, { from: 'processing', to: 'paid', paid_with: 'qris' });
    await patch(unpaid, { from: 'paid', to: 'waiting_payment' });
    await patch(repaid, { ...refund, undo: true });

    const second = await closeNow();
    await patch(repaid, refund);
    await pay(unpaid);
    const third = await closeNow();

    expect([first.paid, first.refunded]).toEqual([['Tunai 51000'], ['QRIS 17000']]);
    expect([second.paid, second.refunded]).toEqual([['QRIS 34000'], ['Tunai 34000']]);
    expect([third.paid, third.refunded]).toEqual([['Tunai 17000'], ['Tunai 17000']]);
    expect([first, second, third].map(({ expected }) => expected)).toEqual([51_000, -34_000, 0]);
    expect(second.lines).toEqual([
      ['Dibayar', wrongWay, 'QRIS', 17_000],
      ['Dibayar', repaid, 'QRIS', 17_000],
      ['Dikembalikan', wrongWay, 'Tunai', -17_000],
      ['Dikembalikan', unpaid, 'Tunai', -17_000],
    ]);
    const inFiles = [first, second, third].map(({ lines }) => lines.reduce((sum, [, , , rupiah]) => sum + rupiah, 0));
    expect(inFiles).toEqual([34_000, 0, 0]);
  });

  test.runIf(kind === 'PostgreSQL')('are in a closing also when another process is still noting them', async () => {
    const { home, shop, rina, place, pay, till, close } = await evening();
    const [slow, fast] = [await place(), await place()];
    const order = await orderWith(shop.database, slow).executeTakeFirstOrThrow();
    const author = { staffId: rina.id, key: null, now: Date.parse(order.created_at) };
    const payment = { status: 'paid', paid_at: order.created_at };
    const other = await heldTransaction(await home.open(), (transaction) =>
      writeChange(transaction, order, 'status', payment, author),
    );
    await pay(fast);
    const { open } = await till();

    const closing = close(rina, open);
    await expect.poll(() => lockWaits(shop.database)).toBe(1);
    await other.finish();
    const { paid } = (await closing).body;

    expect([ways(open.paid), ways(paid)]).toEqual([['1 Tunai'], ['1 Bank Tepi', '1 Tunai']]);
    expect((await till()).open.paid).toEqual([]);
  });

  testOnce('leave as a file that an Indonesian spreadsheet opens, and that adds up', async () => {
    const { shop, rina, place, pay, patch, till, close, setClock } = await evening();
    const [first, second, third] = [await place(), await place(), await place()];
    for (const number of [first, second, third]) await pay(number);
    for (const [number, paid_with] of [
      [second, 'kasir'],
      [third, 'qris'],
    ] as const) {
      await patch(number, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });
      await patch(number, { ...refund, paid_with });
    }
    setClock('2026-11-27T18:01:00+07:00');
    const { open } = await till();
    const { id } = (await close(await shop.newOwner('@Sari'), open, 50_000)).body;

    const { text, headers } = await rina.ask('GET', `/api/counter/closings/${id}/csv`);

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    // No formula.
    expect(text).toContain(`50000;"'@Sari"`);
    const [head, paid, ...others] = text.split('\r\n');
    const one = open.paid[0].rupiah / 3;
    expect(head).toBe('\ufeffJenis;Waktu;Pesanan;Cara bayar;Rupiah;Status;Nomor');
    expect(paid).toMatch(new RegExp(`^Dibayar;2026-11-27 18:00;${first};Tunai;${one};Dibayar;\\d+$`));
    expect(cellsOf(others.join('\r\n')).map(([kind, , , way, rupiah]) => [kind, way, Number(rupiah)])).toEqual([
      ['Dibayar', 'Tunai', one],
      ['Dibayar', 'Tunai', one],
      ['Dikembalikan', 'Tunai', -one],
      ['Dikembalikan', 'QRIS', -one],
      ['Jumlah dibayar', 'Tunai', 3 * one],
      ['Jumlah dikembalikan', 'Tunai', -one],
      ['Jumlah dikembalikan', 'QRIS', -one],
      ['Tunai seharusnya', 'Tunai', 2 * one],
      ['Tunai dihitung', 'Tunai', 50_000],
      ['Selisih', 'Tunai', 50_000 - 2 * one],
      ['', undefined, Number.NaN],
    ]);
  });
});
