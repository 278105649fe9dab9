import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { below, isPack } from '#core/region-pack';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { openShop, type Shop } from './shop.ts';

onSqliteAndLongOnPostgres('the packs of regions', (newHome) => {
  let shop: Shop;
  beforeAll(async () => {
    const home = await newHome('empty');
    await prepareDatabase(await home.open());
    shop = await openShop(home);
  });

  test('contain what the lists of regions contain, level by level', async () => {
    const upper = (await shop.ask('GET', '/api/regions/pack')).text;
    const villages = (await shop.ask('GET', '/api/regions/villages-pack')).text;
    const asked = async (path: string) => (await shop.ask('GET', `/api/regions/${path}`)).body.data;

    expect(isPack(upper)).toBe(true);
    expect(isPack(villages)).toBe(true);
    expect(below(upper, '')).toEqual(await asked('provinces'));
    for (const { kode } of below(upper, '')) {
      expect(below(upper, kode)).toEqual(await asked(`regences?code=${kode}`));
    }
    for (const { kode } of below(upper, '16')) {
      expect(below(upper, kode)).toEqual(await asked(`districts?code=${kode}`));
    }
    for (const { kode } of below(upper, '16.71')) {
      expect(below(villages, kode)).toEqual(await asked(`villages?code=${kode}`));
    }
    expect(below(villages, '16')).toEqual([]);
    const all = villages.split('\n').slice(1, -1);
    expect(all.reduce((sum, line) => sum + line.split('\t').length - 1, 0)).toBe(83_762);
  });

  test('name the licence of their data, as the lists do', async () => {
    for (const path of ['pack', 'villages-pack', 'provinces', 'villages?code=16.71.01', 'regences?code=x']) {
      const { link } = (await shop.ask('GET', `/api/regions/${path}`)).headers;
      expect([path, link]).toEqual([path, '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"']);
    }
  });

  test('are small, announced, and a 304 to a phone that has them', async () => {
    for (const [path, limit] of [
      ['/api/regions/pack', 50_000],
      ['/api/regions/villages-pack', 410_000],
    ] as const) {
      const headers = { 'accept-encoding': 'br' };
      const answer = await shop.ask('GET', path, { headers });
      const etag = String(answer.headers.etag);

      expect(answer.bytes.length).toBeLessThan(limit);
      expect(isPack(brotliDecompressSync(answer.bytes).toString())).toBe(true);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['kedai-api']).toBe('1');
      expect(etag).toMatch(/^"[^"]+"$/);
      expect((await shop.ask('GET', path, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
    }
  });
});
