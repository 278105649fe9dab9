import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { digestOf } from '../../server/menu/pictures.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { openShop, type Shop } from './shop.ts';
import { folder, writeFiles } from './test-folder.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>${'<path d="M0 0h9"/>'.repeat(99)}</svg>`;

onSqliteAndLongOnPostgres('pictures', (newHome) => {
  let images: string;
  let shop: Shop;
  beforeAll(async () => {
    images = join(folder, 'images');
    await writeFiles(images, {
      'products/tubruk.svg': svg,
      'products/dingin/es kopi.svg': svg,
      'banks/bank tepi (2).png': 'png',
      'mini-markets/mini.webp': 'webp',
      'products/notes.txt': 'text',
      'products/.hidden.svg': svg,
      '../secret.svg': svg,
    });
    shop = await openShop(await newHome(), { images: [images] });
  });

  test('of products, banks and mini-markets are served with the right type', async () => {
    const types = {
      '/api/images/products/tubruk.svg': 'image/svg+xml',
      '/api/images/products/dingin/es%20kopi.svg': 'image/svg+xml',
      '/api/images/banks/bank%20tepi%20(2).png': 'image/png',
      '/api/images/mini-markets/mini.webp': 'image/webp',
    };

    for (const [path, type] of Object.entries(types)) {
      const answer = await shop.ask('GET', path);

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
  });

  test('B15: that are SVGs run no script when opened by themselves', async () => {
    const answer = await shop.ask('GET', '/api/images/products/tubruk.svg');

    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);
    expect(answer.text).toBe(svg);
  });

  test('that the phone has already are a 304, unless a new one has the same name', async () => {
    const path = '/api/images/mini-markets/new.svg';
    const file = join(images, 'mini-markets', 'new.svg');
    await writeFile(file, '<svg/>');
    const headers = { 'if-none-match': String((await shop.ask('GET', path)).headers.etag) };

    expect((await shop.ask('GET', path, { headers })).status).toBe(304);
    await rm(file);
    await writeFile(file, '<svg><g/></svg>');
    expect((await shop.ask('GET', path, { headers })).text).toBe('<svg><g/></svg>');
  });

  test('with a digest of their content in the name may be cached for good', async () => {
    await writeFiles(images, { 'products/tubruk-0123abcd.webp': 'webp' });

    const immutable = await shop.ask('GET', '/api/images/products/tubruk-0123abcd.webp');
    const asked = await shop.ask('GET', '/api/images/products/tubruk.svg');

    expect(immutable.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asked.headers['cache-control']).toContain('max-age=3600');
  });

  test('never have a digest that could be a date', () => {
    for (const content of Array.from({ length: 400 }, (_, at) => Buffer.from(String(at)))) {
      expect(digestOf(content)).toMatch(/^(?=.*[a-f])[0-9a-f]{8}$/);
    }
  });

  test('are sent as AVIF only to browsers that accept it', async () => {
    for (const form of ['webp', 'avif']) await writeFiles(images, { [`products/senja-0123abcd.${form}`]: form });
    const askedBy = (accept: string) =>
      shop.ask('GET', '/api/images/products/senja-0123abcd.webp', { headers: { accept } });

    for (const accept of ['image/avif,image/webp,*/*', 'image/webp, image/avif;q=0.5']) {
      expect([accept, (await askedBy(accept)).text]).toEqual([accept, 'avif']);
    }
    for (const accept of ['image/webp, image/avif;q=0', 'image/*', 'image/avif-sequence']) {
      expect([accept, (await askedBy(accept)).text]).toEqual([accept, 'webp']);
    }
  });

  test('that an owner put there by hand are sent as they are and asked for again, also with a date in the name', async () => {
    for (const name of ['senja.webp', 'senja.avif', 'SENJA.WEBP', 'senja-20261120.webp', 'senja-20261120.avif'])
      await writeFiles(images, { [`products/${name}`]: name });

    for (const name of ['senja.webp', 'SENJA.WEBP', 'senja-20261120.webp']) {
      const { text, headers } = await shop.ask('GET', `/api/images/products/${name}`, {
        headers: { accept: 'image/avif,image/webp,*/*' },
      });
      expect([text, headers['content-type']]).toEqual([name, 'image/webp']);
      expect(headers['cache-control']).toContain('max-age=3600');
    }
  });

  test('B14, B34: other than those of the menu do not exist', async () => {
    const paths = [
      'products/missing.svg',
      'products/notes.txt',
      'products/.hidden.svg',
      'products/dingin/.hidden.svg',
      'products//tubruk.svg',
      'products/dingin%2f..%2ftubruk.svg',
      'products/..%2f..%2fsecret.svg',
      '..%2fsecret/x.svg',
      'products/%2e%2e%2f%2e%2e%2fsecret.svg',
      'products/tubruk.svg%00.png',
      'secret/tubruk.svg',
      'products/',
      'products',
      'products/a/b.svg',
      `products/${'a'.repeat(300)}.svg`,
    ];

    for (const path of paths) {
      const answer = await shop.ask('GET', `/api/images/${path}`);

      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'not_found']);
    }
  });
});
