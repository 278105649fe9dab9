import { defineConfig } from '@playwright/test';
import { findBrowser, launchArguments } from './tests/support/browser.ts';

// Found once; the workers read this file too and inherit what stands in the environment.
process.env.CHROMIUM ??= await findBrowser();

/** What is another way to use the shop on a wide screen. The other stories do not depend on the width, or set it themselves. */
const onDesktop = ['keyboard', ...(process.env.LONG ? ['purchase'] : [])].map((name) => `**/${name}.spec.ts`);

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
  expect: { timeout: 15_000 },
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
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
      // A phone has no keyboard worth a walk of its own.
      testIgnore: '**/keyboard.spec.ts',
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testMatch: onDesktop },
  ],
});
