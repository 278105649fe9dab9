import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin, Rolldown } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { counterPage, counterPaths } from '#core/counter-pages';
import { isPath } from '#core/routes';
import { shop } from '#core/shop';
import { counter } from '../tools/build/counter.ts';
import { criticalStyles } from '../tools/build/critical-styles.ts';
import { contradictionIn } from '../tools/build/facts.ts';
import { finished } from '../tools/build/finished.ts';
import { licences } from '../tools/build/licences.ts';
import { prerender, scriptsOf } from '../tools/build/prerender.ts';
import { buildSettings } from '../tools/build/settings.ts';
import { builtFrom, fingerprintOf } from '../tools/build/sources.ts';

const root = join(import.meta.dirname, '..');

test.for([
  [{}, '/api', ''],
  [{ VITE_API_HOST: '', PUBLIC_URL: '' }, '/api', ''],
  [{ VITE_API_HOST: '/shop/api/' }, '/shop/api', ''],
  [{ VITE_API_HOST: 'https://api.example.com' }, 'https://api.example.com', ''],
  [{ VITE_API_HOST: 'http://127.0.0.1:4000/v1/' }, 'http://127.0.0.1:4000/v1', ''],
  [{ PUBLIC_URL: 'https://kopi.example.com/' }, '/api', 'https://kopi.example.com'],
] as const)('a build takes %o', ([environment, apiHost, publicUrl]) => {
  expect(buildSettings(environment)).toEqual({ apiHost, publicUrl });
});

test.for([
  'api',
  '/',
  '//evil.example',
  'ftp://api.example.com',
  'https://',
  'https://me:secret@api.example.com',
  'https://api.example.com/?key=1',
  '/api/../..//x y',
  'javascript:alert(1)',
])('VITE_API_HOST %o is refused with one sentence', (value) => {
  expect(() => buildSettings({ VITE_API_HOST: value })).toThrow(/^VITE_API_HOST harus .*\.$/);
});

test.for(['kopi.example.com', 'https://kopi.example.com/shop', 'https://kopi.example.com/#top'])(
  'PUBLIC_URL %o is refused with one sentence',
  (value) => {
    expect(() => buildSettings({ PUBLIC_URL: value })).toThrow(/^PUBLIC_URL harus .*\.$/);
  },
);

let folder = '';
const settings = buildSettings({});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-build-'));
  await mkdir(join(folder, 'src', 'ui'), { recursive: true });
  await writeFile(join(folder, 'src', 'ui', 'navbar.tsx'), 'one');
});
afterEach(() => rm(folder, { recursive: true }));

test('touching a source is no reason to build again', async () => {
  const before = await fingerprintOf(folder, settings);

  await utimes(join(folder, 'src', 'ui', 'navbar.tsx'), new Date(0), new Date(0));
  await writeFile(join(folder, 'README.md'), 'not a source');

  expect(await fingerprintOf(folder, settings)).toBe(before);
});

test('a changed, a new or a renamed source, and another API host, are reasons to build again', async () => {
  const seen = new Set([await fingerprintOf(folder, settings)]);

  await writeFile(join(folder, 'src', 'ui', 'navbar.tsx'), 'two');
  seen.add(await fingerprintOf(folder, settings));
  await writeFile(join(folder, 'index.html'), '');
  seen.add(await fingerprintOf(folder, settings));
  await rm(join(folder, 'index.html'));
  await writeFile(join(folder, 'package.json'), '');
  seen.add(await fingerprintOf(folder, settings));
  seen.add(await fingerprintOf(folder, { ...settings, apiHost: 'https://api.example.com' }));

  await mkdir(join(folder, 'server', 'menu', 'images'), { recursive: true });
  await writeFile(join(folder, 'server', 'menu', 'images', 'kopi.svg'), 'drawn into the pages');
  seen.add(await fingerprintOf(folder, settings));

  expect(seen.size).toBe(6);
});

test.for([
  ['"pickUp"', '"deliveryRegencies": ["Bandung"], "pickUp"', 'node_modules/vite/bin/vite.js build'],
  ['"title": "Kedai Kopi Tepi"', '"title": "Warung Baru"', 'node_modules/vite/bin/vite.js build'],
  // Here Vite could not even load its configuration.
  ['"dineIn": true,', '"dineIn": true', 'tools/check-facts.ts'],
  ['"couriers"', '"courier"', 'tools/build-when-changed.ts'],
] as const)('%s that became %s is said in one sentence, and the last build stays', async ([right, slip, program]) => {
  for (const needed of ['core', 'tools', 'vite.config.ts', 'package.json', 'public/manifest.webmanifest'])
    await cp(join(root, needed), join(folder, needed), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const facts = await readFile(join(root, 'shop.config.json'), 'utf8');
  await writeFile(join(folder, 'shop.config.json'), facts.replace(right, slip));
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'index.html'), 'the last build');

  const building = promisify(execFile)(process.execPath, program.split(' '), { cwd: folder });

  await expect(building).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^.*shop\.config\.json.*\n$/),
  });
  expect(await readdir(join(folder, 'dist'))).toEqual(['index.html']);
});

test('a build does not contain the account number in full, also when its environment does', async () => {
  const dist = join(folder, 'dist');
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', dist, '--logLevel', 'warn'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production', BILLING_ACCOUNT: '8830 9275 6104' } },
  );
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    entries
      // A compressed file has the contents of the one beside it.
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map(async (file) => [relative(dist, file), await readFile(file, 'latin1')] as const),
  );

  expect(contents.map(([file]) => file)).toEqual(
    expect.arrayContaining(['build.json', 'sw.js', 'prerender.mjs', 'carts/payment.html', counterPage]),
  );
  expect(contents.filter(([, content]) => /8830\D{0,3}9275\D{0,3}6104/.test(content)).map(([file]) => file)).toEqual(
    [],
  );
});

test('a build whose record is missing or incomplete counts as interrupted, and is made again', async () => {
  const record = JSON.stringify({ ...settings, sources: 'abc' });

  expect(await builtFrom(folder)).toBeUndefined();
  for (const torn of ['', record.slice(0, 9), 'null']) {
    await writeFile(join(folder, 'build.json'), torn);
    expect(await builtFrom(folder)).toBeUndefined();
  }
  await writeFile(join(folder, 'build.json'), record);
  expect(await builtFrom(folder)).toBe('abc');
});

/** The output of a build: each file with its name, modules, imports and code. */
function bundleOf(files: { name: string; moduleIds?: string[]; imports?: string[]; code?: string }[]) {
  const chunks = files.map(({ name, moduleIds = [], imports = [], code = '' }) => {
    const fileName = `assets/${name}.js`;
    return [fileName, { type: 'chunk', fileName, name, moduleIds, imports, code }] as const;
  });
  return Object.fromEntries(chunks) as unknown as Rolldown.OutputBundle;
}

test('a page names the entry, its screen, and all that they import', () => {
  const bundle = bundleOf([
    { name: 'index', moduleIds: ['/src/main.tsx'], imports: ['assets/vendor.js'] },
    { name: 'vendor' },
    { name: 'home', moduleIds: ['/src/screens/home.tsx'], imports: ['assets/map.js', 'assets/vendor.js'] },
    { name: 'map', imports: ['assets/index.js'] },
    { name: 'carts', moduleIds: ['/src/screens/carts.tsx'] },
  ]);

  expect(scriptsOf(bundle, ['src/main.tsx', 'src/screens/home.tsx'])).toEqual(
    ['index', 'vendor', 'home', 'map'].map((name) => `assets/${name}.js`),
  );
  expect(() => scriptsOf(bundle, ['src/screens/nowhere.tsx'])).toThrow('No chunk contains src/screens/nowhere.tsx');
});

test('a failed build leaves no record, and reports the first error', async () => {
  const dist = join(folder, 'dist');
  await mkdir(dist);
  /** Calls a plugin's hooks as at the end of a build; a failed build does not tell its plugins that it failed. */
  const end = (plugin: Plugin, { isWritten }: { isWritten: boolean }) => {
    type Hooks = Record<'configResolved' | 'buildStart' | 'writeBundle', ((config?: object) => void) | undefined>;
    const { configResolved, buildStart, writeBundle, closeBundle } = plugin as unknown as Hooks & {
      closeBundle: { handler(): Promise<void> };
    };
    configResolved?.({ root: folder, build: { outDir: 'dist' } });
    buildStart?.();
    if (isWritten) writeBundle?.();
    return closeBundle.handler();
  };

  await end(prerender(folder, settings, {}), { isWritten: false });
  await end(counter(folder, licences(folder).collect), { isWritten: false });
  await end(finished(folder, settings), { isWritten: false });

  expect(await readdir(dist)).toEqual([]);
  await end(finished(folder, settings), { isWritten: true });
  expect(await readdir(dist)).toEqual(['build.json']);
});

const readManifest = async (folder = '') =>
  JSON.parse(await readFile(join(root, 'public', folder, 'manifest.webmanifest'), 'utf8'));

test('the manifest says what the shop says', async () => {
  const manifest = await readManifest();

  expect(contradictionIn(manifest, shop)).toBeUndefined();
  expect(contradictionIn({ ...manifest, short_name: 'Warung' }, shop)).toMatch(/"short_name": "Warung".*"Kopi Tepi"/);
});

interface Picture {
  src: string;
  sizes: string;
}

/** Width and height of a PNG or an extended WebP, from its header. */
async function sizeOf(picture: string) {
  const bytes = await readFile(picture);
  const isPng = bytes.subarray(1, 4).toString() === 'PNG';
  if (!isPng) expect(bytes.subarray(8, 16).toString(), picture).toBe('WEBPVP8X');
  return isPng
    ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
    : `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
}

test('every picture of the manifests is there, in the size it is said to have', async () => {
  const { icons, shortcuts, screenshots } = await readManifest();
  const pictures: Picture[] = [
    icons,
    (await readManifest('counter')).icons,
    screenshots,
    shortcuts.flatMap((shortcut: { icons: Picture[] }) => shortcut.icons),
  ].flat();

  for (const { src, sizes } of pictures) {
    const file = join(root, 'public', src);
    if (sizes === 'any') expect((await readFile(file, 'utf8')).trimStart(), src).toMatch(/^<svg/);
    else expect(`${src} ${await sizeOf(file)}`).toBe(`${src} ${sizes}`);
  }
});

test('the manifests start, and their shortcuts lead, to screens of the shop and to the board', async () => {
  const { start_url, shortcuts } = await readManifest();
  const { id, name, start_url: board, scope } = await readManifest('counter');

  for (const address of [start_url, ...shortcuts.map(({ url }: { url: string }) => url)])
    expect(isPath(address), address).toBe(true);
  expect([id, name, board, scope]).toEqual(['/counter', 'Kedai · Kasir', counterPaths[0], '/counter']);
});

test('critical styles are the base and the rules for classes on the page, with the properties and animations they use', () => {
  const base =
    '@font-face{font-family:X}:root{--read-by-script:1}:is(a,button):focus-visible{top:.5rem}' +
    '@media (width<=17.5em){:root{--read-by-script:.5}}';
  const styles =
    '._card{--used-by-a-used-one:2;--unused:3;--used:var(--used-by-a-used-one);color:var(--used)}._card:hover{top:0}' +
    '._panel ._card{top:1px}._card,._panel{left:0}@media (width<=768px){._panel{top:2px}._card{top:3px}}@media print{._card{top:4px}}@media print and (width<=110mm){@page{margin:4mm}}@page{margin:18mm}' +
    ':root:has(._panel){--used:9}:root:has(._card){--used:8}' +
    '.-panel{top:5px}p{--unused:4}._card:not(._panel){animation:spin 1s}@keyframes spin{0%{top:0}to{top:1px}}@keyframes fade{to{top:0}}@keyframes spi{to{top:0}}\n/*!*/';

  expect(criticalStyles(base + styles, '<li class="_card other">')).toBe(
    `${base}._card{--used-by-a-used-one:2;--used:var(--used-by-a-used-one);color:var(--used)}` +
      '._card{left:0}@media (width<=768px){._card{top:3px}}:root:has(._card){--used:8}' +
      '._card:not(._panel){animation:spin 1s}@keyframes spin{0%{top:0}to{top:1px}}',
  );
});
