import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../test-folder.ts';
import { owner } from './owner.ts';
import { scanSvg } from './scan-qr.ts';

test('the QR codes of the shop and its 24 tables are written for A4 paper, and lead to their tables', async () => {
  const out = join(folder, 'codes');

  const { code, out: said } = await owner({ PUBLIC_URL: 'https://kopi.example' }, 'qr', out);

  expect([code, said]).toEqual([0, expect.stringMatching(/^25 kode; buka .*qr\.html di browser/)]);
  const files = await readdir(out);
  expect(files).toHaveLength(26);
  expect(await scanSvg(await readFile(join(out, 'kedai.svg')))).toBe('https://kopi.example/products');
  expect(await scanSvg(await readFile(join(out, 'meja-7.svg')))).toBe('https://kopi.example/products?meja=7');
  const page = await readFile(join(out, 'qr.html'), 'utf8');
  const onPage = [...page.matchAll(/<\/h2>\n(<svg.*?<\/svg>)/gs)].map(([, svg = '']) => svg);
  expect(onPage).toHaveLength(25);
  expect(page.match(/<header><svg/g)).toHaveLength(25);
  expect(await scanSvg(onPage[24] ?? '')).toBe('https://kopi.example/products?meja=24');
  expect(page).toContain('<h2>Meja 24</h2>');
});

test.skipIf(process.platform !== 'linux')('a folder that cannot be made is refused at once', async () => {
  const { code, err } = await owner({ PUBLIC_URL: 'https://kopi.example' }, 'qr', '/proc/codes/table');

  expect([code, err]).toEqual([1, expect.stringMatching(/^\/proc\/codes /)]);
});

test('without an address that lasts, no code is made', async () => {
  const { code, err } = await owner({}, 'qr', folder);

  expect([code, err]).toEqual([1, expect.stringMatching(/^Isi PUBLIC_URL/)]);
});
