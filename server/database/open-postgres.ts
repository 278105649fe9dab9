import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { StartupError } from '../startup-error.ts';
import { firstThatConnects, refuseStandby, urlsOf } from './postgres-hosts.ts';
import type { Tables } from './tables.ts';

/**
 * A pool of `max` connections to PostgreSQL, to the primary where `url` lists several hosts. `lockTimeoutMs` is how long a statement waits for a row that another transaction holds,
 * `responseTimeoutMs` how long for any answer (0: for ever). Throws a `StartupError` where PostgreSQL cannot be reached.
 */
export async function openPostgres(
  url: string,
  { lockTimeoutMs = 3_000, responseTimeoutMs = 20_000, max = 10 } = {},
): Promise<Kysely<Tables>> {
  const { default: pg } = await import('pg');
  const hosts = urlsOf(url);
  const pools = hosts.map((connectionString) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: 5_000,
      lock_timeout: lockTimeoutMs,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'kedai',
      types: {
        getTypeParser: (type: number, format?: 'text' | 'binary') =>
          type === pg.types.builtins.INT8 ? wholeNumber : pg.types.getTypeParser(type, format),
      },
      onConnect: async (connection) => {
        connection.on('error', () => {});
        // PostgreSQL itself ends sooner what takes as long (above). So a network between them has forgotten the connection; the kernel
        // would wait on it for a quarter of an hour, and with it every request.
        const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection;
        stream.setTimeout(responseTimeoutMs, () =>
          stream.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
        );
        if (hosts.length > 1) await refuseStandby(connection);
      },
    });
    // A connection that dies is replaced at its next use; without a listener it would end the process. Of one that is idle the
    // pool tells, of one at work it does itself, beside the statement that fails.
    pool.on('error', () => {});
    return pool;
  });
  const pool = firstThatConnects(pools);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await pool.end();
    throw new StartupError(`PostgreSQL di DATABASE_URL tidak bisa dihubungi: ${reasonOf(error)}.`);
  }
  urls.set(database, url);
  return database;
}

const urls = new WeakMap<Kysely<Tables>, string>();

/** Does what may take longer than a request waits: on PostgreSQL over a connection of its own without a response timeout. Settles as `work` does. */
export async function withoutTimeouts<Result>(
  database: Kysely<Tables>,
  work: (database: Kysely<Tables>) => Promise<Result>,
) {
  const url = urls.get(database);
  if (url === undefined) return work(database);
  const own = await openPostgres(url, { responseTimeoutMs: 0, max: 1 });
  try {
    return await work(own);
  } finally {
    await own.destroy();
  }
}

/** Our bigints are rupiah, revisions and milliseconds: all far below 2^53. */
function wholeNumber(text: string) {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('A number in the database is too large.');
  return number;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || 'tidak ada jawaban').split('\n')[0]?.replace(/\.$/, '') ?? '';
}
