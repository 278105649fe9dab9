import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { invite } from '../../server/accounts/staff.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { openShop } from './shop.ts';
import { folder, writeFiles } from './test-folder.ts';

const files = {
  'index.html': '<!doctype html><title>Beranda</title></html>',
  'shell.html': '<!doctype html><title>Kosong</title></html>',
  'build.json': JSON.stringify({ scriptHashes: ['sha256-abc='] }),
  'counter/index.html': '<!doctype html><title>Kasir</title></html>',
  'counter/panduan.html': '<!doctype html><title>Panduan</title>',
  'counter/manifest.webmanifest': '{"name":"Kasir"}',
  'counter/sw.js': 'onfetch = null',
  'counter/assets/main-B1c2D3.js': 'export {}',
  'counter/assets/main-B1c2D3.js.br': 'brotli',
};

/** Everything that is served of the counter. */
const addresses = [
  '/counter',
  '/counter/screen',
  '/counter/panduan',
  '/counter/manifest.webmanifest',
  '/counter-sw.js',
  '/counter/assets/main-B1c2D3.js',
];

beforeAll(() => writeFiles(join(folder, 'dist'), files));

onSqliteAndLongOnPostgres('the built counter', (newHome) => {
  test('W1: does not exist before the owner has added a member of staff', async () => {
    const shop = await openShop(await newHome(), { storefront: join(folder, 'dist') });
    const all = [...addresses, '/counter/', '/%63ounter', '//counter/assets/main-B1c2D3.js', '/counter/index.html'];
    const statuses = async () => Promise.all(all.map(async (url) => (await shop.ask('GET', url)).status));

    expect(new Set(await statuses())).toEqual(new Set([404]));
    const visited = await shop.ask('GET', '/counter', { headers: { accept: 'text/html' } });
    expect([visited.status, visited.text]).toEqual([404, expect.stringContaining('Kosong')]);
    await invite(shop.database, 'Budi', Date.now());
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 308, 200, 404, 404]);
  });

  test('has one page at two addresses, with the headers that keep other scripts away', async () => {
    const shop = await openShop(await newHome(), { storefront: join(folder, 'dist') });
    await shop.newStaff();

    for (const url of ['/counter', '/counter/screen', '/counter?a=b']) {
      const { status, headers, text } = await shop.ask('GET', url);
      expect([url, status, text]).toEqual([url, 200, files['counter/index.html']]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
        ),
      });
      const copy = await shop.ask('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
      expect(copy.status).toBe(304);
    }
    const guide = await shop.ask('GET', '/counter/panduan');
    expect([guide.text, guide.headers['x-frame-options']]).toEqual([files['counter/panduan.html'], 'DENY']);
    const corrected = await shop.ask('GET', '/counter/screen/');
    expect([corrected.status, corrected.headers.location]).toEqual([308, '/counter/screen']);
    expect((await shop.ask('POST', '/counter')).status).toBe(404);
  });

  test('has scripts that never change, compressed where the build has done that', async () => {
    const shop = await openShop(await newHome(), { storefront: join(folder, 'dist') });
    await shop.newStaff();

    const script = await shop.ask('GET', '/counter/assets/main-B1c2D3.js', { headers: { 'accept-encoding': 'br' } });
    const manifest = await shop.ask('GET', '/counter/manifest.webmanifest');

    expect([script.text, script.headers['content-encoding'], script.headers['cache-control']]).toEqual([
      'brotli',
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect([manifest.text, manifest.headers['cache-control']]).toEqual([
      files['counter/manifest.webmanifest'],
      'no-cache',
    ]);
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    for (const missing of ['/counter/assets/none.js', '/counter/assets/main-B1c2D3.js.br', '/counter/../build.json'])
      expect((await shop.ask('GET', missing)).status).toBe(404);
  });

  test('does not exist without a build', async () => {
    const shop = await openShop(await newHome(), { storefront: join(folder, 'dist', 'counter', 'assets') });
    await shop.newStaff();

    for (const url of addresses) expect((await shop.ask('GET', url)).status).toBe(404);
  });
});
