/**
 * The oldest browsers that the build supports, according to Vite's target. Removed here is what Safari 16.4, the last one of iPhone 8 and
 * X, lacks and our code once called.
 */
import { is, pipe, string, url } from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packed } from '#core/region-pack';
import { stringifySearch } from '../src/state/search.ts';
import { fromMenu } from '../sw/filtered-menu.ts';

const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size') ?? {};

beforeEach(() => {
  Object.defineProperty(URLSearchParams.prototype, 'size', { configurable: true, get: () => undefined });
  vi.stubGlobal('Response', Object.assign(class extends Response {}, { json: undefined }));
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }));
});

afterEach(() => {
  Object.defineProperty(URLSearchParams.prototype, 'size', size);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('in Safari 16.4 a filter, a page and an open product are written into the address', () => {
  expect(stringifySearch({ tags: ['manis', 'pahit'], page: 2, produk: undefined })).toBe(
    '?tags=manis&tags=pahit&page=2',
  );
  expect(stringifySearch({ category: undefined })).toBe('');
});

test('in Safari 16.4 a filter is answered from the menu on the device', async () => {
  const menu = new Response(JSON.stringify({ data: [{ _id: 'klepon', name: 'Klepon', price: 15_000 }], count: 1 }));

  const found = await fromMenu(menu, new URLSearchParams({ search: 'kopi' }));

  expect(await found.json()).toEqual({ data: [], count: 0 });
});

test('in Safari 16.4 the worker tells an address from other texts', () => {
  const Address = pipe(string(), url());

  expect(is(Address, 'http://kedai.example/api/tags')).toBe(true);
  expect(is(Address, 'tags')).toBe(false);
});

test('in Safari 16.4 the worker answers regions and filters, and notes its build', async () => {
  vi.stubEnv('VITE_API_HOST', '/api');
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  let noted = '';
  const put = async (_address: string, answer: Response) => {
    noted = await answer.text();
  };
  vi.stubGlobal('caches', {
    match: async () => new Response(packed([{ kode: '31', nama: 'Jakarta', parent: '' }])),
    open: async () => ({ match: async () => undefined, put }),
  });
  const [{ regionsFromPack }, { asksForFiltered }, { noteBuild }] = await Promise.all([
    import('../sw/kept-regions.ts'),
    import('../sw/offline-answers.ts'),
    import('../sw/earlier-builds.ts'),
  ]);
  const provinces = 'http://kedai.example/api/regions/provinces';

  const answer = await regionsFromPack(new Request(provinces), new URL(provinces));

  expect(await answer?.json()).toEqual({ data: [{ kode: '31', nama: 'Jakarta' }], count: 1 });
  expect(asksForFiltered(new URL('http://kedai.example/api/products?search=kopi'))).toBe(true);
  expect(asksForFiltered(new URL('http://kedai.example/api/products'))).toBe(false);
  await noteBuild(['/assets/one.js']);
  expect(JSON.parse(noted)).toEqual([{ files: ['/assets/one.js'] }]);
});
