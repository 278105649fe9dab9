/** Compares several built checkouts, in turns, by first visits of new phones. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { startShop } from '../tests/support/start-shop.ts';

/** Prints what `summary` makes of the visits to each checkout that the command line names. */
export async function compareInTurns<Visit>(
  visit: (folder: string, url: string) => Promise<Visit>,
  summary: (visits: Visit[]) => object,
) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { path: { type: 'string', default: '/products' }, runs: { type: 'string', default: '7' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kedai-turns-'));
  const shops = await Promise.all(
    positionals.map(async (checkout) => {
      const own: { startShop: typeof startShop } = await import(join(resolve(checkout), 'tests/support/start-shop.ts'));
      return { checkout, shop: await own.startShop({ dataDir: join(folder, randomUUID()) }), visits: [] as Visit[] };
    }),
  );
  for (let round = 0; round < Number(values.runs); round++) {
    for (const { checkout, shop, visits } of shops) {
      process.stderr.write(`round ${round + 1}: ${checkout}\n`);
      visits.push(await visit(folder, shop.url + values.path));
    }
  }
  const results = Object.fromEntries(shops.map(({ checkout, visits }) => [checkout, summary(visits)]));
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  await Promise.all(shops.map(({ shop }) => shop.stop()));
  await rm(folder, { recursive: true, force: true });
}
