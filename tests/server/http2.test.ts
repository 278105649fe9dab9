import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Stream, constants } from 'node:http2';
import { get } from 'node:https';
import { connect as connectRaw } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { registration } from '../support/new-customer.ts';
import { askHttp2, connectHttp2 } from './http2-client.ts';
import { listeningShop } from './listening-shop.ts';
import { anOrderOf } from './order-fixture.ts';
import { start } from './running-shop.ts';
import { readCertificate, tlsFiles } from './test-certificate.ts';

/** A shop over HTTP/2 that gives a request a second to arrive, and a connection four to move. */
const impatientShop = async () => listeningShop({ tls: await readCertificate(), requestTimeoutMs: 1_000 });

test('B54: with a certificate the shop speaks HTTP/2 and HTTP/1.1, and nothing unencrypted', async () => {
  const shop = await start({ env: { ...tlsFiles, HSTS_SECONDS: '31536000' } });

  expect(shop.url).toMatch(/^https:/);
  const page = await askHttp2(shop.url, '/api/products', { 'accept-encoding': 'br' });
  expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br']);
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
  const etag = String(page.headers.etag);
  expect((await askHttp2(shop.url, '/api/products', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(
    304,
  );
  const refused = await askHttp2(
    shop.url,
    '/api/carts',
    { ':method': 'PUT', 'content-type': 'application/json' },
    '{}',
  );
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'unauthorized']);

  const { cert: ca } = await readCertificate();
  const [old] = (await once(get(`${shop.url}/api/health`, { ca }), 'response')) as [IncomingMessage];
  expect([old.statusCode, old.httpVersion]).toEqual([200, '1.1']);
  expect(old.headers['strict-transport-security']).toBe('max-age=31536000');
  old.destroy();
  await expect(fetch(shop.url.replace('https', 'http'))).rejects.toThrow();
});

test('over HTTP/2 a tunnel is refused with an error body, too', async () => {
  const shop = await listeningShop({ tls: await readCertificate() });
  const session = await connectHttp2(shop.url);

  const stream = session.request({ ':method': 'CONNECT', ':authority': 'evil.example:443' });
  stream.end();
  const [answer] = await once(stream, 'response');
  const [body] = await once(stream.setEncoding('utf8'), 'data');
  // Otherwise the shop's end would be an error on a connection that is not used any more.
  session.close();
  await once(session, 'close');

  expect([answer[':status'], answer.allow, JSON.parse(body).error.code]).toEqual([405, '', 'method_not_allowed']);
});

test('an order is accepted over HTTP/2', async () => {
  const { url } = await listeningShop({ tls: await readCertificate() });
  const json = { ':method': 'POST', 'content-type': 'application/json' };
  const who = JSON.stringify(registration);
  expect((await askHttp2(url, '/api/auth/register', json, who)).status).toBe(201);
  const { token } = JSON.parse((await askHttp2(url, '/api/auth/login', json, who)).text);
  const [product] = JSON.parse((await askHttp2(url, '/api/products')).text).data;
  const [bank] = JSON.parse((await askHttp2(url, '/api/banks')).text).data;
  const body = JSON.stringify(anOrderOf(product._id, product.price, 1, { paymentMethod: bank }));

  const answer = await askHttp2(url, '/api/orders', { ...json, authorization: `Bearer ${token}` }, body);

  expect([answer.status, JSON.parse(answer.text).totalQty]).toEqual([201, 1]);
});

test('no connection keeps a shop with a certificate from closing: idle, opened in advance, or in an unfinished handshake', async () => {
  const shop = await start({ env: tlsFiles });
  const port = Number(new URL(shop.url).port);
  const idle = await connectHttp2(shop.url);
  await once(idle, 'connect');
  for (const protocol of ['h2', 'http/1.1']) {
    const silent = connectTls({ port, rejectUnauthorized: false, ALPNProtocols: [protocol] });
    silent.on('error', () => {});
    onTestFinished(() => void silent.destroy());
    await once(silent, 'secureConnect');
  }
  const stopped = connectRaw(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void stopped.destroy());
  await once(stopped, 'connect');
  stopped.write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1');
  // Sent later, so when it is answered, the shop has accepted all connections.
  expect((await askHttp2(shop.url, '/api/health')).status).toBe(200);

  expect(await shop.stop()).toBe(0);
});

test('a phone that is asleep after its last answer does not keep the shop from closing', async () => {
  const { app, port } = await impatientShop();
  const socket = connectRaw({ port, host: '127.0.0.1', allowHalfOpen: true });
  const phone = connectTls({ socket, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  onTestFinished(() => void phone.destroy());
  // The preface with empty settings (RFC 9113 §3.4).
  phone.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0');
  await once(phone, 'data');

  await app.close();
});

test('B32, B46: over HTTP/2 a client may ask for sixteen answers at once', async () => {
  const { url } = await listeningShop({ tls: await readCertificate() });
  const session = await connectHttp2(url);

  const [settings] = await once(session, 'remoteSettings');

  expect(settings.maxConcurrentStreams).toBe(16);
});

const logIn = { ':method': 'POST', ':path': '/api/auth/login', 'content-type': 'application/json' };

test('B32, B47: over HTTP/2 a stalled or trickling upload is ended, and others are served meanwhile', async () => {
  const { url } = await impatientShop();
  const session = await connectHttp2(url);

  const [stalled, dripping] = [session.request(logIn), session.request(logIn)];
  for (const upload of [stalled, dripping]) upload.write('{"email":');
  const drips = setInterval(() => dripping.write(' '), 100);
  const closed = Promise.all([once(stalled, 'close'), once(dripping, 'close')]);
  expect((await askHttp2(url, '/api/health')).status).toBe(200);
  await closed.finally(() => clearInterval(drips));
});

test('B32, B47: over HTTP/2 half a megabyte of bodies arrives at once on a connection, and no more', async () => {
  // With the usual time for a request: none of these is to be too late.
  const { url } = await listeningShop({ tls: await readCertificate() });
  const session = await connectHttp2(url);

  const [first, second, third] = [1, 2, 3].map(() => session.request(logIn));
  for (const upload of [first, second, third]) upload?.write('{"email":');
  await once(third as ClientHttp2Stream, 'close').catch(() => undefined);
  expect(third?.rstCode).toBe(constants.NGHTTP2_REFUSED_STREAM);
  first?.end('"a@b.id","password":"kopi123"}');
  const [refused] = await once(first as ClientHttp2Stream, 'response');

  // Of these the length is known, so that they take no more.
  const small = [1, 2, 3, 4].map(() => session.request({ ...logIn, 'content-length': '39' }));
  for (const upload of small) upload.write('{"email":');
  const again = session.request({ ...logIn, 'content-length': '39' });
  again.end('{"email":"a@b.id","password":"kopi123"}');
  const [served] = await once(again, 'response');
  expect([refused, served].map((answer) => answer[':status'])).toEqual([401, 401]);
  expect(small.map(({ rstCode }) => rstCode)).not.toContain(constants.NGHTTP2_REFUSED_STREAM);
});

/** Resolves when the shop ends an upload that begins now: after the time that a request may take to arrive. */
async function untilUploadTimesOut(url: string) {
  const upload = (await connectHttp2(url)).request(logIn);
  upload.write('{"email":');
  await once(upload, 'close');
}

/** An answer that does not fit into the buffers of a phone, and its length. */
async function longAnswer(url: string) {
  const session = await connectHttp2(url, { initialWindowSize: 16_384 });
  const stream = session.request({ ':path': '/long.txt' });
  const [{ 'content-length': length }] = await once(stream, 'response');
  return { stream, length: Number(length) };
}

test('over HTTP/2 a slow phone gets its answer completely, however long that takes', async () => {
  const { url } = await impatientShop();
  const { stream, length } = await longAnswer(url);
  let had = 0;
  // In all this takes longer than the answer may be stalled.
  for (let read = 0; read < 5; read++) {
    await untilUploadTimesOut(url);
    had += stream.read()?.length ?? 0;
  }
  for await (const bytes of stream) had += bytes.length;

  expect(had).toBe(length);
});

test('over HTTP/2 an answer waits for a phone without reception, as it does over HTTP/1.1', async () => {
  const { url } = await impatientShop();
  const { stream, length } = await longAnswer(url);
  // Reads nothing for longer than a request may take to arrive, and then everything.
  for (let tunnel = 0; tunnel < 2; tunnel++) await untilUploadTimesOut(url);
  let had = 0;
  for await (const bytes of stream) had += bytes.length;

  expect(had).toBe(length);
});

test('B32: over HTTP/2 an unread answer is cut off, and does not keep the shop from closing', async () => {
  const { url } = await impatientShop();
  const { stream } = await longAnswer(url);

  await once(stream, 'close');

  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});
