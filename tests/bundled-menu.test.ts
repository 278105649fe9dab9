import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { splashFile, splashSizes } from '#core/splash';
import menu from '../server/menu/menu.json' with { type: 'json' };

const committed = (path: string) => readFile(new URL(`../${path}`, import.meta.url));

test('every product of the bundled menu has a picture of its own, small enough for a card', async () => {
  const pictures = await Promise.all(
    menu.products.map(async ({ image_url }) => String(await committed(`server/menu/images/products/${image_url}`))),
  );

  expect(new Set(pictures).size).toBe(menu.products.length);
  for (const svg of pictures) {
    expect(svg).toMatch(/^<svg/);
    expect(svg.length).toBeLessThanOrEqual(6_000);
  }
});

test('the bundled menu is a menu of some size, with a picture of every way to pay', async () => {
  expect(menu.products.length).toBeGreaterThanOrEqual(24);
  expect(menu.categories.length).toBeGreaterThanOrEqual(5);
  for (const { image_url } of menu.banks) await committed(`server/menu/images/banks/${image_url}`);
  for (const { image_url } of menu.mini_markets) await committed(`server/menu/images/mini-markets/${image_url}`);
});

test('every splash picture is as large as the screen it is for', async () => {
  for (const size of splashSizes) {
    for (const theme of ['light', 'dark'] as const) {
      const png = await committed(`public/${splashFile(size, theme)}`);

      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, theme).toBe(size);
      expect(png.length).toBeLessThan(40_000);
    }
  }
});
