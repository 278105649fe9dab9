import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openMetrics } from '../../server/metrics.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { anOrder, order } from './order-fixture.ts';
import { openShop, shopWithCustomer } from './shop.ts';

onSqliteAndLongOnPostgres('a shop with metrics', (newHome, kind) => {
  /** Open until the test is over. */
  async function opened() {
    const metrics = await openMetrics(0);
    onTestFinished(() => metrics.close());
    return { metrics, text: async () => (await fetch(metrics.url)).text() };
  }

  test('counts orders and answers by route, readable on this machine only', async () => {
    const { metrics, text: read } = await opened();
    const { shop, sari } = await shopWithCustomer(await newHome(), { metrics });
    for (const body of [anOrder(), anOrder(), {}]) await order(sari, body, 'once');
    await shop.ask('GET', '/api/made-up-by-somebody');

    const text = await read();
    const outside = (await fetch(metrics.url.replace('/metrics', '/'))).status;

    expect(metrics.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    for (const outcome of ['stored', 'replayed', 'refused']) {
      expect(text).toContain(`kedai_orders_total{outcome="${outcome}"} 1`);
    }
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('made-up');
    expect(outside).toBe(404);
    expect((await shop.ask('GET', '/metrics')).status).toBe(404);
  });

  test('tells orders that it failed to store from those that it refused', async () => {
    const { metrics, text } = await opened();
    const { home, shop, sari } = await shopWithCustomer(await newHome(), { metrics, busyTimeoutMs: 50 });
    const elsewhere = await home.open();
    const answered = async (body: object, key: string) => {
      const { status, body: said } = await order(sari, body, key);
      return [status, said.error.code];
    };

    const held = await elsewhere.transaction().execute(async (transaction) => {
      if (kind === 'PostgreSQL') await sql`lock table idempotency_keys in exclusive mode`.execute(transaction);
      return answered(anOrder(), 'held');
    });
    await sql`alter table orders rename column order_items to hidden`.execute(shop.database);
    const broken = await answered(anOrder(), 'broken');
    const changed = await answered({ ...anOrder(), totalShopping: 1 }, 'changed');

    expect([held, broken, changed]).toEqual([
      [409, 'order_in_progress'],
      [500, 'internal'],
      [409, 'quote_changed'],
    ]);
    expect((await text()).match(/^kedai_orders_total.*/gm)?.sort()).toEqual([
      'kedai_orders_total{outcome="failed"} 2',
      'kedai_orders_total{outcome="refused"} 1',
    ]);
  });

  test('counts an order whose client hung up before the answer', async () => {
    const { metrics, text } = await opened();
    const shop = await openShop(await newHome(), { metrics });
    onTestFinished(() => shop.app.close());
    const { token } = await shop.newCustomer();
    const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const gone = new AbortController();

    await shop.database.transaction().execute(async (transaction) => {
      // SQLite has a single writer, so the transaction alone is enough.
      if (kind === 'PostgreSQL') await sql`lock table orders in exclusive mode`.execute(transaction);
      const asked = once(shop.app.server, 'request');
      const answer = fetch(`${url}/api/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(anOrder()),
        signal: gone.signal,
      });
      const [request, response] = await asked;
      await once(request, 'end');
      const closed = once(response, 'close');
      gone.abort();
      await expect(answer).rejects.toThrow('aborted');
      await closed;
    });

    await expect.poll(text).toContain('kedai_orders_total{outcome="stored"} 1');
  });
});
