/**
 * `node bench/floods.ts [--connections 300]`: how much memory the shop takes, and how long `/api/health` takes, when clients ask for as much
 * as they can and take no answer (faults B32, B46), or never finish their requests (B47). Takes two minutes.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import https from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { tlsFiles } from '../tests/server/test-certificate.ts';
import { startShop } from '../tests/support/start-shop.ts';

const { values } = parseArgs({ options: { connections: { type: 'string', default: '300' } } });
const connections = Number(values.connections);

/** What Node reads from a connection at once. */
const read = 64 * 1_024;
const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const assets = join(import.meta.dirname, '..', 'dist', 'assets');
const sizes = await Promise.all(
  (await readdir(assets))
    .filter((name) => name.endsWith('.js'))
    .map(async (name) => [name, (await stat(join(assets, name))).size] as const),
);
/** The largest script of the storefront. */
const file = `/assets/${sizes.sort(([, one], [, other]) => other - one)[0]?.[0]}`;
const list = '/api/products';

/** Sends these bytes on every connection as soon as all are there, and reads nothing. */
const overHttp1 =
  (bytes: string, count = connections) =>
  async (url: string) => {
    const sockets = Array.from({ length: count }, () =>
      connect(Number(new URL(url).port), '127.0.0.1')
        .on('error', () => {})
        .pause(),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(bytes);
    return sockets;
  };

/** Asks 992 times for the orders of a customer who has this many, each of 36 lines. */
const forOrders = (orders: number) => async (url: string, dataDir: string) => {
  const { authorization } = await newcomer(url);
  const file = new SqliteFile(join(dataDir, 'kedai.sqlite'));
  const line = { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'kopi-tubruk' };
  file
    .prepare(`with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < ?)
      insert into orders (order_number, customer_id, status, created_at, delivery_courier, delivery_fee, delivery_address, total_qty,
        sub_total, total_shopping, order_items, payment_method)
      select 'KT-' || value, customers.id, 'waiting_payment', '', 'pickup', 0, '{}', 72, 864000, 864000, ?, '{}'
      from numbers, customers`)
    .run(orders, JSON.stringify(Array(36).fill(line)));
  file.close();
  const request = `GET /api/orders HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  return overHttp1(request.repeat(32), 31)(url);
};

/** Registers a customer and logs them in; resolves with the headers of their requests. */
async function newcomer(url: string) {
  const who = { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890', password: 'kopi123' };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(who) };
  await fetch(`${url}/api/auth/register`, init);
  const { token } = (await (await fetch(`${url}/api/auth/login`, init)).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

const halfALogin =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em';

/** Asks for the path as often as each connection may, and lets the shop send nothing of it. */
const overHttp2 = (path: string) => async (url: string) => {
  const sessions: ClientHttp2Session[] = [];
  for (let i = 0; i < connections; i++) {
    const session = connectHttp2(url, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
    sessions.push(session.on('error', () => {}));
    await once(session, 'remoteSettings');
    for (let stream = 0; stream < 100; stream++) session.request({ ':path': path }).on('error', () => {});
  }
  return sessions;
};

const floods = {
  'HTTP/1.1, as many lists as Node reads at once': overHttp1(requestOf(list).repeat(read / requestOf(list).length)),
  'HTTP/1.1, as many files as may wait': overHttp1(requestOf(file).repeat(33)),
  'HTTP/1.1, 992 times the orders of a customer who has 210': forOrders(210),
  'HTTP/1.1, 992 times the orders of a customer who has 4,320': forOrders(4_320),
  'HTTP/1.1, half a login on each of 1,000 connections': overHttp1(halfALogin, 1_000),
  'HTTP/2, 100 lists': overHttp2(list),
  'HTTP/2, 100 files': overHttp2(file),
};

/** The most memory that a process has had so far, in MB. */
const mostMemoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6);
};

/** How long the slowest `/api/health` of ten seconds took, in ms. */
async function slowestHealth(url: string) {
  let slowest = 0;
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(50)) {
    const begin = performance.now();
    await new Promise<void>((answered, failed) => {
      const { get } = url.startsWith('https') ? https : http;
      get(`${url}/api/health`, { agent: false, rejectUnauthorized: false } as object, (response) => {
        response.resume().once('end', answered);
      }).once('error', failed);
    });
    slowest = Math.max(slowest, performance.now() - begin);
  }
  return Math.round(slowest);
}

const results: Record<string, { before: number; most: number; slowestHealthMs: number }> = {};
for (const [name, flood] of Object.entries(floods)) {
  process.stderr.write(`${name} …\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
  const shop = await startShop({ dataDir, env: name.startsWith('HTTP/2') ? tlsFiles : {} });
  const before = await mostMemoryOf(shop.pid);
  const clients = await flood(shop.url, dataDir);
  const slowestHealthMs = await slowestHealth(shop.url);
  results[name] = { before, most: await mostMemoryOf(shop.pid), slowestHealthMs };
  for (const client of clients) client.destroy();
  await shop.kill();
  await rm(dataDir, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
