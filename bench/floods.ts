/**
 * `node bench/floods.ts [--connections 300]`: how much memory the shop takes when clients ask for as much as they can and take no answer
 * (fault B32). Takes a minute and a half.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { tlsFiles } from '../tests/server/test-certificate.ts';
import { startShop } from '../tests/support/start-shop.ts';

const { values } = parseArgs({ options: { connections: { type: 'string', default: '300' } } });
const connections = Number(values.connections);

/** What Node reads from a connection at once. */
const read = 64 * 1_024;
const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const assets = (await readdir(join(import.meta.dirname, '..', 'dist', 'assets'))).filter((file) => /\.js$/.test(file));
const file = `/assets/${assets.find((name) => name.startsWith('react-dom'))}`;
const list = '/api/products';

/** Sends these bytes on every connection as soon as all are there, and reads nothing. */
const overHttp1 = (bytes: string) => async (url: string) => {
  const sockets = Array.from({ length: connections }, () =>
    connect(Number(new URL(url).port), '127.0.0.1')
      .on('error', () => {})
      .pause(),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(bytes);
  return sockets;
};

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
  'HTTP/2, 100 lists': overHttp2(list),
  'HTTP/2, 100 files': overHttp2(file),
};

/** The most memory that a process has had so far, in MB. */
const mostMemoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6);
};

const results: Record<string, { before: number; most: number }> = {};
for (const [name, flood] of Object.entries(floods)) {
  process.stderr.write(`${name} …\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
  const shop = await startShop({ dataDir, env: name.startsWith('HTTP/2') ? tlsFiles : {} });
  const before = await mostMemoryOf(shop.pid);
  const clients = await flood(shop.url);
  await pause(10_000);
  results[name] = { before, most: await mostMemoryOf(shop.pid) };
  for (const client of clients) client.destroy();
  await shop.kill();
  await rm(dataDir, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
