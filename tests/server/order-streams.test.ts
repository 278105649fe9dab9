import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { PlacedOrder } from '#core/contract';
import { Board, CounterOrder } from '#core/counter';
import type { AppOptions } from '../../server/app.ts';
import { openSqlite } from '../../server/database/open.ts';
import { openMetrics } from '../../server/metrics.ts';
import { OrderStreams } from '../../server/orders/order-streams.ts';
import { type Home, onEveryDatabase } from '../support/databases.ts';
import { captureLog } from './captured-log.ts';
import { environmentOf, owner } from './commands/owner.ts';
import { readEvents } from './event-reader.ts';
import { connectHttp2 } from './http2-client.ts';
import { anOrder } from './order-fixture.ts';
import { type Customer, openShop, type StaffMember } from './shop.ts';
import { readCertificate } from './test-certificate.ts';
import { folder } from './test-folder.ts';

const soon = { pollMs: 20 };
const never = { pollMs: 1e9 };

/** A shop that listens; closed when the test ends. */
async function openedShop(home: Home, options: Partial<AppOptions> = {}) {
  const shop = await openShop(home, { streams: soon, ...options });
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => shop.app.close());
  return {
    ...shop,
    url,
    board: ({ token }: StaffMember) => readEvents(`${url}/api/counter/stream`, token),
    orders: ({ token }: Customer) => readEvents(`${url}/api/orders/stream`, token),
  };
}

const place = async ({ ask }: Customer): Promise<string> =>
  (await ask('POST', '/api/orders', { body: anOrder() })).body.order_number;

let taps = 0;
const step = (staff: StaffMember, number: string, from: string, to: string) =>
  staff.ask('PATCH', `/api/counter/orders/${number}`, {
    body: { from, to },
    headers: { 'idempotency-key': `tap-${taps++}` },
  });

onEveryDatabase('W4: a stream', (newHome, kind) => {
  test('of the counter begins with the board, and tells of everything that changes an order', async () => {
    const shop = await openedShop(await newHome());
    const [sari, budi, tini] = [await shop.newCustomer(), await shop.newStaff('Budi'), await shop.newStaff('Tini')];
    const early = await place(sari);
    const [one, other] = [await shop.board(budi), await shop.board(tini)];
    const first = await one.next('board');

    const number = await place(sari);
    await step(budi, number, 'waiting_payment', 'processing');
    await tini.ask('PUT', `/api/counter/orders/${number}/lines/tubruk`, { body: { struck: true } });
    await tini.ask('POST', `/api/counter/orders/${number}/prints`, { headers: { 'idempotency-key': 'ticket' } });
    const last = await one.next('order', { order_number: number, revision: 3 });

    expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([one.headers.get('cache-control'), one.headers.get('x-accel-buffering')]).toEqual(['no-store', 'no']);
    expect(v.is(Board, first)).toBe(true);
    expect(first.orders.map(({ order_number }: CounterOrder) => order_number)).toEqual([early]);
    expect(v.is(CounterOrder, last)).toBe(true);
    expect(last).toMatchObject({ status: 'processing', prints: 1, lines: [{ struck: true }] });
    expect(await other.next('order', { order_number: number, revision: 3 })).toEqual(last);
    expect(one.names()[0]).toBe('board');
  });

  test('of a customer begins with their newest orders, and never tells of those of others', async () => {
    const shop = await openedShop(await newHome(), { rateLimits: { orders: { count: 100, seconds: 60 } } });
    const [sari, tini, budi] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newStaff()];
    for (let orders = 0; orders < 51; orders++) await place(sari);
    const stream = await shop.orders(sari);
    const { data } = await stream.next('orders');
    const newest = data[0].order_number;

    const foreign = await place(tini);
    await step(budi, foreign, 'waiting_payment', 'paid');
    const own = await place(sari);
    await stream.next('order', { order_number: own });
    await step(budi, newest, 'waiting_payment', 'ready');
    const ready = await stream.next('order', { order_number: newest });

    expect(data).toHaveLength(50);
    expect(v.is(v.array(PlacedOrder), [...data, ready])).toBe(true);
    expect(ready).toEqual({ ...data[0], status: 'ready', changed_at: expect.any(String), revision: 1 });
    expect(stream.all('order').map(({ order_number }: PlacedOrder) => order_number)).not.toContain(foreign);
  });

  test('reports each change once, although it is notified twice', async () => {
    const shop = await openedShop(await newHome());
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const stream = await shop.board(budi);
    await stream.next('board');
    const first = await place(sari);
    await stream.next('order', { order_number: first });

    // The notification of the first order arrives before that of the last one.
    const second = await place(sari);
    await owner(environmentOf((await newHome()).settings), 'orders');
    await stream.next('order', { order_number: second });
    await shop.database.updateTable('orders').set({ revision: 5 }).where('order_number', '=', second).execute();
    await shop.database
      .insertInto('order_events')
      .values({
        order_number: second,
        at: 'now',
        from_status: 'waiting_payment',
        to_status: 'waiting_payment',
        staff_id: null,
        reason: null,
        key: null,
      })
      .execute();
    await stream.next('order', { order_number: second, revision: 5 });

    expect(stream.all('order').map(({ order_number, revision }) => [order_number, revision])).toEqual([
      [first, 0],
      [second, 0],
      [second, 5],
    ]);
  });

  test('reports changes by the owner’s commands and other processes by polling', async () => {
    const home = await newHome();
    const shop = await openedShop(home);
    const elsewhere = await openShop(home, { streams: soon });
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const [board, orders] = [await shop.board(budi), await shop.orders(sari)];
    await board.next('board');

    const sent = await elsewhere.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { authorization: `Bearer ${sari.token}` },
      payload: anOrder(),
    });
    const { order_number } = sent.json();
    await board.next('order', { order_number, status: 'waiting_payment' });
    await owner(environmentOf(home.settings), 'order', order_number, '--status', 'ready');

    expect(await board.next('order', { order_number, status: 'ready' })).toMatchObject({ revision: 1 });
    expect(await orders.next('order', { order_number, status: 'ready' })).toHaveProperty('changed_at');
    await elsewhere.app.close();
  });

  if (kind === 'PostgreSQL')
    test('reports changes by other processes at once where PostgreSQL notifies it', async () => {
      const home = await newHome();
      const shop = await openedShop(home, { streams: never });
      const elsewhere = await openShop(home, { streams: never });
      onTestFinished(() => elsewhere.app.close());
      const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
      const board = await shop.board(budi);
      await board.next('board');
      const listeners = async () =>
        (
          await sql`select 1 from pg_stat_activity
          where datname = current_database() and query = 'listen kedai_orders'`.execute(shop.database)
        ).rows.length;
      await expect.poll(listeners).toBe(1);

      const order = () =>
        elsewhere.app.inject({
          method: 'POST',
          url: '/api/orders',
          headers: { authorization: `Bearer ${sari.token}` },
          payload: anOrder(),
        });
      await sql`notify kedai_orders, 'no orders'`.execute(shop.database);
      const numbers = (await Promise.all([order(), order(), order()])).map((sent) => sent.json().order_number);

      for (const order_number of numbers) await board.next('order', { order_number });
      board.leave();
      // Without a stream nothing is listened to.
      await expect.poll(listeners).toBe(0);
    });

  if (kind === 'PostgreSQL')
    test('connects again when the connection on which it listens was lost', async () => {
      const home = await newHome();
      const shop = await openedShop(home);
      const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
      const board = await shop.board(budi);
      await board.next('board');
      const ended = () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen kedai_orders'`.execute(shop.database);
      await expect.poll(async () => (await ended()).rows.length).toBe(1);

      const number = await place(sari);
      await owner(environmentOf(home.settings), 'order', number, '--status', 'paid');

      await board.next('order', { order_number: number, status: 'paid' });
    });

  if (kind === 'PostgreSQL')
    test('reports a change that is committed after a later one', async () => {
      const home = await newHome();
      const shop = await openedShop(home);
      const elsewhere = await home.open();
      const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
      const [slow, fast] = [await place(sari), await place(sari)];
      const event = (order_number: string) => ({
        order_number,
        at: new Date().toISOString(),
        from_status: 'waiting_payment',
        to_status: 'paid',
        staff_id: null,
        reason: null,
        key: null,
      });
      const change = (order_number: string) => ({
        run: async (database: typeof elsewhere) => {
          await database.insertInto('order_events').values(event(order_number)).execute();
          await database
            .updateTable('orders')
            .set({ status: 'paid', revision: 1 })
            .where('order_number', '=', order_number)
            .execute();
        },
      });
      // One stream is there before the slow change begins, the other comes while it is under way.
      const before = await shop.board(budi);
      await before.next('board');

      let meanwhile: typeof before | undefined;
      await elsewhere.transaction().execute(async (transaction) => {
        await change(slow).run(transaction);
        await change(fast).run(shop.database);
        await before.next('order', { order_number: fast, status: 'paid' });
        before.leave();
        meanwhile = await shop.board(budi);
        await meanwhile.next('board');
      });

      await meanwhile?.next('order', { order_number: slow, status: 'paid' });
    });

  test('B58: of a member who is removed is told so and ended', async () => {
    const home = await newHome();
    const shop = await openedShop(home);
    const [budi, tini] = [await shop.newStaff('Budi'), await shop.newStaff('Tini')];
    const [removed, out, stays] = [
      await shop.board(budi),
      await shop.board(tini),
      await shop.board(await shop.newStaff('Joko')),
    ];

    await owner(environmentOf(home.settings), 'staff', 'remove', 'Budi');
    await tini.ask('DELETE', '/api/staff/session');

    for (const one of [removed, out]) {
      expect(await one.ended).toBe('ended');
      expect(one.names()).toEqual(['board', 'ended']);
    }
    expect(stays.names()).toEqual(['board']);
  });

  test('B21: of a customer who has logged out, on this server or another, is ended', async () => {
    const home = await newHome();
    const shop = await openedShop(home);
    const elsewhere = await openShop(home);
    const [sari, tini, lina] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newCustomer()];
    const streams = [await shop.orders(sari), await shop.orders(tini), await shop.orders(lina)];

    await sari.ask('POST', '/api/auth/logout');
    await elsewhere.ask('POST', '/api/auth/logout', { headers: { authorization: `Bearer ${tini.token}` } });
    await shop.database.updateTable('customers').set({ password_hash: 'new' }).where('id', '=', lina.id).execute();

    for (const stream of streams) {
      expect(await stream.ended).toBe('ended');
      expect(stream.names()).toEqual(['orders']);
    }
    await elsewhere.app.close();
  });

  test('does not keep the shop from closing, and none is opened while it closes', async () => {
    const shop = await openedShop(await newHome());
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const streams = [await shop.board(budi), await shop.orders(sari)];
    await Promise.all(streams.map((stream) => expect.poll(stream.names).toHaveLength(1)));
    const open = new OrderStreams(shop.database, { now: Date.now });

    await Promise.all([shop.app.close(), open.close()]);

    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
    const customer = { id: sari.id, tokenHash: '' };
    await expect(open.open({ customer }, 'orders', async () => '{}')).rejects.toMatchObject({ code: 'closing' });
  });

  test('gives way to newer ones of the same customer or device', async () => {
    const shop = await openedShop(await newHome());
    const [sari, tini, budi] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newStaff()];
    const others = [await shop.orders(tini), await shop.board(budi)];
    const own = [];
    for (let tabs = 0; tabs < 7; tabs++) own.push(await shop.orders(sari));

    expect(await own[0]?.ended).toBe('ended');
    await place(sari);
    for (const stream of own.slice(1)) await stream.next('order');
    await others[1]?.next('order');
    expect(others[0]?.names()).toEqual(['orders']);
  });

  test('B60: are at most 500 for all customers together, and one that ends makes room', async () => {
    const { database } = await openedShop(await newHome());
    const streams = new OrderStreams(database, { ...never, now: Date.now });
    onTestFinished(() => streams.close());
    const open = (id: number) =>
      streams.open({ customer: { id: `${id}`, tokenHash: `${id}` } }, 'orders', async () => '[]');
    const first = await open(0);
    await Promise.all(Array.from({ length: 499 }, (_, id) => open(id + 1)));

    await expect(open(500)).rejects.toMatchObject({ code: 'busy' });
    first.destroy();
    await once(first, 'close');

    await expect(open(500)).resolves.toBeDefined();
    await expect(open(501)).rejects.toMatchObject({ code: 'busy' });
  });

  test('sends a heartbeat while nothing happens', async () => {
    const shop = await openedShop(await newHome(), { streams: { pollMs: 1e9, heartbeatMs: 5 } });
    const stream = await shop.orders(await shop.newCustomer());

    await expect.poll(stream.chunks).toBeGreaterThan(3);

    expect(stream.names()).toEqual(['orders']);
  });

  test('is no HEAD, and nothing for a call that does not fit', async () => {
    const shop = await openedShop(await newHome());
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];

    const heads = [
      await sari.ask('HEAD', '/api/orders/stream'),
      await budi.ask('HEAD', '/api/counter/stream'),
      await shop.ask('GET', '/api/orders/stream'),
    ];

    expect(heads.map(({ status }) => status)).toEqual([405, 405, 401]);
  });

  test('is no slow response in the metrics, and no error in the log, however it ends', async () => {
    const metrics = await openMetrics(0);
    onTestFinished(() => metrics.close());
    const { logger, lines } = captureLog('warn');
    const shop = await openedShop(await newHome(), { metrics, logger });
    const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
    const [cut, ended] = [await shop.orders(sari), await shop.board(budi)];
    await cut.next('orders');
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /api/orders/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sari.token}\r\n\r\n`);
    await once(socket, 'data');

    cut.leave();
    socket.resetAndDestroy();
    await budi.ask('DELETE', '/api/staff/session');
    await ended.ended;
    await shop.app.close();

    const text = await (await fetch(metrics.url)).text();
    expect(text).toContain('route="/api/staff/session"');
    expect(text).not.toContain('/stream"');
    expect(lines).toEqual([]);
  });
});

/** A shop with a certificate on SQLite. */
async function shopWithTls(name: string) {
  const dataDir = join(folder, name);
  await owner({ DATA_DIR: dataDir }, 'menu', 'export');
  const database = await openSqlite(dataDir);
  onTestFinished(() => database.destroy());
  return openedShop(
    { kind: 'SQLite', settings: { dataDir }, open: async () => database },
    { tls: await readCertificate() },
  );
}

test('W4: over HTTP/2 streams leave the turns of their connection to other requests', async () => {
  const shop = await shopWithTls('streams-over-http2');
  const customers = await Promise.all(Array.from({ length: 20 }, () => shop.newCustomer()));
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const session = await connectHttp2(shop.url);

  for (const { token } of customers) {
    const stream = session.request({ ':path': '/api/orders/stream', authorization: `Bearer ${token}` });
    const [chunk] = await once(stream.setEncoding('utf8'), 'data');
    expect(chunk).toBe('event: orders\ndata: {"data":[]}\n\n');
  }
  const health = session.request({ ':path': '/api/health' });
  const [answer] = await once(health, 'response');

  expect(answer[':status']).toBe(200);
  expect(warnings).toEqual([]);
});
