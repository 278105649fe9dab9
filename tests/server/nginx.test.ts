import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { available } from '../support/missing-tools.ts';
import { type RunningShop, startMs } from '../support/start-shop.ts';
import { askHttp2 } from './http2-client.ts';
import { start } from './running-shop.ts';
import { tlsFiles } from './test-certificate.ts';

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx'].find((path) =>
  existsSync(path),
);
const conf = join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf');
const hasNginx = available(nginx, 'no nginx: deploy/nginx.conf was not tried.');

/** Runs `deploy/nginx.conf` in front of a shop while `use` runs. */
async function behindNginx(shop: RunningShop, use: (url: string, plainUrl: string) => Promise<void>) {
  const place = await mkdtemp(join(tmpdir(), 'kedai-nginx-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const [port = 0, plainPort = 0] = await freePorts(2);
  const recipe = (await readFile(conf, 'utf8'))
    .replace('127.0.0.1:3000', new URL(shop.url).host)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('kopi.example', 'localhost')
    .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, tlsFiles.TLS_CERT)
    .replace(/\/etc\/letsencrypt\S*privkey\.pem/, tlsFiles.TLS_KEY);
  const filled = join(place, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  await writeFile(
    filled,
    `pid ${place}/nginx.pid; daemon off; error_log ${place}/error.log; events {} http { access_log off; ${temporary.join(' ')} ${recipe} }`,
  );
  const proxy = spawn(nginx ?? '', ['-p', place, '-c', filled], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const ready = () =>
      new Promise((resolve) => {
        const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(true));
        socket.once('error', () => resolve(false)).once('secureConnect', () => socket.end());
      });
    await expect.poll(ready, { timeout: startMs }).toBe(true);
    await use(`https://localhost:${port}`, `http://127.0.0.1:${plainPort}`);
  } finally {
    proxy.kill('SIGQUIT');
    await once(proxy, 'exit');
  }
}

test('B54: deploy/nginx.conf says that HTTPS stays, and redirects to no name that a client chose', async () => {
  const recipe = (await readFile(conf, 'utf8')).replace(/#.*/g, '');

  expect(recipe).toMatch(/^ {4}add_header Strict-Transport-Security "max-age=\d{8}" always;$/m);
  expect(recipe.match(/return 308 \S+/g)).toEqual(['return 308 https://$server_name$request_uri;']);
});

test('B32: deploy/nginx.conf slows an address down before it refuses it, far above a full shop', async () => {
  const recipe = (await readFile(conf, 'utf8')).replace(/#.*/g, '');
  const numberIn = (pattern: RegExp) => Number(pattern.exec(recipe)?.[1]);

  // As much as the shop itself takes: a photograph of the menu, and anything else.
  expect(recipe).toMatch(/location = \/api\/counter\/pictures \{\s+client_max_body_size 2m;/);
  expect(recipe).toMatch(/^ {4}client_max_body_size 256k;$/m);
  expect(numberIn(/limit_conn +kedai_connections (\d+);/)).toBeGreaterThanOrEqual(500);
  // A hundred phones that each load a page with forty files.
  expect(numberIn(/limit_req .*burst=(\d+)/)).toBeGreaterThanOrEqual(4_000);
  expect(numberIn(/limit_req .*delay=(\d+)/)).toBeLessThan(numberIn(/limit_req .*burst=(\d+)/));
});

test.runIf(hasNginx)('deploy/nginx.conf serves the shop over HTTPS and passes on request ids', async () => {
  const shop = await start({ env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' } });

  await behindNginx(shop, async (url, plainUrl) => {
    const list = await askHttp2(url, '/api/products', { 'accept-encoding': 'br' });
    expect([list.status, list.headers['content-encoding'], list.headers['kedai-api']]).toEqual([200, 'br', '1']);
    expect(String(list.headers.etag)).toMatch(/^"/);
    const page = await askHttp2(url, '/products');
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    const failed = await askHttp2(url, '/api/nothing', { 'x-forwarded-for': '198.51.100.7' });
    expect(failed.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
    expect((await askHttp2(url, '/api/ready')).status).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    const [moved] = (await once(
      get(`${plainUrl}/products?page=2`, { headers: { host: 'evil.example' } }),
      'response',
    )) as [IncomingMessage];
    expect([moved.statusCode, moved.headers.location]).toEqual([308, 'https://localhost/products?page=2']);
    moved.destroy();
  });
});
