/**
 * `node bench/durability.ts [--rounds 25]`: tests every guarantee of docs/reliability.md that needs a kill, and prints the results as JSON;
 * the exit code is 1 if one does not hold.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../server/database/open.ts';
import { openPostgres } from '../server/database/open-postgres.ts';
import { killWhileOrdering, replayEverywhere } from '../tests/support/concurrent-orders.ts';
import { inDatabase, startCluster } from '../tests/support/postgres.ts';
import { startShop } from '../tests/support/start-shop.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '25' }, keys: { type: 'string', default: '100' } },
});
const [rounds, keys] = [Number(values.rounds), Number(values.keys)];
const folder = await mkdtemp(join(tmpdir(), 'kedai-durability-'));
const say = (text: string) => process.stderr.write(`${text}\n`);

const cluster = await startCluster(folder, { fsync: 'on', full_page_writes: 'on' }).catch((reason: Error) => {
  say(`PostgreSQL could not be had (${reason.message}): SQLite only.`);
  return undefined;
});

async function homeOn(kind: 'SQLite' | 'PostgreSQL', name: string) {
  const dataDir = join(folder, name);
  if (kind === 'SQLite') return { settings: { dataDir }, open: () => openSqlite(dataDir) };
  await inDatabase(cluster?.url('postgres') ?? '', `create database ${name}`);
  const databaseUrl = cluster?.url(name) ?? '';
  return { settings: { dataDir, databaseUrl }, open: () => openPostgres(databaseUrl) };
}

const results: Record<string, unknown> = {};
let broken = false;
try {
  for (const kind of cluster ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const)) {
    const home = await homeOn(kind, 'killed');
    await (await startShop(home.settings)).stop();
    const killed = await killWhileOrdering(home, {
      rounds,
      told: ({ rounds: done }) => done % 5 === 0 && say(`${kind}: killed ${done} times`),
    });
    const shared = await homeOn(kind, 'shared');
    const agreed = await replayEverywhere(shared, { processes: kind === 'SQLite' ? 2 : 4, keys });
    results[kind] = { killed, agreed };
    const faults = killed.lost + killed.doubled + killed.half + killed.unopenable + agreed.wrong + agreed.differing;
    if (faults > 0 || killed.acknowledged === 0) broken = true;
  }
} finally {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, ...results }, null, 2)}\n`,
);
process.exitCode = broken ? 1 : 0;
