import { beforeAll, expect, test } from 'vitest';
import { isKnownDevice, rememberDevice } from '../../server/accounts/known-devices.ts';
import { beginSession } from '../../server/accounts/sessions.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { documentedCalls } from '../support/openapi.ts';
import { heldTransaction } from './held-transaction.ts';
import { openShop, type Shop } from './shop.ts';

const sari = { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '0812-3456-7890', password: 'kopi123' };
const day = 24 * 60 * 60 * 1_000;

onEveryDatabase('an account', (newHome, _kind, testOnce) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(await newHome());
    await join(sari);
  });
  const join = (body: unknown) => shop.ask('POST', '/api/auth/register', { body });
  const logIn = (body: unknown) => shop.ask('POST', '/api/auth/login', { body });
  const withToken = (token: string) => shop.known({ token }).ask('GET', '/api/orders');

  test('B22: gets another name and phone number by the rules of registration, from its own customer only', async () => {
    const newcomer = { ...sari, email: 'ubah@example.com' };
    await join(newcomer);
    const { token } = (await logIn(newcomer)).body;
    const change = (body: unknown, authorization = `Bearer ${token}`) =>
      shop.ask('PATCH', '/api/auth/user', { body, headers: { authorization } });
    const profile = { fullName: 'Siti-Nur', phoneNumber: '+62 812 0000 1111' };

    const changed = await change({ ...profile, email: 'sari@example.com', id: 'x' });

    const user = { fullName: 'Siti-Nur', phoneNumber: '6281200001111', email: 'ubah@example.com' };
    expect([changed.status, changed.body]).toEqual([200, { user }]);
    expect((await logIn(newcomer)).body.user).toEqual(user);
    expect((await logIn(sari)).body.user.fullName).toBe('Sari');
    expect((await change({ ...profile, fullName: 'Siti Nur' })).body.error.code).toBe('invalid_body');
    expect((await change(profile, 'Bearer none')).status).toBe(401);
    expect((await logIn(newcomer)).body.user).toEqual(user);
  });

  testOnce.each([
    ['e-mail', { ...sari, email: '' }],
    ['password', { email: sari.email }],
  ])('a login without %s says that both are needed', async (_lacking, body) => {
    const { status, body: answer } = await logIn(body);

    expect([status, answer.error.code]).toEqual([400, 'credentials_missing']);
  });

  test('is made once, and its owner logs in with it', async () => {
    const joined = await join({ ...sari, email: 'budi@example.com', fullName: 'Budi' });
    const session = await logIn({ email: 'budi@example.com', password: sari.password });

    expect(joined.status).toBe(201);
    expect(session.status).toBe(200);
    expect(session.body.user).toEqual({
      fullName: 'Budi',
      email: 'budi@example.com',
      phoneNumber: '081234567890',
    });
    expect((await withToken(session.body.token)).status).toBe(200);
    expect(session.headers['cache-control']).toBe('no-store');
  });

  testOnce('invisible characters and outer blanks of its name and e-mail are neither stored nor needed', async () => {
    const joined = await join({
      ...sari,
      fullName: '\u200eDe\u00adwi ',
      email: '\u2068Dewi@example.com\u2069\u00a0',
    });
    const taken = await join({ ...sari, email: 'dewi@ex\u200bample.com' });
    const session = await logIn({ email: '\u00a0ｄｅｗｉ＠example.com\u200b', password: sari.password });

    expect(joined.body.user).toEqual({ fullName: 'Dewi', email: 'Dewi@example.com', phoneNumber: '081234567890' });
    expect([taken.status, session.status]).toEqual([409, 200]);
  });

  test('two who join with one e-mail at the same moment are one account', async () => {
    const both = { ...sari, email: 'kembar@example.com' };

    const answers = await Promise.all([join(both), join(both), join(both)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('sent again by the browser itself, to any process, is the same account; others are told that the e-mail is taken', async () => {
    const home = await newHome();
    const [one, other] = [await openShop(home), await openShop(home)];
    const twice = { ...sari, email: 'dua@example.com' };
    const keyed = (to: Shop, body: unknown, key?: string) =>
      to.ask('POST', '/api/auth/register', { body, headers: key === undefined ? {} : { 'idempotency-key': key } });

    const same = await Promise.all([keyed(one, twice, 'k1'), keyed(one, twice, 'k1')]);
    same.push(await keyed(one, twice, 'k1'), await keyed(other, twice, 'k1'));
    const others = [
      await keyed(other, twice, 'k2'),
      await keyed(other, { ...twice, password: 'lain123' }, 'k1'),
      await keyed(other, { ...twice, fullName: 'Budi' }, 'k1'),
      await keyed(other, twice),
    ];

    expect(same.map(({ status, text }) => [status, text])).toEqual(
      Array(4).fill([201, JSON.stringify({ user: { ...twice, phoneNumber: '081234567890', password: undefined } })]),
    );
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await keyed(one, twice, 'a b')).status).toBe(400);
  });

  testOnce('B26: the blanks around a password are part of it', async () => {
    const spaced = await join({ ...sari, email: 'spasi@example.com', password: ' a1 ' });

    expect(spaced.status).toBe(201);
    expect((await logIn({ email: 'spasi@example.com', password: 'a1' })).status).toBe(401);
    expect((await logIn({ email: 'spasi@example.com', password: ' a1 ' })).status).toBe(200);
  });

  testOnce('B26: a letter typed in two pieces is the same password', async () => {
    await join({ ...sari, email: 'aksen@example.com', password: 'caf\u00e91' });

    expect((await logIn({ email: 'aksen@example.com', password: 'cafe\u03011' })).status).toBe(200);
  });

  testOnce('B6: credentials of another type are refused, not compared', async () => {
    for (const email of [{ $gt: '' }, ['sari@example.com'], 5, true]) {
      expect((await logIn({ email, password: sari.password })).status).toBe(422);
    }
  });

  testOnce('B25: a wrong password and an unknown e-mail get one and the same answer', async () => {
    const wrong = await logIn({ email: sari.email, password: 'salah123' });
    const unknown = await logIn({ email: 'siapa@example.com', password: 'salah123' });

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  testOnce('no password and no token is stored as it is', async () => {
    const { token } = (await logIn(sari)).body;
    const stored = JSON.stringify([
      await shop.database.selectFrom('customers').selectAll().execute(),
      await shop.database.selectFrom('sessions').selectAll().execute(),
    ]);

    expect(stored).not.toContain(sari.password);
    expect(stored).not.toContain(token);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('B21: logging out ends this session and no other', async () => {
    const [here, there] = [(await logIn(sari)).body.token, (await logIn(sari)).body.token];

    const logOut = () => shop.known({ token: here }).ask('POST', '/api/auth/logout');
    const answer = await logOut();

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await withToken(here)).status).toBe(401);
    expect((await withToken(there)).status).toBe(200);
    expect((await logOut()).status).toBe(401);
  });

  testOnce('B21: logging out takes no body, with any content type', async () => {
    const { token } = (await logIn(sari)).body;
    const form = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };

    expect((await shop.ask('POST', '/api/auth/logout', { body: 'a=b', headers: form })).status).toBe(415);
    expect((await shop.ask('POST', '/api/auth/logout', { headers: { ...form, 'content-length': '0' } })).status).toBe(
      204,
    );
    expect((await withToken(token)).status).toBe(401);
  });

  testOnce('B20: only one Bearer header is a token; everything else gets the same 401', async () => {
    const { token } = (await logIn(sari)).body;
    const ask = (authorization: string) => shop.ask('GET', '/api/orders', { headers: { authorization } });
    const long = ['a'.repeat(10_000), 'a'.repeat(43)].map((unknown) => `Bearer ${unknown}`);

    const none = await shop.ask('GET', `/api/orders?token=${token}&authorization=Bearer%20${token}`);

    expect(none.status).toBe(401);
    for (const header of ['Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token} ${token}`, ...long])
      expect([header, await ask(header)]).toMatchObject([header, { status: 401, text: none.text }]);
    expect((await ask(`bearer ${token}`)).status).toBe(200);
  });

  testOnce('every personal call is a 401 for a visitor, before its body is read', async () => {
    for (const { method, url, takesBody } of documentedCalls.filter(({ scheme }) => scheme === 'session')) {
      const { status, headers } = await shop.ask(method, url, takesBody ? { body: '{broken' } : {});

      expect([method, url, status, headers['www-authenticate']]).toEqual([method, url, 401, 'Bearer']);
    }
  });
});

onEveryDatabase('a session', (newHome) => {
  const lastUses = ({ database }: Shop, { id }: { id: string }) =>
    database.selectFrom('sessions').select('last_used_at').where('customer_id', '=', id).execute();
  const lastUse = async (...session: Parameters<typeof lastUses>) => (await lastUses(...session))[0]?.last_used_at;

  test('B44: logging in without end leaves a hundred sessions, and the one used last among them', async () => {
    const shop = await openShop(await newHome());
    const { id, ask } = await shop.newCustomer();
    const now = Date.now();
    const begin = (at: number) =>
      shop.database
        .transaction()
        .execute((transaction) => beginSession(transaction, { id, password_hash: 'none' }, at));
    const forgotten = await begin(now - day);
    const more = Array.from({ length: 110 }, (_, at) => ({
      ...{ token_hash: `${at}`, customer_id: id, credential: '' },
      ...{ created_at: now - day + 1, last_used_at: now - day + 1 },
    }));
    await shop.database.insertInto('sessions').values(more).execute();
    await begin(now);

    expect(await lastUses(shop, { id })).toHaveLength(100);
    expect((await ask('GET', '/api/orders')).status).toBe(200);
    const headers = { authorization: `Bearer ${forgotten}` };
    expect((await shop.ask('GET', '/api/orders', { headers })).status).toBe(401);
  });

  test('B44: logging in with one device after the other leaves twenty of them, and the one used last among them', async () => {
    const shop = await openShop(await newHome());
    const [customer, other] = [await shop.newCustomer(), await shop.newCustomer()];
    const remember = (digest: string, { id }: { id: string }, now: number) =>
      shop.database
        .transaction()
        .execute((transaction) => rememberDevice(transaction, { digest, customer: { id }, now }));
    await remember('others', other, 0);
    for (let now = 0; now < 25; now++) await remember(`phone ${now}`, customer, now);
    await remember('phone 5', customer, 25);
    await remember('new', customer, 26);

    const known = [];
    for (const digest of ['others', 'phone 4', 'phone 5', 'phone 6', 'phone 7', 'phone 24', 'new'])
      known.push(await isKnownDevice(shop.database, digest));

    expect(known).toEqual([true, false, true, false, true, true, true]);
  });

  test('B21: ends after 60 days without use and 180 days in all', async () => {
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const [used, unused] = [await shop.newCustomer(), await shop.newCustomer()];
    const isNoted = () => expect.poll(() => lastUse(shop, used)).toBe(now);

    now += 59 * day;
    expect((await used.ask('GET', '/api/orders')).status).toBe(200);
    await isNoted();
    now += 2 * day;
    expect((await unused.ask('GET', '/api/orders')).status).toBe(401);
    for (let month = 0; month < 3; month++) {
      expect((await used.ask('GET', '/api/orders')).status).toBe(200);
      await isNoted();
      now += 39 * day;
    }
    expect((await used.ask('GET', '/api/orders')).status).toBe(200);
    now += 3 * day;
    expect((await used.ask('GET', '/api/orders')).status).toBe(401);
  });

  test('can be used while another transaction writes, without waiting until its use is noted', async () => {
    const home = await newHome();
    let now = Date.now();
    const [shop, elsewhere] = [await openShop(home, { now: () => now, busyTimeoutMs: 600_000 }), await home.open()];
    const sari = await shop.newCustomer();
    const writing = await heldTransaction(elsewhere, (transaction) =>
      transaction.updateTable('sessions').set({ created_at: now }).execute(),
    );

    now += day;
    const read = await sari.ask('GET', '/api/orders');
    const noted = await lastUse(shop, sari);
    await writing.finish();

    expect(read.status).toBe(200);
    expect(noted).toBeLessThan(now);
    await expect.poll(() => lastUse(shop, sari)).toBe(now);
  });
});
