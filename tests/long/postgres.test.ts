/** Several shops on a PostgreSQL whose primary dies, and behind PgBouncer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { readEvents } from '../server/event-reader.ts';
import { orderBodyFor } from '../server/order-fixture.ts';
import { start } from '../server/running-shop.ts';
import {
  killWhileOrdering,
  listOf,
  newCustomers,
  placeUntilAnswered,
  replayEverywhere,
} from '../support/concurrent-orders.ts';
import { freePorts } from '../support/free-ports.ts';
import { available } from '../support/missing-tools.ts';
import { inDatabase, startCluster, startStandby, unprivileged } from '../support/postgres.ts';
import type { RunningShop } from '../support/start-shop.ts';

const hasPostgres = inject('postgres') !== undefined;

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-long-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings of a server that listens on this port of the machine and may have standbys. */
const listeningOn = (port: number) => ({
  listen_addresses: '127.0.0.1',
  port: String(port),
  wal_level: 'replica',
  max_wal_senders: '4',
});

test.runIf(hasPostgres)(
  'F7, F8: a PostgreSQL killed three times, its synchronous standby promoted, loses and doubles no order of two shops',
  async () => {
    const ports = await freePorts(2);
    const urlAt = (at: number) => `postgresql://kedai@127.0.0.1:${ports[at % 2]}/postgres`;
    const settings = {
      dataDir: await newFolder(),
      databaseUrl: `postgresql://kedai@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres`,
    };
    const place = { settings, open: () => openPostgres(settings.databaseUrl) };
    const first = await startCluster(await newFolder(), listeningOn(ports[0] ?? 0));
    onTestFinished(() => first.stop());
    let primary = first;
    const shops = [await start(settings), await start(settings)];
    const body = await orderBodyFor(shops[0] as (typeof shops)[0]);
    const acknowledged: { token: string; key: string; text: string }[] = [];

    for (let round = 0; round < 3; round++) {
      const standby = await startStandby(
        await newFolder(),
        urlAt(round),
        'standby',
        listeningOn(ports[(round + 1) % 2] ?? 0),
      );
      onTestFinished(() => standby.stop());
      await inDatabase(
        urlAt(round),
        `alter system set synchronous_standby_names = 'standby'`,
        'select pg_reload_conf()',
      );
      const state = () => inDatabase(urlAt(round), 'select sync_state from pg_stat_replication');
      await expect.poll(state).toEqual({ sync_state: 'sync' });
      const tokens = await newCustomers(place, 8);
      const before = acknowledged.length;
      const enough = Promise.withResolvers<void>();
      let left = Number.POSITIVE_INFINITY;

      const phones = tokens.map(async (token, phone) => {
        for (let i = 0; i < 30 && left > 0; i++) {
          const key = `${round}-${phone}-${i}`;
          const { answer, text } = await placeUntilAnswered(shops[i % 2]?.url ?? '', token, key, body);
          expect([key, answer.status]).toEqual([key, 201]);
          acknowledged.push({ token, key, text });
          left--;
          if (acknowledged.length - before >= 40) enough.resolve();
        }
      });
      await Promise.race([enough.promise, Promise.all(phones)]);
      // From now on nothing reaches the standby, so orders are stored by the primary alone, and not acknowledged.
      const { pid } = await inDatabase(urlAt(round + 1), 'select pid from pg_stat_wal_receiver');
      process.kill(pid, 'SIGSTOP');
      // At least one: the others wait for its running number (decision W19).
      const waiting = () =>
        inDatabase(urlAt(round), `select count(*) > 0 as many from pg_stat_activity where wait_event = 'SyncRep'`);
      await expect.poll(waiting).toEqual({ many: true });
      await primary.kill();
      // What the kernel has for it is lost, too.
      process.kill(pid, 'SIGTERM');
      process.kill(pid, 'SIGCONT');
      await inDatabase(urlAt(round + 1), 'select pg_promote()');
      left = 40;
      await Promise.all(phones);
      primary = standby;
    }

    const lists = new Map<string, Awaited<ReturnType<typeof listOf>>>();
    for (const token of new Set(acknowledged.map(({ token }) => token)))
      lists.set(token, await listOf(shops[1]?.url ?? '', token));
    const wrong = acknowledged.filter(({ token, key, text }) => {
      const found = lists.get(token)?.filter(({ client_ref }) => client_ref === key) ?? [];
      return found.length !== 1 || found[0]?.order_number !== JSON.parse(text).order_number;
    });
    expect(wrong).toEqual([]);
    expect([...lists.values()].flat()).toHaveLength(acknowledged.length);
    expect(acknowledged.length).toBeGreaterThan(200);
  },
  600_000,
);

const pgbouncer = '/usr/sbin/pgbouncer';
const hasPgbouncer = hasPostgres && available(existsSync(pgbouncer), 'no PgBouncer: the shop was not tried behind it.');

test.runIf(hasPgbouncer)(
  'F4, F8, B44: behind PgBouncer in transaction mode shops lose and double no order, share their limits, and hear each other',
  async () => {
    const [port = 0, poolPort = 0] = await freePorts(2);
    const cluster = await startCluster(await newFolder(), listeningOn(port));
    onTestFinished(() => cluster.stop());
    // PgBouncer keeps no settings of a connection, so the shop's user has them.
    await inDatabase(
      `postgresql://kedai@127.0.0.1:${port}/postgres`,
      ...['lock_timeout = 3000', 'statement_timeout = 15000', 'idle_in_transaction_session_timeout = 15000'].map(
        (setting) => `alter role kedai set ${setting}`,
      ),
    );
    const folder = await newFolder();
    await chmod(folder, 0o755);
    const configuration = join(folder, 'pgbouncer.ini');
    await writeFile(
      configuration,
      `[databases]
* = host=127.0.0.1 port=${port} user=kedai
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout
`,
    );
    const pooler = spawn(pgbouncer, [configuration], {
      ...(await unprivileged()),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(async () => {
      pooler.kill('SIGKILL');
      if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit');
    });
    const databaseUrl = `postgresql://kedai@127.0.0.1:${poolPort}/postgres`;
    await expect.poll(() => inDatabase(databaseUrl, 'select 1 as it').catch(() => undefined)).toEqual({ it: 1 });
    const home = { settings: { dataDir: folder, databaseUrl }, open: () => openPostgres(databaseUrl) };

    const toll = await killWhileOrdering(home, { rounds: 5 });
    const agreement = await replayEverywhere(home, { processes: 4, keys: 100 });
    const shops = [await start(home.settings), await start(home.settings)];
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const answer = await fetch(`${shops[guess % 2]?.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'sari@example.com', password: 'wrong1' }),
      });
      statuses.push(answer.status);
    }
    // Each process looks for what the others have changed (decision W4).
    const [token = ''] = await newCustomers(home, 1);
    const [reading, ordering] = shops as [RunningShop, RunningShop];
    const stream = await readEvents(`${reading.url}/api/orders/stream`, token);
    await stream.signalled(1);
    await fetch(`${ordering.url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: await orderBodyFor(ordering),
    });
    await stream.signalled(2);

    expect(toll).toMatchObject({ rounds: 5, lost: 0, doubled: 0, half: 0, unopenable: 0 });
    expect(agreement).toMatchObject({ keys: 100, wrong: 0, differing: 0 });
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  },
  600_000,
);
