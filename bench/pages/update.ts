/** Goal G5: the script that is fetched again after one screen has changed. */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Run, root } from './run.ts';

/** The total size of the scripts that get a new name, and so are fetched again, when a text on one screen changes. */
export async function update({ folder }: Run) {
  const copy = join(folder, 'sources');
  const isSource = (path: string) => !/^(node_modules|dist|data|\.git)$/.test(relative(root, path));
  await cp(root, copy, { recursive: true, filter: isSource });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const build = async (out: string) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', out, '--logLevel', 'error'], { cwd: copy });
    const assets = join(copy, out, 'assets');
    const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js.br'));
    return new Map(
      await Promise.all(scripts.map(async (file) => [file, (await stat(join(assets, file))).size] as const)),
    );
  };
  const before = await build('before');
  const result: Record<string, unknown> = {};
  for (const screen of ['about', 'products', 'home']) {
    const file = join(copy, 'src', 'screens', `${screen}.tsx`);
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace(/<main/, '<main data-changed="1"'));
    const after = await build(`after-${screen}`);
    await writeFile(file, source);
    const fetched = [...after].filter(([name]) => !before.has(name));
    result[screen] = { bytes: fetched.reduce((sum, [, size]) => sum + size, 0), files: fetched.map(([name]) => name) };
  }
  return result;
}
