/**
 * `test` of the end-to-end tests, with a real server for every page.
 *
 * All fixtures of a worker are declared here and started when a story asks for them: for files with other ones Playwright would start other
 * workers, each with a browser.
 */
import type { CounterShop } from './counter-shop.ts';
import type { PlainApiBuild } from './plain-api-storefront.ts';
import { type RunningShop, startShop } from './start-shop.ts';
import { test as watchful } from './strict-test.ts';

export { cut, expect, expectAccessible } from './strict-test.ts';

interface OfOneWorker {
  /** The shop of this worker, with its own port and database; the tests of a worker share it, and each uses new customers. */
  shop: RunningShop;
  /** The same with staff, for the stories of the counter; the one that counts new orders comes first. */
  counterShop: CounterShop;
  /** A shop whose menu is the worst case for the layout (`long-names.ts`). */
  shopWithLongNames: RunningShop;
  /** The address of an API whose menu has changed since the build (`changed-menu.ts`). */
  apiWithChangedMenu: string;
  /** A storefront for another shop's API (`plain-api-storefront.ts`). */
  built: PlainApiBuild;
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

  counterShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { openCounterShop } = await import('./counter-shop.ts');
      const shop = await openCounterShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker' },
  ],

  shopWithLongNames: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { openShopWithLongNames } = await import('./long-names.ts');
      const { shop, close } = await openShopWithLongNames();
      await use(shop);
      await close();
    },
    { scope: 'worker' },
  ],

  apiWithChangedMenu: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { openApiWithChangedMenu } = await import('./changed-menu.ts');
      const shop = await openApiWithChangedMenu();
      await use(shop.url);
      await shop.close();
    },
    { scope: 'worker' },
  ],

  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { buildForPlainApi } = await import('./plain-api-storefront.ts');
      const built = await buildForPlainApi();
      await use(built);
      await built.remove();
    },
    { scope: 'worker' },
  ],

  baseURL: ({ shop }, use) => use(shop.url),
});
