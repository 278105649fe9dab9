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

// For a machine that has other things to do (`bench/README.md` has what each of them saves). What a request leaves behind is small and
// short-lived, so a shop runs as fast when what is young may not grow to 128 MB before V8 looks,
setFlagsFromString('--semi-space-growth-factor=1');
// what is old by a tenth instead of a half,
setFlagsFromString('--heap-growing-percent=10');
// and code is made fast in one step instead of two: the first is soon forgotten and leaves 15 MB behind.
setFlagsFromString('--no-maglev');

const { openShop } = await import('./open-shop.ts');
await openShop(process.env);
