/** `node server/main.ts`: opens the shop. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A quarter of a start is turning TypeScript into code; from the second start on it is found done. Without a folder to
// write to it is done again, and nothing else changes.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)));

const { openShop } = await import('./open-shop.ts');
await openShop(process.env);
