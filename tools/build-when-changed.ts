/** Builds the storefront into `dist/` when it does not exist yet, or when its sources have changed since. */
import { join } from 'node:path';
import { ShopConfigError } from '../core/shop-config.ts';
import { checkFacts } from './build/facts.ts';
import { buildSettings, SettingRefused } from './build/settings.ts';
import { builtFrom, fingerprintOf } from './build/sources.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

const isCurrent = async () =>
  (await builtFrom(join(root, 'dist'))) === (await fingerprintOf(root, buildSettings(process.env)));

try {
  if (!(await isCurrent())) {
    checkFacts(root);
    process.stdout.write('Halaman kedai sedang dibuat …\n');
    const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'pipe' });
    if (code !== 0) {
      console.error(`${output.trim()}\n\nHalaman kedai tidak bisa dibuat; sebabnya ada di atas.`);
      process.exitCode = 1;
    }
  }
} catch (failure) {
  if (!(failure instanceof SettingRefused || failure instanceof ShopConfigError)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
