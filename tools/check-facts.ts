/** Checks `shop.config.json` before a build: with an invalid one Vite's configuration may not even load. */
import { join } from 'node:path';
import { checkFacts } from './build/facts.ts';

try {
  checkFacts(join(import.meta.dirname, '..'));
} catch (refused) {
  console.error((refused as Error).message);
  process.exitCode = 1;
}
