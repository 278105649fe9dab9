/**
 * `node server/main.mjs`: opens the shop. JavaScript, because what turns TypeScript into it stays in memory (15 MB) once it was
 * needed, and from the second start on it is not.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A quarter of a start is turning TypeScript into code; from the second start on it is found done. Without a folder to
// write to it is done again, and nothing else changes.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)));

// On a machine with much memory V8 lets what is young grow to 128 MB before it looks. What a request leaves behind is small and
// short-lived, so a shop runs as fast in 4 MB (`bench/server.ts`).
setFlagsFromString('--semi-space-growth-factor=1');

const { openShop } = await import('./open-shop.ts');
await openShop(process.env);
