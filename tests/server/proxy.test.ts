import { expect, test } from 'vitest';
import { onEveryDatabase } from '../support/databases.ts';
import { start } from './running-shop.ts';
import { openShop } from './shop.ts';

test('a failed request has the same id in its answer and in the log, and a client cannot choose it', async () => {
  const shop = await start({ env: { LOG_LEVEL: 'info' } });

  const answer = await fetch(`${shop.url}/api/nothing?token=rahasia`, {
    headers: { 'x-request-id': 'chosen-by-a-stranger' },
  });

  const id = answer.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f]{8}-\w+$/);
  await expect.poll(() => shop.output()).toContain(`"reqId":"${id}"`);
  expect(shop.output()).not.toMatch(/rahasia|chosen-by/);
});

onEveryDatabase('behind a proxy', (newHome) => {
  const guess = (shop: Awaited<ReturnType<typeof openShop>>, from: string) =>
    shop.ask('POST', '/api/auth/login', {
      body: { email: `${from}@example.com`, password: 'wrong1' },
      headers: { 'x-forwarded-for': from, 'x-request-id': 'given-by-the-proxy' },
    });
  const rateLimits = { network: { count: 1, seconds: 60 } };

  test("B23: the shop throttles by the client's address behind a trusted proxy, and by the proxy's behind any other", async () => {
    const home = await newHome();
    const trusting = await openShop(home, { rateLimits, trustProxy: ['127.0.0.1'] });
    const wary = await openShop(home, { rateLimits });

    expect([(await guess(trusting, '198.51.100.1')).status, (await guess(trusting, '198.51.100.2')).status]).toEqual([
      401, 401,
    ]);
    expect((await guess(trusting, '198.51.100.1')).headers['x-request-id']).toBe('given-by-the-proxy');
    expect([(await guess(wary, '198.51.100.1')).status, (await guess(wary, '198.51.100.2')).status]).toEqual([
      401, 429,
    ]);
  });

  test('the request ids of nginx, Apache and HAProxy are kept, and invalid ones are replaced', async () => {
    const shop = await openShop(await newHome(), { trustProxy: ['127.0.0.1'] });
    const idFor = async (given: string) =>
      (await shop.ask('GET', '/api/nothing', { headers: { 'x-request-id': given } })).headers['x-request-id'];
    const ids = [
      '3f6bcb8ab54b6b3e6ff2b4d9a0d1c7e2',
      'Xq543Ab3gAxREC@cR-KlHAAAAAg',
      '7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790',
    ];

    for (const id of ids) expect(await idFor(id)).toBe(id);
    for (const id of ['1', 'a'.repeat(129), 'given "by" nobody', 'with\tmuch room']) {
      expect(await idFor(id)).toMatch(/^[\da-f]{8}-\w+$/);
    }
  });
});
