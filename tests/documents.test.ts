/** What documents name exists, and what exists they name: files, commands and settings. Faults and attacks have a test of their own. */
import { existsSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { renderGuide } from '../tools/build/guide.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFile(join(root, file), 'utf8');

const documents = new Map(
  await Promise.all(
    [
      ...['README.md', 'CONTRIBUTING.md', 'bench/README.md'],
      ...(await Array.fromAsync(glob(['docs/*.md', 'docs/decisions/*.md'], { cwd: root }))),
    ].map(async (file) => [file, await read(file)] as const),
  ),
);
const all = [...documents.values()].join('\n');

test('every file and folder that a document names exists', () => {
  const path =
    /(?<![\w/.-])(?:\.ci|art|bench|core|counter|deploy|design|device|docs|public|server|src|sw|tests|tools)\/(?:[\w./-]*\w)?/g;
  const named = [...documents].flatMap(([document, text]) =>
    (text.match(path) ?? []).map((file) => `${document}: ${file}`),
  );

  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((one) => !existsSync(join(root, one.split(': ')[1] ?? '')))).toEqual([]);
});

test('every source file that a document names without its folder exists', async () => {
  const folders = '{art,bench,core,counter,design,device,server,src,sw,tests,tools}/**/*.{ts,tsx,mjs,css}';
  const existing = new Set((await Array.fromAsync(glob(folders, { cwd: root }))).map((file) => basename(file)));
  const named = [...documents].flatMap(([document, text]) =>
    [...text.matchAll(/`([\w-]+(?:\.\w+)*\.(?:tsx?|css))`/g)].map(([, file = '']) => ({ document, file })),
  );

  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ file }) => !existing.has(file))).toEqual([]);
});

test('every command of npm is explained, and every one that is explained exists', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  const explained = [...all.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(start|test)\b)/g)];

  expect([...new Set(explained.map(([, name, short]) => name ?? short))].sort()).toEqual(Object.keys(scripts).sort());
});

test('every setting of the server and the build is explained, and there is no other', async () => {
  const [server, build] = await Promise.all([read('server/config.ts'), read('tools/build/settings.ts')]);
  const settings = [
    ...[...server.matchAll(/^ {2}([A-Z_]+): v\./gm)].map(([, name]) => name),
    ...[...build.matchAll(/\benvironment\.([A-Z_]+)/g)].map(([, name]) => name),
  ];
  const rows = [...all.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];

  expect(settings.length).toBeGreaterThan(10);
  expect(rows.flatMap(([, names]) => names?.match(/[A-Z_]+/g) ?? []).sort()).toEqual([...new Set(settings)].sort());
});

test('the guide at the counter shows every picture there is', async () => {
  const page = await renderGuide(root);
  const pictures = await Array.fromAsync(glob('docs/panduan/*', { cwd: root }));

  expect([...page.matchAll(/src="..\/(docs\/[^"]+)"/g)].map(([, file]) => file).sort()).toEqual(pictures.sort());
});

test('the documents stay few and short enough to find things in', async () => {
  // The guide for owner and barista, with its pictures, is no document of the code.
  const files = (await Array.fromAsync(glob('docs/**/*.*', { cwd: root }))).filter(
    (file) => !/^docs.panduan/.test(file),
  );
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(root, file))).size));
  const pages = files.filter((file) => /^docs.decisions.(?!README\.md)/.test(file));

  expect(pages.length).toBeGreaterThan(5);
  expect(pages.length).toBeLessThanOrEqual(15);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(110_000);
});
