/** Goal G5: the script that is fetched again after one screen has changed. */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Run, root } from './run.ts';

/** The total size of the scripts that get a new name, and so are fetched again, when a text on one screen changes. */
export async function update({ folder }: Run) {
  const copy = join(folder, 'sources');
  for (const part of [
    'core',
    'device',
    'src',
    'sw',
    'public',
    'tools',
    'server/menu',
    'index.html',
    'manifest.webmanifest',
    'shop.config.json',
    'vite.config.ts',
    'package.json',
    'tsconfig.base.json',
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const build = async (out: string) => {
    await promisify(execFile)('vite', ['build', '--outDir', out, '--logLevel', 'error'], {
      cwd: copy,
      env: { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
    });
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
