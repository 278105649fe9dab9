import { once } from 'node:events';
import { connect } from 'node:net';
import { type Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { AppOptions } from '../../server/app.ts';
import type { Database } from '../../server/database/open.ts';
import { menuCache } from '../../server/menu/menu-cache.ts';
import { openMetrics } from '../../server/metrics.ts';
import { ChangeStreams } from '../../server/orders/change-streams.ts';
import { type Home, onEveryDatabase } from '../support/databases.ts';
import { captureLog } from './captured-log.ts';
import { environmentOf, owner } from './commands/owner.ts';
import { readEvents } from './event-reader.ts';
import { connectHttp2 } from './http2-client.ts';
import { place, tap } from './order-fixture.ts';
import { type Customer, openShop, type StaffMember } from './shop.ts';
import { readCertificate } from './test-certificate.ts';

const soon = { pollMs: 20, heartbeatMs: 1e9 };
const never = { pollMs: 1e9, heartbeatMs: 1e9 };
/** Adds so many events of an order, as another process does. */
const addEvents = (database: Pick<Database, 'insertInto'>, order_number: string, count = 1) => {
  const event = { at: 'now', from_status: 'paid', to_status: 'paid', staff_id: null, reason: null, key: null };
  return database
    .insertInto('order_events')
    .values(Array(count).fill({ ...event, order_number }))
    .execute();
};

/** A shop that listens; closed when the test ends. */
async function openedShop(home: Home, options: Partial<AppOptions> = {}) {
  const shop = await openShop(home, { streams: soon, ...options });
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => shop.app.close());
  return {
    ...shop,
    url,
    ...{ sari: await shop.newCustomer(), tini: await shop.newCustomer(), budi: await shop.newStaff('Budi') },
    ofStaff: ({ token }: StaffMember) => readEvents(`${url}/api/counter/stream`, token),
    ofCustomer: ({ token }: Customer) => readEvents(`${url}/api/orders/stream`, token),
  };
}

onEveryDatabase('W4: a stream', (newHome, kind, testOnce) => {
  testOnce('says at once that there is something to look at, and carries nothing else', async () => {
    const { sari, budi, ...shop } = await openedShop(await newHome());
    await place(sari);

    const [guest, staff] = [await shop.ofCustomer(sari), await shop.ofStaff(budi)];
    await Promise.all([guest.signalled(1), staff.signalled(1)]);

    expect([staff.status, staff.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([staff.headers.get('cache-control'), staff.headers.get('x-accel-buffering')]).toEqual(['no-store', 'no']);
    // The comment pushes the event through a proxy that holds the last message back.
    expect(guest.text()).toBe('event: changed\ndata: {}\n\n:\n\n');
    // An installed counter of 250139d6 offers to load the page again.
    expect(staff.text()).toBe(`event: board\ndata: {}\n\n${guest.text()}`);
  });

  test('signals each change of an order once: to all staff, and to its customer only', async () => {
    const { sari, tini, budi, ...shop } = await openedShop(await newHome());
    const joko = await shop.newStaff('Joko');
    const streams = [await shop.ofCustomer(sari), await shop.ofStaff(budi), await shop.ofStaff(joko)];
    const foreign = await shop.ofCustomer(tini);

    const number = await place(sari);
    await Promise.all(streams.map((one) => one.signalled(2)));
    await tap(budi, number, { from: 'waiting_payment', to: 'processing' });
    await Promise.all(streams.map((one) => one.signalled(3)));
    await budi.ask('PUT', `/api/counter/orders/${number}/lines/tubruk`, { body: { struck: true } });
    await Promise.all(streams.map((one) => one.signalled(4)));
    await budi.ask('POST', `/api/counter/orders/${number}/prints`, { headers: { 'idempotency-key': 'ticket' } });
    await Promise.all(streams.map((one) => one.signalled(5)));
    await place(tini);
    await foreign.signalled(2);

    expect(streams[0]?.signals()).toBe(5);
  });

  testOnce('signals at once what this process has changed, the menu included', async () => {
    const { sari, budi, ...shop } = await openedShop(await newHome(), { streams: never });
    const [guest, staff] = [await shop.ofCustomer(sari), await shop.ofStaff(budi)];

    await place(sari);
    await Promise.all([guest.signalled(2), staff.signalled(2)]);
    await budi.ask('PATCH', '/api/counter/products/tubruk', { body: { available: false } });

    await Promise.all([guest.signalled(3), staff.signalled(3)]);
  });

  test('W8 W12: after a signal the shop answers with the menu and the pause of now, in every process', async () => {
    const home = await newHome();
    const { sari, budi, ...shop } = await openedShop(home, { menuCheckMs: 60_000, streams: {} });
    const elsewhere = await openShop(home, { streams: never });
    onTestFinished(() => elsewhere.app.close());
    const stream = await shop.ofCustomer(sari);
    await stream.signalled(1);
    const read = async (path: string) => (await shop.ask('GET', `/api/${path}`)).body;
    const before = await read('shop');

    await budi.ask('PUT', '/api/counter/pause', { body: { minutes: 15 } });
    await stream.signalled(2);
    const paused = await read('shop');
    await elsewhere.known(budi).ask('PATCH', '/api/counter/products/tubruk', { body: { available: false } });
    await stream.signalled(3);

    expect([before.pause, paused.pause]).toEqual([undefined, { until: expect.any(String) }]);
    expect((await read('products')).data[0]).toMatchObject({ _id: 'tubruk', available: false });
  });

  test('signals what other processes and the owner’s commands have changed', async () => {
    const home = await newHome();
    const { sari, budi, ...shop } = await openedShop(home);
    const elsewhere = await openShop(home, { streams: never });
    onTestFinished(() => elsewhere.app.close());
    const [guest, staff] = [await shop.ofCustomer(sari), await shop.ofStaff(budi)];

    const number = await place(elsewhere.known(sari));
    await Promise.all([guest.signalled(2), staff.signalled(2)]);
    await owner(environmentOf(home.settings), 'order', number, '--status', 'ready');
    await Promise.all([guest.signalled(3), staff.signalled(3)]);
    await elsewhere.known(budi).ask('PATCH', '/api/counter/products/tubruk', { body: { available: false } });

    await Promise.all([guest.signalled(4), staff.signalled(4)]);
  });

  if (kind === 'PostgreSQL')
    test('signals a change that is committed after a later one', async () => {
      const home = await newHome();
      const { sari, budi, ...shop } = await openedShop(home);
      const elsewhere = await home.open();
      const [slow, fast] = [await place(sari), await place(sari)];
      const stream = await shop.ofStaff(budi);
      await stream.signalled(1);

      await elsewhere.transaction().execute(async (transaction) => {
        await addEvents(transaction, slow);
        await addEvents(shop.database, fast);
        await stream.signalled(2);
      });

      await stream.signalled(3);
    });

  test('signals everybody when more has changed than is compared', async () => {
    const { sari, tini, ...shop } = await openedShop(await newHome(), { streams: never });
    const number = await place(sari);
    const stream = await shop.ofCustomer(tini);
    await stream.signalled(1);
    await addEvents(shop.database, number, 500);

    await place(sari);

    await stream.signalled(2);
  });

  test('signals everybody when the newest events are gone, as with a restored backup', async () => {
    const { sari, tini, ...shop } = await openedShop(await newHome());
    const number = await place(sari);
    const stream = await shop.ofCustomer(tini);
    await stream.signalled(1);

    await shop.database.deleteFrom('order_events').where('order_number', '=', number).execute();

    await stream.signalled(2);
  });

  test('B58 B21: of a session that has ended, on this server or another, is ended with the next heartbeat', async () => {
    const home = await newHome();
    const { sari, tini, budi, ...shop } = await openedShop(home, { streams: { pollMs: 1e9, heartbeatMs: 20 } });
    const [lina, joko] = [await shop.newCustomer(), await shop.newStaff('Joko')];
    const ended = [await shop.ofStaff(budi), await shop.ofCustomer(sari), await shop.ofCustomer(lina)];
    const stays = [await shop.ofStaff(joko), await shop.ofCustomer(tini)];

    await owner(environmentOf(home.settings), 'staff', 'remove', 'Budi');
    await sari.ask('POST', '/api/auth/logout');
    await shop.database.updateTable('customers').set({ password_hash: 'new' }).where('id', '=', lina.id).execute();

    expect(await Promise.all(ended.map((one) => one.ended))).toEqual(['ended', 'ended', 'ended']);
    await place(tini);
    await Promise.all([stays[0]?.signalled(2), stays[1]?.signalled(2)]);
  });

  testOnce('does not keep the shop from closing, and none is opened while it closes', async () => {
    const { sari, budi, ...shop } = await openedShop(await newHome());
    const streams = [await shop.ofStaff(budi), await shop.ofCustomer(sari)];
    await Promise.all(streams.map((one) => one.signalled(1)));
    const closed = new ChangeStreams(shop.database, { menu: menuCache(shop.database), now: Date.now });

    await Promise.all([shop.app.close(), closed.close()]);

    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
    const reader = { kind: 'customer', owner: sari.id, tokenHash: '' } as const;
    await expect(closed.send({} as never, reader)).rejects.toMatchObject({ code: 'closing' });
  });

  testOnce('gives way to newer ones of the same customer or device, four of which stay', async () => {
    const { sari, tini, budi, ...shop } = await openedShop(await newHome());
    const others = [await shop.ofCustomer(tini), await shop.ofStaff(budi)];
    const own = [];
    for (let tabs = 0; tabs < 5; tabs++) own.push(await shop.ofCustomer(sari));

    expect(await own[0]?.ended).toBe('ended');
    await place(sari);
    for (const stream of own.slice(1)) await stream.signalled(2);
    await others[1]?.signalled(2);
    expect(others[0]?.signals()).toBe(1);
  });

  testOnce('B60: are at most 5,000 for all customers; staff have theirs, and one that ends makes room', async () => {
    const { database } = await openedShop(await newHome());
    const streams = new ChangeStreams(database, { ...never, menu: menuCache(database), now: Date.now });
    onTestFinished(() => streams.close());
    const sent: { destroy: () => void }[] = [];
    const reply = { type: () => reply, header: () => reply, send: (stream: never) => void sent.push(stream) };
    const open = (id: number) => streams.send(reply as never, { kind: 'customer', owner: `${id}`, tokenHash: `${id}` });
    for (let id = 0; id < 5_000; id++) await open(id);

    await expect(open(5_000)).rejects.toMatchObject({ code: 'busy' });
    await streams.send(reply as never, { kind: 'staff', owner: 'budi', tokenHash: 'budi' });
    sent[0]?.destroy();
    await once(sent[0] as never, 'close');

    await open(5_000);
    await expect(open(5_001)).rejects.toMatchObject({ code: 'busy' });
  });

  testOnce('B60: writes nothing to a client that takes nothing; a change is one signal when it does', async () => {
    const { sari, ...shop } = await openedShop(await newHome(), { streams: never });
    const streams = new ChangeStreams(shop.database, { ...never, menu: menuCache(shop.database), now: Date.now });
    onTestFinished(() => streams.close());
    const read: string[] = [];
    let goOn = () => {};
    const client = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        read.push(`${chunk}`);
        goOn = done;
      },
    });
    const reply = { type: () => reply, header: () => reply, send: (stream: Readable) => stream.pipe(client) };
    await streams.send(reply as never, { kind: 'customer', owner: sari.id, tokenHash: '' });
    await expect.poll(() => read.length).toBe(1);
    const change = async () => {
      await place(sari);
      await streams.check();
    };
    for (let orders = 0; orders < 3; orders++) await change();
    expect(read).toHaveLength(1);

    goOn();
    await expect.poll(() => read.length).toBe(2);
    goOn();
    await new Promise(setImmediate);
    expect(read).toHaveLength(2);
    await change();
    await expect.poll(() => read.length).toBe(3);

    expect(new Set(read)).toEqual(new Set(['event: changed\ndata: {}\n\n:\n\n']));
  });

  testOnce('sends a heartbeat while nothing happens', async () => {
    const shop = await openedShop(await newHome(), { streams: { pollMs: 1e9, heartbeatMs: 5 } });
    const stream = await shop.ofCustomer(shop.sari);

    await expect.poll(stream.text).toMatch(/:\n\n:\n\n:\n\n$/);

    expect(stream.signals()).toBe(1);
  });

  testOnce('is no HEAD, and nothing for a call that does not fit', async () => {
    const { sari, budi, ...shop } = await openedShop(await newHome());

    const heads = [
      await sari.ask('HEAD', '/api/orders/stream'),
      await budi.ask('HEAD', '/api/counter/stream'),
      await shop.ask('GET', '/api/orders/stream'),
    ];

    expect(heads.map(({ status }) => status)).toEqual([405, 405, 401]);
  });

  testOnce('is no slow response in the metrics, and no error in the log, however it ends', async () => {
    const metrics = await openMetrics(0);
    onTestFinished(() => metrics.close());
    const { logger, lines } = captureLog('warn');
    const { sari, budi, ...shop } = await openedShop(await newHome(), { metrics, logger });
    const [cut, ended] = [await shop.ofCustomer(sari), await shop.ofStaff(budi)];
    await cut.signalled(1);
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /api/orders/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sari.token}\r\n\r\n`);
    await once(socket, 'data');

    cut.leave();
    socket.resetAndDestroy();
    await budi.ask('DELETE', '/api/staff/session');
    await shop.app.close();
    await ended.ended;

    const text = await (await fetch(metrics.url)).text();
    expect(text).toContain('route="/api/staff/session"');
    expect(text).not.toContain('/stream"');
    expect(lines).toEqual([]);
  });

  testOnce('over HTTP/2 leaves room for other requests on its connection', async () => {
    const shop = await openedShop(await newHome(), { tls: await readCertificate() });
    const customers = await Promise.all(Array.from({ length: 15 }, () => shop.newCustomer()));
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const session = await connectHttp2(shop.url);

    for (const { token } of customers) {
      const stream = session.request({ ':path': '/api/orders/stream', authorization: `Bearer ${token}` });
      const [chunk] = await once(stream.setEncoding('utf8'), 'data');
      expect(chunk).toBe('event: changed\ndata: {}\n\n:\n\n');
    }
    const health = session.request({ ':path': '/api/health' });
    const [answer] = await once(health, 'response');

    expect(answer[':status']).toBe(200);
    expect(warnings).toEqual([]);
  });
});
