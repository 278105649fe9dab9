import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RateLimits, rateLimits as usualRateLimits } from '../../server/http/rate-limiter.ts';
import { type Home, onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { captureLog } from './captured-log.ts';
import { openShop, type Shop } from './shop.ts';

// What a password costs does not matter here.
vi.mock('@node-rs/argon2', () => {
  const hash = async (password: string) => {
    // As many at once as there are.
    await new Promise(setImmediate);
    return `$argon2id$${password}`;
  };
  return { hash, verify: async (hashed: string, password: string) => hashed === (await hash(password)) };
});

const sari = { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '0812-3456-7890', password: 'kopi123' };

onSqliteAndLongOnPostgres('guessing', (newHome, kind) => {
  const rateLimits = {
    wrongPasswords: { count: 3, seconds: 60 },
    wrongPasswordsOfOthers: { count: 6, seconds: 60 },
    wrongPasswordsFromNetwork: { count: 8, seconds: 60 },
    logins: { count: 5, seconds: 60 },
    registrations: { count: 4, seconds: 60 },
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const open = async (home?: Home, limits: Partial<RateLimits> = rateLimits) => {
    const { logger, lines } = captureLog('warn');
    const shop = await openShop(home ?? (await newHome()), { rateLimits: limits, logger });
    /** Who logs in: from an address, and with the id of a device or without one. */
    const from =
      (remoteAddress: string, device?: string) =>
      async (email: string, password: string, more: Record<string, string> = {}) => {
        const answer = await shop.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress,
          payload: { email, password },
          headers: { ...(device !== undefined && { 'x-client-id': device }), ...more },
        });
        return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), body: answer.json() };
      };
    await shop.ask('POST', '/api/auth/register', { body: sari });
    return { shop, from, lines };
  };
  type LogIn = ReturnType<Awaited<ReturnType<typeof open>>['from']>;
  const statuses = async (count: number, logIn: LogIn, email: (at: number) => string, password = 'salah1') => {
    const found = [];
    for (let at = 0; at < count; at++) found.push((await logIn(email(at), password)).status);
    return found;
  };
  const ofSari = () => sari.email;
  const emailAt = (at: number) => `orang${at}@example.com`;

  type From = Awaited<ReturnType<typeof open>>['from'];
  test.for<[who: string, limit: number, guesser: (from: From, at: number) => LogIn, email: (at: number) => string]>([
    ['of one account', 3, (from) => from('10.0.0.1'), ofSari],
    ['of one account, with a new id each time,', 3, (from, at) => from('10.0.0.1', `new-${at}`), ofSari],
    ['of one account from many networks', 6, (from, at) => from(`10.1.0.${at}`), ofSari],
    ['of many accounts from one network', 8, (from) => from('10.0.0.1'), emailAt],
  ])('B23: %s is slowed down, with any X-Forwarded-For, for a minute at most', async ([, limit, guesser, email]) => {
    const { from } = await open();
    const guess = (at: number, password: string, more = {}) => guesser(from, at)(email(at), password, more);
    for (let at = 0; at < limit; at++) expect([at, (await guess(at, 'salah1')).status]).toEqual([at, 401]);

    const refused = await guess(limit, sari.password, { 'x-forwarded-for': '1.2.3.4' });
    const other = await from('10.0.0.2')('budi@example.com', 'salah1');
    pass(60_000);

    expect([refused.status, refused.retryAfter, refused.body.error.code]).toEqual([429, 60, 'too_many_requests']);
    expect(other.status).toBe(401);
    expect((await guess(limit, sari.password)).status).toBe(email === ofSari ? 200 : 401);
  });

  test('B23, B24: keeps no client out for longer than a minute, whatever is used up', () => {
    for (const [name, { seconds }] of Object.entries(usualRateLimits))
      if (!['orders', 'voidedKeys'].includes(name)) expect([name, seconds]).toEqual([name, 60]);
    expect(Object.values(usualRateLimits).map(({ count }) => count)).toEqual([10, 30, 300, 30, 30, 30, 30]);
  });

  test('B23: a hundred guesses sent at once do not all pass', async () => {
    const { from } = await open();
    const guess = from('10.0.0.1');

    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(sari.email, 'salah1')));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
  });

  test('B24: does not keep out a device that has logged in to the account before, and a new one at another network only', async () => {
    const { from } = await open();
    const [phone, guesser] = [from('10.0.0.1', 'hp-sari'), from('10.0.0.1', 'hp-lain')];
    await phone(sari.email, sari.password);

    expect(await statuses(22, guesser, ofSari)).toContain(429);
    await statuses(22, guesser, emailAt);

    expect((await phone(sari.email, sari.password)).status).toBe(200);
    expect((await from('10.0.0.1')(sari.email, sari.password)).status).toBe(429);
    expect((await from('10.0.0.2')(sari.email, sari.password)).status).toBe(200);
    pass(60_000);
    expect((await from('10.0.0.1')(sari.email, sari.password)).status).toBe(200);
  });

  test('B24: knows a device at every address, after a restart too, and for its own account only', async () => {
    const house = await newHome();
    const before = await open(house);
    await before.shop.ask('POST', '/api/auth/register', { body: { ...sari, email: 'budi@example.com' } });
    await before.from('10.0.0.1', 'hp-sari')(sari.email, sari.password);
    await before.shop.app.close();

    const { from } = await open(house);
    const elsewhere = from('10.9.9.9', 'hp-sari');
    for (const email of [sari.email, 'budi@example.com']) await statuses(3, from('10.9.9.9'), () => email);

    expect((await elsewhere(sari.email, sari.password)).status).toBe(200);
    expect((await elsewhere('budi@example.com', sari.password)).status).toBe(429);
  });

  test('B24: knows a device whose session was valid when it sent its cart, as earlier versions of the page do', async () => {
    const { shop, from } = await open();
    const { token } = (await from('10.0.0.1')(sari.email, sari.password)).body;
    const cart = (bearer: string, id: string) =>
      shop.ask('GET', '/api/carts', { headers: { authorization: `Bearer ${bearer}`, 'x-client-id': id } });
    const known = () => shop.database.selectFrom('known_devices').select('customer_id').execute();
    await cart('a'.repeat(43), 'hp-lain');

    await cart(token, 'hp-sari');
    await expect.poll(known).toHaveLength(1);
    await statuses(3, from('10.0.0.1'), ofSari);

    expect((await from('10.0.0.1', 'hp-sari')(sari.email, sari.password)).status).toBe(200);
    expect((await from('10.0.0.1', 'hp-lain')(sari.email, sari.password)).status).toBe(429);
  });

  test('B24: by a device that is known is limited by itself', async () => {
    const { from } = await open();
    const phone = from('10.0.0.1', 'hp-sari');
    await phone(sari.email, sari.password);

    expect(await statuses(4, phone, ofSari)).toEqual([401, 401, 401, 429]);
    expect((await from('10.0.0.1')(sari.email, sari.password)).status).toBe(200);
    pass(60_000);
    expect((await phone(sari.email, sari.password)).status).toBe(200);
  });

  test('neither the id of a device nor an address can be read from what is stored', async () => {
    const { shop, from } = await open();
    await from('10.0.0.1', 'hp-sari')(sari.email, sari.password);

    const stored = JSON.stringify(await shop.database.selectFrom('known_devices').selectAll().execute());

    expect(stored).not.toMatch(/hp-sari|10\.0\.0\.1/);
    expect(stored).toMatch(/"digest":"[\da-f]{64}"/);
  });

  // SQLite has one server.
  if (kind === 'PostgreSQL')
    test('B23, B25: two servers on one database have one limit for logins and for registrations', async () => {
      const house = await newHome();
      const [one, other] = [await open(house), await openShop(house, { rateLimits })];
      const elsewhere = (email: string, password: string) =>
        other.ask('POST', '/api/auth/login', { body: { email, password } });
      const register = (shop: Shop, name: string) =>
        shop.ask('POST', '/api/auth/register', { body: { ...sari, email: `${name}@example.com` } });

      expect(await statuses(3, one.from('127.0.0.1'), ofSari)).toEqual([401, 401, 401]);
      for (const name of ['a', 'b', 'c']) expect((await register(one.shop, name)).status).toBe(201);

      expect((await elsewhere(sari.email, sari.password)).status).toBe(429);
      expect((await register(other, 'd')).status).toBe(429);
    });

  test('B48: correct logins are limited by account, and take nothing from another account of their network', async () => {
    const { shop, from } = await open();
    const budi = 'budi@example.com';
    await shop.ask('POST', '/api/auth/register', { body: { ...sari, email: budi } });
    const [wifi, phone] = [from('10.0.0.1'), from('10.0.0.1', 'hp-sari')];
    await phone(sari.email, sari.password);
    pass(60_000);

    expect(await statuses(6, wifi, ofSari, sari.password)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await phone(sari.email, sari.password)).status).toBe(200);
    expect(await statuses(5, wifi, () => budi, sari.password)).toEqual(Array(5).fill(200));
    expect(await statuses(3, wifi, emailAt)).toEqual([401, 401, 401]);
  });

  test('B48: what failed, or could not be checked, takes nothing from the logins of an account', async () => {
    const { shop, from } = await open();
    const logIn = from('10.0.0.1');

    await statuses(2, logIn, ofSari);
    await sql`alter table customers rename to customers_elsewhere`.execute(shop.database);
    expect(await statuses(10, logIn, ofSari)).toEqual(Array(10).fill(500));
    await sql`alter table customers_elsewhere rename to customers`.execute(shop.database);

    expect(await statuses(5, logIn, ofSari, sari.password)).toEqual(Array(5).fill(200));
  });

  test('a limit that is reached has a line in the log, once a minute, without a name or an address', async () => {
    const { from, lines } = await open();

    await statuses(20, from('10.0.0.1'), ofSari);

    expect(lines.map(({ msg }) => msg)).toEqual(['The limit wrong-passwords was reached.']);
    expect(JSON.stringify(lines)).not.toMatch(/sari@|10\.0\.0\.1/);
  });

  test('B25: registering one e-mail again and again keeps no other customer of the network from registering', async () => {
    const { shop } = await open();
    const register = async (name: string) =>
      (await shop.ask('POST', '/api/auth/register', { body: { ...sari, email: `${name}@example.com` } })).status;

    const repeated = await Promise.all(Array.from({ length: 10 }, () => register('sari')));
    const made = [];
    for (const name of ['a', 'b', 'c', 'd']) made.push(await register(name));

    expect(repeated).toEqual(Array(10).fill(409));
    expect(made).toEqual([201, 201, 201, 429]);
    pass(60_000);
    expect(await register('d')).toBe(201);
  });
});
