/** The bytes of a visit as sent, computed from the output of `npm run build` (goals G1, G5 and G6 of performance.md). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { counterPage, guidePage, isOfCounter } from '#core/counter-pages';
import { pageFile } from '#core/renderer';
import { type Path, paths, publicPaths } from '#core/routes';
import menu from '../server/menu/menu.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const menuImages = join(root, 'server', 'menu', 'images');

/** The file that a first visit gets for an address. */
const fileOf = (address: string) =>
  address.startsWith('/api/images/') ? join(menuImages, address.slice('/api/images/'.length)) : join(dist, address);

const sizes = new Map<string, number>();

/** The size as sent: compressed where that is smaller. */
async function sizeOf(address: string): Promise<number> {
  const known = sizes.get(address);
  if (known !== undefined) return known;
  const content = await readFile(fileOf(address));
  const size = /\.(woff2|webp|avif|png|jpe?g)$/.test(address)
    ? content.length
    : Math.min(
        content.length,
        existsSync(`${fileOf(address)}.br`)
          ? (await readFile(`${fileOf(address)}.br`)).length
          : brotliCompressSync(content).length,
      );
  sizes.set(address, size);
  return size;
}

const sumOf = async (addresses: Iterable<string>) =>
  (await Promise.all([...addresses].map(sizeOf))).reduce((sum, size) => sum + size, 0);

interface Page {
  html: string;
  scripts: string[];
  stylesheet: string;
}
const pages = new Map<Path, Page>();
const pageOf = (path: Path) => pages.get(path) as Page;
let assets: string[] = [];

beforeAll(async () => {
  expect(existsSync(join(dist, 'build.json')), 'build the storefront first: npm run build').toBe(true);
  assets = (await readdir(join(dist, 'assets'))).map((file) => `/assets/${file}`);
  for (const path of paths) {
    const html = await readFile(join(dist, pageFile(path)), 'utf8');
    const [, scripts = '', stylesheet = ''] = /data-scripts="([^"]*)" data-styles="([^"]*)"/.exec(html) ?? [];
    pages.set(path, { html, scripts: scripts.split(' '), stylesheet });
  }
});

/** Expects that nothing is over its budget; a failure names what is, and its size. */
async function expectWithin(budget: number, weights: Record<string, number | Promise<number>>) {
  const weighed = await Promise.all(
    Object.entries(weights).map(async ([name, weight]) => [name, await weight] as const),
  );
  expect(weighed.length).toBeGreaterThan(0);
  expect(
    weighed.filter(([, weight]) => weight > budget).map(([name, weight]) => `${name}: ${weight} > ${budget}`),
  ).toEqual([]);
}

const each = <Key extends string>(names: readonly Key[], weigh: (name: Key) => number | Promise<number>) =>
  Object.fromEntries(names.map((name) => [name, weigh(name)]));

const isScript = (file: string) => file.endsWith('.js');

test('G1 every page arrives in one round trip, with its styles and first pictures', () =>
  expectWithin(
    14_600,
    each(paths, (path) => sizeOf(`/${pageFile(path)}`)),
  ));

test('G1 a public page asks for no picture before its first paint', () => {
  for (const path of publicPaths) {
    const [, ...images] = pageOf(path).html.split('<img ');
    expect(images.length, path).toBeGreaterThan(0);
    for (const image of images) expect(image, path).toMatch(/^src="data:|^[^>]* loading="lazy"/);
  }
});

test('G5 a first visit stays below 220.5 kB, with everything that arrives by itself and the pictures further down', async () => {
  const byItself = new Set(
    assets.filter((file) => /\/(background|options|install-offer)-[\w-]{7}\.js$|\.woff2$/.test(file)),
  );
  expect(byItself.size).toBe(4);
  // With what these import: a set grows while it is iterated.
  for (const file of byItself)
    for (const [, name = ''] of (await readFile(fileOf(file), 'utf8')).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      byItself.add(`/assets/${name}`);

  await expectWithin(
    220_500,
    each(publicPaths, async (path) => {
      const { html, scripts, stylesheet } = pageOf(path);
      const pictures = [...html.matchAll(/<img src="(\/[^"]+)"/g)].map(([, address = '']) => address);
      const others = ['/sw.js', '/icons/favicon.svg', '/manifest.webmanifest'];
      const page = sizeOf(`/${pageFile(path)}`);
      return (await page) + (await sumOf(new Set([...scripts, stylesheet, ...byItself, ...pictures, ...others])));
    }),
  );
});

test('G5 what the worker adds after a first visit stays below 220 kB, besides the pictures of the menu', async () => {
  const worker = await readFile(join(dist, 'sw.js'), 'utf8');
  const listed = [...worker.matchAll(/"url":"(\/[^"]*)"/g)].map(([, url = '']) => url);
  expect(listed.length).toBeGreaterThan(20);

  await expectWithin(
    220_000,
    each(publicPaths, (path) => {
      const { scripts, stylesheet } = pageOf(path);
      const loaded = new Set([...scripts, stylesheet]);
      const fetched = listed.filter((url) => !loaded.has(url));
      return sumOf(fetched.map((url) => (paths.includes(url as Path) ? `/${pageFile(url as Path)}` : url)));
    }),
  );
});

test('G5 nothing of the counter reaches customers, and nothing of the storefront the counter', async () => {
  const page = await readFile(join(dist, counterPage), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address = '']) => address);

  expect(files.filter((file) => /\.(js|css|webmanifest)$/.test(file)).every(isOfCounter)).toBe(true);
  expect(files.length).toBeGreaterThan(4);
  for (const file of ['/sw.js', ...assets.filter((file) => /\.(js|css)$/.test(file))])
    expect([file, (await readFile(fileOf(file), 'utf8')).match(/\/counter\/assets|"url":"\/counter/g)]).toEqual([
      file,
      null,
    ]);
});

test('G5 the counter has 140 kB of scripts at most, and its pages name them all', async () => {
  const pages = (await Promise.all([counterPage, guidePage].map((page) => readFile(join(dist, page), 'utf8')))).join(
    '',
  );
  const files = (await readdir(join(dist, 'counter', 'assets'))).map((file) => `/counter/assets/${file}`);

  expect(files.filter((file) => /\.(js|css)$/.test(file) && !pages.includes(`"${file}"`))).toEqual([]);
  await expectWithin(140_000, { counter: await sumOf(files.filter((file) => file.endsWith('.js'))) });
});

test('G5 an update that changes one screen stays below 110 kB', async () => {
  const scripts = assets.filter(isScript);
  const codes = new Map(
    await Promise.all(scripts.map(async (file) => [file, await readFile(fileOf(file), 'utf8')] as const)),
  );
  // A file that names a renamed file changes, and is renamed, too.
  const renamedWith = (changed: string[]): string[] => {
    const names = changed.map((file) => file.slice('/assets/'.length));
    const all = scripts.filter(
      (file) => changed.includes(file) || names.some((name) => codes.get(file)?.includes(name)),
    );
    return all.length === changed.length ? all : renamedWith(all);
  };
  const publicPages = [...publicPaths.map((path) => `/${pageFile(path)}`), '/shell.html', '/sw.js'];

  await expectWithin(
    110_000,
    each(paths, (path) => {
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
      const screen = scripts.filter((file) => new RegExp(`^/assets/${name}-[\\w-]{7}\\.js$`).test(file));
      expect(screen, name).toHaveLength(1);
      return sumOf([...renamedWith(screen), ...publicPages]);
    }),
  );
});

test('G6 the scripts that a public page begins with stay below 127.5 kB', () =>
  expectWithin(
    127_500,
    each(publicPaths, (path) => sumOf(pageOf(path).scripts)),
  ));

test('G6 all scripts stay below 215 kB, the worker below 30 kB, the script inside the pages below 1.5 kB', async () => {
  await expectWithin(215_000, { scripts: sumOf(assets.filter(isScript)) });
  await expectWithin(30_000, { 'sw.js': sizeOf('/sw.js') });
  await expectWithin(1_500, {
    'early taps': /<script data-scripts=[^>]*>([\s\S]*?)<\/script>/.exec(pageOf('/').html)?.[1]?.length ?? Infinity,
  });
});

test('G5 the pictures of the first ten products are small and have their size', async () => {
  const cards = [...pageOf('/products').html.matchAll(/<img src="([^"]+)"[^>]* width="400" height="400"[^>]*>/g)];
  const addresses = menu.products.slice(0, 10).map(({ image_url }) => `/api/images/products/${image_url}`);

  expect(cards).toHaveLength(10);
  for (const [, source] of cards.slice(0, 2)) expect(source).toMatch(/^data:image\/svg/);
  expect(cards.slice(2).map(([, source]) => source)).toEqual(addresses.slice(2));
  await expectWithin(6_000, each(addresses, sizeOf));
  await expectWithin(40_000, { 'ten pictures': sumOf(addresses) });
});

test('no package is changed in the build: the scripts contain what react-dom publishes', async () => {
  const vendor = assets.find((file) => /\/vendor-[^/]*\.js$/.test(file)) ?? '';
  const code = await readFile(fileOf(vendor), 'utf8');

  // Events that no screen listens for, which a trimmed react-dom lacks.
  for (const event of ['loadedMetadata', 'encrypted', 'touchMove', 'dragOver']) expect(code).toContain(event);
});
