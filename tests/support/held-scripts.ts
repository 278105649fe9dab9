import type { Page } from '@playwright/test';

/** Lets a page be painted, and none of its scripts arrive until they are let go. */
export async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
