import { expect, test } from 'vitest';
import { changePassword } from '../../server/accounts/customers.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { environmentOf, owner } from './commands/owner.ts';
import { anOrder } from './order-fixture.ts';
import { openShop } from './shop.ts';

const aTillOrder = (changes = {}) => ({
  order_items: [{ name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' }],
  subTotal: 24_000,
  table: '4',
  ...changes,
});

onEveryDatabase('W16: an order at the till', (newHome, _kind, testOnce) => {
  async function atTill() {
    // A limit of its customer's would be one of the whole shop.
    const home = await newHome();
    const shop = await openShop(home, { rateLimits: { orders: { count: 1, seconds: 600 } } });
    const budi = await shop.newStaff();
    return {
      home,
      shop,
      budi,
      take: (key: string, changes = {}) =>
        budi.ask('POST', '/api/counter/orders', { body: aTillOrder(changes), headers: { 'idempotency-key': key } }),
      board: async () => (await budi.ask('GET', '/api/counter/board')).body.orders,
    };
  }

  test('is on the board with its number, paid as it was, and one order however often it is sent', async () => {
    const { shop, budi, take, board } = await atTill();

    const first = await take('tap', { name: ' Bu Ani ', paid_with: 'kasir' });
    const again = await take('tap', { name: ' Bu Ani ', paid_with: 'kasir' });
    const other = await take('tap', { name: 'Budi' });

    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      status: 'paid',
      paid: true,
      paid_with: 'kasir',
      destination: 'Meja 4',
      recipient: 'Bu Ani',
      queue_number: 1,
      total: 24_000,
    });
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect([other.status, other.body.error]).toEqual([
      422,
      {
        ...{ code: 'key_reused', message: expect.any(String) },
        order: {
          ...{ order_number: first.body.order_number, queue_number: 1 },
          order_items: [expect.objectContaining({ product: 'tubruk', qty: 2 })],
        },
      },
    ]);
    expect(await board()).toEqual([first.body]);
    const [event] = await shop.database.selectFrom('order_events').select(['staff_id', 'to_status']).execute();
    expect(event).toEqual({ staff_id: budi.id, to_status: 'paid' });
  });

  test('needs no name, may be open, taken away, alike, and during a pause', async () => {
    const { budi, take, board } = await atTill();
    await budi.ask('PUT', '/api/counter/pause', { body: {} });

    const open = await take('one', { table: undefined });
    const twin = await take('two', { table: undefined });

    expect(open.body).toMatchObject({
      status: 'waiting_payment',
      paid: false,
      destination: 'Ambil sendiri',
      recipient: '',
    });
    expect(twin.status).toBe(201);
    expect(await board()).toHaveLength(2);
  });

  testOnce('is refused for what it would be refused for from a phone, and nothing is stored', async () => {
    const { take, board } = await atTill();
    const unknown = [{ name: 'x', price: 1, qty: 1, product: 'x' }];

    for (const [code, changes] of [
      ['unknown_place', { table: '999' }],
      ['quote_changed', { subTotal: 1 }],
      ['unknown_payment_method', { paid_with: 'gold' }],
      ['unknown_product', { order_items: unknown, subTotal: 1 }],
    ] as const)
      expect((await take('key', changes)).body.error.code).toBe(code);

    expect(await board()).toEqual([]);
    expect((await take('key')).status).toBe(201);
  });

  testOnce('belongs to a customer who cannot log in, and to no list of customers', async () => {
    const { home, shop, take } = await atTill();
    await take('key');
    const sari = await shop.newCustomer();

    const logins = await Promise.all(
      [
        { email: ' ', password: 'x' },
        { email: 'till', password: 'kopi123' },
      ].map((body) => shop.ask('POST', '/api/auth/login', { body })),
    );

    expect(logins.map(({ status }) => status)).toEqual([401, 401]);
    expect((await sari.ask('GET', '/api/orders')).body.count).toBe(0);
    const listed = (await owner(environmentOf(home.settings), 'customers', '--json')).data();
    expect(listed).toMatchObject([{ number: 1, fullName: 'Sari' }]);
    expect((await sari.ask('POST', '/api/orders', { body: anOrder() })).status).toBe(201);
    // Its owner means the same customer by that number.
    expect(await changePassword(shop.database, '1', 'kopi456')).toBe(listed[0].email);
  });
});
