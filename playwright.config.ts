import { defineConfig } from '@playwright/test';
import { findBrowser, launchArguments } from './tests/support/browser.ts';

// Found once; the workers read this file too and inherit what stands in the environment.
process.env.CHROMIUM ??= await findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  // A story about yesterday's build proves nothing.
  globalSetup: ['./tests/support/fresh-build.ts', './tests/support/prepared-shop.ts'],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous, for a machine that does something else as well; nothing waits for a clock.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  ...(!process.env.LONG && { grepInvert: /@long/ }),
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // The tests need no other host, and must not depend on one.
      args: [...launchArguments, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
    },
  },
  // The stories that are not about a phone set its size themselves; another project would start other workers, with other browsers.
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
    ...(process.env.LONG
      ? [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testMatch: '**/purchase.spec.ts' }]
      : []),
  ],
});
