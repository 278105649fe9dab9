import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { firstThatConnects, refuseStandby, urlsOf } from '../../server/database/postgres-hosts.ts';
import { storageErrorOf } from '../../server/database/storage-error.ts';

test.for([
  ['postgres://db.example/kedai', ['postgres://db.example/kedai']],
  ['postgresql:///kedai?host=/run/a,b', ['postgresql:///kedai?host=/run/a,b']],
  [
    'postgres://kedai:p,%40ss@one:5432,[::1]:5433,three/kedai?ssl=true',
    [
      'postgres://kedai:p,%40ss@one:5432/kedai?ssl=true',
      'postgres://kedai:p,%40ss@[::1]:5433/kedai?ssl=true',
      'postgres://kedai:p,%40ss@three/kedai?ssl=true',
    ],
  ],
] as const)('%s lists its hosts', ([url, urls]) => {
  expect(urlsOf(url)).toEqual(urls);
});

/** A pool of a host that lets connect while `lets` says so; `asked` has the hosts in the order they were asked. */
const poolOf = (host: string, asked: string[], lets: { host: string }) =>
  ({
    async connect() {
      asked.push(host);
      if (host !== lets.host) throw new Error(`${host} refuses`);
      return { host } as unknown as PostgresPoolClient;
    },
    end: async () => void asked.push(`end ${host}`),
  }) as PostgresPool;

test('the first host that lets connect is taken, and tried first from then on', async () => {
  const [asked, lets]: [string[], { host: string }] = [[], { host: 'two' }];
  const pool = firstThatConnects(['one', 'two', 'three'].map((host) => poolOf(host, asked, lets)));

  expect(await pool.connect()).toEqual({ host: 'two' });
  expect(await pool.connect()).toEqual({ host: 'two' });
  lets.host = 'three';
  expect(await pool.connect()).toEqual({ host: 'three' });
  lets.host = 'none';
  await expect(pool.connect()).rejects.toThrow('three refuses');
  await pool.end();

  const [first, second, third, fourth] = [['one', 'two'], ['two'], ['two', 'one', 'three'], ['three', 'one', 'two']];
  expect(asked).toEqual([first, second, third, fourth, ['end one', 'end two', 'end three']].flat());
});

const hasPostgres = inject('postgres') !== undefined;

test.runIf(hasPostgres)('a host that can only be read is refused as one that is not there', async () => {
  const connection = new pg.Client({ connectionString: inject('postgres')?.url });
  await connection.connect();
  try {
    await refuseStandby(connection);
    await connection.query('set default_transaction_read_only = on');

    const refusal = await refuseStandby(connection).catch((error: unknown) => error);

    expect([`${refusal}`, storageErrorOf(refusal)]).toEqual(['Error: it can only be read', 'unavailable']);
  } finally {
    await connection.end();
  }
});
