/** `node bench/streams.ts [--streams 200]`: what open streams of orders cost, and how soon a change is signalled. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PlacedOrder } from '#core/contract';
import { beginStaffSession, invite } from '../server/accounts/staff.ts';
import { openSqlite } from '../server/database/open.ts';
import { orderBodyFor } from '../tests/server/order-fixture.ts';
import { apart, headersOf, newCustomers } from '../tests/support/concurrent-orders.ts';
import { type RunningShop, startShop } from '../tests/support/start-shop.ts';
import { load, median, requestOf } from './load.ts';

const { values } = parseArgs({ options: { streams: { type: 'string', default: '200' } } });
const count = Number(values.streams);
/** Fewer than the orders that a customer may place at once. */
const changes = 20;
const dataDir = await mkdtemp(join(tmpdir(), 'kedai-streams-'));
const shop = await startShop({ dataDir, env: apart });
const place = { settings: { dataDir }, open: () => openSqlite(dataDir) };

/** Resident memory in MB (10^6 bytes), where the kernel reports it. */
async function memoryOf({ pid }: RunningShop) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024) / 1e5) / 10;
}

/** Reads a stream; resolves when its first event has come. */
async function open(path: string, token: string) {
  const response = await fetch(`${shop.url}/api${path}`, { headers: headersOf(token) });
  if (!response.ok || !response.body) throw new Error(`${path} answers ${response.status}.`);
  let signal = Promise.withResolvers<number>();
  const { promise: first } = signal;
  const read = async () => {
    for await (const chunk of response.body ?? []) {
      if (!`${Buffer.from(chunk)}`.includes('changed')) continue;
      const { resolve: tell } = signal;
      signal = Promise.withResolvers<number>();
      tell(performance.now());
    }
  };
  void read().catch(() => {});
  await first;
  return { nextSignal: () => signal.promise };
}

async function newStaff(name: string) {
  const database = await place.open();
  const { staff } = await invite(database, name, Date.now());
  const token = await database.transaction().execute((one) => beginStaffSession(one, staff, Date.now()));
  await database.destroy();
  return token;
}

try {
  const tokens = await newCustomers(place, 2_000);
  const [budi, tini] = [await newStaff('Budi'), await newStaff('Tini')];
  const body = await orderBodyFor(shop);
  let at = 0;
  const order = () => {
    const token = tokens[at % tokens.length] ?? '';
    return requestOf('POST', '/api/orders', { ...headersOf(token), 'idempotency-key': `k${at++}` }, body);
  };
  const orders = () => load(shop.url, { connections: 16, ms: 2_000, next: order });

  await orders();
  const before = [await orders(), await orders(), await orders()];
  const memoryBefore = await memoryOf(shop);
  const customers = [];
  for (const token of tokens.slice(0, count - 2)) customers.push(await open('/orders/stream', token));
  const counters = [await open('/counter/stream', budi), await open('/counter/stream', tini)];
  const memoryAfter = await memoryOf(shop);

  const [customer] = customers;
  const [, counter] = counters;
  if (!customer || !counter) throw new Error('Too few streams.');
  const toCustomer: number[] = [];
  const toCounter: number[] = [];
  for (let i = 0; i < changes; i++) {
    const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const placed: PlacedOrder = await (
      await fetch(`${shop.url}/api/orders`, {
        method: 'POST',
        headers: { ...headersOf(tokens[0] ?? ''), ...json },
        body,
      })
    ).json();
    if (!placed.order_number) throw new Error('An order was refused.');
    // The signals of the new order come first.
    await Promise.all(
      [customer.nextSignal(), counter.nextSignal()].map((signal) => Promise.race([signal, pause(500)])),
    );
    const seen = [customer.nextSignal(), counter.nextSignal()];
    const pressed = performance.now();
    await fetch(`${shop.url}/api/counter/orders/${placed.order_number}`, {
      method: 'PATCH',
      headers: { ...headersOf(budi), ...json },
      body: JSON.stringify({ from: 'waiting_payment', to: 'ready' }),
    });
    const [byCustomer = 0, byCounter = 0] = await Promise.all(seen);
    toCustomer.push(byCustomer - pressed);
    toCounter.push(byCounter - pressed);
  }
  const after = [await orders(), await orders(), await orders()];
  const p50 = (loads: typeof before) => median(loads.map((one) => one.p50));
  const perSecond = (loads: typeof before) => median(loads.map(({ statuses }) => (statuses['201'] ?? 0) / 2));
  const result = {
    date: new Date().toISOString(),
    streams: count,
    memoryMB: {
      before: memoryBefore,
      after: memoryAfter,
      ofStreams: Math.round((memoryAfter - memoryBefore) * 10) / 10,
    },
    signalledAfterMs: { byCustomer: Math.round(median(toCustomer)), byOtherCounter: Math.round(median(toCounter)) },
    orders: {
      perSecond: { without: perSecond(before), withStreams: perSecond(after) },
      p50: { without: p50(before), withStreams: p50(after), ratio: Math.round((p50(after) / p50(before)) * 100) / 100 },
    },
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  await shop.kill();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
