import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { splashFile, splashSizes } from '#core/splash';
import { drawAll } from '../art/draw.ts';
import { scenes } from '../art/scenes.ts';
import { sprite } from '../art/sprite.ts';
import menu from '../server/menu/menu.json' with { type: 'json' };

const committed = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('the committed pictures are those that the drawing programs produce', async () => {
  for (const [path, svg] of drawAll()) expect(await committed(`server/menu/images/${path}`), path).toBe(svg);
  for (const [name, svg] of Object.entries(scenes)) expect(await committed(`public/pictures/${name}`), name).toBe(svg);
  expect(await committed('design/sprite.svg')).toBe(sprite);
});

test('every product has a picture of its own, small enough for a card', () => {
  const drawn: Map<string, string> = drawAll();
  const pictures = menu.products.map(({ image_url }) => drawn.get(`products/${image_url}`) ?? '');

  expect(new Set(pictures).size).toBe(menu.products.length);
  for (const svg of pictures) {
    expect(svg.length).toBeGreaterThan(0);
    expect(svg.length).toBeLessThanOrEqual(6_000);
  }
});

test('the menu names only categories, tags and pictures that exist', () => {
  const categories = menu.categories.map(({ name }) => name);
  const tags = menu.tags.map(({ name }) => name);

  expect(menu.products.length).toBeGreaterThanOrEqual(24);
  expect(categories.length).toBeGreaterThanOrEqual(5);
  for (const product of menu.products) {
    expect(categories).toContain(product.category);
    for (const { name } of product.tags) expect(tags).toContain(name);
  }
});

test('every splash picture is as large as the screen it is for', async () => {
  for (const size of splashSizes) {
    for (const theme of ['light', 'dark'] as const) {
      const png = await readFile(new URL(`../public/${splashFile(size, theme)}`, import.meta.url));

      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, theme).toBe(size);
      expect(png.length).toBeLessThan(40_000);
    }
  }
});
