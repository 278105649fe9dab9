/** The counter's worker (decision W20): which page it answers with, and what it caches. */
import { afterEach, expect, test, vi } from 'vitest';
import { html, type Shop, script, startWorker } from '../support/page/worker-scope.ts';

afterEach(() => vi.unstubAllGlobals());

const pageOf = (build: string) => () => html(`<script src="/counter/assets/${build}.js"></script>`);
const silent = () => Promise.reject(new TypeError('Failed to fetch'));

/** With the first build installed; a test may change the shop. */
async function installed() {
  const shop: Shop = { '/counter': pageOf('one'), '/counter/assets/one.js': () => script('one') };
  const worker = await startWorker({ worker: 'counter-sw', shop });
  await worker.install();
  return { ...worker, shop, cached: () => worker.storage.addresses('kedai-counter') };
}

const firstBuild = ['/counter', '/counter/assets/one.js'];

test.each([
  ['no response', silent],
  ['an error of the shop', () => new Response('', { status: 502 })],
])('with %s both pages are those of the last build', async (_what, response) => {
  const { shop, answer } = await installed();
  shop['/counter'] = shop['/counter/screen'] = shop['/counter/assets/one.js'] = response;

  for (const path of ['/counter', '/counter/screen']) {
    expect(await (await answer(path, { mode: 'navigate' }))?.text()).toContain('one.js');
  }
  expect(await (await answer('/counter/assets/one.js'))?.text()).toBe('one');
});

test('a shop that says nothing for three seconds is not waited for', async () => {
  const { shop, respond } = await installed();
  shop['/counter'] = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout'] });

  const response = respond('/counter', { mode: 'navigate' });
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();

  expect(await (await response)?.text()).toContain('one.js');
});

test('a newer build takes the place of the last one once all its files have arrived', async () => {
  const { shop, answer, cached } = await installed();
  shop['/counter'] = pageOf('two');

  await answer('/counter', { mode: 'navigate' });
  expect(cached()).toEqual(firstBuild);

  shop['/counter/assets/two.js'] = () => script('two');
  expect(await (await answer('/counter', { mode: 'navigate' }))?.text()).toContain('two.js');
  expect(cached()).toEqual(['/counter', '/counter/assets/two.js']);
});

test.each([
  ['while there is no staff, the missing page', () => new Response('', { status: 404 })],
  ["a proxy's own page", () => html('Kami segera kembali')],
])('%s is shown, and not cached', async (_what, response) => {
  const { shop, answer, cached } = await installed();
  shop['/counter'] = response;

  const shown = await answer('/counter', { mode: 'navigate' });

  expect(await shown?.text()).toBe(await response().text());
  expect(cached()).toEqual(firstBuild);
});
