import { expect, onTestFinished, test } from 'vitest';
import { shop as facts } from '#core/shop';
import { onEveryDatabase } from '../support/databases.ts';
import { anOrder, order } from './order-fixture.ts';
import { openShop } from './shop.ts';

onEveryDatabase('W12: a pause', (newHome, _kind, testOnce) => {
  async function pausing() {
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    return {
      shop,
      budi,
      pass: (minutes: number) => {
        now += minutes * 60_000;
      },
      order: (key: string) => order(sari, anOrder(), key),
      count: async () => (await sari.ask('GET', '/api/orders')).body.count,
      pause: (body: object) => budi.ask('PUT', '/api/counter/pause', { body }),
      resume: () => budi.ask('DELETE', '/api/counter/pause'),
      state: async () => {
        const { menu_version, ...state } = (await shop.ask('GET', '/api/shop')).body;
        expect(menu_version).toEqual(expect.any(Number));
        return state;
      },
      until: (minutes: number) => new Date(now + minutes * 60_000).toISOString(),
    };
  }

  test('refuses orders until its time is over, stores nothing of them, and answers those that came before', async () => {
    const { shop, budi, pass, order, count, pause, state, until } = await pausing();
    const before = await order('before');

    expect((await pause({ minutes: 30 })).status).toBe(204);
    const end = until(30);
    const [refused, replayed] = [await order('during'), await order('before')];

    expect(await state()).toEqual({ now: until(0), pause: { until: end } });
    expect((await budi.ask('GET', '/api/counter/board')).body.pause).toEqual({ until: end });
    expect([refused.status, refused.body.error.code, refused.body.error.until]).toEqual([409, 'paused', end]);
    expect(refused.headers['retry-after']).toBe('1800');
    expect([replayed.status, replayed.body.order_number]).toEqual([201, before.body.order_number]);
    expect(await count()).toBe(1);

    pass(30);
    expect((await order('during')).status).toBe(201);
    expect([await state(), await count()]).toEqual([{ now: until(0) }, 2]);
    expect((await budi.ask('GET', '/api/counter/board')).body).not.toHaveProperty('pause');
    expect(await shop.database.selectFrom('staff_events').select(['kind', 'staff_id', 'detail']).execute()).toEqual([
      { kind: 'paused', staff_id: budi.id, detail: JSON.stringify({ until: end }) },
    ]);
  });

  testOnce('without an end lasts until staff end it', async () => {
    const { order, pass, pause, resume, state, until } = await pausing();
    await pause({});
    pass(24 * 60);

    const refused = await order('key');
    expect([refused.status, refused.headers['retry-after'], refused.body.error.until]).toEqual([409, '300', undefined]);
    expect(await state()).toEqual({ now: until(0), pause: {} });

    expect((await resume()).status).toBe(204);
    expect((await order('key')).status).toBe(201);
  });

  testOnce('until the shop closes is none while it is closed', async () => {
    const { openingHours } = facts;
    onTestFinished(() => void Object.assign(facts, { openingHours }));
    facts.openingHours = [];
    const { order, pause } = await pausing();

    expect((await pause({ until: 'closing' })).status).toBe(422);

    expect((await order('key')).status).toBe(201);
  });

  test('and an order at the same moment: one order, or a refusal', async () => {
    const { order, count, pause } = await pausing();

    const keys = Array.from({ length: 12 }, (_, at) => `key-${at}`);
    const [, ...sent] = await Promise.all([pause({ minutes: 15 }), ...keys.map(order)]);
    const again = await Promise.all(keys.map(order));

    const statuses = sent.map(({ status }) => status);
    for (const status of statuses) expect([201, 409]).toContain(status);
    expect(again.map(({ status }) => status)).toEqual(statuses);
    expect(await count()).toBe(statuses.filter((status) => status === 201).length);
  });
});
