/** The end-to-end stories' `test` with the real server behind every page. */
import { type RunningShop, startShop } from './start-shop.ts';
import { test as watchful } from './watchful-test.ts';

export { cut, expect, expectAccessible } from './watchful-test.ts';

interface OfOneWorker {
  /** The shop of this worker: its own port, its own database; tests of one worker share it, customers are new. */
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
