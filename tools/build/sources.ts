/** The files and settings that determine a build. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BuildSettings } from './settings.ts';

const sources = [
  'core',
  'counter',
  'device',
  'design',
  'src',
  'sw',
  'server/menu/menu.json',
  'server/menu/images',
  'public',
  'docs/panduan.md',
  'docs/panduan',
  'tools/build',
  'index.html',
  'shop.config.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];

/**
 * The fingerprint of a build's sources (names and contents, never times) and its settings.
 */
export async function fingerprintOf(root: string, settings: BuildSettings): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesAt(join(root, source))))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256').update(JSON.stringify(settings));
  files.forEach((file, index) => {
    hash.update(`\0${relative(root, file)}\0${contents[index]?.length}\0`).update(contents[index] ?? '');
  });
  return hash.digest('hex');
}

/**
 * The fingerprint of the storefront in `folder`; undefined if its record is missing or incomplete, as after an
 * interrupted build.
 */
export const builtFrom = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'build.json'), 'utf8')
    .then((record) => (JSON.parse(record) as { sources?: string }).sources)
    .catch(() => undefined);

async function filesAt(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((failure: NodeJS.ErrnoException) => failure.code);
  if (entries === 'ENOTDIR') return [path];
  if (!Array.isArray(entries)) return [];
  const visible = entries.filter((entry) => !entry.name.startsWith('.'));
  return (await Promise.all(visible.map((entry) => filesAt(join(path, entry.name))))).flat();
}
