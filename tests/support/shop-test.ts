/** `test` of the end-to-end tests, with a real server for every page. */
import { type RunningShop, startShop } from './start-shop.ts';
import { test as watchful } from './strict-test.ts';

export { cut, expect, expectAccessible } from './strict-test.ts';

interface OfOneWorker {
  /** The shop of this worker, with its own port and database; the tests of a worker share it, and each uses new customers. */
  shop: RunningShop;
}

export const test = watchful.extend<object, OfOneWorker>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: ({ shop }, use) => use(shop.url),
});
