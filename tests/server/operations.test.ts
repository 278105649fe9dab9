import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, constants, type Settings } from 'node:http2';
import { get } from 'node:https';
import { type AddressInfo, connect as connectRaw } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { PlacedOrder } from '#core/contract';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { openMetrics } from '../../server/metrics.ts';
import { orderWebhook } from '../../server/order-webhook.ts';
import { followTls, readTls } from '../../server/tls.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { losable } from '../support/lost-database.ts';
import { had } from '../support/not-had.ts';
import { newCustomers } from '../support/orders-under-fire.ts';
import { DidNotOpen, type RunningShop } from '../support/start-shop.ts';
import { anOrder, anOrderOf } from './an-order.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { start } from './running-shop.ts';
import { openShop } from './shop.ts';

const certificate = join(import.meta.dirname, 'certificate');
const tlsFiles = { TLS_CERT: join(certificate, 'cert.pem'), TLS_KEY: join(certificate, 'key.pem') };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-operations-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An HTTP/2 connection, closed when the test ends. Its errors are ignored; the test sees them in what it awaits. */
async function connectHttp2(url: string, settings: Settings = {}) {
  const session = connect(url, { ca: await readFile(tlsFiles.TLS_CERT), settings });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

async function askHttp2(url: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const session = await connectHttp2(url);
  try {
    const stream = session.request({ ':path': path, ...headers });
    if (body !== undefined) stream.end(body);
    const [answer] = await once(stream, 'response');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += chunk;
    return { status: answer[':status'], headers: answer, text };
  } finally {
    session.close();
  }
}

test('with a certificate the shop speaks HTTP/2, and HTTP/1.1 to who cannot, and nothing in the clear', async () => {
  const shop = await start({ env: tlsFiles });

  expect(shop.url).toMatch(/^https:/);
  const page = await askHttp2(shop.url, '/api/products', { 'accept-encoding': 'br' });
  expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br']);
  const etag = String(page.headers.etag);
  expect((await askHttp2(shop.url, '/api/products', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(
    304,
  );
  const refused = await askHttp2(
    shop.url,
    '/api/carts',
    { ':method': 'PUT', 'content-type': 'application/json' },
    '{}',
  );
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'unauthorized']);

  const ca = await readFile(tlsFiles.TLS_CERT);
  const [old] = (await once(get(`${shop.url}/api/health`, { ca }), 'response')) as [IncomingMessage];
  expect([old.statusCode, old.httpVersion]).toEqual([200, '1.1']);
  old.destroy();
  await expect(fetch(shop.url.replace('https', 'http'))).rejects.toThrow();
});

test('a tunnel is refused in words over HTTP/2, too', async () => {
  const shop = await start({ env: tlsFiles });
  const session = await connectHttp2(shop.url);

  const stream = session.request({ ':method': 'CONNECT', ':authority': 'evil.example:443' });
  stream.end();
  const [answer] = await once(stream, 'response');
  const [body] = await once(stream.setEncoding('utf8'), 'data');
  // Otherwise the shop's end would be an error on a connection that nobody uses any more.
  session.close();
  await once(session, 'close');

  expect([answer[':status'], answer.allow, JSON.parse(body).error.code]).toEqual([405, '', 'method_not_allowed']);
});

test('an order is accepted over HTTP/2, and a phone that keeps its connection does not keep the shop from closing', async () => {
  const shop = await start({ env: tlsFiles });
  const json = { ':method': 'POST', 'content-type': 'application/json' };
  const who = JSON.stringify({
    fullName: 'Sari',
    email: 's@example.com',
    phoneNumber: '081234567890',
    password: 'kopi123',
  });
  expect((await askHttp2(shop.url, '/api/auth/register', json, who)).status).toBe(201);
  const { token } = JSON.parse((await askHttp2(shop.url, '/api/auth/login', json, who)).text);
  const [product] = JSON.parse((await askHttp2(shop.url, '/api/products')).text).data;
  const [bank] = JSON.parse((await askHttp2(shop.url, '/api/banks')).text).data;
  const body = JSON.stringify(
    anOrder({
      order_items: [{ name: product.name, price: product.price, qty: 1, product: product._id }],
      totalQty: 1,
      subTotal: product.price,
      totalShopping: product.price + 5_000,
      paymentMethod: bank,
    }),
  );

  const answer = await askHttp2(shop.url, '/api/orders', { ...json, authorization: `Bearer ${token}` }, body);
  const idle = await connectHttp2(shop.url);
  await once(idle, 'connect');

  expect([answer.status, JSON.parse(answer.text).totalQty]).toEqual([201, 1]);
  expect(await shop.stop()).toBe(0);
});

test('what a browser opened ahead of need does not keep a shop with a certificate from closing', async () => {
  const shop = await start({ env: tlsFiles });
  const { port } = new URL(shop.url);
  for (const protocol of ['h2', 'http/1.1']) {
    const silent = connectTls({ port: Number(port), rejectUnauthorized: false, ALPNProtocols: [protocol] });
    silent.on('error', () => {});
    onTestFinished(() => void silent.destroy());
    await once(silent, 'secureConnect');
  }

  expect(await shop.stop()).toBe(0);
});

test('a handshake that stops half-way does not keep a shop with a certificate from closing', async () => {
  const shop = await start({ env: tlsFiles });
  const stopped = connectRaw(Number(new URL(shop.url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void stopped.destroy());
  await once(stopped, 'connect');
  stopped.write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1');
  // Sent later, so when it is answered, the shop has accepted both connections.
  expect((await askHttp2(shop.url, '/api/health')).status).toBe(200);

  expect(await shop.stop()).toBe(0);
});

/** A file that is larger than all buffers of a connection. */
const long = { 'build.json': '{}', 'long.txt': 'kopi '.repeat(300_000) };

/** A shop over HTTP/2 with a request timeout of one second; `files` are the storefront's. */
async function impatientShop(files: Record<string, string> = {}) {
  const home = await mkdtemp(join(folder, 'impatient-'));
  const { openSqlite } = await import('../../server/database/open.ts');
  const { buildApp } = await import('../../server/app.ts');
  const database = await openSqlite(home);
  await prepareDatabase(database, { menu: async () => fixtureMenu });
  const [cert, key] = await Promise.all([readFile(tlsFiles.TLS_CERT), readFile(tlsFiles.TLS_KEY)]);
  const storefront = join(home, 'dist');
  await mkdir(storefront);
  for (const [name, text] of Object.entries(files)) await writeFile(join(storefront, name), text);
  const app = await buildApp({ database, storefront, tls: { cert, key }, requestTimeoutMs: 1_000 });
  onTestFinished(async () => {
    await app.close();
    await database.destroy();
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

test('B32: over HTTP/2 an upload that stalls or drips is ended, and others are served meanwhile', async () => {
  const url = await impatientShop();
  const session = await connectHttp2(url);

  const logIn = { ':method': 'POST', ':path': '/api/auth/login', 'content-type': 'application/json' };
  const [stalled, dripping] = [session.request(logIn), session.request(logIn)];
  for (const upload of [stalled, dripping]) upload.write('{"email":');
  const drips = setInterval(() => dripping.write(' '), 100);
  const closed = Promise.all([once(stalled, 'close'), once(dripping, 'close')]);
  expect((await askHttp2(url, '/api/health')).status).toBe(200);
  await closed.finally(() => clearInterval(drips));
});

test('an answer over HTTP/2 takes as long as the line to the phone needs, and comes whole', async () => {
  const url = await impatientShop(long);
  const session = await connectHttp2(url, { initialWindowSize: 16_384 });

  const stream = session.request({ ':path': '/long.txt' });
  const [{ 'content-length': length }] = await once(stream, 'response');
  let had = 0;
  // In all this takes longer than the timeout for a request.
  for await (const bytes of stream) {
    had += bytes.length;
    await new Promise((moment) => setTimeout(moment, 100));
  }

  expect(had).toBe(Number(length));
});

test('an answer over HTTP/2 waits for a phone in a tunnel as long as one over HTTP/1.1', async () => {
  const url = await impatientShop(long);
  const session = await connectHttp2(url, { initialWindowSize: 16_384 });

  const stream = session.request({ ':path': '/long.txt' });
  const [{ 'content-length': length }] = await once(stream, 'response');
  // Reads nothing for longer than the timeout for a request, and then everything.
  await new Promise((tunnel) => setTimeout(tunnel, 2_500));
  let had = 0;
  for await (const bytes of stream) had += bytes.length;

  expect(had).toBe(Number(length));
});

test('B32: an answer over HTTP/2 that nobody takes is cut off, and holds neither its connection nor the shop', async () => {
  const url = await impatientShop(long);
  const session = await connectHttp2(url, { initialWindowSize: 16_384 });

  const stream = session.request({ ':path': '/long.txt' });
  await once(stream, 'close');

  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});

test('a certificate that cannot be used is named in one sentence', async () => {
  const foreign = join(folder, 'foreign.pem');
  await promisify(execFile)(process.execPath, [
    '-e',
    `const { privateKey } = require('node:crypto').generateKeyPairSync('ec', { namedCurve: 'P-256' });
     require('node:fs').writeFileSync(process.argv[1], privateKey.export({ type: 'pkcs8', format: 'pem' }))`,
    foreign,
  ]);
  const faults = [
    [{ TLS_CERT: tlsFiles.TLS_CERT }, /^TLS_CERT and TLS_KEY belong together/],
    [{ ...tlsFiles, TLS_CERT: join(folder, 'missing.pem') }, /^TLS_CERT .*missing\.pem cannot be read \(ENOENT\)\.$/],
    [{ ...tlsFiles, TLS_CERT: tlsFiles.TLS_KEY }, /^TLS_CERT .* is not a certificate in PEM\.$/],
    [{ ...tlsFiles, TLS_KEY: tlsFiles.TLS_CERT }, /^TLS_KEY .* is not a private key/],
    [{ ...tlsFiles, TLS_KEY: foreign }, /^TLS_KEY .* does not belong to the certificate/],
  ] as const;

  for (const [env, sentence] of faults) {
    const refused = await start({ env }).catch((error: unknown) => error as DidNotOpen);
    expect(refused).toBeInstanceOf(DidNotOpen);
    expect((refused as DidNotOpen).stderr.trim()).toMatch(sentence);
  }
});

test('a renewed certificate is taken without a restart, a broken one is complained about', async () => {
  const [certFile, keyFile] = [join(folder, 'live.pem'), join(folder, 'live-key.pem')];
  await copyFile(tlsFiles.TLS_CERT, certFile);
  await copyFile(tlsFiles.TLS_KEY, keyFile);
  const taken: unknown[] = [];
  const complaints: string[] = [];
  const stop = await followTls(
    { certFile, keyFile },
    { setSecureContext: (context) => taken.push(context) },
    (said) => complaints.push(said),
    { everyMs: 1 },
  );

  expect(taken).toEqual([]);
  await utimes(certFile, new Date(), new Date(Date.now() + 5_000));
  await expect.poll(() => taken.length).toBe(1);
  await writeFile(certFile, 'half a file');
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  expect(taken).toHaveLength(1);
  stop();
});

test('a renewed certificate that could not be taken is tried until it can be, and complained about once', async () => {
  const [certFile, keyFile] = [join(folder, 'late.pem'), join(folder, 'late-key.pem')];
  await copyFile(tlsFiles.TLS_CERT, certFile);
  await copyFile(tlsFiles.TLS_KEY, keyFile);
  let attempts = 0;
  const complaints: string[] = [];
  const stop = await followTls(
    { certFile, keyFile },
    {
      setSecureContext() {
        if (++attempts < 4) throw new Error('not yet');
      },
    },
    (said) => complaints.push(said),
    { everyMs: 1 },
  );

  await utimes(certFile, new Date(), new Date(Date.now() + 5_000));

  await expect.poll(() => attempts).toBe(4);
  expect(complaints).toEqual(['not yet']);
  stop();
});

test('a certificate that nobody renews is complained about, once a day', async () => {
  const [certFile, keyFile] = [tlsFiles.TLS_CERT, tlsFiles.TLS_KEY];
  const { names, validTo } = await readTls({ certFile, keyFile });
  const day = 24 * 60 * 60 * 1_000;
  let daysLeft = 14.5;
  let looks = 0;
  const complaints: string[] = [];
  const now = () => {
    looks++;
    return validTo.getTime() - daysLeft * day;
  };
  const stop = await followTls({ certFile, keyFile }, { setSecureContext() {} }, (said) => complaints.push(said), {
    everyMs: 1,
    now,
  });

  for (daysLeft of [14.5, 13.5, 0.5, -0.5]) {
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 2);
  }

  stop();
  expect(complaints).toEqual([
    `The certificate for ${names} ends on 2126-10-27 (days left: 13).`,
    `The certificate for ${names} ends on 2126-10-27 (days left: 0).`,
    `The certificate for ${names} ended on 2126-10-27.`,
  ]);
});

onEveryDatabase('whoever watches over the shop', (newHome) => {
  test('learns that it lives, and whether customers may be sent to it', async () => {
    const { home, lose } = await losable(await newHome());
    const shop = await openShop(home);

    expect((await shop.ask('GET', '/api/health')).body).toEqual({ status: 'ok' });
    expect((await shop.ask('GET', '/api/ready')).body).toEqual({ status: 'ready' });
    await lose();
    expect((await shop.ask('GET', '/api/health')).status).toBe(200);
    const { status, body } = await shop.ask('GET', '/api/ready');
    expect([status, body.error.code]).toEqual([503, 'storage_unavailable']);
  });

  test('is not kept waiting for it by a write that takes its time', async () => {
    const shop = await openShop(await newHome());

    const asked = await shop.database.transaction().execute(() => shop.ask('GET', '/api/ready'));

    expect(asked.body).toEqual({ status: 'ready' });
  });
});

onEveryDatabase('a shop with metrics', (newHome, kind) => {
  test('counts orders and answers by pattern, where only this machine can read it', async () => {
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
    for (const outcome of ['stored', 'replayed', 'refused']) {
      expect(text).toContain(`kedai_orders_total{outcome="${outcome}"} 1`);
    }
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('made-up');
    expect(outside).toBe(404);
    expect((await shop.ask('GET', '/metrics')).status).toBe(404);
  });

  test('tells orders that it failed to store from those that it refused', async () => {
    const metrics = await openMetrics(0);
    onTestFinished(() => metrics.close());
    const home = await newHome();
    const shop = await openShop(home, { metrics, patienceMs: 50 });
    const elsewhere = await home.open();
    const sari = await shop.newCustomer();
    const answered = async (body: object, key: string) => {
      const { status, body: said } = await sari.ask('POST', '/api/orders', {
        body,
        headers: { 'idempotency-key': key },
      });
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
    const text = await (await fetch(metrics.url)).text();
    expect(text.match(/^kedai_orders_total.*/gm)?.sort()).toEqual([
      'kedai_orders_total{outcome="failed"} 2',
      'kedai_orders_total{outcome="refused"} 1',
    ]);
  });

  test('counts an order whose answer nobody waited for', async () => {
    const metrics = await openMetrics(0);
    onTestFinished(() => metrics.close());
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

    const counted = async () => (await fetch(metrics.url)).text();
    await expect.poll(counted).toContain('kedai_orders_total{outcome="stored"} 1');
  });
});

test('a failure and its line in the log carry the same id; a stranger cannot choose it', async () => {
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
  const allowances = { network: { burst: 1, everyMs: 60_000 } };

  test("B23: every customer has an address of their own when it is the shop's, and one when it is anybody's", async () => {
    const home = await newHome();
    const trusting = await openShop(home, { allowances, trustProxy: ['127.0.0.1'] });
    const wary = await openShop(home, { allowances });

    expect([(await guess(trusting, '198.51.100.1')).status, (await guess(trusting, '198.51.100.2')).status]).toEqual([
      401, 401,
    ]);
    expect((await guess(trusting, '198.51.100.1')).headers['x-request-id']).toBe('given-by-the-proxy');
    expect([(await guess(wary, '198.51.100.1')).status, (await guess(wary, '198.51.100.2')).status]).toEqual([
      401, 429,
    ]);
  });

  test('the id that nginx, Apache or HAProxy gives is kept, and what could be anything is replaced', async () => {
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

onEveryDatabase("the owner's own program", (newHome) => {
  /** A server that refuses the first `failing` calls and accepts all later ones. */
  async function receiver(failing: number) {
    const heard: { body: string; signature: string; event: string }[] = [];
    let calls = 0;
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      calls++;
      if (calls <= failing) return void response.writeHead(500).end();
      const { 'kedai-signature': signature, 'kedai-event': event } = request.headers;
      heard.push({ body, signature: String(signature), event: String(event) });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/orders`, heard, calls: () => calls, close: () => server.close() };
  }
  const secret = 'a secret of the shop';

  test('is told of every order once it takes it, signed, also after a restart', async () => {
    const home = await newHome();
    const program = await receiver(2);
    let time = Date.now();
    const database = await home.open();
    const hook = () => orderWebhook(database, { url: program.url, secret, now: () => time, everyMs: 20 });
    let webhook = hook();
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    const placed = await sari.ask('POST', '/api/orders', { body: anOrder(), headers: { 'idempotency-key': 'k' } });
    await sari.ask('POST', '/api/orders', { body: anOrder(), headers: { 'idempotency-key': 'k' } });
    expect(placed.status).toBe(201);
    await expect.poll(program.calls).toBe(1);
    await webhook.close();
    webhook = hook();
    time += 60_000;
    await expect.poll(program.calls).toBe(2);
    time += 3_600_000;
    await expect.poll(() => program.heard.length).toBe(1);
    await expect.poll(() => database.selectFrom('order_announcements').selectAll().execute()).toEqual([]);
    await webhook.close();
    program.close();

    const [{ body, signature, event } = { body: '', signature: '', event: '' }] = program.heard;
    expect(JSON.parse(body)).toEqual({ type: 'order.created', order: placed.body });
    expect(event).toBe(placed.body.order_number);
    // Signed as `docs/operations.md` describes.
    const seconds = Math.floor(time / 1_000);
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    expect(signature).toBe(`t=${seconds},v1=${hex}`);
  });

  test('that takes no order is complained about, once until it takes one again', async () => {
    const home = await newHome();
    const program = await receiver(3);
    const complaints: string[] = [];
    let time = Date.now();
    const database = await home.open();
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: program.url, secret, now: () => time, everyMs: 20, complain });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    const { body } = await sari.ask('POST', '/api/orders', { body: anOrder() });
    for (let calls = 1; calls <= 4; calls++) {
      await expect.poll(program.calls).toBe(calls);
      time += 3_600_000;
    }
    await expect.poll(() => database.selectFrom('order_announcements').selectAll().execute()).toEqual([]);

    expect(complaints).toEqual([
      `ORDER_WEBHOOK_URL did not take the order ${body.order_number} (it answered 500); it is tried again for three days.`,
    ]);
    program.close();
    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(() => complaints.length).toBe(2);
    expect(complaints[1]).toMatch(/\([A-Z_]+\); it is tried again/);
    await webhook.close();
  });

  test('is told once of an order, however many processes look at what was noted', async () => {
    const home = await newHome();
    const program = await receiver(0);
    const options = { url: program.url, secret, everyMs: 3_600_000 };
    const [one, another] = [await home.open(), await home.open()];
    const { note, close } = orderWebhook(one, options);
    const shop = await openShop(home, { webhook: { note, wake() {}, close } });
    const sari = await shop.newCustomer();
    await close();
    for (let i = 0; i < 5; i++) await sari.ask('POST', '/api/orders', { body: anOrder() });

    const both = [orderWebhook(one, options), orderWebhook(another, options)];
    const announcements = shop.database.selectFrom('order_announcements').selectAll();
    await expect.poll(() => announcements.execute()).toEqual([]);
    for (const webhook of both) await webhook.close();
    program.close();

    expect(program.heard.map(({ event }) => event).sort()).toEqual(
      (await sari.ask('GET', '/api/orders')).body.data.map((order: PlacedOrder) => order.order_number).sort(),
    );
  });

  test('is asked again after longer and longer, an hour at most, and eighty times in all', async () => {
    const home = await newHome();
    const program = await receiver(1_000);
    const complaints: string[] = [];
    let time = Date.now();
    let looks = 0;
    const now = () => {
      looks++;
      return time;
    };
    const database = await home.open();
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: program.url, secret, now, everyMs: 5, timeoutMs: 10_000, complain });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    const { body } = await sari.ask('POST', '/api/orders', { body: anOrder() });
    for (let calls = 1; calls < 80; calls++) {
      await expect.poll(program.calls, { interval: 5 }).toBe(calls);
      time += Math.min(5_000 * 2 ** (calls - 1), 3_600_000) + 10_000 - 1;
      if ([1, 2, 3, 12].includes(calls)) {
        const before = looks;
        await expect.poll(() => looks).toBeGreaterThan(before + 10);
        expect(program.calls()).toBe(calls);
      }
      time++;
    }
    await expect.poll(() => database.selectFrom('order_announcements').selectAll().execute()).toEqual([]);
    await webhook.close();
    program.close();

    expect(program.calls()).toBe(80);
    expect(complaints.slice(1)).toEqual([
      `The order ${body.order_number} was offered to ORDER_WEBHOOK_URL 80 times and never taken.`,
    ]);
  });

  test('is told first of what has waited longest', async () => {
    const home = await newHome();
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    let time = Date.now();
    const now = () => time;
    const database = await home.open();
    const { note, close } = orderWebhook(database, { url, secret, now });
    const shop = await openShop(home, { webhook: { note, wake() {}, close } });
    const sari = await shop.newCustomer();
    await close();
    // The clock goes backwards, so the first order seems to have waited least.
    const numbers: string[] = [];
    for (let i = 0; i < 11; i++) {
      numbers.push((await sari.ask('POST', '/api/orders', { body: anOrder() })).body.order_number);
      time -= 1_000;
    }
    time += 60_000;

    const webhook = orderWebhook(database, { url, secret, now });
    const untouched = database.selectFrom('order_announcements').select('order_number').where('attempts', '=', 0);
    await expect.poll(async () => (await untouched.execute()).length).toBe(1);
    await webhook.close();
    silent.closeAllConnections();
    silent.close();

    expect(await untouched.execute()).toEqual([{ order_number: numbers[0] }]);
  });

  test('is told at its own address only, wherever that sends on', async () => {
    const home = await newHome();
    const elsewhere = await receiver(0);
    const moved = createServer((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    await once(moved.listen(0, '127.0.0.1'), 'listening');
    const complaints: string[] = [];
    const complain = (message: string) => void complaints.push(message);
    const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const webhook = orderWebhook(await home.open(), { url, secret, complain });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(() => complaints).toHaveLength(1);
    await webhook.close();
    moved.close();
    elsewhere.close();

    expect([complaints[0], elsewhere.calls()]).toEqual([expect.stringContaining('(it answered 307)'), 0]);
  });

  test("is not asked at a port that is no web server's, and the log says why", async () => {
    const home = await newHome();
    const complaints: string[] = [];
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(await home.open(), { url: 'http://127.0.0.1:6000', secret, complain });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(() => complaints).toHaveLength(1);
    await webhook.close();

    expect(complaints[0]).toMatch(/\(bad port\); it is tried again/);
  });

  test('cannot be told anything while the data is away, which is said once each time', async () => {
    const home = await newHome();
    const complaints: string[] = [];
    const database = await home.open();
    let away = true;
    let looks = 0;
    const flaky = {
      selectFrom(table: 'order_announcements') {
        looks++;
        if (away) throw new Error('away');
        return database.selectFrom(table);
      },
    } as unknown as typeof database;
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(flaky, { url: 'http://127.0.0.1:9', secret, everyMs: 1, complain });

    for (away of [true, false, true]) {
      const before = looks;
      await expect.poll(() => looks).toBeGreaterThan(before + 5);
    }
    await webhook.close();

    const sentence = 'New orders cannot be announced until the data is back: away';
    expect(complaints).toEqual([sentence, sentence]);
  });

  test('cannot be told anything once the data is closed, which is said once', async () => {
    const home = await newHome();
    const complaints: string[] = [];
    let looks = 0;
    const now = () => {
      looks++;
      return Date.now();
    };
    const database = await home.open();
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: 'http://127.0.0.1:9', secret, now, everyMs: 1, complain });

    await database.destroy();
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 20);
    await webhook.close();

    expect(complaints).toEqual([expect.stringMatching(/^New orders cannot be announced until the data is back: /)]);
  });

  test('F15: is told at once of an order that was noted while the clock was days ahead', async () => {
    const home = await newHome();
    const program = await receiver(1);
    const day = 86_400_000;
    let time = Date.now() + 3 * day;
    const database = await home.open();
    const webhook = orderWebhook(database, { url: program.url, secret, now: () => time, everyMs: 20 });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(program.calls).toBe(1);
    time -= 3 * day;

    await expect.poll(() => program.heard.length).toBe(1);
    await expect.poll(() => database.selectFrom('order_announcements').selectAll().execute()).toEqual([]);
    expect(program.calls()).toBe(2);
    await webhook.close();
    program.close();
  });

  test('that hangs holds up no order', async () => {
    const home = await newHome();
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const database = await home.open();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const complaints: string[] = [];
    const complain = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url, secret, timeoutMs: 60_000, complain });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await sari.ask('POST', '/api/orders', { body: anOrder() })).status);

    expect(answers).toEqual([201, 201, 201, 201, 201]);
    await webhook.close();
    await database.destroy();
    // Closing is no fault of the receiver: no attempt is counted or reported, and no further order is announced.
    const attempts = await shop.database
      .selectFrom('order_announcements')
      .select('attempts')
      .orderBy('next_at')
      .execute();
    expect(attempts.map((row) => row.attempts).sort()).toEqual([0, 0, 0, 0, 1]);
    expect(complaints).toEqual([]);
    silent.closeAllConnections();
    silent.close();
  });
});

onEveryDatabase('the data of the first version', (newHome) => {
  test('is brought to this one with everything in it', async () => {
    const home = await newHome('empty');
    const database = await home.open();
    const { up } = await import('../../server/database/migrations/2026-11-20-the-shop-opens.ts');
    const first = await new Migrator({
      db: database as never,
      provider: { getMigrations: async () => ({ '2026-11-20-the-shop-opens': { up } }) },
    }).migrateToLatest();
    expect(first.error).toBeUndefined();
    await sql`insert into customers values ('c', 'a@b.id', 'a@b.id', 'Sari', '081234567890', 'none', '2026-11-20T00:00:00.000Z')`.execute(
      database,
    );

    await prepareDatabase(database, { menu: async () => fixtureMenu });

    expect(await database.selectFrom('customers').select('full_name').execute()).toEqual([{ full_name: 'Sari' }]);
    expect(await database.selectFrom('order_announcements').selectAll().execute()).toEqual([]);
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    expect((await sari.ask('POST', '/api/orders', { body: anOrder() })).status).toBe(201);
  });
});

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx'].find((path) =>
  existsSync(path),
);
const hasNginx = had(nginx, 'no nginx: deploy/nginx.conf was not tried.');

/** Two free ports. */
async function freePorts() {
  const servers = [createServer(), createServer()];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}

const hasFullDisk = had(existsSync('/dev/full'), 'no /dev/full: a disk without room for the log was not tried.');

test.runIf(hasFullDisk)(
  'F10: a disk without room for the log keeps the shop neither from answering nor from closing',
  async () => {
    const [port = 0] = await freePorts();
    const full = await open('/dev/full', 'w');
    const shop = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.mjs')], {
      env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, 'without-a-log'), LOG_LEVEL: 'info' },
      stdio: ['ignore', full.fd, 'inherit'],
    });
    onTestFinished(async () => {
      shop.kill('SIGKILL');
      await full.close();
    });
    const ended = once(shop, 'exit');
    const answer = () =>
      fetch(`http://127.0.0.1:${port}/api/orders`).then(
        ({ status }) => status,
        () => undefined,
      );

    await expect.poll(answer).toBe(401);
    expect([await answer(), await answer(), await answer()]).toEqual([401, 401, 401]);
    shop.kill('SIGINT');

    expect(await ended).toEqual([0, null]);
  },
);

const main = join(import.meta.dirname, '..', '..', 'server', 'main.mjs');
/** Runs the shop in a terminal of its own, of which `script` passes the output on. */
const inTerminal = ['script', '-qfc', `${process.execPath} ${main}`, '/dev/null'];
const hasScript = had(
  existsSync('/usr/bin/script') && process.platform === 'linux',
  'no script of Linux: a terminal that takes no more of the log was not tried.',
);

test.for([['program', [process.execPath, main]], ...(hasScript ? [['terminal', inTerminal] as const] : [])] as const)(
  'a %s that takes no more of the log holds up no answer',
  async ([, [command = '', ...words]]) => {
    const [port = 0] = await freePorts();
    const shop = spawn(command, words, {
      env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, 'without-a-reader'), LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    shop.stdout.pause();
    onTestFinished(() => void shop.kill('SIGKILL'));
    const answer = () =>
      fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(answer).toBe(200);

    // Each request logs a line of 150 bytes, and the kernel buffers about 300,000 bytes of a pipe.
    const answers = new Set<number | undefined>();
    for (let asked = 0; asked < 4_000; asked += 50)
      for (const status of await Promise.all(Array.from({ length: 50 }, answer))) answers.add(status);

    expect([...answers]).toEqual([200]);
  },
);

/** Runs `deploy/nginx.conf` in front of these shops while `use` runs. */
async function behindNginx(shops: readonly RunningShop[], use: (url: string, plainUrl: string) => Promise<void>) {
  const place = await mkdtemp(join(folder, 'nginx-'));
  const [port = 0, plainPort = 0] = await freePorts();
  const upstream = shops.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=5s;`).join(' ');
  const recipe = (await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8'))
    .replace(/server 127\.0\.0\.1:3000.*/, upstream)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('kopi.example', 'localhost')
    .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, tlsFiles.TLS_CERT)
    .replace(/\/etc\/letsencrypt\S*privkey\.pem/, tlsFiles.TLS_KEY);
  const conf = join(place, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  await writeFile(
    conf,
    `pid ${place}/nginx.pid; daemon off; error_log ${place}/error.log; events {} http { access_log off; ${temporary.join(' ')} ${recipe} }`,
  );
  const proxy = spawn(nginx ?? '', ['-p', place, '-c', conf], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const ready = () =>
      new Promise((resolve) => {
        const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(true));
        socket.once('error', () => resolve(false)).once('secureConnect', () => socket.end());
      });
    await expect.poll(ready).toBe(true);
    await use(`https://localhost:${port}`, `http://127.0.0.1:${plainPort}`);
  } finally {
    proxy.kill('SIGQUIT');
    await once(proxy, 'exit');
  }
}

test.runIf(hasNginx)('the nginx recipe serves the shop over HTTPS and tells it who asks', async () => {
  const shop = await start({ env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' } });

  await behindNginx([shop], async (url, plainUrl) => {
    const list = await askHttp2(url, '/api/products', { 'accept-encoding': 'br' });
    expect([list.status, list.headers['content-encoding'], list.headers['kedai-api']]).toEqual([200, 'br', '1']);
    expect(String(list.headers.etag)).toMatch(/^"/);
    const page = await askHttp2(url, '/products');
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    const failed = await askHttp2(url, '/api/nothing', { 'x-forwarded-for': '198.51.100.7' });
    expect(failed.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
    expect((await askHttp2(url, '/api/ready')).status).toBe(200);
    expect((await fetch(`${plainUrl}/products`, { redirect: 'manual' })).status).toBe(308);
  });
});

onEveryDatabase('several servers behind the nginx recipe', (newHome) => {
  test.runIf(hasNginx)('keep every order once, also when one of them is killed', async () => {
    const home = await newHome();
    const env = { TRUST_PROXY: '127.0.0.1' };
    const count = home.kind === 'SQLite' ? 2 : 4;
    const shops = await Promise.all(Array.from({ length: count }, () => start({ ...home.settings, env })));
    const [token = ''] = await newCustomers(home, 1);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ':method': 'POST' };

    await behindNginx(shops, async (url) => {
      const [product] = JSON.parse((await askHttp2(url, '/api/products')).text).data;
      const [paymentMethod] = JSON.parse((await askHttp2(url, '/api/banks')).text).data;
      const body = JSON.stringify(anOrderOf(product._id, product.price, 1, { paymentMethod }));
      /** Repeats an order under the same key until it is answered, as the storefront does. */
      const order = async (key: string): Promise<string> => {
        const { status, text } = await askHttp2(url, '/api/orders', { ...headers, 'idempotency-key': key }, body);
        return [409, 502, 503, 504].includes(Number(status)) ? order(key) : `${status} ${text}`;
      };
      const fourTimes = (key: string) => Promise.all([order(key), order(key), order(key), order(key)]);

      const before = await Promise.all(['a', 'b', 'c'].map(fourTimes));
      await shops[0]?.kill();
      const after = await Promise.all(['c', 'd', 'e'].map(fourTimes));
      const lists = await Promise.all(Array.from({ length: 8 }, () => askHttp2(url, '/api/products')));

      for (const answers of [...before, ...after]) {
        expect(new Set(answers).size).toBe(1);
        expect(answers[0]).toMatch(/^201 /);
      }
      expect(after[0]?.[0]).toBe(before[2]?.[0]);
      expect(lists.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const listed = JSON.parse((await askHttp2(url, '/api/orders', { authorization: headers.authorization })).text);
      expect(listed.count).toBe(5);
    });
  });
});
