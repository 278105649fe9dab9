/** A PostgreSQL of several hosts, a primary and its standbys, as one: `pg` itself connects to a single host. */
import type { PostgresPool } from 'kysely';
import type { ClientBase } from 'pg';

/** The URL of each host of a URL that may list several, separated by commas as libpq has them: `postgres://user@one:5432,two:5432/shop`. */
export function urlsOf(url: string): string[] {
  const [found = '', start = '', hosts = ''] = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${url.slice(found.length)}`);
}

/** Throws on a new connection to a standby. A primary that becomes one ends its connections, so later ones need not be asked. */
export async function refuseStandby(connection: ClientBase) {
  const { rows } = await connection.query('show transaction_read_only');
  if (rows[0].transaction_read_only === 'on') throw Object.assign(new Error('it can only be read'), { code: '25006' });
}

/** Pools of one host each as one pool, which connects to the first that lets it; that one is then tried first. */
export function firstThatConnects(pools: readonly PostgresPool[]): PostgresPool {
  let inTurn = pools;
  return {
    options: {},
    async connect() {
      const failures: unknown[] = [];
      for (const pool of inTurn) {
        try {
          const connection = await pool.connect();
          inTurn = [pool, ...pools.filter((other) => other !== pool)];
          return connection;
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
