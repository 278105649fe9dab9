/**
 * `node server/main.mjs`: opens the shop. JavaScript, because the code that it loads is cached only from here on: Node then neither translates
 * nor compiles it at the next start.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A service of systemd has a folder of its own (`deploy/kedai.service`).
enableCompileCache(
  process.env.CACHE_DIRECTORY ?? fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)),
);

const { shopConfigError } = await import('./shop-config-check.ts');
const fault = shopConfigError();
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
const { openShop } = await import('./open-shop.ts');
await openShop(process.env);
