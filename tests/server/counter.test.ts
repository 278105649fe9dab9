import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Board, CounterOrder } from '#core/counter';
import { orderStatuses, type PlacedOrder } from '#core/order-contract';
import { shop as facts } from '#core/shop';
import { onEveryDatabase } from '../support/databases.ts';
import { environmentOf, owner } from './commands/owner.ts';
import { fixtureMenu, withProduct } from './fixture-menu.ts';
import { heldTransaction } from './held-transaction.ts';
import {
  anOrder,
  anOrderInStore,
  anOrderOf,
  anOrderOfLines,
  changesOf,
  place,
  setOrder,
  tap,
  wholeAddress,
} from './order-fixture.ts';
import { type Customer, highLimits, openShop, type Shop, type StaffMember } from './shop.ts';

let keys = 0;
const print = (staff: StaffMember, number: string, key = `print-${keys++}`) =>
  staff.ask('POST', `/api/counter/orders/${number}/prints`, { headers: { 'idempotency-key': key } });
const strike = (staff: StaffMember, number: string, product: string, struck: boolean) =>
  staff.ask('PUT', `/api/counter/orders/${number}/lines/${product}`, { body: { struck } });
const boardOf = async (staff: StaffMember): Promise<Board> => (await staff.ask('GET', '/api/counter/board')).body;
/** An order on the board, or among those that were finished today. */
async function onBoard(staff: StaffMember, number: string): Promise<CounterOrder | undefined> {
  const finished: CounterOrder[] = (await staff.ask('GET', '/api/counter/finished')).body.data;
  return [...(await boardOf(staff)).orders, ...finished].find(({ order_number }) => order_number === number);
}

onEveryDatabase('the counter', (newHome, _kind, testOnce) => {
  let shop: Shop;
  let sari: Customer;
  let budi: StaffMember;
  let tini: StaffMember;
  beforeAll(async () => {
    shop = await openShop(await newHome(), { rateLimits: highLimits });
    [sari, budi, tini] = [await shop.newCustomer(), await shop.newStaff('Budi'), await shop.newStaff('Tini')];
  });

  test('W7: shows what staff need of an order, and no e-mail', async () => {
    const [table, pickUp, courier] = [
      await place(sari, anOrderInStore('dine-in', 'Meja 7')),
      await place(sari, anOrderInStore('pickup', 'Ambil di toko')),
      await place(sari),
    ];

    const { text } = await budi.ask('GET', '/api/counter/board');

    const board: Board = JSON.parse(text);
    expect(board).toMatchObject({ staff: { id: budi.id, name: 'Budi' }, older: 0 });
    expect(board.orders.map(({ order_number }) => order_number)).toEqual([table, pickUp, courier]);
    expect(board.orders[0]).toEqual({
      order_number: table,
      status: 'waiting_payment',
      created_at: expect.any(String),
      changed_at: board.orders[0]?.created_at,
      recipient: 'Sari',
      handover: { id: 'dine-in', name: 'Makan di sini', byCourier: false },
      destination: 'Meja 7',
      lines: [{ product: 'tubruk', name: 'Kopi Tubruk', qty: 2, price: 12_000, struck: false }],
      total: 24_000,
      payment: 'Bank Tepi',
      paid: false,
      ways: [
        { _id: 'bank-tepi', name: 'Bank Tepi' },
        { _id: 'kasir', name: 'Tunai' },
        { _id: 'qris', name: 'QRIS' },
      ],
      prints: 0,
      queue_number: 1,
      revision: 0,
    });
    expect(board.orders[1]).toMatchObject({ destination: 'Ambil sendiri', handover: { id: 'pickup' } });
    expect(board.orders[2]).toMatchObject({
      destination: 'Jalan Tepi 7, Menteng, Menteng, Kota Administrasi Jakarta Pusat, Daerah Khusus Ibukota Jakarta',
      phone: '081234567890',
      handover: { id: 'goceng', name: 'Goceng', byCourier: true },
    });
    expect(text).not.toContain('@example.com');
  });

  testOnce('W7: shows the code of a region without a name, and the id of a courier that is gone', async () => {
    const number = await place(sari);
    const address = { ...wholeAddress, kelurahan: '99.99.99.9999' };
    await setOrder(shop, number, { delivery_courier: 'pos', delivery_address: JSON.stringify(address) });

    expect(await onBoard(budi, number)).toMatchObject({
      destination: expect.stringMatching(/^Jalan Tepi 7, 99\.99\.99\.9999, Menteng, /),
      handover: { id: 'pos', name: 'pos', byCourier: true },
    });
  });

  testOnce('B13: shows markup in names as the text that it is', async () => {
    const fullName = '<img src=x onerror=alert(1)>';
    const delivery_address = { ...wholeAddress, fullName, fullStreet: '<b>Jalan</b> 7' };
    const number = await place(sari, anOrder({ delivery_address }));

    const answer = await budi.ask('GET', '/api/counter/board');

    expect(await onBoard(budi, number)).toMatchObject({
      recipient: fullName,
      destination: expect.stringMatching(/^<b>Jalan<\/b> 7, /),
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  test('B63: shows what a customer typed in earlier versions in one line each, and a place that the shop has', async () => {
    const [table, courier] = [await place(sari, anOrderInStore('dine-in', 'Meja 7')), await place(sari)];
    const typed = (fullStreet: string) =>
      JSON.stringify({ ...wholeAddress, fullName: `Sa${'\u0301'.repeat(50)}ri\u202e\nLUNAS`, fullStreet });
    for (const [number, street] of [
      [table, 'Meja 3 — SUDAH DIBAYAR'],
      [courier, 'Jalan Tepi 7\r\nLUNAS (QRIS)'],
    ] as const)
      await setOrder(shop, number, { delivery_address: typed(street) });

    const recipient = 'Sa\u0301\u0301\u0301ri LUNAS';
    expect(await onBoard(budi, table)).toMatchObject({ recipient, destination: 'Makan di sini' });
    expect(await onBoard(budi, courier)).toMatchObject({
      recipient,
      destination: expect.stringMatching(/^Jalan Tepi 7 {1,2}LUNAS \(QRIS\), Menteng, [^\r\n]*$/),
    });
  });

  test('W2: takes an order through all its steps; each is one event with its member of staff', async () => {
    const number = await place(sari, anOrder());
    const way = orderStatuses.slice(0, -1);
    const byBudi = { staff_id: budi.id, customer_id: null, reason: null };

    for (const [step, to] of way.slice(1).entries()) {
      const answer = await tap(budi, number, { from: way[step], to });
      expect([answer.status, answer.body.status, answer.body.revision]).toEqual([200, to, step + 1]);
      expect(await onBoard(tini, number)).toEqual(answer.body);
    }

    expect(await changesOf(shop, number)).toEqual(
      way.slice(1).map((to, step) => ({ ...byBudi, from_status: way[step], to_status: to })),
    );
    const [{ status, changed_at }] = (await sari.ask('GET', '/api/orders?limit=1')).body.data;
    expect([status, Date.parse(changed_at) > 0]).toEqual(['completed', true]);
  });

  testOnce('W2: refuses a step that is none, and changes nothing', async () => {
    const number = await place(sari, anOrderInStore('dine-in', 'Meja 7'));
    const done = await place(sari, anOrderInStore('pickup', 'Ambil di toko'));
    await tap(budi, done, { from: 'waiting_payment', to: 'completed' });
    const refused = [
      await tap(budi, number, { from: 'waiting_payment', to: 'waiting_payment' }),
      await tap(budi, number, { from: 'waiting_payment', to: 'delivering' }),
      await tap(budi, number, { from: 'waiting_payment', to: 'paid', undo: true }),
      await tap(budi, done, { from: 'completed', to: 'cancelled', reason: 'Salah' }),
      await tap(budi, done, { from: 'completed', to: 'ready' }),
    ];

    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      refused.map(() => [422, 'step_refused']),
    );
    for (const body of [{ from: 'waiting_payment', to: 'lost' }, { to: 'paid' }, {}, { from: '', to: 'paid' }])
      expect((await tap(budi, number, body)).status).toBe(422);
    expect(await changesOf(shop, number)).toEqual([]);
    expect((await tap(budi, 'KT-000000-XXXX', { from: 'paid', to: 'ready' })).status).toBe(404);
  });

  test('F50: takes a status that this version does not know onwards, and refuses to give it', async () => {
    const number = await place(sari);
    await setOrder(shop, number, { status: 'roasting' });

    expect(await onBoard(budi, number)).toMatchObject({ status: 'roasting' });
    expect((await sari.ask('GET', '/api/orders?limit=1')).body.data).toMatchObject([{ status: 'roasting' }]);
    expect((await tap(budi, number, { from: 'roasting', to: 'ready' })).body.status).toBe('ready');
    expect((await tap(budi, number, { from: 'ready', to: 'roasting', undo: true })).status).toBe(422);
  });

  test('W2: cancels an order with a reason, which its customer reads; without one it is refused', async () => {
    const number = await place(sari);
    const cancel = (reason?: string) => tap(budi, number, { from: 'waiting_payment', to: 'cancelled', reason });

    expect(await cancel()).toMatchObject({ status: 422, body: { error: { code: 'reason_missing' } } });
    for (const blank of [' ', '\u200b\u2800']) expect([blank, (await cancel(blank)).status]).toEqual([blank, 422]);
    const cancelled = await cancel(' Susu habis ');

    expect(cancelled.body).toMatchObject({ status: 'cancelled', reason: 'Susu habis' });
    expect((await sari.ask('GET', '/api/orders?limit=1')).body.data).toMatchObject([
      { status: 'cancelled', reason: 'Susu habis' },
    ]);
    expect(await changesOf(shop, number)).toMatchObject([{ reason: 'Susu habis' }]);
    const back = await tap(budi, number, { from: 'cancelled', to: 'waiting_payment', undo: true });
    expect([back.status, back.body.reason]).toEqual([200, undefined]);
  });

  test('F47: two staff who press at once change an order once; the second is shown the order', async () => {
    const number = await place(sari);

    const answers = await Promise.all([
      tap(budi, number, { from: 'waiting_payment', to: 'paid' }),
      tap(tini, number, { from: 'waiting_payment', to: 'processing' }),
      tap(tini, number, { from: 'waiting_payment', to: 'cancelled', reason: 'Salah' }),
    ]);

    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status !== 200);
    expect([won.length, lost.length]).toEqual([1, 2]);
    for (const { status, body } of lost) {
      expect([status, body.error.code]).toEqual([409, 'order_changed']);
      expect(body.error.order).toEqual(won[0]?.body);
    }
    expect(await changesOf(shop, number)).toHaveLength(1);
  });

  test('F47: another server that is changing the order is waited for', async () => {
    const home = await newHome();
    const [shop, elsewhere] = [await openShop(home), await home.open()];
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const number = await place(sari);
    const changing = await heldTransaction(elsewhere, (transaction) =>
      transaction.updateTable('orders').set({ status: 'ready' }).where('order_number', '=', number).execute(),
    );

    const late = tap(budi, number, { from: 'waiting_payment', to: 'paid' });
    for (let i = 0; i < 5; i++) await boardOf(budi);
    await changing.finish();

    const { status, body } = await late;
    expect([status, body.error?.order.status]).toEqual([409, 'ready']);
  });

  test('F47: an owner’s command that was faster is shown like another counter', async () => {
    const home = await newHome();
    const shop = await openShop(home);
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const number = await place(sari);
    await owner(environmentOf(home.settings), 'order', number, '--status', 'ready');

    const late = await tap(budi, number, { from: 'waiting_payment', to: 'paid' });

    expect([late.status, late.body.error.order.status]).toEqual([409, 'ready']);
    // The owner's step is not the counter's to take back.
    const back = await tap(budi, number, { from: 'ready', to: 'waiting_payment', undo: true });
    expect([back.status, back.body.error.code]).toEqual([422, 'step_refused']);
  });

  test('F48: one tap is one change, however often it is sent', async () => {
    const number = await place(sari);
    const body = { from: 'waiting_payment', to: 'paid' };

    const answers = await Promise.all([1, 2, 3].map(() => tap(budi, number, body, 'double-tap')));
    const again = await tap(budi, number, body, 'double-tap');

    expect([...answers, again].map(({ status, text }) => [status, text])).toEqual(
      [1, 2, 3, 4].map(() => [200, again.text]),
    );
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await changesOf(shop, number)).toHaveLength(1);
    // The same key of another member means another tap.
    expect((await tap(tini, number, { from: 'paid', to: 'ready' }, 'double-tap')).status).toBe(200);
    // Sent again after others went on, it changes nothing either.
    expect((await tap(budi, number, body, 'double-tap')).body.status).toBe('ready');
    expect(await changesOf(shop, number)).toHaveLength(2);
  });

  testOnce('F48: a tap needs a key', async () => {
    const number = await place(sari);
    const url = `/api/counter/orders/${number}`;

    const answers = [
      await budi.ask('PATCH', url, { body: { from: 'waiting_payment', to: 'paid' } }),
      await budi.ask('PATCH', url, {
        body: { from: 'waiting_payment', to: 'paid' },
        headers: { 'idempotency-key': 'not one key' },
      }),
      await budi.ask('POST', `${url}/prints`),
    ];

    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [400, 'invalid_header']),
    );
  });

  test('W2: the last step can be taken back for ten seconds and a slow line, by the server’s clock', async () => {
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const [sari, budi, tini] = [await shop.newCustomer(), await shop.newStaff('Budi'), await shop.newStaff('Tini')];
    const number = await place(sari);
    const step = (from: string, to: string) => tap(budi, number, { from, to });
    const undo = (from: string, to: string, by = budi) => tap(by, number, { from, to, undo: true });

    await step('waiting_payment', 'paid');
    await step('paid', 'completed');
    const notTheLast = await undo('completed', 'waiting_payment');
    const notTheirOwn = await undo('completed', 'paid', tini);
    now += 15_000;
    const inTime = await undo('completed', 'paid');
    await step('paid', 'completed');
    await strike(budi, number, 'tubruk', true);
    const afterStrike = await undo('completed', 'paid');
    await step('paid', 'completed');
    now += 15_001;
    const late = await undo('completed', 'paid');
    now -= 86_400_000;
    const clockSetBack = await undo('completed', 'paid');

    expect([notTheLast, notTheirOwn, inTime, afterStrike, late, clockSetBack].map(({ status }) => status)).toEqual([
      422, 422, 200, 200, 422, 422,
    ]);
    expect(inTime.body.status).toBe('paid');
    expect((await onBoard(budi, number))?.status).toBe('completed');
  });

  const payment = async (number: string) => {
    const { data } = (await sari.ask('GET', '/api/orders?limit=200')).body;
    const { status, paid, paid_at, paid_with } = data.find((one: PlacedOrder) => one.order_number === number);
    return { status, paid, ...(paid_at && { hasTime: true }), ...(paid_with && { with: paid_with.name }) };
  };
  const kinds = async (number: string) => {
    const all = shop.database.selectFrom('order_events').select('kind').where('order_number', '=', number);
    return (await all.where('from_status', 'is not', null).orderBy('id').execute()).map(({ kind }) => kind);
  };

  test('W2: an order that is begun without being paid is not, until somebody says so; its status stays', async () => {
    const number = await place(sari);

    await tap(budi, number, { from: 'waiting_payment', to: 'ready' });
    const begun = await payment(number);
    const { id: job } = await shop.database
      .insertInto('jobs')
      // Not yet: what is due is sent.
      .values({
        kind: 'push',
        subject: number,
        target: 'd',
        turn: sari.id,
        next_at: Date.now() + 60_000,
        expires_at: 9e12,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const paid = await tap(budi, number, { from: 'ready', to: 'paid' }, 'paid');
    const again = await tap(budi, number, { from: 'ready', to: 'paid' }, 'paid');
    const byAnother = await tap(tini, number, { from: 'ready', to: 'paid' });

    expect(begun).toEqual({ status: 'ready', paid: false });
    expect(paid.body).toMatchObject({ status: 'ready', paid: true, paid_with: 'bank-tepi', revision: 2 });
    expect([again.text, byAnother.text]).toEqual([paid.text, paid.text]);
    expect(await payment(number)).toEqual({ status: 'ready', paid: true, hasTime: true });
    expect(await kinds(number)).toEqual(['status', 'paid']);
    // What waits to be sent about the last step is still true.
    expect(await shop.database.selectFrom('jobs').select('subject').where('id', '=', job).execute()).toEqual([
      { subject: number },
    ]);
  });

  test('W2: the way that was really paid can be named with the step, and changed later', async () => {
    const number = await place(sari);

    const cash = await tap(budi, number, { from: 'waiting_payment', to: 'paid', paid_with: 'kasir' });
    await tap(budi, number, { from: 'paid', to: 'completed' });
    const code = await tap(budi, number, { from: 'completed', to: 'paid', paid_with: 'qris' });
    const chosen = await tap(budi, number, { from: 'completed', to: 'paid', paid_with: 'bank-tepi' });
    const unknown = await tap(budi, number, { from: 'completed', to: 'paid', paid_with: 'gold' });

    expect([cash, code, chosen].map(({ body }) => [body.status, body.paid_with])).toEqual([
      ['paid', 'kasir'],
      ['completed', 'qris'],
      ['completed', 'bank-tepi'],
    ]);
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'unknown_payment_method']);
    expect(await kinds(number)).toEqual(['status', 'status', 'paid', 'paid']);
  });

  test('W2: only taking it back, or going back to waiting, ends a payment', async () => {
    const [late, back, both, step] = [await place(sari), await place(sari), await place(sari), await place(sari)];
    const undo = (number: string, from: string, to: string, kind?: string) =>
      tap(budi, number, { from, to, undo: true, ...(kind && { kind }) });
    for (const number of [late, back, both]) {
      await tap(budi, number, { from: 'waiting_payment', to: 'processing' });
      await tap(budi, number, { from: 'processing', to: 'paid', paid_with: 'kasir' });
    }

    await tap(budi, late, { from: 'processing', to: 'ready' });
    const stepUndone = await undo(late, 'ready', 'processing');
    const wayUndone = await tap(budi, late, { from: 'processing', to: 'paid', paid_with: 'qris' }).then(() =>
      undo(late, 'processing', 'paid', 'paid'),
    );
    // The status may be another one by then.
    await tap(budi, back, { from: 'processing', to: 'ready' });
    const paymentUndone = await undo(back, 'processing', 'paid', 'paid');
    const twice = await undo(back, 'processing', 'paid', 'paid');
    // Two counters note the same payment; the slower one takes its own press back.
    await tap(tini, both, { from: 'processing', to: 'paid', paid_with: 'kasir' });
    const slower = await tap(tini, both, { from: 'processing', to: 'paid', undo: true, kind: 'paid' });
    await tap(budi, step, { from: 'waiting_payment', to: 'paid', paid_with: 'kasir' });
    await tap(budi, step, { from: 'paid', to: 'waiting_payment' });
    const waiting = await payment(step);
    const restored = await undo(step, 'waiting_payment', 'paid');
    const notAPayment = await undo(step, 'paid', 'ready', 'paid');

    expect(stepUndone.body).toMatchObject({ status: 'processing', paid: true, paid_with: 'kasir' });
    expect(wayUndone.body).toMatchObject({ status: 'processing', paid: true, paid_with: 'kasir' });
    expect(paymentUndone.body).toMatchObject({ status: 'ready', paid: false });
    expect([twice.status, slower.status, notAPayment.status]).toEqual([422, 422, 422]);
    expect(await payment(both)).toMatchObject({ paid: true });
    expect(await kinds(back)).toEqual(['status', 'paid', 'status', 'unpaid']);
    expect(waiting).toEqual({ status: 'waiting_payment', paid: false });
    expect(restored.body).toMatchObject({ status: 'paid', paid: true, paid_with: 'kasir' });
  });

  test('W2: a cancelled order is not marked as paid, and one that was paid says so to its customer', async () => {
    const [unpaid, paid] = [await place(sari), await place(sari)];
    await tap(budi, unpaid, { from: 'waiting_payment', to: 'cancelled', reason: 'Susu habis' });
    await tap(budi, paid, { from: 'waiting_payment', to: 'paid' });
    await tap(budi, paid, { from: 'paid', to: 'cancelled', reason: 'Susu habis' });

    expect((await tap(budi, unpaid, { from: 'cancelled', to: 'paid' })).body.error.code).toBe('step_refused');
    expect(await payment(unpaid)).toEqual({ status: 'cancelled', paid: false });
    expect(await payment(paid)).toEqual({ status: 'cancelled', paid: true, hasTime: true });
  });

  test('W2: an order of Rp0 is paid from the beginning, and stays so', async () => {
    await shop.replaceMenu(withProduct('tubruk', { price: 0 }));
    onTestFinished(() => shop.replaceMenu(fixtureMenu));
    const { order_items } = anOrderOf('tubruk', 0, 2);
    const free = anOrderInStore('pickup', 'Ambil di toko', { order_items, subTotal: 0, totalShopping: 0 });
    const placed = await sari.ask('POST', '/api/orders', { body: free });
    const { order_number: number, ...rest } = placed.body;
    await tap(budi, number, { from: 'waiting_payment', to: 'processing' });
    await tap(budi, number, { from: 'processing', to: 'waiting_payment' });

    expect(rest).toMatchObject({ status: 'waiting_payment', paid: true, revision: 0 });
    expect(await payment(number)).toEqual({ status: 'waiting_payment', paid: true, hasTime: true });
  });

  test('strikes lines one by one, for every counter', async () => {
    const lines = [
      { name: 'Kopi Tubruk', price: 12_000, qty: 1, product: 'tubruk' },
      { name: 'Es Kopi Susu', price: 22_000, qty: 1, product: 'es-kopi' },
    ];
    const number = await place(sari, anOrderOfLines(...lines));
    const struck = ({ lines }: CounterOrder) => lines.filter((line) => line.struck).map(({ product }) => product);

    await Promise.all([strike(budi, number, 'tubruk', true), strike(tini, number, 'es-kopi', true)]);
    const both = await onBoard(budi, number);
    const again = await strike(budi, number, 'tubruk', true);
    const back = await strike(budi, number, 'tubruk', false);

    expect(both && struck(both)).toEqual(['tubruk', 'es-kopi']);
    expect(again.body).toEqual(both);
    expect([struck(back.body), back.body.revision, back.body.status]).toEqual([['es-kopi'], 3, 'waiting_payment']);
    expect((await strike(budi, number, 'emas', true)).status).toBe(404);
    expect((await strike(budi, 'KT-1', 'tubruk', true)).status).toBe(404);
    expect((await sari.ask('GET', '/api/orders?limit=1')).body.data[0]).not.toHaveProperty('changed_at');
  });

  test('counts tickets, once for each print', async () => {
    const number = await place(sari);

    await Promise.all([print(budi, number, 'ticket'), print(budi, number, 'ticket')]);
    const second = await print(tini, number);

    expect([second.status, second.body.prints, second.body.revision]).toEqual([200, 2, 2]);
    expect((await print(budi, 'KT-1')).status).toBe(404);
  });

  test('W8: marks a product as sold out for every process, and available again', async () => {
    const home = await newHome();
    const [shop, other] = [await openShop(home), await openShop(home)];
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const available = async ({ ask }: Pick<Shop, 'ask'>) =>
      (await ask('GET', '/api/products')).body.data.find(({ _id }: { _id: string }) => _id === 'tubruk').available;
    const mark = (id: string, isAvailable: boolean) =>
      budi.ask('PATCH', `/api/counter/products/${id}`, { body: { available: isAvailable } });

    const out = await mark('tubruk', false);
    const refused = await sari.ask('POST', '/api/orders', { body: anOrder() });

    expect([out.status, out.body._id, out.body.available]).toEqual([200, 'tubruk', false]);
    expect([await available(shop), await available(other)]).toEqual([false, false]);
    expect(refused.body.error.quote.lines).toMatchObject([{ product: 'tubruk', now: null }]);
    expect((await mark('tubruk', true)).body.available).toBeUndefined();
    expect([await available(shop), await available(other)]).toEqual([undefined, undefined]);
    expect((await mark('never', false)).status).toBe(404);
    await shop.database.updateTable('products').set({ removed_at: 'now' }).where('id', '=', 'emas').execute();
    await shop.database.updateTable('menu_version').set({ version: 99 }).execute();
    expect((await mark('emas', true)).status).toBe(404);
  });
});

onEveryDatabase("the counter's days", (newHome) => {
  /** A shop at ten in the morning of its own day. */
  async function morning() {
    vi.stubEnv('TZ', facts.timeZone);
    onTestFinished(() => void vi.unstubAllEnvs());
    let now = Date.parse('2026-11-27T10:00:00+07:00');
    const shop = await openShop(await newHome(), { now: () => now, rateLimits: highLimits });
    return {
      shop,
      sari: await shop.newCustomer(),
      budi: await shop.newOwner('Budi'),
      setClock: (to: string) => (now = Date.parse(to)),
    };
  }

  test('W7: the board has the unfinished orders of 24 hours; older ones and those finished today are listed apart', async () => {
    const { shop, sari, budi, setClock } = await morning();
    const at = async (moment: string, status: string, changed = moment) => {
      setClock(moment);
      const number = await place(sari);
      await setOrder(shop, number, { status, changed_at: new Date(changed).toISOString() });
      return number;
    };
    const old = await at('2026-10-01T10:00:00+07:00', 'waiting_payment');
    const late = await at('2026-10-01T10:00:00+07:00', 'completed', '2026-11-27T08:00:00+07:00');
    const dayAgo = await at('2026-11-26T09:59:59.999+07:00', 'processing');
    const yesterday = await at('2026-11-26T10:00:00+07:00', 'paid');
    await at('2026-11-27T03:59:59+07:00', 'completed');
    const unknown = await at('2026-11-27T03:59:59+07:00', 'roasting');
    const cancelled = await at('2026-11-27T04:00:00+07:00', 'cancelled');
    // Nothing is to be paid back.
    await setOrder(shop, cancelled, {
      paid_at: '2026-11-26T21:00:00.000Z',
      sub_total: 0,
      delivery_fee: 0,
      total_shopping: 0,
    });
    const fresh = await at('2026-11-27T09:00:00+07:00', 'waiting_payment');
    setClock('2026-11-27T10:00:00+07:00');
    const listed = async (list: 'older' | 'finished') => {
      const { data, count } = (await budi.ask('GET', `/api/counter/${list}`)).body;
      return [count, data.map(({ order_number }: CounterOrder) => order_number)];
    };

    const board = await boardOf(budi);

    expect(board.orders.map(({ order_number }) => order_number)).toEqual([yesterday, unknown, fresh]);
    expect([board.older, board.now]).toEqual([2, '2026-11-27T03:00:00.000Z']);
    expect(await listed('older')).toEqual([2, [dayAgo, old]]);
    expect(await listed('finished')).toEqual([2, [cancelled, late]]);

    // Nothing has changed but the time.
    setClock('2026-11-28T04:00:00+07:00');
    const next = await boardOf(budi);
    expect([next.older, next.orders.map(({ order_number }) => order_number)]).toEqual([4, [fresh]]);
    expect(await listed('finished')).toEqual([0, []]);
  });

  test('W4: the board is sent compressed, and not again until it changes, whenever it is asked for', async () => {
    const { sari, budi, setClock } = await morning();
    await place(sari);
    const { headers, text } = await budi.ask('GET', '/api/counter/board');
    const etag = `${headers.etag}`;
    const packed = await budi.ask('GET', '/api/counter/board', { headers: { 'accept-encoding': 'gzip, br' } });
    const again = () => budi.ask('GET', '/api/counter/board', { headers: { 'if-none-match': etag } });

    setClock('2026-11-27T11:00:00+07:00');
    const same = await again();
    const number = await place(sari);
    const changed = await again();

    expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['gzip', etag]);
    expect(gunzipSync(packed.bytes).toString()).toBe(text);
    expect([same.status, same.text]).toEqual([304, '']);
    expect(changed.headers.etag).not.toBe(etag);
    expect(changed.body).toMatchObject({ staff: { name: 'Budi' }, now: '2026-11-27T04:00:00.000Z' });
    expect(changed.body.orders.at(-1).order_number).toBe(number);
  });

  test('W2: the shop’s day tells paid, open and cancelled orders apart, and sums what was paid by its real way', async () => {
    const { sari, budi, setClock } = await morning();
    const empty = (await budi.ask('GET', '/api/counter/today')).body;
    setClock('2026-11-27T03:59:59+07:00');
    await place(sari);
    setClock('2026-11-27T04:00:00+07:00');
    const [first, second, third, fourth] = [
      await place(sari, anOrderOf('tubruk', 12_000, 3)),
      await place(sari, anOrderOf('tubruk', 12_000, 2, { paymentMethod: { _id: 'mini-tepi', name: 'x' } })),
      await place(sari, anOrderOf('es-kopi', 22_000, 9)),
      await place(sari, anOrderOf('es-kopi', 22_000, 1)),
    ];
    await place(sari, anOrderOf('es-kopi', 22_000, 1));
    await tap(budi, first, { from: 'waiting_payment', to: 'paid', paid_with: 'kasir' });
    await tap(budi, first, { from: 'paid', to: 'completed' });
    await tap(budi, second, { from: 'waiting_payment', to: 'ready' });
    await tap(budi, third, { from: 'waiting_payment', to: 'cancelled', reason: 'Salah' });
    await tap(budi, fourth, { from: 'waiting_payment', to: 'paid' });
    await tap(budi, fourth, { from: 'paid', to: 'cancelled', reason: 'Salah' });

    const today = (await budi.ask('GET', '/api/counter/today')).body;

    const none = { orders: 0, rupiah: 0 };
    expect(empty).toEqual({
      day: '2026-11-27',
      money: { paid: none, due: none, refund: none, cancelled: none },
      byStatus: [],
      byPayment: [],
      refunded: [],
      bestSold: [],
    });
    expect(today).toEqual({
      day: '2026-11-27',
      money: {
        paid: { orders: 1, rupiah: 41_000 },
        due: { orders: 2, rupiah: 56_000 },
        refund: { orders: 1, rupiah: 27_000 },
        cancelled: { orders: 1, rupiah: 203_000 },
      },
      byStatus: [
        { name: 'waiting_payment', orders: 1, rupiah: 0 },
        { name: 'ready', orders: 1, rupiah: 0 },
        { name: 'completed', orders: 1, rupiah: 41_000 },
        { name: 'cancelled', orders: 2, rupiah: 27_000 },
      ],
      byPayment: [{ name: 'Tunai', orders: 1, rupiah: 41_000 }],
      refunded: [],
      bestSold: [
        { name: 'Kopi Tubruk', qty: 5 },
        { name: 'Es Kopi Susu', qty: 1 },
      ],
    });
  });

  test('F49: five hundred orders are on one board; of more than a thousand all others can be reached', async () => {
    const { shop, sari, budi, setClock } = await morning();
    setClock('2026-11-27T09:00:00+07:00');
    const template = await place(sari);
    const row = await shop.database
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', template)
      .executeTakeFirstOrThrow();
    const add = async (from: number, count: number) => {
      const { id: _, ...model } = row;
      const rows = Array.from({ length: count }, (_, at) => ({ ...model, order_number: `KT-${from + at}` }));
      for (let at = 0; at < rows.length; at += 250)
        await shop.database
          .insertInto('orders')
          .values(rows.slice(at, at + 250))
          .execute();
      await place(sari);
    };
    await add(10_000, 498);

    const half = await boardOf(budi);
    await add(20_000, 700);
    const full = await boardOf(budi);
    const pages: Record<string, CounterOrder[]> = {};
    for (let before = '', count = 200; count === 200; ) {
      const { body } = await budi.ask('GET', `/api/counter/older${before && `?before=${before}`}`);
      expect(body.count).toBe(full.older);
      pages[before] = body.data;
      count = body.data.length;
      before = body.data.at(-1)?.order_number ?? '';
    }

    expect([half.orders.length, half.older]).toEqual([500, 0]);
    expect([full.orders.length, full.older]).toEqual([1_000, 201]);
    const reached = [...full.orders, ...Object.values(pages).flat()].map(({ order_number }) => order_number);
    expect([reached.length, new Set(reached).size]).toEqual([1_201, 1_201]);
    expect(reached).toContain(template);
    expect((await budi.ask('GET', '/api/counter/older?before=KT-0')).status).toBe(400);
  });
});
