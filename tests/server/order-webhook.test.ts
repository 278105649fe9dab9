import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract';
import { orderWebhook } from '../../server/orders/order-webhook.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { anOrder } from './order-fixture.ts';
import { openShop } from './shop.ts';

onEveryDatabase('the order webhook', (newHome) => {
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

  test('is called until it accepts an order, signed, also after a restart', async () => {
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

  test('that fails is reported in the log, once until it works again', async () => {
    const home = await newHome();
    const program = await receiver(3);
    const complaints: string[] = [];
    let time = Date.now();
    const database = await home.open();
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: program.url, secret, now: () => time, everyMs: 20, logError });
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

  test('is called once for an order, however many processes announce orders', async () => {
    const home = await newHome();
    const program = await receiver(0);
    const options = { url: program.url, secret, everyMs: 3_600_000 };
    const [one, another] = [await home.open(), await home.open()];
    const { enqueue, close } = orderWebhook(one, options);
    const shop = await openShop(home, { webhook: { enqueue, wake() {}, close } });
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

  test('is called again after growing pauses, of an hour at most, and eighty times in all', async () => {
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
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: program.url, secret, now, everyMs: 5, timeoutMs: 10_000, logError });
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

  test('is called first for the order that has waited longest', async () => {
    const home = await newHome();
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    let time = Date.now();
    const now = () => time;
    const database = await home.open();
    const { enqueue, close } = orderWebhook(database, { url, secret, now });
    const shop = await openShop(home, { webhook: { enqueue, wake() {}, close } });
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

  test('is called at its own address only, without following redirects', async () => {
    const home = await newHome();
    const elsewhere = await receiver(0);
    const moved = createServer((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    await once(moved.listen(0, '127.0.0.1'), 'listening');
    const complaints: string[] = [];
    const logError = (message: string) => void complaints.push(message);
    const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const webhook = orderWebhook(await home.open(), { url, secret, logError });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(() => complaints).toHaveLength(1);
    await webhook.close();
    moved.close();
    elsewhere.close();

    expect([complaints[0], elsewhere.calls()]).toEqual([expect.stringContaining('(it answered 307)'), 0]);
  });

  test('is not called at a port that fetch forbids, and the log says why', async () => {
    const home = await newHome();
    const complaints: string[] = [];
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(await home.open(), { url: 'http://127.0.0.1:6000', secret, logError });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await expect.poll(() => complaints).toHaveLength(1);
    await webhook.close();

    expect(complaints[0]).toMatch(/\(bad port\); it is tried again/);
  });

  test('cannot be called while the database is unreachable, which is reported once each time', async () => {
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
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(flaky, { url: 'http://127.0.0.1:9', secret, everyMs: 1, logError });

    for (away of [true, false, true]) {
      const before = looks;
      await expect.poll(() => looks).toBeGreaterThan(before + 5);
    }
    await webhook.close();

    const sentence = 'New orders cannot be announced until the data is back: away';
    expect(complaints).toEqual([sentence, sentence]);
  });

  test('cannot be called once the database is closed, which is reported once', async () => {
    const home = await newHome();
    const complaints: string[] = [];
    let looks = 0;
    const now = () => {
      looks++;
      return Date.now();
    };
    const database = await home.open();
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url: 'http://127.0.0.1:9', secret, now, everyMs: 1, logError });

    await database.destroy();
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 20);
    await webhook.close();

    expect(complaints).toEqual([expect.stringMatching(/^New orders cannot be announced until the data is back: /)]);
  });

  test('F15: is called at once for an order that was noted while the clock was days ahead', async () => {
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

  test('that hangs delays no order', async () => {
    const home = await newHome();
    let received = 0;
    const silent = createServer(() => void received++).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const database = await home.open();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const complaints: string[] = [];
    const logError = (message: string) => void complaints.push(message);
    const webhook = orderWebhook(database, { url, secret, timeoutMs: 60_000, logError });
    const shop = await openShop(home, { webhook });
    const sari = await shop.newCustomer();

    const order = async () => (await sari.ask('POST', '/api/orders', { body: anOrder() })).status;
    const answers = [await order()];
    await expect.poll(() => received).toBe(1);
    for (let i = 0; i < 4; i++) answers.push(await order());

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
