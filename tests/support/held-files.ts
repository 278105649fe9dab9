import type { Page } from '@playwright/test';

/** Lets none of these files arrive until they are let go by what it gives. */
export async function hold(page: Page, files: string) {
  const gate = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

/** Lets a page be painted, and none of its scripts arrive until they are let go. */
export const holdScripts = (page: Page) => hold(page, '**/assets/*.js');

/** Waits until React has taken the page over: what holds the first taps until then is taken away. */
export const untilHydrated = (page: Page) => page.waitForFunction(() => !Reflect.get(globalThis, 'early'));
