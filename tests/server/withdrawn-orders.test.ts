/** Orders that their customers take back (decision W18). */
import { beforeAll, expect, test } from 'vitest';
import { onEveryDatabase } from '../support/databases.ts';
import { changesOf, place, tap } from './order-fixture.ts';
import { type Customer, openShop, type Shop, type StaffMember } from './shop.ts';

const withdraw = (customer: Customer, number: string, body: object = { from: 'waiting_payment' }) =>
  customer.ask('PATCH', `/api/orders/${number}`, { body });

onEveryDatabase('W18: an order that is taken back', (newHome) => {
  let shop: Shop;
  let other: Shop;
  let sari: Customer;
  let budi: StaffMember;
  beforeAll(async () => {
    const home = await newHome();
    [shop, other] = [await openShop(home), await openShop(home)];
    [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
  });

  test('is cancelled once, however often it is asked for, with who, and is shown as that at the counter', async () => {
    const number = await place(sari);

    const answers = [
      ...(await Promise.all([withdraw(sari, number), withdraw(sari, number)])),
      await withdraw(sari, number),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 'cancelled', reason: 'Dibatalkan pelanggan', revision: 1 });
    expect(await changesOf(shop, number)).toEqual([
      {
        staff_id: null,
        customer_id: sari.id,
        from_status: 'waiting_payment',
        to_status: 'cancelled',
        reason: 'Dibatalkan pelanggan',
      },
    ]);
    const { data } = (await budi.ask('GET', '/api/counter/finished')).body;
    expect(data).toMatchObject([{ order_number: number, reason: 'Dibatalkan pelanggan' }]);
    expect((await budi.ask('GET', '/api/counter/board')).body.withdrawn).toEqual([number]);
  });

  test('of another customer, or of none, is a 404', async () => {
    const number = await place(sari);

    for (const unknown of [await withdraw(await shop.newCustomer(), number), await withdraw(sari, 'KT-1')])
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    expect(await changesOf(shop, number)).toEqual([]);
  });

  const changes = [{ to: 'paid' }, { to: 'processing' }, { to: 'cancelled', reason: 'Stok habis' }];
  test.for(changes)('is refused once the shop has made it $to, with the order as it is', async (change) => {
    const number = await place(sari);
    await tap(budi, number, { from: 'waiting_payment', ...change });

    for (const from of ['waiting_payment', change.to]) {
      const { status, body } = await withdraw(sari, number, { from });
      expect([status, body.error.code, body.error.order.status]).toEqual([409, 'order_changed', change.to]);
    }
    expect(await changesOf(shop, number)).toHaveLength(1);
  });

  test('is refused once a line of it is made', async () => {
    const number = await place(sari);
    await budi.ask('PUT', `/api/counter/orders/${number}/made/0`, { body: { struck: true } });

    expect((await withdraw(sari, number)).status).toBe(409);
  });

  test('while the barista begins it on another server: one of both wins, and the other is told', async () => {
    for (let round = 0; round < 8; round++) {
      const number = await place(sari);
      const begin = () => tap(other.known(budi), number, { from: 'waiting_payment', to: 'processing' });

      const both = round % 2 ? [withdraw(sari, number), begin()] : [begin(), withdraw(sari, number)];
      const answers = await Promise.all(both);

      const won = answers.find(({ status }) => status === 200);
      const lost = answers.find(({ status }) => status === 409);
      expect(lost?.body.error.order.status).toBe(won?.body.status);
      expect(['cancelled', 'processing']).toContain(won?.body.status);
      expect(await changesOf(shop, number)).toHaveLength(1);
    }
  });
});
