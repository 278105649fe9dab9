/** How long an order takes (decision W17). */
import { expect, onTestFinished, test } from 'vitest';
import type { PlacedOrder } from '#core/order-contract';
import { onEveryDatabase } from '../support/databases.ts';
import { place, tap } from './order-fixture.ts';
import { type Customer, highLimits, openShop } from './shop.ts';

const minute = 60_000;

onEveryDatabase('W17: an order that is not ready', (newHome) => {
  /** A shop with a clock, whose customers order and whose barista works. */
  async function openBar() {
    const clock = { now: Date.now() - 12 * 60 * minute };
    const shop = await openShop(await newHome(), { now: () => clock.now, rateLimits: highLimits });
    onTestFinished(() => shop.app.close());
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const bar = {
      clock,
      shop,
      sari,
      place: (customer: Customer = sari) => place(customer),
      async change(number: string, from: string, to: string, more: object = {}) {
        expect((await tap(budi, number, { from, to, ...more })).status).toBe(200);
      },
      /** Has an order that takes so many minutes, and is fetched then. */
      async make(minutes: number) {
        const number = await bar.place();
        clock.now += minutes * minute;
        await bar.change(number, 'waiting_payment', 'ready');
        await bar.change(number, 'ready', 'completed');
      },
      list: (customer: Customer, headers = {}) => customer.ask('GET', '/api/orders?limit=20', { headers }),
      queueOf: async (number: string, customer: Customer = sari) => {
        const orders: PlacedOrder[] = (await bar.list(customer)).body.data;
        return orders.find(({ order_number }) => order_number === number)?.queue;
      },
    };
    return bar;
  }

  test('says the minutes of the last ten, once five are known, without the fastest and the slowest', async () => {
    const { make, place, queueOf } = await openBar();
    for (const minutes of [2, 9, 5, 6]) await make(minutes);
    const number = await place();
    expect(await queueOf(number)).toBeUndefined();

    await make(30);
    expect(await queueOf(number)).toEqual({ ahead: 0, from: 5, to: 9 });
    // An order of the evening before is none that a guest waits for.
    await make(9 * 60);
    expect(await queueOf(number)).toBeUndefined();
    const today = await place();
    expect(await queueOf(today)).toEqual({ ahead: 0, from: 5, to: 9 });
    for (let i = 0; i < 10; i++) await make(3);

    expect(await queueOf(await place())).toEqual({ ahead: 1, from: 3, to: 3 });
  });

  test('says how many are ahead, of any customer, until they are ready or cancelled; none of its own once it is ready', async () => {
    const { make, place, queueOf, change, shop, clock } = await openBar();
    for (let i = 0; i < 5; i++) await make(4);
    const tini = await shop.newCustomer();
    const [first, second, third] = [await place(), await place(tini), await place()];
    await place(tini);
    expect((await queueOf(third))?.ahead).toBe(2);
    expect((await queueOf(second, tini))?.ahead).toBe(1);

    await change(first, 'waiting_payment', 'processing');
    expect((await queueOf(third))?.ahead).toBe(2);
    await change(first, 'processing', 'ready');
    expect((await queueOf(third))?.ahead).toBe(1);
    expect(await queueOf(first)).toBeUndefined();
    await change(second, 'waiting_payment', 'cancelled', { reason: 'Habis' });
    expect((await queueOf(third))?.ahead).toBe(0);
    await change(first, 'ready', 'processing', { undo: true });
    expect((await queueOf(third))?.ahead).toBe(1);

    // What is still not paid after an hour holds up no other order.
    await place(tini);
    clock.now += 61 * minute;
    const last = await place();
    expect((await queueOf(last))?.ahead).toBe(1);
  });

  test('is listed with another ETag once the queue has moved, and with the same one while it has not', async () => {
    const { make, place, change, list, sari, shop } = await openBar();
    for (let i = 0; i < 5; i++) await make(4);
    const other = await place(await shop.newCustomer());
    await place();
    const { headers } = await list(sari);
    const again = { 'if-none-match': `${headers.etag}` };

    expect((await list(sari, again)).status).toBe(304);
    await change(other, 'waiting_payment', 'ready');

    const moved = await list(sari, again);
    expect([moved.status, moved.body.data[0].queue.ahead]).toEqual([200, 0]);
  });
});
