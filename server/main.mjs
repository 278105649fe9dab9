/**
 * `node server/main.mjs`: opens the shop; with `--compile` only makes its code ready, for an image that is not written to later.
 * JavaScript, because what turns TypeScript into it stays in memory (15 MB) once it was needed; code that is found ready needs it
 * no more.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Node keeps ready code for each version and user apart; a service of systemd has a folder of its own (`deploy/kedai.service`).
const cache = process.env.CACHE_DIRECTORY ?? fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url));
const readyCode = join(cache, `${process.version}-${process.getuid?.()}`);
const onlyCompiles = process.argv.includes('--compile');
// A process that ends gives its memory back. Where it cannot write, everything is as it would be without it.
if (!onlyCompiles && !isReady()) {
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--compile'], { stdio: 'ignore' });
}
enableCompileCache(readyCode);

/** Whether the code was made ready after the server's files were last changed. */
function isReady() {
  if (!existsSync(readyCode)) return false;
  const since = statSync(readyCode).mtimeMs;
  return ['.', '../core'].every((folder) => {
    const place = join(import.meta.dirname, folder);
    // `lstat`, because an editor's lock is a link to nowhere.
    return readdirSync(place, { recursive: true }).every((file) => lstatSync(join(place, file)).mtimeMs < since);
  });
}

// What a request leaves behind is small and short-lived. So what is young may not grow to 128 MB before V8 looks, and what is old by a tenth
// instead of a half: a flood of requests then takes 170 instead of 290 MB (`bench/README.md`).
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=10');

const { shopConfigError } = await import('./shop-config-check.ts');
const fault = shopConfigError();
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
const { openShop } = await import('./open-shop.ts');
if (onlyCompiles) {
  // A running shop loads it when it is first asked for.
  await import('./openapi/document.ts');
  utimesSync(readyCode, new Date(), new Date());
} else await openShop(process.env);
