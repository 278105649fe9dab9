import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/open.ts';
import { orderNumber } from '../../server/orders/order-number.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { environmentOf, openShopOfOwner, owner } from './commands/owner.ts';
import { order, place } from './order-fixture.ts';
import { shopWithCustomer } from './shop.ts';

vi.mock('../../server/orders/order-number.ts', { spy: true });

const eventsOf = (database: Database, number: string) =>
  database
    .selectFrom('order_events')
    .select(['staff_id', 'from_status', 'to_status', 'reason'])
    .where('order_number', '=', number)
    .orderBy('id')
    .execute();

onEveryDatabase('W2: the way of an order', (newHome) => {
  test('begins with its first event, and goes on with each change by the owner', async () => {
    const { home, shop, sari } = await shopWithCustomer(await newHome());
    const number = await place(sari);
    const before = (await sari.ask('GET', '/api/orders')).body.data[0];

    for (const status of ['paid', 'paid', 'ready', 'paid'])
      await owner(environmentOf(home.settings), 'order', number, '--status', status);

    const own = { staff_id: null, reason: null };
    expect(await eventsOf(shop.database, number)).toEqual([
      { ...own, from_status: null, to_status: 'waiting_payment' },
      { ...own, from_status: 'waiting_payment', to_status: 'paid' },
      { ...own, from_status: 'paid', to_status: 'ready' },
    ]);
    expect(before).not.toHaveProperty('changed_at');
    expect(before).not.toHaveProperty('reason');
    const [after] = (await sari.ask('GET', '/api/orders')).body.data;
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(after).toEqual({ ...before, status: 'ready', changed_at: moment, paid: true, paid_at: moment, revision: 2 });
    expect(Date.parse(after.changed_at)).toBeGreaterThanOrEqual(Date.parse(before.created_at));
  });

  test('F46: has no change without its event, and no event without its change, also after an error between them', async () => {
    const { shop, environment } = await openShopOfOwner(newHome);
    const sari = await shop.newCustomer();
    const number = await place(sari);
    vi.mocked(orderNumber).mockReturnValueOnce(number);
    // A number that is taken: the first attempt stores nothing.
    const other = await place(sari);
    await sql`alter table order_events rename column to_status to hidden`.execute(shop.database);

    const failed = await order(sari);
    const failedCommand = await owner(environment, 'order', number, '--status', 'paid');

    await sql`alter table order_events rename column hidden to to_status`.execute(shop.database);
    expect([failed.status, failedCommand.code]).toEqual([500, 1]);
    const { data } = (await sari.ask('GET', '/api/orders')).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['waiting_payment', 'waiting_payment']);
    for (const one of [number, other]) expect(await eventsOf(shop.database, one)).toHaveLength(1);
    expect((await owner(environment, 'order', number, '--status', 'paid')).code).toBe(0);
  });
});
