import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { killWhileOrdering, replayEverywhere } from '../support/concurrent-orders.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { available } from '../support/missing-tools.ts';
import type { RunningShop } from '../support/start-shop.ts';
import { hasStrace, traced } from '../support/system-calls.ts';
import { orderBodyFor } from './order-fixture.ts';
import { newcomer, start } from './running-shop.ts';
import { folder } from './test-folder.ts';

const run = promisify(execFile);

onEveryDatabase('orders of many phones at once', (newHome, kind) => {
  test('F1, F6, F7: the server killed while eight phones order loses none, doubles none, halves none', async () => {
    const toll = await killWhileOrdering(await newHome(), { rounds: 2 });

    expect(toll).toMatchObject({ rounds: 2, lost: 0, doubled: 0, half: 0, unopenable: 0 });
    expect(toll.acknowledged).toBeGreaterThan(0);
  });

  test('F4, F8: one key sent to several servers at once, twice to each, is one order and one answer', async () => {
    const home = await newHome();

    const agreement = await replayEverywhere(home, { processes: home.kind === 'SQLite' ? 2 : 4, keys: 10 });

    expect(agreement).toMatchObject({ keys: 10, wrong: 0, differing: 0 });
  });

  if (kind === 'PostgreSQL')
    test('an order whose connection PostgreSQL ends is a 503 and then one order, from a shop that stays open', async () => {
      const home = await newHome();
      const elsewhere = await home.open();
      const shop = await start(home.settings);
      const order = await readyToOrder(shop);

      const cutOff = await elsewhere.transaction().execute(async (transaction) => {
        await sql`lock table orders in exclusive mode`.execute(transaction);
        const answer = order('k');
        const end = sql`select pg_terminate_backend(pid) from pg_locks
          where relation = 'orders'::regclass and not granted`;
        await expect.poll(async () => (await end.execute(elsewhere)).rows.length).toBe(1);
        return answer;
      });
      const again = await order('k');

      expect([cutOff.status, (await cutOff.json()).error.code]).toEqual([503, 'storage_unavailable']);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect(await shop.stop()).toBe(0);
    });
});

/** Registers, logs in, and returns a function that places an order. */
async function readyToOrder(shop: RunningShop) {
  const headers = await newcomer(shop, 'sari');
  const body = await orderBodyFor(shop);
  return (key: string) =>
    fetch(`${shop.url}/api/orders`, { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body });
}

test.runIf(hasStrace)('F7: the kernel is asked to sync the order before it is asked to send the answer', async () => {
  const shop = await start();
  const order = await readyToOrder(shop);
  const rounds = 5;

  const calls = await traced([shop.pid], join(folder, 'trace'), async () => {
    for (let i = 0; i < rounds; i++) expect((await order(`k${i}`)).status).toBe(201);
  });

  const kinds = calls
    .filter(({ kind, line }) => kind === 'answer' || line.includes('kedai.sqlite'))
    .map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'answer')).toHaveLength(rounds);
  for (const [at, kind] of kinds.entries()) if (kind === 'answer') expect(kinds[at - 1]).toBe('sync');
  await shop.stop();
});

/** A file system of its own, small enough to be filled; only root can mount one. */
async function smallDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-small-'));
  const gone = () => rm(folder, { recursive: true, force: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  } catch {
    await gone();
    return undefined;
  }
  return { folder, remove: () => run('umount', [folder]).then(gone) };
}

test('F10: a disk that is really full is a 503, reads go on, and space that is back is used without a restart', async ({
  skip,
}) => {
  const disk = await smallDisk();
  if (!available(disk, 'no small file system could be mounted: a full disk was not tried.')) return skip();
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir);
  // A first start leaves a log file with room for hundreds of orders; closing the shop removes it.
  await (await start({ dataDir })).stop();
  const shop = await start({ dataDir });
  const order = await readyToOrder(shop);
  expect((await order('before')).status).toBe(201);

  const filler = join(disk.folder, 'filler');
  const fill = () => run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']).catch(() => {});
  await fill();
  const answers: number[] = [];
  for (let i = 0; i < 60 && !answers.includes(503); i++) answers.push((await order(`full-${i % 25}`)).status);
  const refused = await order('refused');
  const reading = await fetch(`${shop.url}/api/products`);
  await writeFile(filler, '');
  const after = await order('refused');

  expect([refused.status, (await refused.json()).error.code]).toEqual([503, 'storage_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(reading.status).toBe(200);
  expect([after.status, after.headers.get('idempotency-replayed')]).toEqual([201, null]);
  await shop.stop();
  await fill();
  const asking = run(process.execPath, ['server/cli.ts', 'orders'], { env: { ...process.env, DATA_DIR: dataDir } });
  await expect(asking).rejects.toMatchObject({ code: 1, stderr: `Disk dengan folder data ${dataDir} penuh.\n` });
  await disk.remove();
});
