import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { available } from '../support/missing-tools.ts';
import { startMs } from '../support/start-shop.ts';
import { captureLog } from './captured-log.ts';
import { prepareShop } from './commands/owner.ts';
import { listeningShop } from './listening-shop.ts';
import { readCertificate } from './test-certificate.ts';
import { folder } from './test-folder.ts';

test('every request has a line when it comes and one when it is answered, with the same id, which an answer that fails has, too', async () => {
  const { logger, lines } = captureLog('info');
  const shop = await listeningShop({ logger });
  lines.length = 0;

  await fetch(`${shop.url}/api/products?search=kopi`);
  const failed = await fetch(`${shop.url}/api/nothing`, { headers: { 'x-request-id': 'chosen-by-a-stranger' } });

  await expect
    .poll(() => lines)
    .toEqual([
      expect.objectContaining({ msg: 'incoming request', req: { method: 'GET', path: '/api/products' } }),
      expect.objectContaining({ msg: 'request completed', res: { statusCode: 200 } }),
      expect.objectContaining({ msg: 'incoming request', req: { method: 'GET', path: '/api/nothing' } }),
      expect.objectContaining({ msg: 'request completed', res: { statusCode: 404 } }),
    ]);
  const [first, second, third, fourth] = lines.map(({ reqId }) => reqId);
  expect([second, fourth]).toEqual([first, third]);
  expect(third).not.toBe(first);
  expect(failed.headers.get('x-request-id')).toBe(third);
  expect(third).toMatch(/^[\da-f]{8}-\w+$/);
});

test('B42: even the log of everything has no query, no token, no cookie, no password and no address', async () => {
  const { logger, lines } = captureLog('trace');
  const shop = await listeningShop({ logger });
  const headers = { authorization: 'Bearer rahasia', cookie: 'rahasia=1', 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'rahasia@example.com', password: 'rahasia1', token: 'rahasia' });
  const ways = ['/api/products', '/api/nothing', '//products', '/products/', '/diskon-50%', '/a%00', '/api/carts'];

  for (const way of ways) {
    await fetch(`${shop.url}${way}?token=rahasia`, { headers });
    await fetch(`${shop.url}${way}?token=rahasia`, { method: 'POST', headers, body });
  }
  for (const path of ['login', 'register', 'logout'])
    await fetch(`${shop.url}/api/auth/${path}?rahasia`, { method: 'POST', headers, body });
  for (const broken of ['CONNECT rahasia:443 HTTP/1.1\r\n\r\n', 'GET /?rahasia HTTP/1.1\r\nrahasia\r\n\r\n']) {
    const socket = shop.connect();
    socket.end(broken);
    await once(socket.resume(), 'close');
  }

  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => /rahasia|127\.0\.0\.1:?\d*"/.test(JSON.stringify({ ...line, msg: '' })))).toEqual([]);
  expect(lines.filter(({ msg }) => msg?.includes('rahasia'))).toEqual([]);
});

test('B42: fields with the names of secrets are left out wherever a line has them', () => {
  const { logger, lines } = captureLog('info');
  const secrets = Object.fromEntries(
    ['authorization', 'cookie', 'set-cookie', 'token', 'password', 'query'].map((name) => [name, 'rahasia']),
  );

  logger.info({ ...secrets, request: { ...secrets, headers: secrets } }, 'a line');
  logger.error({ err: Object.assign(new Error('a fault'), { detail: 'Key (email)=(rahasia)' }) }, 'a fault');

  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain('rahasia');
});

test.for(['HTTP/1.1', 'HTTP/2'])('a download over %s that breaks off is no fault of the shop', async (protocol) => {
  const { logger, lines } = captureLog('warn');
  const shop = await listeningShop({ logger, ...(protocol === 'HTTP/2' && { tls: await readCertificate() }) });
  const over = Promise.withResolvers<void>();
  shop.app.server.on('request', (_, response) => response.once('close', () => setImmediate(over.resolve)));

  if (protocol === 'HTTP/2') {
    const session = connectHttp2(shop.url, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/long.txt' });
    await once(stream, 'data');
    stream.close(8);
    await over.promise;
    session.destroy();
  } else {
    const socket = shop.connect();
    socket.write('GET /long.txt HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.resetAndDestroy();
    await over.promise;
  }

  expect(lines).toEqual([]);
});

const main = join(import.meta.dirname, '..', '..', 'server', 'main.mjs');

/** Starts the shop in a process, by this command, with its log on `output`. */
async function shopWithLog([command = '', ...words]: readonly string[], output: 'pipe' | number) {
  const [port = 0] = await freePorts(1);
  await prepareShop(join(folder, `${port}`));
  const shop = spawn(command, words, {
    env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, `${port}`), LOG_LEVEL: 'info' },
    stdio: ['ignore', output, 'inherit'],
  });
  onTestFinished(() => void shop.kill('SIGKILL'));
  const ended = once(shop, 'exit');
  const answer = (path = '/api/orders') =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  shop.stdout?.pause();
  await expect.poll(() => answer(), { timeout: startMs }).toBe(401);
  return { shop, answer, ended };
}

const hasFullDisk = available(existsSync('/dev/full'), 'no /dev/full: a disk without room for the log was not tried.');

test.runIf(hasFullDisk)('F10: a full disk for the log keeps the shop from neither answers nor closing', async () => {
  const full = await open('/dev/full', 'w');
  onTestFinished(() => full.close());
  const { shop, answer, ended } = await shopWithLog([process.execPath, main], full.fd);

  expect([await answer(), await answer(), await answer()]).toEqual([401, 401, 401]);
  shop.kill('SIGINT');

  expect(await ended).toEqual([0, null]);
});

/** Lines of 8 KB each, two for a request: 8 MB in all, more than the kernel and the shop keep. */
async function fillLog(answer: (path: string) => Promise<number | undefined>) {
  const answers = new Set<number | undefined>();
  for (let asked = 0; asked < 500; asked += 50)
    for (const status of await Promise.all(Array.from({ length: 50 }, () => answer(`/${'kopi'.repeat(2_000)}`))))
      answers.add(status);
  return [...answers];
}

test('F10: a stalled reader of the log delays no answer, reads on later without all lines, and may go away', async () => {
  const { shop, answer, ended } = await shopWithLog([process.execPath, main], 'pipe');
  let heard = '';

  expect(await fillLog(answer)).toEqual([404]);
  shop.stdout?.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  shop.stdout?.resume();
  await expect
    .poll(async () => {
      await answer('/api/health');
      return heard;
    })
    .toContain('"path":"/api/health"');
  shop.stdout?.destroy();
  expect([await answer(), await answer(), await answer()]).toEqual([401, 401, 401]);
  shop.kill('SIGINT');

  expect(await ended).toEqual([0, null]);
  expect(heard.length).toBeLessThan(2_500_000);
  const [, logged = ''] = heard.split('Ctrl+C menutupnya.\n');
  // The last one may be cut off.
  for (const line of logged.split('\n').slice(0, -1)) JSON.parse(line);
});

test('F10: a shop whose log is stalled in a pipe closes all the same', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = await open(path, 'w');
  onTestFinished(async () => void (await Promise.all([reader.close(), writer.close()])));
  const { shop, answer, ended } = await shopWithLog([process.execPath, main], writer.fd);

  expect(await fillLog(answer)).toEqual([404]);
  shop.kill('SIGINT');

  expect(await ended).toEqual([0, null]);
});

const hasScript = available(
  existsSync('/usr/bin/script') && process.platform === 'linux',
  'no script of Linux: a terminal that takes no more of the log was not tried.',
);

test.runIf(hasScript)('F10: a stalled terminal delays no answer', async () => {
  // `script` gives the shop a terminal of its own, and passes its output on.
  const inTerminal = ['script', '-qfc', `${process.execPath} ${main}`, '/dev/null'];
  const { answer } = await shopWithLog(inTerminal, 'pipe');

  expect(await fillLog(answer)).toEqual([404]);
});
