import { expect, test } from 'vitest';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { openShop } from './shop.ts';

onSqliteAndLongOnPostgres('behind a proxy', (newHome) => {
  const guess = (shop: Awaited<ReturnType<typeof openShop>>, from: string) =>
    shop.ask('POST', '/api/auth/login', {
      body: { email: `${from}@example.com`, password: 'wrong1' },
      headers: { 'x-forwarded-for': from, 'x-request-id': 'given-by-the-proxy' },
    });
  const rateLimits = { wrongPasswordsFromNetwork: { count: 1, seconds: 60 } };

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

  test('B56: the request ids that nginx, Apache and HAProxy give are used; invalid ones, and those of any other peer, are replaced', async () => {
    const { app } = await openShop(await newHome(), { trustProxy: ['10.0.0.0/8', '2001:db8::7'] });
    const idFrom = async (remoteAddress: string, id = 'chosen-by-a-peer') => {
      const headers = { 'x-request-id': id, 'x-forwarded-for': '10.0.0.1' };
      return (await app.inject({ url: '/api/nothing', remoteAddress, headers })).headers['x-request-id'];
    };
    const own = expect.stringMatching(/^[\da-f]{8}-\w+$/);

    for (const proxy of ['10.1.2.3', '2001:db8::7', '::ffff:10.0.0.1'])
      expect([proxy, await idFrom(proxy)]).toEqual([proxy, 'chosen-by-a-peer']);
    for (const peer of ['127.0.0.1', '11.0.0.1', '2001:db8::8', '::ffff:11.0.0.1'])
      expect([peer, await idFrom(peer)]).toEqual([peer, own]);
    for (const id of [
      '3f6bcb8ab54b6b3e6ff2b4d9a0d1c7e2',
      'Xq543Ab3gAxREC@cR-KlHAAAAAg',
      '7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790',
    ])
      expect(await idFrom('10.1.2.3', id)).toBe(id);
    for (const id of ['1', 'a'.repeat(129), 'given "by" hand', 'with\tmuch room'])
      expect([id, await idFrom('10.1.2.3', id)]).toEqual([id, own]);
  });

  test('B54: browsers are told to keep to HTTPS where that is set, and only over HTTPS', async () => {
    const home = await newHome();
    const [shop, other] = [
      await openShop(home, { hstsSeconds: 600, trustProxy: ['127.0.0.1'] }),
      await openShop(home, { trustProxy: ['127.0.0.1'] }),
    ];
    const saidBy = async ({ ask }: typeof shop, protocol: string, path: string) =>
      (await ask('GET', path, { headers: { 'x-forwarded-proto': protocol } })).headers['strict-transport-security'];

    for (const path of ['/api/products', '/api/nothing', '/api/orders', '/api/health'])
      expect([path, await saidBy(shop, 'https', path)]).toEqual([path, 'max-age=600']);
    expect(await saidBy(shop, 'http', '/api/products')).toBeUndefined();
    expect(await saidBy(other, 'https', '/api/products')).toBeUndefined();
  });
});
