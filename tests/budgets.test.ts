/** The size of a visit in bytes as sent, computed from the output of `npm run build` (performance P1, P2, P3, P9; G5 and G6 for the worker). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { publicPaths } from '#core/head';
import { pageFile } from '#core/renderer';
import { isPath, type Path, paths } from '#core/routes';
import menu from '../server/menu/menu.json' with { type: 'json' };
import { baseOf } from '../tools/build/critical-styles.ts';

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

/** Drawings that a page contains, so that they need no request (`src/prerender.tsx`). */
const drawingInside = /data:image\/svg\+xml,[^"]*|<svg data-src=.*?<\/svg>/gs;

interface Page {
  html: string;
  scripts: string[];
  /** The stylesheet loaded after the first paint, and that of everything opened later. */
  styles: string[];
  /** The pictures requested at once; lazy ones further down come when somebody scrolls. */
  pictures: string[];
}
const pages = new Map<Path, Page>();
const pageOf = (path: Path) => pages.get(path) as Page;

beforeAll(async () => {
  expect(existsSync(join(dist, 'build.json')), 'build the storefront first: npm run build').toBe(true);
  for (const path of paths) {
    const html = await readFile(join(dist, pageFile(path)), 'utf8');
    const [, scripts = '', styles = ''] = /data-files="([^"]*)" data-styles="([^"]*)"/.exec(html) ?? [];
    const images = [...html.matchAll(/<img src="([^"]+)"[^>]*>/g)];
    pages.set(path, {
      html,
      scripts: scripts.split(' '),
      styles: styles.split(' '),
      pictures: [
        ...new Set(images.filter(([tag]) => !tag.includes('loading="lazy"')).flatMap(([, src]) => src ?? [])),
      ].filter((address) => !address.startsWith('data:')),
    });
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

test('P1 a public page with its styles fits into eight thousand bytes besides its drawings, and no page needs a second round trip', async () => {
  const bare = (path: Path) => brotliCompressSync(pageOf(path).html.replaceAll(drawingInside, '')).length;

  await expectWithin(8_000, each(publicPaths, bare));
  // The first round trip carries 14,600 bytes, of which the server's headers take up to 1,400.
  await expectWithin(
    12_800,
    each(paths, (path) => sizeOf(`/${pageFile(path)}`)),
  );
});

test('P4 nothing is asked for before the largest picture of a public page is painted', () => {
  for (const path of publicPaths) expect(pageOf(path).pictures, path).toEqual([]);
});

test('P4 the first frame of every page waits for its screen', () => {
  for (const path of paths) {
    const [, awaited] = /<link rel="expect" href="#([^"]*)" blocking="render">/.exec(pageOf(path).html) ?? [];
    expect(awaited, path).toBeTruthy();
    expect(pageOf(path).html.split(`id="${awaited}"`), path).toHaveLength(2);
  }
});

test('P4 styles without a class are inlined in every page, because in a stylesheet they would restyle a whole page', async () => {
  const shell = await readFile(join(dist, 'shell.html'), 'utf8');
  const base = /<style>([\s\S]*?)<\/style>/.exec(shell)?.[1] ?? '';

  expect(base).toContain('box-sizing:border-box');
  for (const path of paths) {
    const { html, styles } = pageOf(path);
    expect(html.includes(`<style>${base}`), path).toBe(true);
    expect(styles, path).toHaveLength(2);
    for (const file of styles) expect(baseOf(await readFile(fileOf(file), 'utf8')), file).toBe('');
  }
});

test('P1 the head of every page stays under a thousand bytes before its content', async () => {
  const early = /<script data-files=[^>]*>([\s\S]*?)<\/script>/.exec(pageOf('/').html)?.[1] ?? '';

  expect(early.length).toBeGreaterThan(100);
  expect(Buffer.byteLength(early)).toBeLessThanOrEqual(1_000);
});

// The goal is 95,000; this keeps what has been achieved.
test('P2 no public page needs more script than it does today', () =>
  expectWithin(
    81_900,
    each(publicPaths, (path) => sumOf(pageOf(path).scripts)),
  ));

test('P6 the scripts that hydrate the menu are compiled while they are downloaded', async () => {
  const firstLines = pageOf('/products').scripts.map(
    async (file) => (await readFile(fileOf(file), 'utf8')).split('\n', 1)[0],
  );

  // As a compile hint the comment counts only in the first line.
  expect(new Set(await Promise.all(firstLines))).toEqual(new Set(['//# allFunctionsCalledOnLoad']));
});

test('P6 all that a public page needs is fetched at once, over the six connections that a browser opens', () =>
  expectWithin(
    6,
    each(publicPaths, (path) => pageOf(path).scripts.length),
  ));

/** The file with a screen's code: its own, or that of its part of the shop ('account', 'carts', 'about'). */
async function fileOfScreen(name: string) {
  const screen = ['home', 'contact'].includes(name) ? 'about' : name;
  const files = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'));
  const holding = files.filter((file) => `${screen}-`.startsWith(file.slice(0, -'-123456.js'.length)));
  expect(holding, screen).toHaveLength(1);
  return `${holding[0]}`;
}

const screens = async () =>
  (await readdir(join(root, 'src', 'screens'))).flatMap((file) => (file.endsWith('.tsx') ? file.slice(0, -4) : []));

test('P2 a screen, with those that travel with it, stays under eight thousand bytes of script', async () =>
  expectWithin(
    8_000,
    each(await screens(), async (screen) => sizeOf(`/assets/${await fileOfScreen(screen)}`)),
  ));

// The goal is 140,000.
test('P2 all script together stays what it is today', async () => {
  const scripts = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'));

  await expectWithin(156_300, { 'all script': sumOf(scripts.map((file) => `/assets/${file}`)) });
});

test('P6 a tap after the first paint needs two files only, so that a connection that drops before the others loses none', async () => {
  const needed = (await readdir(join(dist, 'assets'))).filter((file) => /^(device|router)-.*\.js$/.test(file));
  expect(needed).toHaveLength(2);

  for (const name of needed) {
    const imported = [...(await readFile(join(dist, 'assets', name), 'utf8')).matchAll(/from"\.\/([^"]+)"/g)];
    expect(imported.length).toBeGreaterThan(0);
    for (const [, file] of imported) expect(pageOf('/about').scripts, file).toContain(`/assets/${file}`);
  }
});

test('P11 a screen that changed takes less than twenty thousand bytes of script with it', async () => {
  const assets = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'));
  const codes = new Map(
    await Promise.all(assets.map(async (file) => [file, await readFile(join(dist, 'assets', file), 'utf8')] as const)),
  );
  // A file that names a renamed file changes, and is renamed, too.
  const renamedWith = (changed: string[]): string[] => {
    const all = assets.filter((file) => changed.some((name) => name === file || codes.get(file)?.includes(name)));
    return all.length === changed.length ? all : renamedWith(all);
  };

  await expectWithin(
    20_000,
    each(await screens(), async (screen) =>
      sumOf(renamedWith([await fileOfScreen(screen)]).map((file) => `/assets/${file}`)),
    ),
  );
});

test('P3 a first visit weighs no more than it does today, with all that comes by itself and the pictures further down', async () => {
  const assets = (await readdir(join(dist, 'assets'))).map((file) => `/assets/${file}`);
  const byItself = assets.filter((file) => /\/(device|background)-[^/]*\.js$/.test(file));
  const typeface = assets.filter((file) => file.endsWith('.woff2'));
  const weigh = async (path: Path) => {
    const { html, scripts, styles } = pageOf(path);
    const [style = ''] = styles;
    const pictures = [...html.matchAll(/<img src="(\/[^"]+)"/g)].map(([, address = '']) => address);
    const files = new Set([...scripts, style, ...byItself, ...pictures, '/icons/favicon.svg', '/manifest.webmanifest']);
    return (await sizeOf(`/${pageFile(path)}`)) + (await sumOf(files));
  };

  expect(byItself).toHaveLength(2);
  // Loaded by the worker, behind the first paint.
  await expectWithin(25_000, { typeface: sumOf(typeface) });
  // The goal is 150,000 on the wire, which includes headers and the menu's responses.
  await expectWithin(136_600, each(publicPaths, weigh));
});

test('P9 the pictures of the first ten products are small, have their size, and the first stand in the page', async () => {
  const cards = [
    ...pageOf('/products').html.matchAll(/<(?:img src|svg data-src)="([^"]+)"[^>]* width="400" height="400"[^>]*>/g),
  ];
  const addresses = menu.products.slice(0, 10).map(({ image_url }) => `/api/images/products/${image_url}`);

  expect(cards).toHaveLength(10);
  for (const [tag] of cards.slice(0, 2)) expect(tag).toMatch(/^<svg/);
  expect(cards.map(([, src]) => src)).toEqual(addresses);
  await expectWithin(6_000, each(addresses, sizeOf));
  await expectWithin(40_000, { 'ten pictures': sumOf(addresses) });
});

test('G6 the worker stays under thirty thousand bytes', () => expectWithin(30_000, { 'sw.js': sizeOf('/sw.js') }));

test('G5 the worker adds less than 220,000 bytes to a first visit, besides menu pictures and regions', async () => {
  const worker = await readFile(join(dist, 'sw.js'), 'utf8');
  const listed = [...worker.matchAll(/"url":"(\/[^"]*)"/g)].map(([, url = '']) => url);
  // Loaded behind the first paint, before the worker is registered.
  const behind = listed.filter((url) => /\/assets\/(device|background)[.-]/.test(url));
  const added = (path: Path) => {
    const { scripts, styles, pictures } = pageOf(path);
    const loaded = new Set([path, ...scripts, ...styles.slice(0, 1), ...pictures, ...behind]);
    const stored = listed.filter((url) => !loaded.has(url));
    return sumOf(['/sw.js', ...stored.map((url) => (isPath(url) ? `/${pageFile(url)}` : url))]);
  };

  expect(listed.length).toBeGreaterThan(40);
  expect(behind).toHaveLength(2);
  await expectWithin(220_000, each(publicPaths, added));
});
