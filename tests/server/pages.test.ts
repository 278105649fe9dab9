import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageFile } from '#core/renderer';
import { type Path, paths } from '#core/routes';
import type { PrebuiltResponse } from '../../server/http/prebuilt-response.ts';
import { sourceOf } from '../../server/http/security-headers.ts';
import type { MenuSnapshot } from '../../server/menu/menu-snapshot.ts';
import { PageCache } from '../../server/pages/page-cache.ts';
import { folder as testFolder, writeFiles } from './test-folder.ts';

/** A stand-in for the built renderer: fills the template, and waits or fails when the menu or a file says so. */
const renderer = `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export async function pageOf(path, template, { products }) {
  const [{ name }] = products;
  if (name === 'rusak') throw new Error('this menu cannot be drawn');
  if (name === 'pingsan' && !existsSync(new URL('room-again', import.meta.url))) {
    appendFileSync(new URL('attempts', import.meta.url), '.');
    process.exit(1);
  }
  while (existsSync(new URL('rendering-is-blocked', import.meta.url))) await setTimeout(10);
  return template.replace('<main>', '<main>' + products.map(({ name }) => name).join());
}`;

const page = (title: string, content = '') =>
  `<!doctype html><title>${title}</title><style>main{}</style><main>${content}</main></html>`;

let folder: string;
let pages: PageCache | undefined;
const complaints: string[] = [];
let now: MenuSnapshot;

const changeMenu = (version: number, name: string, isOwners = false) => {
  now = { version, isOwners, products: [{ name }], categories: [], tags: [] } as unknown as MenuSnapshot;
};

async function build(title: string) {
  const templates = Object.fromEntries(paths.map((path) => [path, page(title)]));
  await writeFiles(folder, {
    ...Object.fromEntries(paths.map((path) => [pageFile(path), page(title, 'as built')])),
    'shell.html': page('Kosong'),
    'page-templates.json': JSON.stringify(templates),
    'prerender.mjs': renderer,
    'build.json': JSON.stringify({ apiHost: '/api', made: title }),
  });
}

function serve(menu = true, more: { retryMs?: number } = {}) {
  const current = async () => now;
  pages = new PageCache(folder, {
    menu: menu ? { current, latest: current } : undefined,
    logError: (message) => complaints.push(message),
    ...more,
  });
}

/** While this file exists, rendering does not finish. */
const renderingBlock = () => join(folder, 'rendering-is-blocked');
const blockRendering = () => writeFile(renderingBlock(), '');

const read = async (path: Path = '/products') => {
  const answer = await pages?.page(path);
  const body = answer?.representations.find(({ coding }) => coding === '')?.body;
  return body?.toString();
};

function policyOf(answer: PrebuiltResponse | undefined) {
  return answer?.representations[0]?.headers['content-security-policy'];
}

beforeEach(async () => {
  folder = await mkdtemp(join(testFolder, 'dist-'));
  changeMenu(1, 'Kopi Tubruk');
  await build('Produk');
});
afterEach(async () => {
  pages?.close();
  complaints.splice(0);
});

/** The complaints so far, after a read, which makes the pages be rendered. */
async function complaintsSinceRead() {
  await read();
  return complaints;
}

test("every page shows the shop's current menu", async () => {
  serve();

  for (const path of paths) await expect.poll(() => read(path)).toContain('Kopi Tubruk');
  changeMenu(2, 'Kopi Baru');
  for (const path of paths) await expect.poll(() => read(path)).toContain('Kopi Baru');
  expect(complaints).toEqual([]);
});

test("with an owner's own menu a page without a menu is sent until it is rendered, never the build's menu", async () => {
  changeMenu(1, 'Kopi Sendiri', true);
  await blockRendering();
  serve();

  expect(await read()).toContain('Kosong');
  expect(await read('/about')).toContain('as built');
  await rm(renderingBlock());
  await expect.poll(() => read()).toContain('Kopi Sendiri');
});

test('a menu that changes during rendering is rendered again', async () => {
  await blockRendering();
  serve();
  await read();

  changeMenu(2, 'Kopi Baru');
  await rm(renderingBlock());

  for (const path of paths) await expect.poll(() => read(path)).toContain('Kopi Baru');
});

test('a menu that cannot be rendered leaves the last good pages, and is reported once', async () => {
  serve();
  await expect.poll(() => read()).toContain('Kopi Tubruk');

  changeMenu(2, 'rusak');
  await expect
    .poll(complaintsSinceRead)
    .toEqual(['The pages could not be rendered, those before stay: this menu cannot be drawn']);
  for (let asked = 0; asked < 20; asked++) expect(await read()).toContain('Kopi Tubruk');
  expect(complaints).toHaveLength(1);

  changeMenu(3, 'Kopi Sembuh');
  await expect.poll(() => read()).toContain('Kopi Sembuh');
});

test('pages that could not be rendered for lack of memory are rendered later, and reported once', async () => {
  serve(true, { retryMs: 0 });
  await expect.poll(() => read()).toContain('Kopi Tubruk');

  changeMenu(2, 'pingsan');
  // Two attempts have failed once a third one is made.
  const attempts = () => readFile(join(folder, 'attempts'), 'utf8').catch(() => '');
  await expect.poll(async () => (await read()) && attempts()).toMatch(/^\.{3}/);
  expect(complaints).toEqual(['The pages could not be rendered, those before stay: the renderer ended without a word']);
  expect(await read()).toContain('Kopi Tubruk');
  await writeFile(join(folder, 'room-again'), '');

  await expect.poll(() => read()).toContain('pingsan');
  expect(complaints).toHaveLength(1);
});

test('a new build is served at once, and never mixed with the one before', async () => {
  serve();
  await expect.poll(() => read()).toContain('<title>Produk</title>');
  await expect.poll(() => read()).toContain('Kopi Tubruk');

  await build('Produk Kami');

  expect(await read()).toContain('<title>Produk Kami</title>');
  await expect.poll(() => read()).toContain('Kopi Tubruk');
  expect(await read()).toContain('<title>Produk Kami</title>');
});

test('no page is sent during a build, nor one whose CSP forbids its own scripts after it', async () => {
  serve();
  await expect.poll(() => read()).toContain('Kopi Tubruk');
  const record = { apiHost: '/api', scriptHashes: ['sha256-abc='] };

  await rm(join(folder, 'build.json'));
  for (const path of paths) expect(await read(path)).toBeUndefined();
  expect(await pages?.shell()).toBeUndefined();
  await writeFile(join(folder, 'build.json'), JSON.stringify(record).slice(0, -20));
  for (const path of paths) expect(await read(path)).toBeUndefined();
  await writeFile(join(folder, 'build.json'), JSON.stringify(record));

  for (const path of paths) expect(policyOf(await pages?.page(path))).toContain('sha256-abc=');
  expect(policyOf(await pages?.shell())).toContain('sha256-abc=');
  await expect.poll(() => read()).toContain('Kopi Tubruk');
  expect(policyOf(await pages?.page('/products'))).toContain('sha256-abc=');
  expect(complaints).toEqual([]);
});

test('a new build for another API never shows the menu of this one', async () => {
  serve();
  await expect.poll(() => read()).toContain('Kopi Tubruk');

  await rm(join(folder, 'build.json'));
  expect(await read()).toBeUndefined();
  await writeFile(join(folder, 'build.json'), JSON.stringify({ apiHost: 'https://api.example.com' }));
  // Were it rendered, there would be a complaint.
  changeMenu(2, 'rusak');

  for (let times = 0; times < 20; times++) expect(await read()).toContain('as built');
  changeMenu(3, 'Kopi Baru');
  await build('Produk Kami');
  await expect.poll(() => read()).toContain('Kopi Baru');
  expect(complaints).toEqual([]);
});

test('a rendered page is sent although its file is missing or truncated', async () => {
  serve();
  for (const path of ['/products', '/about'] as const) await expect.poll(() => read(path)).toContain('Kopi Tubruk');

  await rm(join(folder, 'products.html'));
  await writeFile(join(folder, 'about.html'), page('Tentang').slice(0, -20));

  for (const path of ['/products', '/about'] as const) expect(await read(path)).toContain('Kopi Tubruk');
});

test('a page that could not be read for a moment is sent again, although its file is unchanged', async () => {
  const file = join(folder, 'about.html');
  const write = async (html: string) => {
    await writeFile(file, html);
    await utimes(file, 1, 1);
  };
  serve(false);

  await write(page('Tentang').replaceAll(/./g, ' '));
  expect(await read('/about')).toContain('Kosong');
  await write(page('Tentang'));

  expect(await read('/about')).toContain('Tentang');
});

test('the CSP of a page allows its own style and no other', async () => {
  const own = sourceOf('main{}');
  const anothers = sourceOf('nav{}');
  await writeFile(
    join(folder, 'build.json'),
    JSON.stringify({ apiHost: '/api', scriptHashes: [], styleHashes: [anothers, own] }),
  );
  serve(false);

  const policy = policyOf(await pages?.page('/'));

  expect(policy).toContain(`style-src 'self' '${own}';`);
  expect(policy).not.toContain(anothers);
});
