import { lookup } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import webPush from 'web-push';
import type { Database } from '../../server/database/open.ts';
import { changeStatus, lockedOrder } from '../../server/orders/order-changes.ts';
import { callableEndpoint, isPublicAddress } from '../../server/push/public-address.ts';
import { sendPush } from '../../server/push/push-request.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { listen } from '../support/listen.ts';
import { place } from './order-fixture.ts';
import { startPushService } from './push-service.ts';
import { type Customer, openShop, shopWithCustomer } from './shop.ts';

vi.mock('node:dns', { spy: true });

const minute = 60_000;
const day = 24 * 60 * minute;

/** Changes an order as the counter does. */
const becomes = (database: Database, number: string, to: string, now: number) =>
  database.transaction().execute(async (transaction) => {
    const order = await lockedOrder(transaction, number);
    if (!order) throw new Error('no such order');
    await changeStatus(transaction, order, { to, reason: null }, { staffId: null, key: null, now });
  });

onEveryDatabase('a customer who wants to be notified', (newHome, _kind, testOnce) => {
  /** A shop with a clock that tests set, and a push service beside it. */
  async function shopWithPush() {
    const push = await startPushService();
    const clock = { now: Date.now() };
    const shop = await openShop(await newHome(), {
      now: () => clock.now,
      jobs: { everyMs: 20, ca: push.ca, isAllowed: (address: string) => address === '127.0.0.1' },
    });
    // It would look at its queue until the last test of the file.
    onTestFinished(() => shop.app.close());
    const sari = await shop.newCustomer();
    const subscribe = (customer: Customer, path?: string) =>
      customer.ask('PUT', '/api/push/subscription', { body: push.subscription(path) });
    const waiting = () => shop.database.selectFrom('jobs').selectAll().execute();
    /** Sari, who has subscribed, has a new order that is ready. */
    const readyOrder = async () => {
      await subscribe(sari);
      await becomes(shop.database, await place(sari), 'ready', clock.now);
    };
    return { ...push, shop, clock, sari, subscribe, waiting, readyOrder };
  }

  test('is told when the order is ready and can no longer be undone: encrypted, signed, and nothing personal', async () => {
    const { shop, sari, clock, deliveries, subscribe, waiting, url } = await shopWithPush();
    const { key } = (await sari.ask('GET', '/api/push/key')).body;
    expect((await subscribe(sari)).status).toBe(204);
    const number = await place(sari);

    await becomes(shop.database, number, 'ready', clock.now);
    // What never answers to one customer delays no other.
    expect(await waiting()).toMatchObject([{ turn: sari.id }]);
    // Due a moment before Sari's: once it was sent, the queue has looked, and left hers.
    const tini = await shop.newCustomer();
    await subscribe(tini, '/tini');
    await becomes(shop.database, await place(tini), 'ready', clock.now - 1);
    clock.now += 9_999;
    await expect.poll(() => deliveries).toMatchObject([{ path: '/tini' }]);
    await expect.poll(waiting).toMatchObject([{ turn: sari.id, attempts: 0 }]);
    clock.now += 1;

    await expect.poll(() => deliveries).toHaveLength(2);
    const delivery = deliveries.at(-1);
    expect(delivery?.message).toEqual({ order_number: number, status: 'ready' });
    expect(delivery?.headers).toMatchObject({ ttl: '1800', 'content-encoding': 'aes128gcm' });
    expect(delivery?.claims).toMatchObject({ aud: url.replace('localhost', '127.0.0.1'), key, sub: /^mailto:/ });
    await expect.poll(waiting).toEqual([]);
  });

  testOnce('has the newest of each order only where a push service keeps them for a phone that is off', async () => {
    const { shop, sari, clock, deliveries, subscribe } = await shopWithPush();
    await subscribe(sari);
    const [number, other] = [await place(sari), await place(sari)];

    for (const [order, status] of [
      [number, 'ready'],
      [number, 'delivering'],
      [other, 'ready'],
    ] as const) {
      const before = deliveries.length;
      await becomes(shop.database, order, status, clock.now);
      clock.now += 10_000;
      await expect.poll(() => deliveries).toHaveLength(before + 1);
    }

    const [first, second, third] = deliveries.map(({ headers }) => headers.topic);
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(first).not.toContain(number.slice(-4));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is told nothing of an order that they cancel themselves', async () => {
    const { shop, sari, clock, subscribe, waiting } = await shopWithPush();
    await subscribe(sari);
    const [own, shops] = [await place(sari), await place(sari)];

    await sari.ask('PATCH', `/api/orders/${own}`, { body: { from: 'waiting_payment' } });
    expect(await waiting()).toEqual([]);
    await becomes(shop.database, shops, 'cancelled', clock.now);

    expect(await waiting()).toMatchObject([{ subject: shops }]);
  });

  test('is told of nothing that was undone, and only of the newest status, also when it has subscribed again', async () => {
    const { shop, sari, clock, deliveries, subscribe, waiting } = await shopWithPush();
    await subscribe(sari);
    const [undone, cancelled] = [await place(sari), await place(sari)];

    await becomes(shop.database, undone, 'ready', clock.now);
    await becomes(shop.database, undone, 'processing', clock.now);
    expect(await waiting()).toEqual([]);
    await becomes(shop.database, cancelled, 'ready', clock.now);
    await becomes(shop.database, cancelled, 'cancelled', clock.now);
    await subscribe(sari);
    clock.now += 10_000;

    await expect.poll(waiting).toEqual([]);
    await expect
      .poll(() => deliveries.map(({ message }) => message))
      .toEqual([{ order_number: cancelled, status: 'cancelled' }]);
  });

  test('B62: gets no more messages after logging out, and none of a customer who used the same browser', async () => {
    const { shop, clock, sari, deliveries, subscribe, waiting } = await shopWithPush();
    const [budi, tini] = [await shop.newCustomer(), await shop.newCustomer()];
    await subscribe(sari);
    const number = await place(sari);
    await becomes(shop.database, number, 'ready', clock.now);

    await sari.ask('POST', '/api/auth/logout');
    // Tini has not logged out.
    for (const one of [tini, budi]) await subscribe(one);
    const [ofTini, ofBudi] = [await place(tini), await place(budi)];
    for (const one of [ofTini, ofBudi]) await becomes(shop.database, one, 'ready', clock.now);
    clock.now += 10_000;

    await expect.poll(waiting).toEqual([]);
    expect(deliveries.map(({ message }) => message)).toEqual([{ order_number: ofBudi, status: 'ready' }]);
  });

  testOnce.for([
    ['has another password', 'customers', { password_hash: 'another' }],
    ['was used 61 days ago', 'sessions', { last_used_at: Date.now() - 61 * day }],
    ['is 181 days old', 'sessions', { created_at: Date.now() - 181 * day }],
  ] as const)('B62: is told nothing more when the session %s', async ([, table, values]) => {
    const { shop, clock, sari, service, subscribe, waiting } = await shopWithPush();
    const budi = await shop.newCustomer();
    await subscribe(sari, '/sari');
    await subscribe(budi, '/budi');
    const [ofSari, ofBudi] = [await place(sari), await place(budi)];
    const endSession = ({ id }: Customer) =>
      shop.database.transaction().execute((transaction) =>
        transaction
          .updateTable(table)
          .set(values)
          .where(table === 'sessions' ? 'customer_id' : 'id', '=', id)
          .execute(),
      );

    await endSession(sari);
    await becomes(shop.database, ofSari, 'ready', clock.now);
    expect(await waiting()).toEqual([]);
    await becomes(shop.database, ofBudi, 'ready', clock.now);
    expect(await waiting()).toHaveLength(1);
    await endSession(budi);
    clock.now += 10_000;

    await expect.poll(waiting).toEqual([]);
    expect(service.requests).toBe(0);
    expect(await shop.database.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  });

  testOnce.for([
    ['404', { status: 404 }, 'ends'],
    ['410', { status: 410 }, 'ends'],
    ['413', { status: 413 }, 'stays'],
    ['a redirect', { status: 307, headers: { location: 'https://127.0.0.1:1/' } }, 'stays'],
    ['a pause of years', { status: 503, headers: { 'retry-after': '999999999999' } }, 'stays'],
    ['a pause until 9999', { status: 503, headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' } }, 'stays'],
  ] as const)('F53: gets no second attempt when the push service answers %s', async ([, reply, subscription]) => {
    const { shop, clock, service, waiting, readyOrder } = await shopWithPush();
    service.reply = reply;

    await readyOrder();
    clock.now += 10_000;

    await expect.poll(waiting).toEqual([]);
    const subscriptions = await shop.database.selectFrom('push_subscriptions').selectAll().execute();
    expect(subscriptions).toHaveLength(subscription === 'ends' ? 0 : 1);
    expect(service.requests).toBe(1);
  });

  testOnce.for([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '60' } }, 60_000],
    ['503 with a date that is over', { status: 503, headers: { 'retry-after': new Date(0).toUTCString() } }, 5_000],
    ['500 with more than is read', { status: 500, body: Buffer.alloc(100_000) }, 5_000],
    ['nothing', 'none', 5_000],
  ] as const)('F53: is told later when the push service answers %s', async ([, reply, pauseMs]) => {
    const { clock, service, deliveries, waiting, readyOrder } = await shopWithPush();
    // The time of the first attempt is over once the push service has heard it, however long that takes.
    const over = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(over.signal);
    onTestFinished(() => limit.mockRestore());
    service.reply = reply;
    await readyOrder();
    clock.now += 10_000;
    await expect.poll(() => deliveries).toHaveLength(1);
    if (reply === 'none') over.abort();
    expect(limit).toHaveBeenCalledWith(10_000);
    await expect.poll(waiting).toMatchObject([{ attempts: 1, next_at: clock.now + pauseMs }]);

    service.reply = { status: 201 };
    clock.now += pauseMs;

    await expect.poll(() => deliveries).toHaveLength(2);
    await expect.poll(waiting).toEqual([]);
  });

  testOnce('F53: is told no more when half an hour has passed', async () => {
    const { clock, service, waiting, readyOrder } = await shopWithPush();
    await readyOrder();

    clock.now += 31 * minute;

    await expect.poll(waiting).toEqual([]);
    expect(service.requests).toBe(0);
  });

  testOnce('has ten browsers at most', async () => {
    const { shop, sari, clock, subscribe } = await shopWithPush();
    for (let browser = 0; browser < 12; browser++) {
      clock.now++;
      await subscribe(sari, `/browser-${browser}`);
    }

    const rows = await shop.database.selectFrom('push_subscriptions').select('endpoint').execute();

    const newest = Array.from({ length: 10 }, (_, at) => `${at + 2}`);
    expect(rows.map(({ endpoint }) => endpoint.split('-').at(-1)).toSorted()).toEqual(newest.toSorted());
  });

  testOnce('B61: cannot have the shop call a host of its own network, or anything but HTTPS', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };

    for (const [endpoint, code] of [
      ['https://127.0.0.1/1', 'endpoint_refused'],
      ['http://push.example/1', 'invalid_body'],
    ]) {
      const { status, body } = await sari.ask('PUT', '/api/push/subscription', { body: { endpoint, keys } });
      expect([endpoint, status, body.error.code]).toEqual([endpoint, 422, code]);
    }
    await sari.ask('PUT', '/api/push/subscription', { body: { endpoint: 'https://PUSH.example/1', keys } });
    const stored = await shop.database.selectFrom('push_subscriptions').select('endpoint').execute();
    expect(stored).toEqual([{ endpoint: 'https://push.example/1' }]);
  });
});

describe('an address', () => {
  test('B61: is public, or of a network of its own kind', () => {
    const others =
      '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 255.255.255.255 224.0.0.1 168.63.129.16 ' +
      ':: ::1 fe80::1 fc00::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: ::127.0.0.1 100:0:0:1::1 4000::1 8000::1 3fff::1 ' +
      'nothing';

    expect([...others.split(' '), '8.8.8.8', '2600::1'].filter(isPublicAddress)).toEqual(['8.8.8.8', '2600::1']);
  });

  test('B61: that a name leads to is checked when it is called', async () => {
    const { keys } = (await startPushService()).subscription();
    const called = vi.fn((socket: Socket) => void socket.destroy());
    const { url, close } = await listen(createServer(called));
    onTestFinished(close);
    const endpoint = `https://push.example:${new URL(url).port}/1`;
    const addresses = ['8.8.8.8', '127.0.0.1'];
    vi.mocked(lookup).mockImplementation(((_name: string, _options: object, found: (...given: unknown[]) => void) =>
      found(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as never);
    onTestFinished(() => void vi.mocked(lookup).mockReset());
    const send = (options = {}) =>
      sendPush(
        { endpoint, keys },
        { order_number: 'KT-1', status: 'ready' },
        {
          keys: webPush.generateVAPIDKeys(),
          contact: 'mailto:halo@kopi.example',
          signal: new AbortController().signal,
          ...options,
        },
      );

    await send();
    expect(called).not.toHaveBeenCalled();
    addresses.shift();
    await send({ isAllowed: () => true });
    expect(called).toHaveBeenCalled();
  });

  test('B61: that is written in another way is the same one', () => {
    const hosts =
      '127.0.0.1 10.0.0.1 [::1] [::ffff:10.0.0.1] 0x7f000001 0177.0.0.1 2130706433 localhost user:x@push.example';
    const endpoints = [
      ...hosts.split(' ').map((host) => `https://${host}/1`),
      'http://push.example/1',
      'file:///etc/passwd',
    ];

    expect(endpoints.filter((endpoint) => callableEndpoint(endpoint))).toEqual([]);
    expect(callableEndpoint('https://PUSH.example/a b')?.href).toBe('https://push.example/a%20b');
  });
});
