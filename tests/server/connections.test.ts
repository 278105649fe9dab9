import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { AppOptions } from '../../server/app.ts';
import { heardOn, listeningShop } from './listening-shop.ts';
import { readCertificate } from './test-certificate.ts';

/** A shop with very short timeouts. */
const impatientShop = (tls?: AppOptions['tls']) => listeningShop({ requestTimeoutMs: 100, tls });

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

const statusesIn = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** The status codes of all responses received until the connection closes. */
const statusesOn = async (socket: Socket) => statusesIn(await heardOn(socket));

test('B32, B47: a request over HTTP/1.1 that breaks off, by silence or by a reset, leaves no connection open', async () => {
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
  await expect.poll(shop.connections).toBe(0);
});

test('B32: a request over TLS that breaks off, before the handshake or after it, leaves no connection open', async () => {
  const certificate = await readCertificate();
  const shop = await impatientShop(certificate);
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
    const answered = once(session.request({ ':path': '/api/health' }).resume(), 'response');
    // Its handshake too may take too long for this shop.
    const [answer] = await Promise.race([answered, once(session, 'close')]);
    if (!session.closed) await new Promise<void>((closed) => session.close(closed));
    return answer?.[':status'];
  };
  await expect.poll(asked).toBe(200);
  await expect.poll(shop.connections).toBe(0);
});

const list = 'GET /api/products HTTP/1.1\r\nHost: x\r\n\r\n';
const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
const goodbye = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

// As many as Node reads at once; browsers send one, and wait for its answer.
test.for([
  ['for lists', list.repeat(1_500)],
  ['for what no list holds', health.repeat(1_500)],
  ['without naming a host', health + 'GET / HTTP/1.1\r\n\r\n'.repeat(1_500)],
])('B32, B46: a client that asks 1,500 times at once %s is disconnected after a few answers', async ([, words]) => {
  for (const tls of [undefined, await readCertificate()]) {
    const shop = await listeningShop({ tls });
    const plain = shop.connect();
    const socket = tls ? connectTls({ socket: plain, rejectUnauthorized: false }) : plain;

    const statuses = await statusesOn(say(socket, words + goodbye));

    expect(statuses.length).toBeLessThanOrEqual(4);
    if (!tls) expect((await fetch(`${shop.url}/api/health`)).status).toBe(200);
  }
});

test('a client that pipelines four requests at a time gets all answers in order', async () => {
  const shop = await listeningShop();
  const four = `${list}GET /no HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2);
  const socket = shop.connect().setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let [asked, heard] = [0, ''];
  const statuses = () => statusesIn(heard);
  const ask = () => {
    if (asked === 40 || asked > statuses().length) return;
    asked += 4;
    socket.write(four);
  };
  socket.on('data', (text) => {
    heard += text;
    ask();
  });

  ask();

  await expect.poll(() => statuses()).toEqual(Array.from({ length: 20 }, () => [200, 404]).flat());
});

test('B46: the answer of a fifth request at once never comes, nor that of a connection beyond six thousand', async () => {
  const shop = await listeningShop();
  const long = 'GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n';

  const four = say(shop.connect(), long + health.repeat(3));
  await once(four, 'readable');
  expect(four.destroyed).toBe(false);
  four.write(health);

  expect(await statusesOn(four)).toEqual([200]);
  expect(shop.app.server.maxConnections).toBe(6_000);
});

test('garbage behind a request puts no refusal into the middle of its answer, or in its place', async () => {
  const shop = await listeningShop();
  const socket = say(shop.connect(), 'GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.write('kopi\r\n\r\n');
  const complete = upload.replace('50', '2').replace('{"em', '{}kopi\r\n\r\n');

  expect(await statusesOn(socket)).toEqual([200]);
  expect(await heardOn(say(shop.connect(), complete))).not.toContain('bad_request');
});

test.each([
  ['a head', 'GET /api/pro'],
  ['a body', upload],
])('half of %s does not keep a shop from closing', async (_, half) => {
  // An open shop would wait for the rest of the request for this long.
  const shop = await listeningShop({ requestTimeoutMs: 600_000 });
  const socket = say(shop.connect(), half);
  await expect.poll(shop.connections).toBe(1);

  const closed = shop.app.close();

  await once(socket.resume(), 'close');
  await closed;
});
