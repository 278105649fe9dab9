import { expect, test } from 'vitest';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { losable } from '../support/lost-database.ts';
import { openShop } from './shop.ts';

onSqliteAndLongOnPostgres('a monitoring program', (newHome) => {
  test('learns that the server runs, and whether its database can be reached', async () => {
    const { home, lose } = await losable(await newHome());
    const shop = await openShop(home);

    expect((await shop.ask('GET', '/api/health')).body).toEqual({ status: 'ok' });
    expect((await shop.ask('GET', '/api/ready')).body).toEqual({ status: 'ready' });
    await lose();
    expect((await shop.ask('GET', '/api/health')).status).toBe(200);
    const { status, body } = await shop.ask('GET', '/api/ready');
    expect([status, body.error.code]).toEqual([503, 'storage_unavailable']);
  });
});
