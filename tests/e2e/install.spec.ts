import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { test as base, expect } from '../support/shop-test.ts';

/** A persistent context: Chromium never offers to install from a private window, as every other test context is. */
const test = base.extend<{ ordinary: BrowserContext }>({
  ordinary: async ({ launchOptions }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'kedai-profile-'));
    const context = await chromium.launchPersistentContext(profile, launchOptions);
    await use(context);
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
});

test("Chromium's own check finds nothing against installing the shop", async ({ ordinary, shop }) => {
  const page = await ordinary.newPage();
  await page.goto(`${shop.url}/products`);
  const devtools = await ordinary.newCDPSession(page);

  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { errors } = await devtools.send('Page.getAppManifest');

  expect([installabilityErrors, errors]).toEqual([[], []]);
});
