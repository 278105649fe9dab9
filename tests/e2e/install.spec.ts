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

async function installability(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await page.goto(address);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { errors, data } = await devtools.send('Page.getAppManifest');
  return { refusals: installabilityErrors.map(({ errorId }) => errorId), mistakes: errors, manifest: data };
}

/** In a headless shell this check never reports an error, so the next test checks the documented rules itself. */
test("Chromium's own check finds nothing against installing the shop", async ({ ordinary, shop }) => {
  const { refusals } = await installability(ordinary, `${shop.url}/products`);

  expect(refusals).toEqual([]);
});

test("the shop meets Chromium's conditions for offering an installation @long", async ({ ordinary, shop }) => {
  const { manifest } = await installability(ordinary, `${shop.url}/products`);
  const { name, start_url, scope, display, icons, prefer_related_applications } = JSON.parse(manifest ?? '');

  expect([name, display, prefer_related_applications]).toEqual(['Kedai Kopi Tepi', 'standalone', false]);
  expect(new URL(start_url, shop.url).pathname.startsWith(scope)).toBe(true);
  const page = await ordinary.newPage();
  await page.goto(`${shop.url}/products`);
  const drawn = await page.evaluate(async (pictures: { src: string; purpose: string; type: string }[]) => {
    const large = pictures.filter(({ purpose, type }) => purpose === 'any' && type === 'image/png');
    return Promise.all(
      large.map(async ({ src }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }),
    );
  }, icons);
  expect(drawn).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
});

test('the manifest has no errors, and its pictures load @long', async ({ ordinary, shop }) => {
  const { mistakes, manifest } = await installability(ordinary, `${shop.url}/products`);

  expect(mistakes).toEqual([]);
  const { icons, screenshots, id, scope, lang } = JSON.parse(manifest ?? '');
  expect({ id, scope, lang }).toEqual({ id: '/', scope: '/', lang: 'id' });
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  );
  for (const { src, type } of [...icons, ...screenshots]) {
    const answer = await ordinary.request.get(`${shop.url}${src}`);
    expect(`${src} ${answer.status()} ${answer.headers()['content-type']}`).toContain(`${src} 200 ${type}`);
  }
});
