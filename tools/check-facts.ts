/** Before a build: of a `shop.config.json` that cannot be a shop's, Vite's configuration may not even be loaded. */
import { join } from 'node:path';
import { checkFacts } from './build/web-manifest.ts';

try {
  checkFacts(join(import.meta.dirname, '..'));
} catch (refused) {
  console.error((refused as Error).message);
  process.exitCode = 1;
}
