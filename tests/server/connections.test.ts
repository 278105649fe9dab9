import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { AppOptions } from '../../server/app.ts';
import { bytesOfRequest } from '../../server/http/in-flight.ts';
import { captureLog } from './captured-log.ts';
import { listeningShop, noting } from './listening-shop.ts';
import { readCertificate } from './test-certificate.ts';

/** A shop with very short timeouts, 100 ms unless told otherwise. */
const impatientShop = (requestTimeoutMs = 100, tls?: AppOptions['tls']) => listeningShop({ requestTimeoutMs, tls });

const upload =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em';
/** Beginnings of requests after which the client sends nothing more, and reads nothing. */
const broken = [
  '',
  'GET /api/pro',
  upload,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n',
];

/** Sends this on a connection, and reads nothing. */
function say(socket: Socket, words: string) {
  socket.on('error', () => {}).pause();
  socket.write(words, 'latin1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything that is received until the connection closes. */
async function heardOn(socket: Socket) {
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text;
  });
  await once(socket.resume(), 'close');
  return heard;
}

const statusesIn = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** The status codes of all responses received until the connection closes. */
const statusesOn = async (socket: Socket) => statusesIn(await heardOn(socket));

test('B32: a request over HTTP/1.1 that breaks off, by silence or by a reset, leaves no connection open', async () => {
  const shop = await impatientShop();
  for (const words of broken) {
    for (let asked = 0; asked < 5; asked++) {
      const gone = say(shop.connect(), words);
      await once(gone, 'connect');
      gone.resetAndDestroy();
    }
    say(connect({ port: shop.port, host: '127.0.0.1', allowHalfOpen: true }), words);
  }

  // On a busy machine any request may be too slow for this shop, so it is repeated.
  const asked = () => fetch(`${shop.url}/api/health`, { headers: { connection: 'close' } });
  await expect.poll(async () => (await asked()).status).toBe(200);
  await expect.poll(shop.connections, { timeout: 10_000 }).toBe(0);
});

test('B32: a request over TLS that breaks off, before the handshake or after it, leaves no connection open', async () => {
  const certificate = await readCertificate();
  const shop = await impatientShop(100, certificate);
  const raw = () => connect({ port: shop.port, host: '127.0.0.1', allowHalfOpen: true });
  const within = (socket: Socket) => connectTls({ socket, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  /** Sends this after the TLS handshake; tries again if the handshake takes too long for this shop, as on a busy machine. */
  const sayWithin = async (words: string): Promise<Socket> => {
    const beneath = raw();
    const shaken = once(say(within(beneath), words), 'secureConnect');
    return shaken.then(
      () => beneath,
      () => sayWithin(words),
    );
  };
  for (const words of broken) {
    for (let asked = 0; asked < 5; asked++) {
      const beneath = await sayWithin(words);
      beneath.resetAndDestroy();
    }
    say(raw(), words);
    say(within(raw()), words);
  }

  const asked = async () => {
    const session = connectHttp2(shop.url, { ca: certificate.cert }).on('error', () => {});
    const [answer] = await once(session.request({ ':path': '/api/health' }).resume(), 'response');
    await new Promise<void>((closed) => session.close(closed));
    return answer[':status'];
  };
  await expect.poll(asked).toBe(200);
  await expect.poll(shop.connections, { timeout: 10_000 }).toBe(0);
});

const list = 'GET /api/products HTTP/1.1\r\nHost: x\r\n\r\n';
const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
const goodbye = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

// As many as Node reads at once; browsers send one, and wait for its answer.
test.for([
  ['for lists', list.repeat(1_500)],
  ['for what no list holds', health.repeat(1_500)],
  ['without naming a host', health + 'GET / HTTP/1.1\r\n\r\n'.repeat(1_500)],
])(
  'B32: a client that asks 1,500 times at once %s is disconnected after a few answers, also over TLS',
  async ([, words]) => {
    for (const tls of [undefined, await readCertificate()]) {
      const shop = await impatientShop(1_000, tls);
      const plain = shop.connect();
      const socket = tls ? connectTls({ socket: plain, rejectUnauthorized: false }) : plain;

      const statuses = await statusesOn(say(socket, words + goodbye));

      expect(statuses.length).toBeLessThan(200);
    }
  },
);

test('a client that pipelines a few requests at a time gets all answers in order', async () => {
  const shop = await impatientShop(1_000);
  const few = `${list}GET /no HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(10);
  const socket = shop.connect().setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let [asked, heard] = [0, ''];
  const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  const ask = () => {
    if (asked === 200 || asked - statuses().length > 12) return;
    socket.write(few);
    asked += 20;
  };
  socket.on('data', (text) => {
    heard += text;
    ask();
  });

  ask();

  await expect.poll(() => statuses()).toEqual(Array.from({ length: 100 }, () => [200, 404]).flat());
});

test('B32: with too many requests in flight one of the address with most of them is closed, and the others are answered', async () => {
  const { logger, lines } = captureLog('warn');
  const shop = await listeningShop({
    maxBytesInFlight: 200 * bytesOfRequest,
    trustProxy: ['127.0.0.1'],
    logger,
  });
  const long = 'GET /long.txt HTTP/1.1\r\nHost: x\r\n';
  const others = Array.from({ length: 5 }, () =>
    say(shop.connect(), `${long}X-Forwarded-For: 203.0.113.7\r\nConnection: close\r\n\r\n`),
  );
  // Their responses have begun. Together they take a fifteenth of what may be in flight, so on a busy machine, too, it takes long until they
  // are those that take most for longest.
  await Promise.all(others.map((socket) => once(socket, 'readable')));

  const greedy = Array.from({ length: 8 }, () => say(shop.connect(), `${long}\r\n${health.repeat(30)}${goodbye}`));
  await expect.poll(() => lines.length).toBe(1);

  const heard = await Promise.all([...others, ...greedy].map(heardOn));
  const isWhole = (one: string) => one.length > 10_000_000 && one.endsWith('kopi ');
  expect(heard.slice(0, 5).map(isWhole)).toEqual(others.map(() => true));
  const answers = heard.slice(5).map((one) => statusesIn(one).length);
  expect(Math.min(...answers)).toBeLessThan(32);
  expect(Math.max(...answers)).toBe(32);
});

test('B46: of the requests on one connection only one is answered at a time', async () => {
  const handled: string[] = [];
  const shop = await listeningShop({ metrics: noting(handled) });
  let taken = 0;
  shop.app.server.on('request', () => taken++);
  const socket = say(shop.connect(), `GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n${health.repeat(10)}${goodbye}`);
  await expect.poll(() => taken).toBe(12);

  expect((await fetch(`${shop.url}/api/ready`)).status).toBe(200);

  expect(handled).toEqual(['/long.txt', '/api/ready']);
  expect(await statusesOn(socket)).toEqual([...Array(11).fill(200), 503]);
});

test('garbage behind a request puts no refusal into the middle of its answer', async () => {
  const shop = await impatientShop(1_000);
  const socket = say(shop.connect(), 'GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.write('kopi\r\n\r\n');
  expect(await statusesOn(socket)).toEqual([200]);
});

test('garbage behind a request puts no refusal in the place of its answer', async () => {
  const shop = await impatientShop(1_000);
  const body = JSON.stringify({ email: 'sari@example.com', password: 'kopi123' });
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const socket = say(shop.connect(), `${head}\r\n\r\n${body}kopi\r\n\r\n`);

  expect(await statusesOn(socket)).not.toContain(400);
});

test.each([
  ['a head', 'GET /api/pro'],
  ['a body', upload],
])('half of %s does not keep a shop from closing', { timeout: 20_000 }, async (_, half) => {
  // An open shop would wait for the rest of the request for this long.
  const shop = await impatientShop(60_000);
  const socket = say(shop.connect(), half);
  await expect.poll(shop.connections).toBe(1);

  const closed = shop.app.close();

  await once(socket.resume(), 'close');
  await closed;
});
