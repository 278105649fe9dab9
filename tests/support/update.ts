/** Accepting a new version as a customer does. */
import type { Page } from '@playwright/test';
import { expect } from './strict-test.ts';

/** Presses 'Perbarui' and waits until `newScript` runs. */
export async function agreeToUpdate(page: Page, newScript: string) {
  await page.getByRole('button', { name: 'Perbarui' }).click({ timeout: 90_000 });
  await expectUpdated(page, newScript);
}

/**
 * Waits until `newScript` runs. Chromium keeps the old worker for up to five minutes if a request reaches it at the very moment it stops,
 * which may happen on a busy machine; then the worker is stopped from outside.
 */
export async function expectUpdated(page: Page, newScript: string) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await expect(async () => {
    try {
      // In a prerendered page, or in the shell.
      const named = page.locator(`script[data-scripts^="${newScript} "], script[src="${newScript}"]`);
      await expect(named).toBeAttached({ timeout: 10_000 });
    } catch (late) {
      await devtools.send('ServiceWorker.stopAllWorkers');
      throw late;
    }
  }).toPass({ timeout: 90_000 });
}
