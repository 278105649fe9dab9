/** `node bench/server.ts`: goal G7 of the server, as ratios within one run. Takes one minute. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '#core/contract';
import { openSqlite } from '../server/database/open.ts';
import { anOrderOf, wholeAddress } from '../tests/server/order-fixture.ts';
import { apart, headersOf, newCustomers } from '../tests/support/concurrent-orders.ts';
import { type RunningShop, startShop } from '../tests/support/start-shop.ts';
import { type Load, load, median, requestOf } from './load.ts';

const folder = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
const say = (text: string) => process.stderr.write(`${text}\n`);
const rounds = 5;
const ms = 1_200;

/** Resident memory in MB (10^6 bytes), where the kernel reports it. */
async function memoryOf({ pid }: RunningShop) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024) / 1e6);
}

/** The processor time a process has used so far, in µs; the kernel counts hundredths of a second. */
async function cpuOf(pid: number | undefined) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10_000;
}

/** Runs a load; also measures the processor time per response. */
async function loadOn(pid: number | undefined, url: string, of: Parameters<typeof load>[1]) {
  const before = await cpuOf(pid);
  const done = await load(url, of);
  const answered = Object.values(done.statuses).reduce((sum, count) => sum + count, 0);
  return { ...done, cpuUs: ((await cpuOf(pid)) - before) / Math.max(1, answered) };
}

const twoDigits = (value: number) => Math.round(value * 100) / 100;

/** Requests the same paths from a shop and from the baseline server, in turns. */
async function againstBare(shop: RunningShop, paths: readonly string[], connections: number) {
  const headers = { 'accept-encoding': 'br' };
  const answers: Record<string, { headers: Record<string, string>; body: string }> = {};
  for (const path of paths) {
    const answer = await rawAnswer(shop.url, path);
    answers[path] = answer;
  }
  const bare = fork(join(import.meta.dirname, 'bare-http.ts'));
  bare.send(answers);
  const [{ port }] = (await once(bare, 'message')) as [AddressInfo];
  let at = 0;
  const requests = paths.map((path) => requestOf('GET', path, headers));
  const next = () => requests[at++ % requests.length];
  const ratios: number[] = [];
  const cpuRatios: number[] = [];
  const loads: (Load & { cpuUs: number })[] = [];
  for (let round = 0; round <= rounds; round++) {
    const limit = await loadOn(bare.pid, `http://127.0.0.1:${port}`, { connections, ms, next });
    const ours = await loadOn(shop.pid, shop.url, { connections, ms, next });
    // The first round warms up both.
    if (round === 0) continue;
    ratios.push(ours.perSecond / limit.perSecond);
    cpuRatios.push(limit.cpuUs / ours.cpuUs);
    loads.push(ours);
  }
  bare.kill();
  const worst = Math.max(...loads.map(({ p99 }) => p99));
  return {
    ratio: twoDigits(median(ratios)),
    cpuRatio: twoDigits(median(cpuRatios)),
    cpuUs: twoDigits(median(loads.map(({ cpuUs }) => cpuUs))),
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p50: median(loads.map(({ p50 }) => p50)),
    p99: median(loads.map(({ p99 }) => p99)),
    worstP99: worst,
    notOk: loads.reduce(
      (sum, { statuses, errors }) =>
        sum +
        errors +
        Object.entries(statuses).reduce((all, [status, count]) => all + (status === '200' ? 0 : count), 0),
      0,
    ),
  };
}

/** The response as sent, still compressed, unlike that of `fetch`. */
async function rawAnswer(url: string, path: string) {
  const { get } = await import('node:http');
  const request = get(`${url}${path}`, { headers: { 'accept-encoding': 'br' } });
  const [answer] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { connection: _, 'keep-alive': __, date: ___, ...headers } = answer.headers;
  return { headers, body: Buffer.concat(chunks).toString('base64') };
}

/** Makes bytes of orders, of so many customers that none of them reaches the throttle for orders. */
async function ordering(shop: RunningShop, dataDir: string) {
  const place = { settings: { dataDir }, open: () => openSqlite(dataDir) };
  const tokens = await newCustomers(place, 2_000);
  const products: Product[] = (await (await fetch(`${shop.url}/api/products`)).json()).data;
  const [paymentMethod] = (await (await fetch(`${shop.url}/api/banks`)).json()).data;
  const [product] = products.filter(({ available }) => available !== false);
  if (!product) throw new Error('There is nothing to order.');
  const body = JSON.stringify(
    anOrderOf(product._id, product.price, 2, { paymentMethod, delivery_address: wholeAddress }),
  );
  let at = 0;
  return () => {
    const token = tokens[at % tokens.length] ?? '';
    return requestOf('POST', '/api/orders', { ...headersOf(token), 'idempotency-key': `k${at++}` }, body);
  };
}

/**
 * Thirty times a full shop's lunch (`docs/scale.md`): 10 orders and 750 readings of the menu a second. How long an order takes, in ms, and
 * the memory afterwards, in MB.
 */
async function lunch(dataDir: string) {
  const shop = await startShop({ dataDir, env: apart });
  const order = await ordering(shop, dataDir);
  const reading = requestOf('GET', '/api/products', { 'accept-encoding': 'br' });
  const ms = 20_000;
  const [orders, readings] = await Promise.all([
    load(shop.url, { connections: 10, ms, next: order, pauseMs: 1_000 }),
    load(shop.url, { connections: 150, ms, next: () => reading, pauseMs: 200 }),
  ]);
  const memoryMB = await memoryOf(shop);
  await shop.stop();
  return { orders, readings, memoryMB };
}

const results: Record<string, unknown> = { date: new Date().toISOString(), node: process.version };
try {
  const shop = await startShop({ dataDir: join(folder, 'lists'), env: apart });
  say('Lists …');
  results.list = await againstBare(shop, ['/api/products'], 50);
  results.lists = await againstBare(shop, ['/api/categories', '/api/tags', '/api/banks', '/api/mini-markets'], 50);
  results.listAt200 = await againstBare(shop, ['/api/products'], 200);
  await shop.stop();
  say('Lunch …');
  results.lunch = await lunch(join(folder, 'lunch'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
