import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Password } from '#core/registration';
import { onSqliteAndLongOnPostgres } from '../../support/databases.ts';
import { openShopOfOwner, owner } from './owner.ts';

onSqliteAndLongOnPostgres('a customer who has forgotten their password', (newHome) => {
  test('B21: gets a new one from the owner, which replaces the old one and ends their sessions', async () => {
    const { shop, environment } = await openShopOfOwner(newHome);
    const account = { fullName: 'Sari', email: 'Sari@Example.com', phoneNumber: '081234567890', password: 'kopi123' };
    expect((await shop.ask('POST', '/api/auth/register', { body: account })).status).toBe(201);
    const logIn = (password: string) =>
      shop.ask('POST', '/api/auth/login', { body: { email: account.email, password } });
    const { token } = (await logIn('kopi123')).body;

    const given = await owner(environment, 'password', 'sari@example.com', '--json');

    expect(given.code).toBe(0);
    const { password } = given.data();
    expect(v.is(Password, password)).toBe(true);
    expect([(await logIn('kopi123')).status, (await logIn(password)).status]).toEqual([401, 200]);
    const orders = await shop.ask('GET', '/api/orders', { headers: { authorization: `Bearer ${token}` } });
    expect(orders.status).toBe(401);
    expect(await owner(environment, 'password', 'budi@example.com')).toMatchObject({
      code: 1,
      err: 'Tidak ada pelanggan dengan e-mail budi@example.com.',
    });
  });

  test('B52: can be named by their number, where the e-mail address has signs that a shell would run', async () => {
    const { shop, environment } = await openShopOfOwner(newHome);
    const account = { fullName: 'Sari', phoneNumber: '081234567890', password: 'kopi123' };
    const emails = ['first@example.com', '`touch$IFS/x`@x.co', 'third@example.com'];
    for (const email of emails)
      expect((await shop.ask('POST', '/api/auth/register', { body: { ...account, email } })).status).toBe(201);

    const listed = (await owner(environment, 'customers')).out;
    const { out } = await owner(environment, 'password', '2');

    expect(listed).toContain("  2  Sari  '`touch$IFS/x`@x.co'");
    expect(out).toMatch(/^Kata sandi '`touch\$IFS\/x`@x\.co' sekarang /);
    expect(await owner(environment, 'password', '4')).toMatchObject({
      code: 1,
      err: 'Tidak ada pelanggan dengan nomor 4.',
    });
  });
});
