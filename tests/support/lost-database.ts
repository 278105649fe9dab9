/** A database that can be lost in the middle of a test. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { SqliteHandle } from '../../server/database/sqlite-dialect.ts';
import type { Home } from './databases.ts';

/** The same home, whose database is gone from `lose()` to the end of the test: PostgreSQL's socket is closed, SQLite's disk fails. */
export async function losable(home: Home) {
  const { databaseUrl } = home.settings;
  if (!databaseUrl) return { home, lose: async () => failEveryStatement() };
  const { url, shut } = await socketProxyTo(databaseUrl);
  const open = async () => {
    const database = await openPostgres(url);
    onTestFinished(() => database.destroy());
    return database;
  };
  return { home: { ...home, open }, lose: shut };
}

function failEveryStatement() {
  const failing = vi.spyOn(SqliteHandle.prototype, 'run').mockImplementation(() => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  });
  onTestFinished(() => failing.mockRestore());
}

/** A socket that leads to the cluster's own until it is shut, which cuts every connection through it. */
async function socketProxyTo(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const name = '.s.PGSQL.5432';
  const inside = join(url.searchParams.get('host') ?? '', name);
  const folder = await mkdtemp(join(tmpdir(), 'kedai-door-'));
  const sockets = new Set<Socket>();
  const door = createServer((outer) => {
    const inner = connect(inside);
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  await once(door.listen(join(folder, name)), 'listening');
  const shut = async () => {
    door.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    await shut();
    await rm(folder, { recursive: true });
  });
  url.searchParams.set('host', folder);
  return { url: url.href, shut };
}
