import { once } from 'node:events';
import { verify } from '@node-rs/argon2';
import { beforeAll, expect, test, vi } from 'vitest';
import { prebuild, ResponseCache } from '../../server/http/prebuilt-response.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { registration } from '../support/new-customer.ts';
import { captureLog } from './captured-log.ts';
import { listeningShop } from './listening-shop.ts';
import { anOrder, wholeAddress } from './order-fixture.ts';
import { openShop, type Shop } from './shop.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

onSqliteAndLongOnPostgres('an attacker', (newHome) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(await newHome());
  });

  test('B25: causes the same work with an unknown e-mail as with a wrong password', async () => {
    await shop.ask('POST', '/api/auth/register', { body: registration });
    const workOf = async (body: { email: string; password: string }) => {
      vi.mocked(verify).mockClear();
      await shop.ask('POST', '/api/auth/login', { body });
      return vi.mocked(verify).mock.calls.map(([hash, ...more]) => [String(hash).replace(/\$[^$]+\$[^$]+$/, ''), more]);
    };

    const [right, wrong, unknown] = [
      await workOf(registration),
      await workOf({ ...registration, password: 'salah12' }),
      await workOf({ ...registration, password: 'salah12', email: 'siapa@example.com' }),
    ];

    expect(wrong).toEqual([['$argon2id$v=19$m=19456,t=2,p=1', ['salah12']]]);
    expect(unknown).toEqual(wrong);
    expect(right).toHaveLength(1);
  });

  test('B33: cannot inject a header by line breaks in a name, an address or a key', async () => {
    const sari = await shop.newCustomer();
    const split = 'Sari\r\nSet-Cookie: evil=1\r\n\r\n<script>';
    const delivery_address = { ...wholeAddress, fullName: split, fullStreet: split };
    const order = { body: anOrder({ delivery_address }), headers: { 'idempotency-key': 'k' } };

    const answers = [
      await sari.ask('POST', '/api/orders', order),
      await sari.ask('POST', '/api/orders', order),
      await sari.ask('GET', '/api/orders'),
      await sari.ask('POST', '/api/delivery-address', { body: delivery_address }),
      await shop.ask('GET', '/api/products?search=%0d%0aSet-Cookie:%20evil=1'),
      await shop.ask('GET', '/api/%0d%0aSet-Cookie:%20evil=1'),
      await shop.ask('GET', '/%0d%0aSet-Cookie:%20evil=1'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 404, 404]);
    for (const { headers } of answers) expect(JSON.stringify(headers)).not.toMatch(/evil|script|cookie/i);
  });

  test('B32: gets a 503 in place of the menu while the shop has too much to do; health, readiness and orders go on', async () => {
    const { logger, lines } = captureLog('warn');
    // Any heap is larger.
    const pressure = { maxHeapUsedBytes: 1, sampleInterval: 10 };
    const busy = await openShop(await newHome(), { pressure, logger });
    const [sari, budi] = [await busy.newCustomer(), await busy.newStaff()];

    await expect.poll(async () => (await busy.ask('GET', '/api/products')).status).toBe(503);
    const refused = await busy.ask('GET', '/');

    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([503, 'busy', '5']);
    for (const path of ['/api/health', '/api/ready', '/api/orders'])
      expect([path, (await sari.ask('GET', path)).status]).toEqual([path, 200]);
    expect((await sari.ask('POST', '/api/orders', { body: anOrder() })).status).toBe(201);
    const { order_items, subTotal } = anOrder();
    const atTill = { headers: { 'idempotency-key': 'tap' }, body: { order_items, subTotal } };
    expect((await budi.ask('POST', '/api/counter/orders', atTill)).status).toBe(201);
    expect(lines.map(({ msg }) => msg)).toEqual(['busy']);
  });
});

test('B27: answers to made-up requests are cached only up to a limit', async () => {
  const shelf = new ResponseCache(10_000);
  const built: string[] = [];
  const get = (key: string, size = 900) =>
    shelf.get(key, () => {
      built.push(key);
      return prebuild('x'.repeat(size), 'text/plain', { compression: 'none' });
    });

  for (let i = 0; i < 100; i++) {
    await get('the menu');
    await get(`made up ${i}`);
  }
  await get('larger than the shelf', 20_000);
  await get('larger than the shelf', 20_000);

  expect(built.filter((key) => key === 'the menu')).toHaveLength(1);
  await get('made up 0');
  expect(built.filter((key) => key === 'made up 0')).toHaveLength(2);
  expect(built.filter((key) => key === 'larger than the shelf')).toHaveLength(2);
});

test('B27: what is being built is built once, also while others fill the cache', async () => {
  const shelf = new ResponseCache<{ size: number }>(100);
  const { promise, resolve } = Promise.withResolvers<{ size: number }>();
  const build = vi.fn(() => promise);
  const first = shelf.get('slow', build);
  for (const key of ['one', 'other']) await shelf.get(key, async () => ({ size: 90 }));

  const second = shelf.get('slow', build);
  resolve({ size: 1 });

  expect(await second).toBe(await first);
  expect(build).toHaveBeenCalledOnce();
});

test('B32: a client that hangs up in the middle of a request leaves no error in the log', async () => {
  const { logger, lines } = captureLog('warn');
  const shop = await listeningShop({ logger });
  const gone = Promise.withResolvers<void>();
  shop.app.server.on('request', (request) => request.once('close', () => gone.resolve()));
  const socket = shop.connect();
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em',
  );
  await once(shop.app.server, 'request');

  socket.destroy();
  await gone.promise;
  await new Promise((goOn) => setImmediate(goOn));

  expect(lines).toEqual([]);
});
