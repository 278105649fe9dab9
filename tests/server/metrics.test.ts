import { expect, test } from 'vitest';
import { openMetrics } from '../../server/metrics.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { anOrder } from './order-fixture.ts';
import { openShop } from './shop.ts';

onSqliteAndLongOnPostgres('a shop with metrics', (newHome, _kind) => {
  test('counts answers by route, readable on this machine only', async () => {
    const metrics = await openMetrics(0);
    const shop = await openShop(await newHome(), { metrics });
    const sari = await shop.newCustomer();
    const headers = { 'idempotency-key': 'once' };
    await sari.ask('POST', '/api/orders', { body: anOrder(), headers });
    await sari.ask('POST', '/api/orders', { body: anOrder(), headers });
    await sari.ask('POST', '/api/orders', { body: {} });
    await shop.ask('GET', '/api/made-up-by-somebody');

    const text = await (await fetch(metrics.url)).text();
    const outside = (await fetch(metrics.url.replace('/metrics', '/'))).status;
    await metrics.close();

    expect(metrics.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const counted = 'kedai_http_request_duration_seconds_count{method="POST",route="/api/orders",status=';
    for (const [status, count] of [
      [201, 2],
      [422, 1],
    ])
      expect(text).toContain(`${counted}"${status}"} ${count}`);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('made-up');
    expect(outside).toBe(404);
    expect((await shop.ask('GET', '/metrics')).status).toBe(404);
  });
});
