/** The licences of all that visitors receive, in one file, from the packages' own files. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

export const licencesFile = 'licenses.txt';

/** The first line of every script. */
export const licencesBanner = `// ${licencesFile}`;

/** What visitors receive that is no module: the project itself, the typeface and the regions, whose data has its own licence. */
const otherFiles = [
  ['Kedai', 'LICENSE'],
  ['Plus Jakarta Sans', 'design/fonts/OFL.txt'],
  ['idn-area-data', 'node_modules/idn-area-data/LICENSE'],
  [
    'The regions of Indonesia, data of idn-area-data (https://github.com/fityannugroho/idn-area-data) under the Open Database License (https://opendatacommons.org/licenses/odbl/1-0/)',
    'node_modules/idn-area-data/data/LICENSE.md',
  ],
] as const;

/** Two plugins: `collect` notes the packages of a bundle, of each build it is in; `write` writes the file, after all builds. */
export function licences(root: string): { collect: Plugin; write: Plugin } {
  const packages = new Set<string>();
  return {
    collect: {
      name: 'kedai:licensed-packages',
      apply: 'build',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk')
            for (const id of chunk.moduleIds) for (const path of packageOf(id)) packages.add(path);
      },
    },
    write: {
      name: 'kedai:licences',
      apply: 'build',
      ...afterBuild('post', async (folder) => {
        if (packages.size > 0)
          await writeFile(join(folder, licencesFile), await licencesOf(root, [...packages].sort()));
      }),
    },
  };
}

/**
 * The folder of the package that a module is from, below `node_modules`; empty for a module of ours. The bundler's helpers
 * are virtual modules, named after it.
 */
export function packageOf(id: string): string[] {
  const [, helper] = /^\0(vite|rolldown)\//.exec(id) ?? [];
  if (helper) return [helper];
  const path = /[\\/]node_modules[\\/]((?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/?]+)/s.exec(id)?.[1];
  return path === undefined ? [] : [path.replaceAll('\\', '/')];
}

/** The text of the file. */
async function licencesOf(root: string, packages: readonly string[]): Promise<string> {
  const own = packages.map(async (path) => {
    const folder = join(root, 'node_modules', path);
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return [`${name} ${version}`, await licenceIn(folder)] as const;
  });
  const others = otherFiles.map(async ([title, file]): Promise<readonly [string, string]> => {
    return [title, await readFile(join(root, file), 'utf8')];
  });
  const parts = await Promise.all(others.toSpliced(1, 0, ...own));
  return parts.map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`).join('\n\n');
}

/** The licence files of the package in `folder`. Throws when there is none. */
export async function licenceIn(folder: string) {
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name)).sort();
  if (files.length === 0) throw new Error(`${folder.split(sep).slice(-2).join('/')} has no licence in its folder.`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  // Vite lists what it contains itself; none of that is in our scripts.
  return texts.map((text) => text.replace(/\n# Licenses of bundled dependencies[\s\S]*/, '')).join('\n');
}
