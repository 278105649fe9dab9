/** Whose work visitors receive, and under which licences, in the output of `npm run build`. */
import { existsSync } from 'node:fs';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { pageFile } from '#core/renderer';
import { paths } from '#core/routes';
import { licenceIn, licencesBanner, licencesFile, packageOf } from '../tools/build/licences.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

beforeAll(() => {
  expect(existsSync(join(dist, 'build.json')), 'build the storefront first: npm run build').toBe(true);
});

test('the licences of every package in the scripts are in one file, with those of the typeface and the regions', async () => {
  const text = await readFile(join(dist, licencesFile), 'utf8');
  const titles = [...text.matchAll(/^(.+)\n=+\n/gm)].map(([, title = '']) => title.replace(/ \d+\.\d+\.\d+$/, ''));

  expect(titles[0]).toBe('Kedai');
  for (const name of [
    'react',
    'react-dom',
    'scheduler',
    '@tanstack/react-router',
    '@tanstack/router-core',
    'jotai',
    'ky',
    'idb-keyval',
    'valibot',
    'workbox-window',
    // In the worker only.
    'workbox-core',
    'workbox-strategies',
    'Plus Jakarta Sans',
    'idn-area-data',
  ])
    expect(titles).toContain(name);
  expect(titles).not.toContain('fastify');
  for (const words of [
    'Copyright (c) Meta Platforms',
    'SIL OPEN FONT LICENSE',
    'https://opendatacommons.org/licenses/odbl/1-0/',
  ])
    expect(text).toContain(words);
});

test('every script names that file in its first line, and every page links to it', async () => {
  const scripts = await Array.fromAsync(glob(['{,counter/}assets/*.js', 'sw.js'], { cwd: dist }));

  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) {
    const [first] = (await readFile(join(dist, script), 'utf8')).split('\n', 1);
    expect([script, first?.startsWith(licencesBanner)]).toEqual([script, true]);
  }
  for (const path of paths) {
    const html = await readFile(join(dist, pageFile(path)), 'utf8');
    expect([path, html.includes(`href="/${licencesFile}"`)]).toEqual([path, true]);
  }
});

test.each([
  ['C:\\shop\\node_modules\\ky\\index.js', ['ky']],
  ['/shop/node_modules/one/node_modules/other/index.js', ['one/node_modules/other']],
  ['\0vite/preload-helper.js', ['vite']],
  ['/shop/src/main.tsx', []],
])('the module %j is from %j', (id, name) => {
  expect(packageOf(id)).toEqual(name);
});

test('a package without a licence ends the build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'README.md'), 'MIT');

  await expect(licenceIn(folder)).rejects.toThrow(/ has no licence in its folder\.$/);
  await writeFile(join(folder, 'COPYING'), 'Do as you like.');
  expect(await licenceIn(folder)).toBe('Do as you like.');
});
