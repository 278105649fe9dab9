/**
 * The oldest browsers that the build supports, according to Vite's target. Removed here is what Safari 16.4, the last one of iPhone 8 and
 * X, lacks and our code once called.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packed } from '#core/region-pack';
import { shellPath } from '#core/renderer';
import { publicPaths } from '#core/routes';
import { stringifySearch } from '../src/state/catalogue/search.ts';
import { dataOf, html, json, script, startWorker } from './support/page/worker-scope.ts';

const missing = [
  [URLSearchParams.prototype, 'size'],
  [Response, 'json'],
  [URL, 'canParse'],
] as const;
const present = missing.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name) ?? {});

beforeEach(() => {
  for (const [owner, name] of missing) Reflect.deleteProperty(owner, name);
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const [at, [owner, name]] of missing.entries()) Object.defineProperty(owner, name, present[at] ?? {});
});

test('in Safari 16.4 a filter, a page and an open product are written into the address', () => {
  expect(stringifySearch({ tags: ['manis', 'pahit'], page: 2, produk: undefined })).toBe(
    '?tags=manis&tags=pahit&page=2',
  );
  expect(stringifySearch({ category: undefined })).toBe('');
});

test('in Safari 16.4 the worker installs, answers regions and filters, and notes its build', async () => {
  const page = () => html('<script src="/assets/one.js">');
  const pack = packed([{ kode: '31', nama: 'Jakarta', parent: '' }]);
  const worker = await startWorker({
    manifest: [{ url: '/assets/one.js', revision: null }],
    shop: {
      ...Object.fromEntries([...publicPaths, shellPath].map((path) => [path, page])),
      '/assets/one.js': () => script(),
      '/api/products': () => json({ data: [{ _id: 'klepon', name: 'Klepon', price: 15_000 }] }),
      '/api/regions/pack': () => new Response(pack, { headers: { 'content-type': 'text/plain' } }),
      '*': () => Promise.reject(new TypeError('Failed to fetch')),
    },
  });
  await worker.install();
  await worker.activate();
  await worker.answer('/api/products');
  await worker.answer('/api/regions/pack');

  const regions = await worker.answer('/api/regions/provinces');
  const found = await worker.answer('/api/products?search=klepon');

  expect(await regions?.json()).toEqual({ data: [{ kode: '31', nama: 'Jakarta' }], count: 1 });
  expect(await dataOf(found)).toHaveLength(1);
  const ledger = await (await worker.storage.open('kedai-builds')).match('/builds');
  expect(await ledger?.text()).toContain('http://kedai.example/assets/one.js');
});
