/**
 * `test` of the end-to-end tests, with a real server for every page.
 *
 * All fixtures of a worker are declared here and started when a story asks for them: for files with other ones Playwright would start other
 * workers, each with a browser.
 */
import type { WorkerFixture } from '@playwright/test';
import type { openApiWithChangedMenu } from './changed-menu.ts';
import type { CounterShop } from './counter-shop.ts';
import type { openShopWithLongNames } from './long-names.ts';
import type { PlainApiBuild } from './plain-api.ts';
import { type RunningShop, startShop } from './start-shop.ts';
import { test as watchful } from './strict-test.ts';

export { cut, expect, expectAccessible } from './strict-test.ts';

interface OfOneWorker {
  /** The shop of this worker, with its own port and database; the tests of a worker share it, and each uses new customers. */
  shop: RunningShop;
  /** The same with staff, for the stories of the counter; the one that counts new orders comes first. */
  counterShop: CounterShop;
  /** A shop whose menu is the worst case for the layout (`long-names.ts`). */
  shopWithLongNames: Awaited<ReturnType<typeof openShopWithLongNames>>;
  /** An API whose menu has changed since the build (`changed-menu.ts`). */
  apiWithChangedMenu: Awaited<ReturnType<typeof openApiWithChangedMenu>>;
  /** A storefront for another shop's API (`plain-api.ts`). */
  built: PlainApiBuild;
}

/** A fixture that needs no other one. */
export const fixture =
  <Opened>(open: () => Promise<Opened>, close: (opened: Opened) => Promise<unknown>) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  async ({}, use: (opened: Opened) => Promise<void>) => {
    const opened = await open();
    await use(opened);
    await close(opened);
  };

const ofWorker = <Opened>(
  ...opening: Parameters<typeof fixture<Opened>>
): [WorkerFixture<Opened, object>, { scope: 'worker' }] => [fixture(...opening), { scope: 'worker' }];

export const test = watchful.extend<object, OfOneWorker>({
  shop: ofWorker(
    () => startShop(),
    (shop) => shop.stop(),
  ),
  counterShop: ofWorker(
    async () => (await import('./counter-shop.ts')).openCounterShop(),
    (shop) => shop.close(),
  ),
  shopWithLongNames: ofWorker(
    async () => (await import('./long-names.ts')).openShopWithLongNames(),
    (shop) => shop.close(),
  ),
  apiWithChangedMenu: ofWorker(
    async () => (await import('./changed-menu.ts')).openApiWithChangedMenu(),
    (api) => api.close(),
  ),
  built: ofWorker(
    async () => (await import('./plain-api.ts')).buildForPlainApi(),
    (built) => built.remove(),
  ),
  baseURL: ({ shop }, use) => use(shop.url),
});
