import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Home, onEveryDatabase } from '../support/databases.ts';
import { listen } from '../support/listen.ts';
import { captureLog } from './captured-log.ts';
import { order } from './order-fixture.ts';
import { shopWithCustomer } from './shop.ts';

onEveryDatabase('the order webhook', (newHome, _kind, testOnce) => {
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
    });
    return { url: await addressOf(server), heard, calls: () => calls };
  }

  /** Where a server answers until the test is over. */
  async function addressOf(server: Server) {
    const { url, close } = await listen(server);
    onTestFinished(close);
    return `${url}/orders`;
  }

  const secret = 'a secret of the shop';

  /** A shop with a clock that tests set, and what it reports. */
  async function shopWithWebhook(url: string, home?: Home, clock = { now: Date.now() }) {
    const { logger, lines } = captureLog('error');
    const options = { webhook: { url, secret }, jobs: { everyMs: 10 }, now: () => clock.now, logger };
    const { shop, sari } = await shopWithCustomer(home ?? (await newHome()), options);
    onTestFinished(() => shop.app.close());
    const waiting = () => shop.database.selectFrom('jobs').selectAll().orderBy('id').execute();
    /** Resolves when an attempt has failed, and the next one is noted. */
    const paused = () => expect.poll(waiting, { interval: 5 }).not.toMatchObject([{ next_at: clock.now + 15_000 }]);
    return { shop, clock, complaints: () => lines.map(({ msg }) => msg), waiting, paused, sari };
  }

  test('is called until it accepts an order, signed, also after a restart', async () => {
    const home = await newHome();
    const program = await receiver(2);
    const { shop, clock, sari } = await shopWithWebhook(program.url, home);

    const placed = await order(sari, undefined, 'k');
    await order(sari, undefined, 'k');
    expect(placed.status).toBe(201);
    await expect.poll(program.calls).toBe(1);
    await shop.app.close();
    clock.now += 60_000;
    const { waiting, paused } = await shopWithWebhook(program.url, home, clock);
    await expect.poll(program.calls).toBe(2);
    await paused();
    clock.now += 3_600_000;
    await expect.poll(waiting).toEqual([]);

    const [{ body, signature, event } = { body: '', signature: '', event: '' }, ...others] = program.heard;
    expect(others).toEqual([]);
    expect(JSON.parse(body)).toEqual({ type: 'order.created', order: placed.body });
    expect(event).toBe(placed.body.order_number);
    // Signed as `docs/operations.md` describes.
    const seconds = Math.floor(clock.now / 1_000);
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    expect(signature).toBe(`t=${seconds},v1=${hex}`);
  });

  testOnce('that fails is reported in the log, once until it works again', async () => {
    const program = await receiver(3);
    const { clock, complaints, waiting, paused, sari } = await shopWithWebhook(program.url);

    const { body } = await order(sari);
    for (let calls = 1; calls <= 4; calls++) {
      await expect.poll(program.calls).toBe(calls);
      await paused();
      clock.now += 3_600_000;
    }
    await expect.poll(waiting).toEqual([]);

    expect(complaints()).toEqual([
      `ORDER_WEBHOOK_URL did not take the order ${body.order_number} (it answered 500); it is tried again for three days.`,
    ]);
  });

  testOnce('is called for three days, and the log names the order that was never taken', async () => {
    const program = await receiver(1_000);
    const { clock, complaints, waiting, paused, sari } = await shopWithWebhook(program.url);
    const { body } = await order(sari);
    const placedAt = clock.now;

    for (let calls = 1; ; calls++) {
      await expect.poll(program.calls, { interval: 5 }).toBe(calls);
      await paused();
      const [job] = await waiting();
      if (!job) break;
      clock.now = job.next_at;
    }

    expect((clock.now - placedAt) / 3_600_000).toBeGreaterThan(70);
    expect(complaints().slice(1)).toEqual([
      `The order ${body.order_number} was offered to ORDER_WEBHOOK_URL ${program.calls()} times and never taken.`,
    ]);
  });

  testOnce.for([
    ['redirects', async (elsewhere: string) => addressOf(redirectTo(elsewhere)), 'it answered 307'],
    ['has a port that fetch forbids', async () => 'http://127.0.0.1:6000', 'bad port'],
    ['hangs up', async () => addressOf(createServer(({ socket }) => socket.destroy())), 'UND_ERR_SOCKET'],
  ] as const)('that %s is reported with the reason, and nothing else is called', async ([, url, reason]) => {
    const elsewhere = await receiver(0);
    const { complaints, sari } = await shopWithWebhook(await url(elsewhere.url));

    await order(sari);

    await expect.poll(complaints).toEqual([expect.stringContaining(`(${reason}); it is tried again`)]);
    expect(elsewhere.calls()).toBe(0);
  });

  const redirectTo = (location: string) => createServer((_, response) => response.writeHead(307, { location }).end());

  testOnce('that hangs delays no order, and is not blamed for a shop that closes', async () => {
    let received = 0;
    const { shop, complaints, waiting, sari } = await shopWithWebhook(
      await addressOf(createServer(() => void received++)),
    );

    const answers = [(await order(sari)).status];
    await expect.poll(() => received).toBe(1);
    for (let i = 0; i < 4; i++) answers.push((await order(sari)).status);

    expect(answers).toEqual([201, 201, 201, 201, 201]);
    await expect.poll(() => received).toBe(2);
    await shop.app.close();
    expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0, 0]);
    expect(complaints()).toEqual([]);
  });

  testOnce('is told of nothing where there is none', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());

    await order(sari);

    expect(await shop.database.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});
