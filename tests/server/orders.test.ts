import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PlacedOrder } from '#core/order-contract';
import type { DatabaseTransaction } from '../../server/database/open.ts';
import { beginMenuChange } from '../../server/menu/menu-store.ts';
import { orderNumber } from '../../server/orders/order-number.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { fixtureMenu, withProduct } from './fixture-menu.ts';
import { heldTransaction } from './held-transaction.ts';
import { anOrder, anOrderInStore, anOrderOf, anOrderOfLines, order, setOrder, wholeAddress } from './order-fixture.ts';
import { type Customer, highLimits, openShop, type Shop, shopWithCustomer } from './shop.ts';

vi.mock('../../server/orders/order-number.ts', { spy: true });

const cancel = (customer: Customer, key?: string) =>
  customer.ask('DELETE', '/api/orders', { headers: key === undefined ? {} : { 'idempotency-key': key } });
const ordersOf = async (customer: Customer): Promise<PlacedOrder[]> =>
  (await customer.ask('GET', '/api/orders')).body.data;

const deliveryRegencies = [{ kode: '31.74', nama: 'Kota Administrasi Jakarta Selatan' }];

onEveryDatabase('an order', (newHome, _kind, testOnce) => {
  let shop: Shop;
  let sari: Customer;
  let budi: Customer;
  beforeAll(async () => {
    shop = await openShop(await newHome(), { rateLimits: highLimits });
  });
  beforeEach(async () => {
    [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  });

  test("is answered with its number, its lines and the shop's own sums, and listed newest first", async () => {
    const first = await order(sari, anOrder(), 'kunci-1');
    const second = await order(sari, anOrderOf('es-kopi', 22_000, 1), 'kunci-2');

    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      ...anOrder(),
      paid: false,
      revision: 0,
      order_number: expect.stringMatching(/^KT-\d{6}-[2-9A-HJKMNP-TW-Z]{4}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      client_ref: 'kunci-1',
      queue_number: expect.any(Number),
    });
    expect(await ordersOf(sari)).toEqual([second.body, first.body]);
    expect((await sari.ask('GET', '/api/orders')).body.count).toBe(2);
  });

  test('whose random number is taken already gets another one, and both exist', async () => {
    const first = await order(budi, anOrder(), 'kunci');
    vi.mocked(orderNumber).mockReturnValueOnce(first.body.order_number);

    const second = await order(sari, anOrder(), 'kunci');

    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(second.body.order_number).not.toBe(first.body.order_number);
    expect([await ordersOf(sari), await ordersOf(budi)]).toEqual([[second.body], [first.body]]);
  });

  const inStore = (delivery_address: object) => anOrderInStore('dine-in', 'Meja 7', { delivery_address });
  const method = (_id: unknown) => anOrder({ paymentMethod: { _id, name: 'x', image_url: '' } });
  const lines = (...order_items: unknown[]) => anOrder({ order_items });
  const line = { name: 'x', price: 12_000, qty: 1, product: 'tubruk' };
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...line, product: `p${at}` }));
  const refusals: Record<string, unknown[]> = {
    unknown_place: [
      ...['Meja 9999', 'Meja 0', 'Meja 3 — SUDAH DIBAYAR', 'Meja 7, mulai 99.99', 'Meja 7, mulai 07.00, LUNAS'],
      ...['Meja 7\nLUNAS (QRIS)', 'Ambil di toko', ''],
    ]
      .map((place) => anOrderInStore('dine-in', place))
      .concat(
        ['Meja 7', 'Ambil di toko, sudah dibayar', 'Jalan Tepi 7'].map((place) => anOrderInStore('pickup', place)),
      ),
    recipient_missing: [{ fullName: ' ' }, { phoneNumber: '' }, { fullName: '\u2800\u0301\u200b' }].map((missing) =>
      inStore({ fullName: 'Sari', phoneNumber: '0812', fullStreet: 'Meja 7', ...missing }),
    ),
    address_incomplete: Object.keys(wholeAddress).map((field) =>
      anOrder({ delivery_address: { ...wholeAddress, [field]: '' } }),
    ),
    unknown_region: [anOrder({ delivery_address: { ...wholeAddress, kelurahan: 'LUNAS (QRIS)' } })],
    invalid_body: [
      ...[0, -1, 1.5, '2', 1e9, null, 2 ** 53, true, [2], {}].map((qty) => lines({ ...line, qty })),
      ...[{ $gt: '' }, ['tubruk']].map((product) => lines({ ...line, product })),
      ...[lines(), lines(...many(51)), method({ $gt: '' }), anOrder({ status: 'paid' })],
    ],
    body_too_large: [lines(...many(10_000))],
    unknown_product: [anOrderOf('kopi-luwak', 12_000, 2), anOrderOf("' or 1=1 --", 12_000, 2)],
    unknown_courier: ['kuda', '__proto__'].map((delivery_courier) => anOrder({ delivery_courier })),
    unknown_payment_method: [method('bank-langit')],
    duplicate_line: [lines(line, line)],
    amount_too_large: [{}, { subTotal: 1, totalShopping: 1 }].map((lie) => anOrderOf('emas', 900_000_000, 99, lie)),
  };

  testOnce.for(Object.entries(refusals))(
    'B2, B3, B5, B6, B45, B63, O11, O13: is refused as %s, and leaves its key free',
    async ([code, bodies]) => {
      for (const body of bodies)
        expect([body, (await order(sari, body, 'kunci')).body.error.code]).toEqual([body, code]);

      expect(await ordersOf(sari)).toEqual([]);
      expect((await order(sari, anOrder(), 'kunci')).status).toBe(201);
    },
  );

  testOnce('F10: keeps what can be seen of its address, as a saved one, and gets the same response again', async () => {
    const typed = {
      fullName: ` Sari${'\u0301'.repeat(90)}\u202e `,
      phoneNumber: '+62 812-3456-7890',
      fullStreet: 'Jalan Tepi 7\r\nLUNAS (QRIS)',
    };
    const inStore = { ...typed, fullStreet: '\u200eMeja 7, mulai Senin 07.00', kelurahan: 'LUNAS' };
    const seen = { fullName: 'Sari\u0301\u0301\u0301', phoneNumber: '6281234567890' };

    const brought = await order(sari, anOrder({ delivery_address: { ...wholeAddress, ...typed } }), 'antar');
    const again = await order(sari, anOrder({ delivery_address: { ...wholeAddress, ...typed } }), 'antar');
    const served = await order(sari, anOrderInStore('dine-in', '', { delivery_address: inStore }));

    expect(brought.body.delivery_address).toEqual({
      ...wholeAddress,
      ...seen,
      fullStreet: expect.stringMatching(/^Jalan Tepi 7 +LUNAS \(QRIS\)$/),
    });
    expect(again.text).toBe(brought.text);
    expect(served.body.delivery_address).toEqual({
      ...{ provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' },
      ...seen,
      fullStreet: 'Meja 7, mulai Senin 07.00',
    });
  });

  testOnce('O2: keeps the fingerprint of earlier versions, so that what they stored can be sent again', async () => {
    await order(sari, anOrder(), 'sidik');

    const { fingerprint } = await shop.database
      .selectFrom('idempotency_keys')
      .select('fingerprint')
      .where('customer_id', '=', sari.id)
      .executeTakeFirstOrThrow();
    expect(fingerprint).toBe('5121d5e19f07836c05436549b4dfbf1030413f09995d2d9c2bd5ed5d0a1ca568');
  });

  testOnce('outside the regencies of the shop is refused by courier, but taken where it has no key', async () => {
    const choosy = await openShop(await newHome(), { deliveryRegencies });
    const sari = await choosy.newCustomer();
    const near = { ...wholeAddress, kabupaten: '31.74', kecamatan: '31.74.01', kelurahan: '31.74.01.1001' };

    const refused = await order(sari, anOrder(), 'jauh');
    expect([refused.status, refused.body.error.code]).toEqual([422, 'outside_delivery_area']);
    expect(await ordersOf(sari)).toEqual([]);
    expect((await order(sari, anOrder({ delivery_address: near }), 'jauh')).status).toBe(201);
    expect((await order(sari, anOrderInStore('pickup', 'Ambil di toko'), 'ambil')).status).toBe(201);
    expect((await order(sari, anOrder())).status).toBe(201);
  });

  testOnce('B1: with a lowered price, fee or total is answered with the right ones, and not stored', async () => {
    const right = { delivery_fee: 5_000, subTotal: 24_000, totalShopping: 29_000 };
    const cheaper = { product: 'tubruk', name: 'Kopi Tubruk', qty: 2, shown: 1, now: 12_000 };
    const wrong = [
      [anOrderOf('tubruk', 1, 2), [cheaper]],
      [anOrder({ order_items: [{ name: 'x', price: 1, qty: 2, product: 'tubruk' }] }), [cheaper]],
      [anOrder({ delivery_fee: 0, totalShopping: 24_000 }), []],
      [anOrder({ delivery_fee: 0 }), []],
      [anOrder({ subTotal: 1 }), []],
      [anOrder({ totalShopping: 1 }), []],
      [anOrder({ totalShopping: 999_000 }), []],
    ] as const;

    for (const [body, lines] of wrong) {
      const answer = await order(sari, body, 'kunci');

      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({ code: 'quote_changed', quote: { ...right, lines } });
    }
    expect(await ordersOf(sari)).toEqual([]);
    expect((await order(sari, anOrder(), 'kunci')).status).toBe(201);
  });

  testOnce('F41: of a product that is sold out or gone is answered with that line without a price', async () => {
    const body = anOrderOfLines(
      { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' },
      { name: 'Roti Kemarin', price: 9_000, qty: 1, product: 'stale-bun' },
    );

    const answer = await order(sari, body);

    expect(answer.body.error.quote).toEqual({
      lines: [{ product: 'stale-bun', name: 'Roti Kemarin', qty: 1, shown: 9_000, now: null, index: 1 }],
      delivery_fee: 5_000,
      subTotal: 24_000,
      totalShopping: 29_000,
    });
  });

  testOnce('B2, B4: takes its total quantity, status, number, time and customer from the shop', async () => {
    const answer = await order(sari, {
      ...anOrder({ totalQty: 77 }),
      order_number: 'KT-000000-GRTS',
      created_at: '2000-01-01',
      customer_id: budi.id,
      client_ref: 'mine',
      id: 1,
    });

    expect(answer.body).toMatchObject({ status: 'waiting_payment', totalQty: 2 });
    expect(answer.body.order_number).not.toBe('KT-000000-GRTS');
    expect(answer.body.created_at).not.toBe('2000-01-01');
    expect(answer.body).not.toHaveProperty('client_ref');
    expect(await ordersOf(budi)).toEqual([]);
  });

  testOnce('B7: with an invalid key is a 400', async () => {
    for (const key of ['', ' ', 'a'.repeat(256), 'two words', 'kün', 'a\tb']) {
      for (const answer of [await order(sari, anOrder(), key), await cancel(sari, key)]) {
        expect([key, answer.status, answer.body.error.code]).toEqual([key, 400, 'invalid_header']);
      }
    }
    expect((await order(sari, anOrder(), 'a'.repeat(255))).status).toBe(201);
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('F1: sent again with its key is answered byte for byte as before, and exists once', async () => {
    const first = await order(sari, anOrder(), 'satu');
    const { order_items, ...rest } = anOrder();

    for (const body of [anOrder(), { extra: 'ignored', order_items, ...rest }]) {
      const again = await order(sari, body, 'satu');

      expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
    }
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('F4: sent ten times in one moment exists once, and every answer is the same', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(sari, anOrder(), 'serentak')));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers['idempotency-replayed'])).toHaveLength(1);
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('F17: a whole session sent again, twice and shuffled, changes nothing', async () => {
    const session = [1, 2, 3, 4].map((qty) => () => order(sari, anOrderOf('tubruk', 12_000, qty), `ulang-${qty}`));
    for (const call of session) await call();
    const before = await ordersOf(sari);

    for (const call of [...session.toReversed(), ...session]) await call();

    expect(await ordersOf(sari)).toEqual(before);
  });

  test('B8: with the key of another order is refused', async () => {
    await order(sari, anOrder(), 'sama');

    const other = await order(sari, anOrderOf('es-kopi', 22_000, 1), 'sama');

    expect([other.status, other.body.error.code]).toEqual([422, 'key_reused']);
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('B8, B9: with another customer’s key is an order of its own', async () => {
    const sariOrder = await order(sari, anOrder(), 'milik-bersama');

    const budiOrder = await order(budi, anOrder(), 'milik-bersama');

    expect(budiOrder.status).toBe(201);
    expect(budiOrder.headers).not.toHaveProperty('idempotency-replayed');
    expect(budiOrder.body.order_number).not.toBe(sariOrder.body.order_number);
    expect((await cancel(budi, 'tebakan')).status).toBe(204);
  });

  test('O3a: cancelled before it arrived is refused for good when it arrives late', async () => {
    expect((await cancel(sari, 'batal')).status).toBe(204);
    expect((await cancel(sari, 'batal')).status).toBe(204);
    const late = await order(sari, anOrder(), 'batal');

    expect([late.status, late.body.error.code]).toEqual([410, 'order_voided']);
    expect(await ordersOf(sari)).toEqual([]);
  });

  test('O3a: cancelled after it arrived is answered with the order, which stays valid', async () => {
    const placed = await order(sari, anOrder(), 'terlambat');

    const answer = await cancel(sari, 'terlambat');

    expect([answer.status, answer.text]).toEqual([200, placed.text]);
    expect(await ordersOf(sari)).toHaveLength(1);
    expect((await cancel(sari)).status).toBe(400);
  });

  test('O3a: sent and cancelled in one moment is either accepted or cancelled, and both answers agree', async () => {
    for (let round = 0; round < 10; round++) {
      const key = `lomba-${round}`;
      const [placed, cancelled] = await Promise.all([order(sari, anOrder(), key), cancel(sari, key)]);
      const stands = (await ordersOf(sari)).some(({ client_ref }) => client_ref === key);

      expect([placed.status, cancelled.status]).toEqual(stands ? [201, 200] : [410, 204]);
    }
  });
});

onEveryDatabase('an order on two servers', (newHome, _kind, testOnce) => {
  test('F4: that another server is storing at this moment is a 409 with Retry-After, then the stored answer', async () => {
    const { home, shop, sari } = await shopWithCustomer(await newHome(), { busyTimeoutMs: 50 });
    const elsewhere = await home.open();
    const row = { key: 'sibuk', fingerprint: 'x', status: 201, response: '', voided: 0, created_at: '' };
    const storing = await heldTransaction(elsewhere, (transaction) =>
      transaction
        .insertInto('idempotency_keys')
        .values({ customer_id: sari.id, ...row })
        .execute(),
    );

    const early = await order(sari, anOrder(), 'sibuk');
    const cancelled = await cancel(sari, 'sibuk');
    await storing.finish();
    await sql`delete from idempotency_keys`.execute(shop.database);

    expect([early.status, early.body.error.code, early.headers['retry-after']]).toEqual([
      409,
      'order_in_progress',
      '1',
    ]);
    expect([cancelled.status, cancelled.body?.error.code]).toEqual([503, 'busy']);
    expect((await order(sari, anOrder(), 'sibuk')).status).toBe(201);
  });

  /** Makes Kopi Tubruk dearer. */
  const raisesPrice = async (transaction: DatabaseTransaction) => {
    await transaction.updateTable('products').set({ price: 13_000 }).where('id', '=', 'tubruk').execute();
    await beginMenuChange(transaction);
  };

  test('F40: after a price change on the other server gets a new quote, while earlier orders are replayed', async () => {
    const home = await newHome();
    const [one, other] = [await openShop(home, { menuCheckMs: 60_000 }), await openShop(home)];
    const sari = await one.newCustomer();
    const before = await order(sari, anOrder(), 'lama');
    await other.database.transaction().execute(raisesPrice);

    const after = await order(sari, anOrder(), 'baru');

    expect(after.body.error).toMatchObject({
      code: 'quote_changed',
      quote: { lines: [{ shown: 12_000, now: 13_000 }], subTotal: 26_000, totalShopping: 31_000 },
    });
    expect((await order(sari, anOrder(), 'lama')).text).toBe(before.text);
  });

  test('F40: is not stored at old prices after another attempt with its key was refused for new ones', async () => {
    const { home, sari } = await shopWithCustomer(await newHome());
    const elsewhere = await home.open();
    await order(sari, anOrder(), 'lain');
    const change = await heldTransaction(elsewhere, async (transaction) => {
      await raisesPrice(transaction);
      // The refused attempt, which holds the key until it ends.
      await transaction.updateTable('idempotency_keys').set({ key: 'kunci' }).execute();
      await transaction.updateTable('idempotency_keys').set({ key: 'lain' }).execute();
    });

    const first = order(sari, anOrder(), 'kunci');
    // Meanwhile it is priced, and waits for the key.
    for (let i = 0; i < 5; i++) await ordersOf(sari);
    await change.finish();
    const answers = await Promise.all([first, order(sari, anOrder(), 'kunci')]);

    expect(answers.map(({ body }) => body.error?.code)).toEqual(['quote_changed', 'quote_changed']);
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('has no number with a character that PostgreSQL has no text for', async () => {
    const shop = await openShop(await newHome());
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];

    const [older, withdrawn, changed] = [
      await sari.ask('GET', '/api/orders?before=%00'),
      await sari.ask('PATCH', '/api/orders/%00', { body: { from: 'waiting_payment' } }),
      await budi.ask('PUT', '/api/counter/orders/%00/made/0', { body: { struck: true } }),
    ];

    expect([older.status, withdrawn.status, changed.status]).toEqual([400, 404, 404]);
  });

  test('F40: is not refused for a new price while another server is storing an attempt with the same key', async () => {
    const { home, sari } = await shopWithCustomer(await newHome(), { menuCheckMs: 60_000 });
    const elsewhere = await home.open();
    const stored = await order(sari, anOrder(), 'lain');
    await elsewhere.transaction().execute(raisesPrice);
    const storing = await heldTransaction(elsewhere, (transaction) =>
      transaction.updateTable('idempotency_keys').set({ key: 'kunci' }).execute(),
    );

    const again = order(sari, anOrder(), 'kunci');
    for (let i = 0; i < 5; i++) await ordersOf(sari);
    await storing.finish();

    expect((await again).status).toBe(201);
    expect((await again).text).toBe(stored.text);
  });

  test('W19: has the running number of its day, without gap or double, from two servers and with refused and repeated orders', async () => {
    const home = await newHome();
    let now = new Date(2026, 10, 28, 12).getTime();
    const options = { now: () => now, rateLimits: highLimits };
    const servers = [await openShop(home, options), await openShop(home, options)] as const;
    const customers = await Promise.all(Array.from({ length: 20 }, () => servers[0].newCustomer()));
    const place = (at: number, server: Shop, body: unknown, key: string) =>
      order(server.known(customers[at] as Customer), body, key, 'ask');

    const answers = await Promise.all(
      customers.flatMap((_, at) => [
        place(at, servers[0], anOrder(), 'kunci'),
        place(at, servers[1], anOrder(), 'kunci'),
        place(at, servers[at % 2 ? 0 : 1], anOrder({ totalShopping: 1 }), 'salah'),
      ]),
    );
    const repeated = await place(0, servers[1], anOrder(), 'ulang');
    const replayed = await Promise.all(
      customers.map((_, at) => place(at, servers[at % 2 ? 0 : 1], anOrder(), 'kunci')),
    );
    // The day of the shop ends at four in the morning.
    now = new Date(2026, 10, 29, 3, 59, 59).getTime();
    const last = await place(0, servers[0], anOrderOf('es-kopi', 22_000, 1), 'lain');
    now += 1_000;
    const tomorrow = await place(0, servers[1], anOrderOf('es-kopi', 22_000, 2), 'besok');

    expect(answers.filter(({ body }) => body.error?.code === 'quote_changed')).toHaveLength(20);
    expect(repeated.body.error.code).toBe('order_repeated');
    const numbers = replayed.map(({ body }) => body.queue_number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    for (const [at, { text }] of replayed.entries())
      expect(
        answers.filter(({ status, text: first }) => status === 201 && first === text).length,
        `${at}`,
      ).toBeGreaterThan(0);
    expect([last.body.queue_number, tomorrow.body.queue_number]).toEqual([21, 1]);
  });

  testOnce('O15: of Rp0 is accepted with a method that was not chosen, and listed with nothing to pay', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    await shop.replaceMenu(withProduct('tubruk', { price: 0 }));
    const sums = { subTotal: 0, delivery_fee: 0, totalShopping: 0 };
    const { order_items } = anOrderOf('tubruk', 0, 2);
    const pickUp = anOrderInStore('pickup', 'Ambil di toko', { ...sums, order_items });

    const answer = await order(sari, pickUp, 'kunci');
    const byCourier = await order(sari, anOrderOf('tubruk', 0, 1), 'kunci-2');

    expect([answer.status, byCourier.status]).toEqual([201, 201]);
    expect(answer.body).toMatchObject({ ...sums, paymentMethod: { _id: 'bank-tepi' } });
    expect(byCourier.body).toMatchObject({ subTotal: 0, totalShopping: 5_000 });
    expect(await ordersOf(sari)).toEqual([byCourier.body, answer.body]);
  });

  testOnce('B5: of a product taken off the menu is a changed quote, not an unknown product', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    const [, ...products] = fixtureMenu.products;
    const {
      banks: [, ...banks],
    } = fixtureMenu;
    await shop.replaceMenu({ ...fixtureMenu, products, banks });

    const gone = await order(sari, anOrder({ paymentMethod: { _id: 'bank-air', name: 'x' } }));
    const goneBank = await order(sari, anOrderOf('es-kopi', 22_000, 1));

    expect(gone.body.error).toMatchObject({
      code: 'quote_changed',
      quote: { lines: [{ product: 'tubruk', now: null }], subTotal: 0, totalShopping: 5_000 },
    });
    expect(goneBank.body.error.code).toBe('unknown_payment_method');
  });
});

onEveryDatabase('many orders', (newHome) => {
  test('B44: of one customer are slowed down, while replays are answered and others order on', async () => {
    const shop = await openShop(await newHome(), { rateLimits: { orders: { count: 3, seconds: 3_600 } } });
    const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
    for (let i = 0; i < 3; i++) await order(sari, anOrder(), `k${i}`);

    const refused = await order(sari, anOrder(), 'k3');

    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toMatch(/^3[56]\d\d$/);
    expect((await order(sari, anOrder(), 'k0')).status).toBe(201);
    expect((await cancel(sari, 'k0')).status).toBe(200);
    expect((await order(budi, anOrder(), 'k0')).status).toBe(201);
  });

  test('B53: and cancelled keys of a crowd at one address keep no other customer there from ordering', async () => {
    const few = { count: 3, seconds: 600 };
    const shop = await openShop(await newHome(), { rateLimits: { orders: few, voidedKeys: few } });
    for (let account = 0; account < 5; account++) {
      const one = await shop.newCustomer();
      for (let at = 0; at < 3; at++) {
        expect((await order(one, anOrder(), `${at}`)).status).toBe(201);
        expect((await cancel(one, `invented-${at}`)).status).toBe(204);
      }
    }

    expect((await order(await shop.newCustomer(), anOrder(), 'k')).status).toBe(201);
  });

  test('B44: a cancelled key is no order, and has a limit of its own', async () => {
    const rateLimits = { orders: { count: 1, seconds: 600 }, voidedKeys: { count: 2, seconds: 600 } };
    const { sari } = await shopWithCustomer(await newHome(), { rateLimits });

    const cancelled = [];
    for (const key of ['a', 'b', 'c', 'a']) cancelled.push((await cancel(sari, key)).status);

    expect(cancelled).toEqual([204, 204, 429, 204]);
    expect((await order(sari, anOrder(), 'd')).status).toBe(201);
  });

  test('F45, B46: of one customer are listed in pages, five thousand of them', async () => {
    const shop = await openShop(await newHome(), { rateLimits: { orders: { count: 10, seconds: 60 } } });
    const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
    const others = (await order(budi, anOrder())).body.order_number;
    await order(sari, anOrder());
    await sql`insert into orders (order_number, customer_id, status, created_at, delivery_courier, delivery_fee,
        delivery_address, total_qty, sub_total, total_shopping, order_items, payment_method)
      with recursive copies(at) as (select 1 union all select at + 1 from copies where at < 4999)
      select order_number || '-' || at, customer_id, status, created_at, delivery_courier, delivery_fee,
        delivery_address, total_qty, sub_total, total_shopping, order_items, payment_method
      from orders, copies
      where customer_id = ${sari.id}`.execute(shop.database);
    const list = async (query: string) => (await sari.ask('GET', `/api/orders${query}`)).body;

    const all: string[] = [];
    for (let before = ''; all.length < 5_000; before = `&before=${all.at(-1)}`) {
      const { data, count } = await list(`?limit=50${before}`);
      expect([data.length, count]).toEqual([50, 5_000]);
      all.push(...data.map(({ order_number }: PlacedOrder) => order_number));
    }

    expect(new Set(all).size).toBe(5_000);
    const numbers = ({ data }: { data: PlacedOrder[] }) => data.map(({ order_number }) => order_number);
    // Without a limit, or with a high one, as many as 50 KB hold.
    const whole = await sari.ask('GET', '/api/orders');
    expect(Buffer.byteLength(whole.text)).toBeLessThan(51_000);
    expect(numbers(whole.body)).toEqual(all.slice(0, whole.body.data.length));
    expect(whole.body.data.length).toBeGreaterThan(50);
    expect((await list('?limit=200')).data).toEqual(whole.body.data);
    expect(numbers(await list('?limit=1'))).toEqual(all.slice(0, 1));
    expect((await list(`?before=${all.at(-1)}`)).data).toEqual([]);
    for (const refused of ['?limit=0', '?limit=201', '?limit=-1', '?limit=1e2', '?limit=1&limit=2', '?before=']) {
      expect([refused, (await list(refused)).error.code]).toEqual([refused, 'invalid_query']);
    }
    for (const unknown of ['KT-0', others]) {
      expect((await list(`?before=${unknown}`)).error.code).toBe('invalid_query');
    }
  });
});

test("an order number contains the day on the clock of the process, which is the shop's", () => {
  vi.stubEnv('TZ', 'Asia/Jakarta');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(orderNumber(Date.UTC(2026, 10, 20, 16, 59), 0)).toMatch(/^KT-261120-.{4}$/);
  expect(orderNumber(Date.UTC(2026, 10, 20, 17, 1), 0)).toMatch(/^KT-261121-.{4}$/);
  expect(orderNumber(Date.UTC(2026, 10, 20), 3)).toMatch(/^KT-261120-.{6}$/);
});

onEveryDatabase('an order that asks whether it is a repeat (decision O8)', (newHome) => {
  let shop: Shop;
  let sari: Customer;
  let budi: Customer;
  let now = Date.now();
  const later = (minutes: number) => {
    now += minutes * 60_000;
  };
  beforeAll(async () => {
    shop = await openShop(await newHome(), { now: () => now, rateLimits: highLimits });
  });
  beforeEach(async () => {
    [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  });

  const otherwise = anOrderInStore('dine-in', 'Meja 7', {
    paymentMethod: { _id: 'mini-tepi', name: 'Mini Tepi', image_url: '' },
  });

  test('is refused when the same lines were ordered a moment ago, with any method, handover and address', async () => {
    const first = await order(sari, anOrder(), 'satu', 'ask');
    later(2);

    for (const body of [anOrder(), otherwise]) {
      const asked = await order(sari, body, 'dua', 'ask');

      expect(asked.status).toBe(409);
      expect(asked.body.error).toMatchObject({
        code: 'order_repeated',
        repeated: { order_number: first.body.order_number, minutes: 2 },
      });
    }
    expect(await ordersOf(sari)).toHaveLength(1);
  });

  test('leaves its key free, so that the same key is ordered with once the customer agrees', async () => {
    await order(sari, anOrder(), 'satu', 'ask');
    await order(sari, otherwise, 'dua', 'ask');

    const agreed = await order(sari, otherwise, 'dua', 'agreed');

    expect(agreed.status).toBe(201);
    expect(agreed.headers).not.toHaveProperty('idempotency-replayed');
    // A replay is answered first, with any header.
    const replayed = await order(sari, otherwise, 'dua', 'ask');
    expect([replayed.status, replayed.text]).toEqual([201, agreed.text]);
    expect(await ordersOf(sari)).toHaveLength(2);
  });

  test('is no repeat of other products or another quantity, of a cancelled order, of one half an hour ago, or of another customer’s', async () => {
    const first = await order(sari, anOrder(), 'satu', 'ask');
    expect((await order(budi, anOrder(), 'satu', 'ask')).status).toBe(201);
    expect((await order(sari, anOrderOf('es-kopi', 22_000, 2), 'lain', 'ask')).status).toBe(201);
    expect((await order(sari, anOrderOf('tubruk', 12_000, 3), 'lebih', 'ask')).status).toBe(201);
    await setOrder(shop, first.body.order_number, { status: 'cancelled' });
    expect((await order(sari, anOrder(), 'dua', 'ask')).status).toBe(201);
    later(29);
    expect((await order(sari, anOrder(), 'tiga', 'ask')).status).toBe(409);
    later(1);

    expect((await order(sari, anOrder(), 'tiga', 'ask')).status).toBe(201);
  });

  test('from ten devices in one moment is stored once, and the others are asked', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => order(sari, anOrder(), `hp-${at}`, 'ask')));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await ordersOf(sari)).toHaveLength(1);
  });
});
