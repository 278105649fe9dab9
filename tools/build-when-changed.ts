/** Builds the storefront into `dist/` when it is not there yet, or when something it is made from has changed since. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSettings, SettingRefused } from './build/settings.ts';
import { fingerprintOf } from './build/sources.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

async function isCurrent() {
  const built = await readFile(join(root, 'dist', 'build.json'), 'utf8').then(
    (record) => (JSON.parse(record) as { sources?: string }).sources,
    () => undefined,
  );
  return built === (await fingerprintOf(root, buildSettings(process.env)));
}

try {
  if (!(await isCurrent())) {
    process.stdout.write('Building the storefront …\n');
    const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'pipe' });
    if (code !== 0) {
      console.error(`${output.trim()}\n\nThe storefront could not be built; the reason stands above.`);
      process.exitCode = 1;
    }
  }
} catch (failure) {
  if (!(failure instanceof SettingRefused)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
