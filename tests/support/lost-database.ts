/** A database that can be lost in the middle of a test. */
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { SqliteHandle } from '../../server/database/sqlite-dialect.ts';
import type { Home } from './databases.ts';
import { tcpProxyTo } from './tcp-proxy.ts';

/** The same home, whose database is gone from `lose()` to the end of the test: PostgreSQL's socket is closed, SQLite's disk fails. */
export async function losable(home: Home) {
  const { databaseUrl } = home.settings;
  if (!databaseUrl) return { home, lose: async () => failEveryStatement() };
  const { url, shut } = await proxyTo(databaseUrl);
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

/** The cluster's own socket over a line that can be cut. */
async function proxyTo(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const line = await tcpProxyTo(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  onTestFinished(line.close);
  url.searchParams.delete('host');
  url.host = new URL(line.url).host;
  return { url: url.href, shut: line.close };
}
