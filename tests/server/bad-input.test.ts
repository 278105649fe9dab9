import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiErrors } from '../../server/http/api-error.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { heardOn } from './listening-shop.ts';
import { anOrder } from './order-fixture.ts';
import { openShop, type Question, type Shop } from './shop.ts';
import { folder } from './test-folder.ts';

onSqliteAndLongOnPostgres('bad input', (newHome) => {
  let shop: Shop;
  beforeAll(async () => {
    // With a storefront folder, whose route answers GET for every path.
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    shop = await openShop(await newHome(), { storefront: folder });
  });
  const register = (question: Question) => shop.ask('POST', '/api/auth/register', question);
  const good = '{"fullName":"Sari","email":"sari@example.com","phoneNumber":"081234567890","password":"kopi123"}';
  const countOfCustomers = async () => (await shop.database.selectFrom('customers').select('id').execute()).length;

  test('B18, B30: a body of another type than JSON, as a foreign page can send it, is a 415', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json garbage',
      'application/jsonp',
      'application/problem+json',
      'application/json,text/plain',
      'application',
      '',
    ];

    for (const type of types) {
      const answer = await register({ body: good, headers: { 'content-type': type } });

      expect([type, answer.status, answer.body.error.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
    const compressed = await register({ body: good, headers: { 'content-encoding': 'gzip' } });
    expect(compressed.status).toBe(415);
    expect(await countOfCustomers()).toBe(0);
  });

  test('B29, B31: a body that is no strict JSON, or no object, is a 400', async () => {
    const sari = await shop.newCustomer();
    const prototype = good.replace('{', '{"__proto__":{"isAdmin":true},');

    for (const body of ['{broken', good.replace('{', '{"email":"budi@example.com",'), prototype, '', 'null', '[]'])
      for (const answer of [await register({ body }), await sari.ask('PUT', '/api/carts', { body })])
        expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'malformed_body']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('B3: a body over 256 KiB is a 413, and without a session one over 64 KiB', async () => {
    const sari = await shop.newCustomer();
    const save = (question: Question) => sari.ask('PUT', '/api/carts', question);

    for (const [send, most] of [[save, 256 * 1_024] as const, [register, 64 * 1_024] as const])
      for (const length of [most, most + 1, 5_000_000]) {
        const answer = await send({ body: `{"fullName":"${'a'.repeat(length - 15)}"}` });
        expect([length, answer.status]).toEqual([length, length > most ? 413 : 422]);
      }
  });

  test('a refusal names the field, but not its content', async () => {
    const answer = await register({ body: { ...JSON.parse(good), password: 'rahasiasekali' } });

    expect(answer.body).toEqual({ error: { code: 'invalid_body', message: 'The field "password" does not fit.' } });
  });

  test('an address that does not exist is a 404, another method a 405 with what is allowed', async () => {
    expect((await shop.ask('GET', '/api/nothing')).body.error.code).toBe('not_found');
    expect((await shop.ask('POST', '/api/')).status).toBe(404);
    expect((await shop.ask('GET', '/api/products/')).status).toBe(404);
    expect((await shop.ask('GET', '/api/%zz')).status).toBe(404);
    expect((await shop.ask('GET', '/api/nothing')).headers['kedai-api']).toBe('1');
    expect((await shop.ask('POST', '/api/nothing', { body: '{broken' })).status).toBe(404);

    const answer = await shop.ask('DELETE', '/api/carts');
    expect([answer.status, answer.headers.allow, answer.body.error.code]).toEqual([
      405,
      'GET, HEAD, PUT',
      'method_not_allowed',
    ]);
    expect((await shop.ask('PUT', '/api/products', { body: '{}' })).status).toBe(405);
  });

  test('OPTIONS and unsupported methods are answered with the allowed ones, also for pictures', async () => {
    const asked = [
      await shop.ask('OPTIONS', '/api/products'),
      await shop.ask('POST', '/api/images/products/a/x.svg'),
      await shop.ask('TRACE', '/api/products'),
      await shop.ask('PROPFIND', '/api/products', { body: '<propfind/>' }),
      await shop.ask('QUERY', '/api/products'),
    ];

    for (const { status, headers } of asked) {
      expect([status, headers.allow, headers['kedai-api']]).toEqual([405, 'GET, HEAD', '1']);
    }
    expect((await shop.ask('OPTIONS', '/api/nothing')).body.error.code).toBe('not_found');
    expect((await shop.ask('PROPFIND', '/api/nothing')).body.error.code).toBe('not_found');
    expect((await shop.ask('POST', '/api/images')).status).toBe(404);
    expect((await shop.ask('POST', '/api/docs/openapi-json')).status).toBe(404);
  });

  test("every refusal has the same error body, the API's type, and is never cached", async () => {
    const sari = await shop.newCustomer();
    const refused = [
      await shop.ask('GET', '/nothing'),
      await shop.ask('GET', '/api/nothing'),
      await shop.ask('GET', '/api/products?category=a&category=b'),
      await shop.ask('GET', '/api/images/products/none.svg'),
      await shop.ask('DELETE', '/api/tags'),
      await shop.ask('GET', '/api/orders'),
      await register({ body: '{' }),
      await register({ body: {} }),
      await register({ body: 'x', headers: { 'content-type': 'text/plain' } }),
      await sari.ask('POST', '/api/orders', { body: anOrder({ subTotal: 1 }) }),
    ];

    for (const { status, body, headers } of refused) {
      const { code, message } = body.error;

      expect(Object.keys(body)).toEqual(['error']);
      expect(apiErrors).toHaveProperty(code);
      expect(apiErrors[code as keyof typeof apiErrors][0]).toBe(status);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect(refused.map(({ headers }) => headers['kedai-api'])).toEqual(
      refused.map((_, at) => (at === 0 ? undefined : '1')),
    );
  });

  test('B36: no answer depends on the host headers of the request', async () => {
    const plain = await shop.ask('GET', '/api/products');
    const forged = await shop.ask('GET', '/api/products', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });

    expect(forged.text).toBe(plain.text);
    expect(JSON.stringify(forged.headers)).not.toContain('evil');
  });

  test('B19: no other origin is allowed to read, and none by a look-alike name', async () => {
    const allowing = await openShop(await newHome(), { corsOrigins: ['https://kopi.example'] });
    const from = (from: Shop, origin: string) => from.ask('GET', '/api/products', { headers: { origin } });

    for (const origin of [
      'null',
      '*',
      'https://kopi.example.evil.com',
      'https://xkopi.example',
      'http://kopi.example',
      'https://kopi.example:8443',
    ]) {
      expect((await from(allowing, origin)).headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await from(shop, 'https://kopi.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('A2: an allowed origin may send and read every header of the storefront', async () => {
    const allowing = await openShop(await newHome(), { corsOrigins: ['https://kopi.example'] });
    const origin = 'https://kopi.example';

    const preflight = await allowing.ask('OPTIONS', '/api/orders', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    const noPreflight = await allowing.ask('OPTIONS', '/api/orders');
    const answer = await allowing.ask('GET', '/api/products', { headers: { origin } });
    const refusal = await allowing.ask('GET', '/api/orders', { headers: { origin } });

    expect([preflight.status, noPreflight.status]).toEqual([204, 204]);
    expect(preflight.headers['access-control-allow-origin']).toBe(origin);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    for (const name of [
      'authorization',
      'content-type',
      'if-match',
      'idempotency-key',
      'x-client-id',
      'x-client-seq',
      'kedai-repeat',
    ]) {
      expect(preflight.headers['access-control-allow-headers']).toContain(name);
    }
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-expose-headers']).toBe('Kedai-Api, ETag, Retry-After, Idempotency-Replayed');
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
    expect([refusal.status, refusal.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });
});

onSqliteAndLongOnPostgres('a raw connection', (newHome) => {
  let shop: Shop;
  let impatient: Shop;
  let token: string;
  beforeAll(async () => {
    const home = await newHome();
    shop = await openShop(home);
    impatient = await openShop(home, { requestTimeoutMs: 200 });
    for (const { app } of [shop, impatient]) await app.listen({ host: '127.0.0.1', port: 0 });
    token = (await shop.newCustomer()).token;
  });
  afterAll(() => Promise.all([shop.app.close(), impatient.app.close()]));

  /** Sends these lines unchanged. */
  const heard = (lines: string[], { app } = shop) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(lines.join('\r\n'));
    return heardOn(socket);
  };
  const send = async (lines: string[], to = shop) => {
    const [head = '', body = ''] = (await heard(lines, to)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: body ? JSON.parse(body) : {} };
  };
  const close = ['Host: x', 'Connection: close'];

  test('B20: two Authorization headers are a 401, even when one of them is right', async () => {
    const right = `Authorization: Bearer ${token}`;
    const statusWith = async (...headers: string[]) =>
      (await send(['GET /api/orders HTTP/1.1', ...close, ...headers, '', ''])).status;

    expect(await statusWith(right)).toBe(200);
    expect(await statusWith(right, 'Authorization: Bearer x')).toBe(401);
    expect(await statusWith(right, right)).toBe(401);
  });

  test('B7: two Idempotency-Key headers are a 400, and so is a control character', async () => {
    const cancelling = ['DELETE /api/orders HTTP/1.1', ...close, `Authorization: Bearer ${token}`];

    const twice = await send([...cancelling, 'Idempotency-Key: a', 'Idempotency-Key: a', '', '']);
    const control = await send([...cancelling, 'Idempotency-Key: a\u0001b', '', '']);

    expect([twice.status, twice.body.error.code]).toEqual([400, 'invalid_header']);
    expect(control.status).toBe(400);
  });

  const get = 'GET /api/products HTTP/1.1';
  const post = ['POST /api/auth/login HTTP/1.1', ...close, 'Content-Type: application/json'];
  const smuggled = ['0', '', 'GET /api/orders HTTP/1.1', '', ''];
  test.for<[what: string, status: number, code: string, lines: string[]]>([
    ['without Host', 400, 'bad_request', [get, '', '']],
    ['that is no HTTP', 400, 'bad_request', ['RUBBISH', '', '']],
    ['that is too long', 431, 'headers_too_large', [get, ...close, `X-Long: ${'a'.repeat(20_000)}`, '', '']],
    ['for a tunnel', 405, 'method_not_allowed', ['CONNECT evil.example:443 HTTP/1.1', 'Host: x', '', '']],
    ['with two lengths', 400, 'bad_request', [...post, 'Content-Length: 2', 'Content-Length: 3', '', '{} ']],
    [
      'in another one',
      400,
      'bad_request',
      [...post, 'Content-Length: 2', 'Transfer-Encoding: chunked', '', ...smuggled],
    ],
    ['of a negative length', 400, 'bad_request', [...post, 'Transfer-Encoding: chunked', '', '-2', '{}', '0', '', '']],
    ['that expects the moon', 400, 'credentials_missing', [...post, 'Expect: the-moon', 'Content-Length: 2', '', '{}']],
  ])('a request %s gets a refusal with a body and a date', async ([, status, code, lines]) => {
    const [head = '', body = ''] = (await heard(lines)).split('\r\n\r\n');

    expect([Number(head.split(' ')[1]), JSON.parse(body).error.code]).toEqual([status, code]);
    expect(head).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r?$/im);
    expect(/^Allow: *\r?$/m.test(head)).toBe(status === 405);
  });

  test('a request without Host is answered over HTTP/1.0', async () => {
    expect((await send(['GET /api/categories HTTP/1.0', '', ''])).status).toBe(200);
  });

  test('B3: a client that sends too much is not cut off before it can read the refusal', async () => {
    const length = 5_000_000;
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json'];

    const answers = await heard([
      ...[...head, `Content-Length: ${length}`, '', 'a'.repeat(length)],
      ...['GET /api/health HTTP/1.1', ...close, '', ''],
    ]);

    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('B32: a request that never ends is disconnected, and others are served meanwhile', async () => {
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 50'];
    const slow = send([...head, '', '{"email":"'], impatient);
    const headless = send(['GET /api/products HTTP/1.1', 'Host: x', ''], impatient);

    expect((await impatient.ask('GET', '/api/products')).status).toBe(200);
    expect((await slow).status).toBe(408);
    expect((await headless).status).toBe(408);
  });
});
