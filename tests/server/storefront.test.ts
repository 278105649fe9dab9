import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { paths } from '#core/routes';
import { shop as facts } from '#core/shop';
import { buildWarning } from '../../server/pages/build-record.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { builtStorefront } from '../support/storefront.ts';
import { captureLog } from './captured-log.ts';
import { type Method, openShop, type Shop } from './shop.ts';
import { folder, writeFiles } from './test-folder.ts';

const files = {
  'index.html': '<!doctype html><title>Beranda</title></html>',
  'products.html': '<!doctype html><title>Produk</title></html>\n',
  'carts/delivery.html': '<!doctype html><title>Kirim</title></html>',
  'carts/payment.html': '<!doctype html><title>Bayar</title><p>cut off in the mid',
  'shell.html': '<!doctype html><title>Kosong</title></html>',
  'build.json': JSON.stringify({ apiHost: 'https://api.example/v1', scriptHashes: ['sha256-abc='], styleHashes: [] }),
  'sw.js': '// worker',
  'manifest.webmanifest': '{}',
  'assets/main-B1c2D3.js': 'export {}',
  'assets/main-B1c2D3.js.br': 'brotli',
  'assets/main-B1c2D3.js.gz': 'gzip',
  'icons/icon.svg': '<svg/>',
  '.env': 'SECRET=1',
  'assets/.hidden.js': 'hidden',
};

onSqliteAndLongOnPostgres('the storefront', (newHome) => {
  let dist: string;
  let site: Shop;

  beforeAll(async () => {
    const root = await mkdtemp(join(folder, 'storefront-'));
    dist = join(root, 'dist');
    await writeFiles(dist, { ...files, '../secret.txt': 'RAHASIA' });
    site = await openShop(await newHome(), { storefront: dist });
  });

  const ask = (url: string, headers: Record<string, string> = {}, method: Method = 'GET') =>
    site.ask(method, url, { headers });

  test('each of the fifteen routes is answered with its own page, or with the shell when that is incomplete', async () => {
    const own = { '/': 'Beranda', '/products': 'Produk', '/carts/delivery': 'Kirim' };

    for (const path of paths) {
      for (const url of [path, `${path}?search=kopi&produk=tubruk`]) {
        const answer = await ask(url);

        expect([url, answer.status]).toEqual([url, 200]);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(answer.headers['cache-control']).toBe('no-cache');
        expect(answer.text).toContain(own[path as keyof typeof own] ?? 'Kosong');
      }
      expect((await ask(path, {}, 'HEAD')).text).toBe('');
    }
  });

  test('B13, B16: the CSP of a page allows its own scripts and no frames', async () => {
    const { headers } = await ask('/products');
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );

    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-abc='",
      'style-src': "'self'",
      'img-src': "'self' data: blob: https://api.example",
      'connect-src': "'self' https://api.example",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'frame-src': 'https://www.openstreetmap.org',
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'kedai',
    });
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test('a file with its hash in its name may be cached for good, everything else is asked for again', async () => {
    const { headers } = await ask('/assets/main-B1c2D3.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers).not.toHaveProperty('etag');
    for (const path of ['/sw.js', '/manifest.webmanifest']) {
      expect([path, (await ask(path)).headers['cache-control']]).toEqual([path, 'no-cache']);
    }
    // Not 'no-cache', because one visit asks for it twice.
    expect((await ask('/icons/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('files come with their type, compressed when they were compressed before', async () => {
    const types = {
      '/sw.js': 'application/javascript; charset=utf-8',
      '/manifest.webmanifest': 'application/manifest+json',
      '/icons/icon.svg': 'image/svg+xml',
      '/assets/main-B1c2D3.js': 'application/javascript; charset=utf-8',
    };

    for (const [path, type] of Object.entries(types)) {
      for (const coding of ['identity', 'gzip, br']) {
        const answer = await ask(path, { 'accept-encoding': coding });
        expect([path, answer.headers['content-type']]).toEqual([path, type]);
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
        expect(answer.headers).not.toHaveProperty('service-worker-allowed');
      }
    }
    const script = '/assets/main-B1c2D3.js';
    expect((await ask(script, { 'accept-encoding': 'gzip, br' })).text).toBe('brotli');
    expect((await ask(script, { 'accept-encoding': 'gzip' })).text).toBe('gzip');
    expect((await ask(script)).text).toBe('export {}');
  });

  test('B46: a file is read once however many ask for it, and again when it has changed', async () => {
    const texts = async (url: string) => [
      (await ask(url)).text,
      (await ask(url, {}, 'HEAD')).headers['content-length'],
    ];
    await writeFile(join(dist, 'assets/once-B1c2D3.js'), 'one');
    await writeFile(join(dist, 'icons/again.svg'), 'one');
    const before = [await texts('/assets/once-B1c2D3.js'), await texts('/icons/again.svg')];

    await writeFile(join(dist, 'assets/once-B1c2D3.js'), 'two');
    await writeFile(join(dist, 'icons/again.svg'), 'two');
    await utimes(join(dist, 'icons/again.svg'), 1, 1);

    expect(before).toEqual(Array(2).fill(['one', '3']));
    expect(await texts('/assets/once-B1c2D3.js')).toEqual(['one', '3']);
    expect(await texts('/icons/again.svg')).toEqual(['two', '3']);
  });

  test('a file that does not match If-Match is a 412, one that does is sent', async () => {
    const { etag } = (await ask('/icons/icon.svg')).headers;

    const another = await ask('/icons/icon.svg', { 'if-match': '"another"' });
    const expected = await ask('/icons/icon.svg', { 'if-match': String(etag) });

    expect([another.status, another.body.error.code]).toEqual([412, 'file_changed']);
    expect([expected.status, expected.text]).toEqual([200, '<svg/>']);
  });

  test('a new worker has another ETag, also where all files have the same time', async () => {
    const file = join(dist, 'sw.js');
    onTestFinished(() => writeFile(file, files['sw.js']));
    await utimes(file, 1, 1);
    const { etag } = (await ask('/sw.js')).headers;
    expect((await ask('/sw.js', { 'if-none-match': String(etag) })).status).toBe(304);

    await writeFile(file, '// wOrker');
    await utimes(file, 1, 1);

    const after = await ask('/sw.js', { 'if-none-match': String(etag) });
    expect([after.status, after.text]).toEqual([200, '// wOrker']);
  });

  test('a missing worker is a 404, an unreadable one is not', async () => {
    const file = join(dist, 'sw.js');
    await rm(file);
    expect((await ask('/sw.js')).status).toBe(404);

    await mkdir(file);
    onTestFinished(async () => {
      await rm(file, { recursive: true });
      await writeFile(file, files['sw.js']);
    });

    expect((await ask('/sw.js')).status).toBe(500);
  });

  test('another method than GET on a page is a 405 with the allowed ones', async () => {
    for (const method of ['POST', 'TRACE', 'PROPFIND', 'OPTIONS'] as const) {
      const answer = await ask('/products?search=kopi', {}, method);

      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect((await ask('/nothing', {}, method)).status).toBe(404);
    }
  });

  test('a request body that cannot be read does not change the answer of a page', async () => {
    for (const sent of [
      { headers: { 'content-type': '///' }, body: 'x' },
      { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(300_000) },
    ]) {
      const page = await site.ask('POST', '/products', sent);
      const nothing = await site.ask('POST', '/nothing', sent);

      expect([page.status, page.headers.allow]).toEqual([405, 'GET, HEAD']);
      expect([nothing.status, nothing.body?.error.code]).toEqual([404, 'not_found']);
    }
  });

  test('a form that is sent without scripts is answered with its page', async () => {
    const answer = await site.ask('POST', '/account/login?x=1', {
      headers: { accept: 'text/html,*/*;q=0.8', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40b.id&password=rahasia1',
    });

    expect([answer.status, answer.headers.location]).toEqual([303, '/account/login']);
  });

  test('an address typed in capitals or with other slashes redirects to its page, with the search parameters', async () => {
    for (const [url, location] of [
      ['/carts/delivery/', '/carts/delivery'],
      ['/products/?search=kopi%20susu&back=/products/', '/products?search=kopi%20susu&back=/products/'],
      ['/%70roducts/', '/products'],
      ['/PRODUCTS?MEJA=7', '/products?MEJA=7'],
      ['/Carts/Payment/', '/carts/payment'],
    ] as const) {
      const answer = await ask(url);

      expect([url, answer.status, answer.headers.location]).toEqual([url, 308, location]);
    }
  });

  test('F32, B34, B35: what does not exist is a 404 and never a page', async () => {
    const nothing = [
      '/assets/gone-B1c2D3.js',
      '/foo.svg',
      '/assets/',
      '/assets',
      '/product',
      '/PRODUCTS/TUBRUK',
      '/products/tubruk',
      '/build.json',
      '/page-templates.json',
      '/prerender.mjs',
      '/products.html',
      '/build%2ejson',
      '/%62uild.json',
      '//build.json',
      '/./build.json',
      '/assets/main-B1c2D3.js.br',
      '/.env',
      '/%2eenv',
      '/assets/.hidden.js',
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/..%2f..%2fetc/passwd',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/assets/%00',
      '/assets/main-B1c2D3.js%00.html',
      '/..%5csecret.txt',
      '/%zz',
      '/data/kedai.sqlite',
    ];

    for (const url of nothing) {
      const answer = await ask(url);

      expect([url, answer.status]).toEqual([url, 404]);
      expect([url, answer.body.error.code]).toEqual([url, 'not_found']);
      expect(answer.text).not.toContain('RAHASIA');
    }
  });

  test("a mistyped address is a 404 with the shop's own page, a missing file is a plain 404", async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

    const mistyped = ['/tidak/ada/', '/products)', '/kopi%20susu', '/products,?meja=7', '/diskon-50%', '/%ff?q=%'];
    for (const url of mistyped) {
      const answer = await ask(url, { accept });
      expect([url, answer.status, answer.headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect([answer.text, answer.headers['cache-control']]).toEqual([files['shell.html'], 'no-cache']);
      expect((await ask(url, { accept, 'if-none-match': String(answer.headers.etag) })).status).toBe(404);
      const head = await ask(url, { accept }, 'HEAD');
      expect([head.status, head.text, head.headers.etag]).toEqual([404, '', answer.headers.etag]);
    }
    for (const url of ['/assets/gone-B1c2D3.js', '/foo.svg', '/products.html', '/..%2fsecret.txt', '/api/nothing']) {
      const answer = await ask(url, { accept });
      expect([url, answer.status, answer.body.error.code]).toEqual([url, 404, 'not_found']);
    }
  });

  test('an address with two slashes in a row redirects to its page, never to another host', async () => {
    const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
    onTestFinished(() => void site.app.server.close());
    // Sends the path unchanged; the URL class would turn backslashes into slashes.
    const askAsItIs = async (path: string) => {
      const asked = get({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' }, agent: false });
      const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage];
      return [path, statusCode, headers.location];
    };

    for (const [path, meant] of [
      ['//', '/'],
      ['//products?meja=7', '/products?meja=7'],
      ['/carts///delivery//', '/carts/delivery'],
    ] as const)
      expect(await askAsItIs(path)).toEqual([path, 308, meant]);
    for (const path of ['//evil.example', '//\\evil', '/\\evil', '//..//secret', '//assets//gone.js', '//tidak//ada'])
      expect(await askAsItIs(path)).toEqual([path, 404, undefined]);
  });

  test('the shell is a page of its own, which the worker stores, with the headers of all pages', async () => {
    const shell = await ask('/shell.html');
    const page = await ask('/products');
    const unknown = await ask('/nowhere', { accept: 'text/html' });

    expect([shell.status, shell.text]).toEqual([200, files['shell.html']]);
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'x-frame-options'])
      expect([name, shell.headers[name]]).toEqual([name, page.headers[name]]);
    expect(unknown.headers['content-security-policy']).toBe(shell.headers['content-security-policy']);
    expect((await ask('/shell.html', { 'if-none-match': String(shell.headers.etag) })).status).toBe(304);
    expect((await ask('/shell.html', {}, 'HEAD')).text).toBe('');
  });

  test('a menu that cannot be rendered is reported in the log', async () => {
    const bare = join(dist, '..', 'bare');
    await writeFiles(bare, { 'shell.html': files['shell.html'], 'build.json': '{}' });
    const { logger, lines } = captureLog('warn');

    const { app } = await openShop(await newHome(), { storefront: bare, logger });

    const failed = { level: 50, msg: expect.stringContaining('The pages could not be rendered') };
    await expect.poll(() => lines).toEqual([expect.objectContaining(failed)]);
    await app.close();
  });

  test('a storefront that was never built says so in one sentence', async () => {
    const empty = await openShop(await newHome(), { storefront: join(dist, 'nowhere') });

    const answer = await empty.ask('GET', '/products');

    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run build');
  });

  test('a build with other facts of the shop, or for another address, is reported', async () => {
    const built = join(dist, '..', 'other');
    const record = await readFile(join(builtStorefront, 'build.json'), 'utf8');
    const [courier, ...others] = facts.couriers;
    const dearer = { ...facts, couriers: [{ ...courier, fee: 4_000 }, ...others] };
    const ours = 'https://kopi.example';
    const warningOf = async (build: object, address?: string) => {
      await writeFiles(built, { 'build.json': JSON.stringify({ shop: facts, ...build }) });
      return buildWarning(built, address);
    };

    expect(JSON.parse(record).shop).toEqual(facts);
    expect(await warningOf(JSON.parse(record))).toBeUndefined();
    expect(await warningOf({ shop: dearer })).toContain('masih memuat isi shop.config.json yang lama');
    expect(await warningOf({ publicUrl: '' }, ours)).toBe(
      'Halaman kedai dibuat tanpa PUBLIC_URL: jalankan `PUBLIC_URL=https://kopi.example npm run build`, lalu nyalakan lagi.',
    );
    expect(await warningOf({ publicUrl: 'https://before.example' }, ours)).toContain(
      'dibuat untuk https://before.example: jalankan',
    );
    for (const address of [ours, undefined]) expect(await warningOf({ publicUrl: ours }, address)).toBeUndefined();
  });

  test('an interrupted build is reported, too, and served as soon as it is finished', async () => {
    const unfinished = join(dist, '..', 'unfinished');
    await cp(dist, unfinished, { recursive: true });
    await writeFile(join(unfinished, 'build.json'), files['build.json'].slice(0, 20));
    const { app, ask } = await openShop(await newHome(), { storefront: unfinished });

    expect(buildWarning(unfinished)).toContain('belum dibuat');
    const before = await ask('GET', '/products');
    expect([before.status, before.text]).toEqual([503, expect.stringContaining('npm run build')]);
    await writeFile(join(unfinished, 'build.json'), files['build.json']);
    const { status, headers } = await ask('GET', '/products');

    expect([status, buildWarning(unfinished)]).toEqual([200, undefined]);
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc='");
    await app.close();
  });
});
