import { expect, onTestFinished, test, vi } from 'vitest';
import { shop as facts } from '#core/shop';
import { onEveryDatabase } from '../support/databases.ts';
import { anOrderOf, place, tap } from './order-fixture.ts';
import { openShop } from './shop.ts';

onEveryDatabase('W13: the takings', (newHome, _kind, testOnce) => {
  async function evening() {
    vi.stubEnv('TZ', facts.timeZone);
    onTestFinished(() => void vi.unstubAllEnvs());
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const [sari, rina, tini] = [await shop.newCustomer(), await shop.newOwner('Rina'), await shop.newOwner('Tini')];
    const patch = (number: string, body: object) => tap(rina, number, body);
    const setClock = (to: string) => (now = Date.parse(to));
    setClock('2026-11-27T18:00:00+07:00');
    return {
      shop,
      rina,
      tini,
      patch,
      setClock,
      place: () => place(sari, anOrderOf('tubruk', 12_000, 1)),
      /** Of an order that its customer wants to pay by bank. */
      pay: (number: string, paid_with = 'kasir') => patch(number, { from: 'waiting_payment', to: 'paid', paid_with }),
      day: async (day = '') => (await rina.ask('GET', `/api/counter/today${day && `?day=${day}`}`)).body,
      till: async () => (await rina.ask('GET', '/api/counter/closings')).body,
      close: (who: typeof rina, body: object) => who.ask('POST', '/api/counter/closings', { body }),
    };
  }

  test('are summed on the day on which they were paid; an evening that ends after midnight is one day', async () => {
    const { shop, place, pay, day, setClock } = await evening();
    const [first, second, free] = [await place(), await place(), await place()];
    await shop.database
      .updateTable('orders')
      .set({ sub_total: 0, delivery_fee: 0, total_shopping: 0 })
      .where('order_number', '=', free)
      .execute();
    await pay(first);
    setClock('2026-11-28T02:00:00+07:00');
    await pay(await place());
    setClock('2026-11-28T09:00:00+07:00');
    await pay(second, 'qris');
    await pay(free);

    const [yesterday, today] = [await day('2026-11-27'), await day()];

    const names = ({ byPayment }: { byPayment: { name: string; orders: number }[] }) =>
      byPayment.map(({ name, orders }) => [name, orders]);
    expect([yesterday.day, names(yesterday)]).toEqual(['2026-11-27', [['Tunai', 2]]]);
    expect([today.day, names(today)]).toEqual(['2026-11-28', [['QRIS', 1]]]);
    expect(today.money.paid.orders, 'nothing was paid of Rp0').toBe(1);
    expect([today.money.due.orders, yesterday.money.due.orders]).toEqual([0, 0]);
    expect((await day('2026-02-30')).error.code).toBe('invalid_query');
  });

  test('are to be paid back when their order is cancelled, until staff have noted that', async () => {
    const { rina, place, pay, patch, day, setClock } = await evening();
    const number = await place();
    await pay(number);
    const early = await patch(number, { from: 'cancelled', to: 'cancelled', kind: 'refund' });
    await patch(number, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });
    const due = (await day()).money;

    const done = await patch(number, { from: 'cancelled', to: 'cancelled', kind: 'refund' });
    const after = await day();
    const revived = await patch(number, { from: 'cancelled', to: 'paid', undo: true });
    const undone = await patch(number, { from: 'cancelled', to: 'cancelled', kind: 'refund', undo: true });

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
  });

  test('are closed once, with what was counted; what was paid since belongs to the next closing', async () => {
    const { rina, tini, place, pay, till, close, setClock } = await evening();
    await pay(await place());
    await pay(await place(), 'qris');
    setClock('2026-11-27T18:01:00+07:00');
    const { open } = await till();
    setClock('2026-11-27T18:05:00+07:00');
    await pay(await place());

    const asked = { after: open.after, until: open.until, counted: open.expected - 500 };
    const [first, again] = [await close(rina, asked), await close(rina, asked)];
    const late = await close(tini, asked);
    setClock('2026-11-27T18:06:00+07:00');
    const next = await till();

    expect(open.paid.map(({ name, orders }: { name: string; orders: number }) => [name, orders]).sort()).toEqual([
      ['QRIS', 1],
      ['Tunai', 1],
    ]);
    expect(open.expected).toBe(open.paid.find(({ _id }: { _id: string }) => _id === 'kasir').rupiah);
    expect(first.body).toMatchObject({
      by: 'Rina',
      until: open.until,
      expected: open.expected,
      counted: open.expected - 500,
    });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([late.status, late.body.error.code]).toEqual([409, 'closing_changed']);
    expect(next.data).toEqual([first.body]);
    expect(next.open).toMatchObject({ after: first.body.id, from: open.until, expected: open.expected });
  });

  test('say at the closing how many orders are still to be paid, also those that left the board long ago', async () => {
    const { place, pay, patch, till, setClock } = await evening();
    const serve = (number: string) => patch(number, { from: 'waiting_payment', to: 'completed' });
    await serve(await place());
    await place();
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
    const asked = { after: open.after, until: open.until, counted: 1 };

    const both = await Promise.all([close(rina, asked), close(tini, asked)]);

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
    const { id, paid } = (await close(rina, { after: 0, until: open.until, counted: 0 })).body;
    await patch(second, { from: 'paid', to: 'processing' });
    await patch(second, { from: 'processing', to: 'paid', paid_with: 'qris' });
    await patch(second, { from: 'processing', to: 'paid', paid_with: 'kasir' });
    await patch(third, { from: 'paid', to: 'waiting_payment' });
    await pay(await place());
    setClock('2026-11-27T18:03:00+07:00');

    const { text } = await rina.ask('GET', `/api/counter/closings/${id}/csv`);
    const next = (await till()).open;

    expect(paid).toEqual(open.paid);
    const lines = text.split('\r\n').filter((line: string) => line.startsWith('Dibayar;'));
    const cells = lines.map((line: string) => line.split(';'));
    expect(cells.map(([, , number, way]: string[]) => [number, way])).toEqual(
      [first, second, third].map((number) => [number, 'Tunai']),
    );
    expect(cells.reduce((sum: number, [, , , , rupiah]: string[]) => sum + Number(rupiah), 0)).toBe(paid[0].rupiah);
    expect(next.paid.map(({ orders }: { orders: number }) => orders)).toEqual([1]);
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
      await patch(number, { from: 'cancelled', to: 'cancelled', kind: 'refund', paid_with });
    }
    setClock('2026-11-27T18:01:00+07:00');
    const { open } = await till();
    const { id } = (await close(await shop.newOwner('@Sari'), { after: 0, until: open.until, counted: 50_000 })).body;

    const { text, headers } = await rina.ask('GET', `/api/counter/closings/${id}/csv`);

    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    // No formula.
    expect(text).toContain(`50000;"'@Sari"`);
    const [head, paid, ...others] = text.split('\r\n');
    const one = open.paid[0].rupiah / 3;
    expect(head).toBe('\ufeffJenis;Waktu;Pesanan;Cara bayar;Rupiah;Status;Nomor');
    expect(paid).toMatch(new RegExp(`^Dibayar;2026-11-27 18:00;${first};Tunai;${one};Dibayar;\\d+$`));
    const cells = others.map((line: string) => line.split(';'));
    expect(cells.map(([kind, , , way, rupiah]: string[]) => [kind, way, Number(rupiah)])).toEqual([
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
