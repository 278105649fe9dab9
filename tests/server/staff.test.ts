import { beforeAll, expect, test } from 'vitest';
import { invite, removeStaff } from '../../server/accounts/staff.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { documentedCalls } from '../support/openapi.ts';
import { anOrder } from './order-fixture.ts';
import { openShop, type Shop, shopWithCustomer } from './shop.ts';

const day = 86_400_000;
const accept = (shop: Shop, invitation: string) => shop.ask('POST', '/api/staff/session', { body: { invitation } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const unknown = 'x'.repeat(43);
const staffCalls = documentedCalls.filter(
  ({ method, path }) => path.startsWith('/counter/') || `${method} ${path}` === 'DELETE /staff/session',
);
const ownersCalls = documentedCalls.filter(
  ({ method, path }) => /^\/counter\/(today|staff|closings|products|groups|pictures)/.test(path) && method !== 'PATCH',
);

onEveryDatabase('W6: a device of the staff', (newHome, _kind, testOnce) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(await newHome());
  });

  test('is signed in by an invitation, once, and signed out', async () => {
    const { secret, staff } = await invite(shop.database, 'Budi', Date.now());

    const first = await accept(shop, secret);
    const second = await accept(shop, secret);
    const { token } = first.body;
    const out = () => shop.ask('DELETE', '/api/staff/session', { headers: bearer(token) });

    expect([first.status, first.body.staff, first.headers['cache-control']]).toEqual([200, staff, 'no-store']);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(second.status).toBe(401);
    expect([(await out()).status, (await out()).status]).toEqual([204, 401]);
  });

  test('B57: gets the same answer for an unknown, a used and a late invitation, and for one of a member who was removed', async () => {
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const [used, late, lasting, removed] = (await Promise.all(
      ['Sari', 'Budi', 'Tini', 'Joko'].map(async (name) => (await invite(shop.database, name, now)).secret),
    )) as [string, string, string, string];
    await accept(shop, used);
    await removeStaff(shop.database, 'Joko', now);
    now += 15 * 60_000;
    const inTime = await accept(shop, lasting);
    now += 1;

    const read = (invitation: string) => shop.ask('POST', '/api/staff/invitation', { body: { invitation } });
    const secrets = [used, late, removed, unknown];
    const refused = await Promise.all(secrets.flatMap((secret) => [accept(shop, secret), read(secret)]));

    expect(inTime.status).toBe(200);
    for (const { status, text } of refused) expect([status, text]).toEqual([401, refused[0]?.text]);
    expect((await accept(shop, 'short')).status).toBe(422);
  });

  test('B57: is signed in once when an invitation is opened twice at the same moment', async () => {
    const { secret } = await invite(shop.database, 'Budi', Date.now());

    const answers = await Promise.all([accept(shop, secret), accept(shop, secret), accept(shop, secret)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  testOnce('B57: is signed in at once by a right invitation, however many were invented before', async () => {
    const { secret } = await invite(shop.database, 'Budi', Date.now());

    const invented = [];
    for (let guesses = 0; guesses < 40; guesses++) invented.push((await accept(shop, unknown)).status);

    expect(invented).toEqual(Array(40).fill(401));
    expect((await accept(shop, secret)).status).toBe(200);
  });

  testOnce('is signed out after 60 days without use, and never while it is used', async () => {
    let now = Date.now();
    const shop = await openShop(await newHome(), { now: () => now });
    const budi = await shop.newStaff();
    const isSignedIn = async () => (await budi.ask('GET', '/api/counter/board')).status !== 401;

    for (let months = 0; months < 8; months++) {
      now += 59 * day;
      expect(await isSignedIn()).toBe(true);
      // The use is noted without being awaited.
      await expect
        .poll(async () => (await shop.database.selectFrom('staff_sessions').select('last_used_at').execute())[0])
        .toEqual({ last_used_at: now });
    }
    now += 60 * day + 1;
    expect(await isSignedIn()).toBe(false);
  });

  test('B58: is signed out at once when its member is removed, and nothing else is', async () => {
    const [budi, tini] = [await shop.newStaff('Budi'), await shop.newStaff('Tini')];

    await removeStaff(shop.database, 'budi', Date.now());

    expect((await budi.ask('GET', '/api/counter/board')).status).toBe(401);
    expect((await tini.ask('GET', '/api/counter/board')).status).toBe(200);
    expect((await (await shop.newStaff('Budi')).ask('GET', '/api/counter/board')).status).toBe(200);
  });

  testOnce('B59: cannot do what a customer can, nor a customer what it can', async () => {
    const [budi, sari] = [await shop.newStaff(), await shop.newCustomer()];
    await sari.ask('POST', '/api/orders', { body: anOrder() });

    const ordered = await budi.ask('POST', '/api/orders', { body: anOrder(), headers: { 'idempotency-key': 'k' } });
    const [byCustomer, byVisitor] = await Promise.all(
      [sari, shop].map(({ ask }) => Promise.all(staffCalls.map(({ method, url }) => ask(method, url)))),
    );
    const customerCalls = documentedCalls.filter(({ scheme }) => scheme === 'session');
    const byStaff = await Promise.all(customerCalls.map(({ method, url }) => budi.ask(method, url)));

    expect(byCustomer?.map(({ status, body }) => [status, body.error.code])).toEqual(
      staffCalls.map(() => [403, 'forbidden']),
    );
    expect(byVisitor?.map(({ status }) => status)).toEqual(staffCalls.map(() => 401));
    expect([ordered, ...byStaff].map(({ status }) => status)).toEqual([401, ...customerCalls.map(() => 401)]);
    expect((await sari.ask('GET', '/api/orders')).body.count).toBe(1);
  });

  testOnce('W14: of a barista is refused at what is for owners, and stays signed in', async () => {
    const budi = await shop.newStaff();

    const answers = await Promise.all(ownersCalls.map(({ method, url }) => budi.ask(method, url)));

    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      ownersCalls.map(() => [403, 'owner_only']),
    );
    expect((await budi.ask('GET', '/api/counter/board')).body.staff).toEqual({ id: budi.id, name: 'Budi' });
  });

  test('W14: of an owner invites, lists and removes members, and each is an event', async () => {
    const shop = await openShop(await newHome());
    const rina = await shop.newOwner();

    const body = { name: ' Budi ' };
    const { status, body: invited } = await rina.ask('POST', '/api/counter/staff', { body });
    const read = await shop.ask('POST', '/api/staff/invitation', { body: { invitation: invited.invitation } });
    const { token, staff } = (await accept(shop, invited.invitation)).body;
    const late = await shop.ask('POST', '/api/staff/invitation', { body: { invitation: invited.invitation } });
    const list = (await rina.ask('GET', '/api/counter/staff')).body.data;
    const removed = await rina.ask('DELETE', `/api/counter/staff/${staff.id}`);
    const again = await rina.ask('DELETE', `/api/counter/staff/${staff.id}`);
    const misnamed = await rina.ask('DELETE', `/api/counter/staff/0x${rina.id.toString(16)}`);

    expect(misnamed.status).toBe(404);
    expect([status, read.body.staff, staff]).toEqual([201, staff, { id: invited.staff.id, name: 'Budi' }]);
    expect(late.status).toBe(401);
    expect(list).toEqual([
      { id: staff.id, name: 'Budi', devices: 1, last_used_at: expect.any(String) },
      { id: rina.id, name: 'Rina', owner: true, devices: 1, last_used_at: expect.any(String) },
    ]);
    expect([removed.status, again.status]).toEqual([204, 404]);
    expect((await shop.ask('GET', '/api/counter/board', { headers: bearer(token) })).status).toBe(401);
    const events = await shop.database.selectFrom('staff_events').select(['staff_id', 'kind', 'detail']).execute();
    expect(events.map(({ detail, ...event }) => [event, JSON.parse(detail)])).toEqual([
      [{ staff_id: rina.id, kind: 'invited' }, staff],
      [{ staff_id: rina.id, kind: 'removed' }, staff],
    ]);
  });

  test('W14: of a barista who is called like an owner is refused, and further devices of the owner are not', async () => {
    const shop = await openShop(await newHome());
    const rina = await shop.newOwner();
    await shop.newOwner('Dewi');
    const invited = async (body: object) => {
      const { status, body: answer } = await rina.ask('POST', '/api/counter/staff', { body });
      return answer.error?.code ?? [status, answer.staff];
    };

    expect(await invited({ name: 'Dewi' })).toBe('already_owner');
    expect(await invited({ name: 'dewi ', owner: false })).toBe('already_owner');
    expect(await invited({ name: 'Dewi', owner: true })).toEqual([201, expect.objectContaining({ owner: true })]);
    expect(await shop.database.selectFrom('staff_invitations').select('digest').execute()).toHaveLength(3);
    expect(await shop.database.selectFrom('staff_events').select('kind').execute()).toHaveLength(1);
    for (const device of [1, 2]) expect([device, (await invited({ name: 'Budi' }))[0]]).toEqual([device, 201]);
  });

  testOnce('W14: of an owner adds a device of a member only while the member is there', async () => {
    const shop = await openShop(await newHome());
    const [rina, budi] = [await shop.newOwner(), await shop.newStaff()];
    const add = (id = budi.id) => rina.ask('POST', '/api/counter/staff', { body: { id, name: 'Budi' } });

    const added = await add();
    await rina.ask('DELETE', `/api/counter/staff/${budi.id}`);
    const late = await add();

    expect([added.status, added.body.staff]).toEqual([201, { id: budi.id, name: 'Budi' }]);
    expect([late.status, late.body.error?.code]).toEqual([404, 'not_found']);
    // More than a database counts to.
    expect((await add(1e300)).status).toBe(422);
    expect((await rina.ask('GET', '/api/counter/staff')).body.data).toMatchObject([{ name: 'Rina' }]);
  });

  test('W14: two owners who remove each other leave one, and the last one stays', async () => {
    const shop = await openShop(await newHome());
    const [rina, tini] = [await shop.newOwner('Rina'), await shop.newOwner('Tini')];

    const both = await Promise.all([
      rina.ask('DELETE', `/api/counter/staff/${tini.id}`),
      tini.ask('DELETE', `/api/counter/staff/${rina.id}`),
    ]);
    const left = both[0].status === 204 ? rina : tini;
    const last = await left.ask('DELETE', `/api/counter/staff/${left.id}`);

    expect(both.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect([last.status, last.body.error.code]).toEqual([409, 'last_owner']);
  });

  test('W14: of a barista who becomes an owner says so at the next look at the board', async () => {
    const tini = await shop.newStaff('Tini');
    const { etag = '' } = (await tini.ask('GET', '/api/counter/board')).headers;

    await invite(shop.database, 'tini', Date.now(), { owner: true });

    const seen = await tini.ask('GET', '/api/counter/board', { headers: { 'if-none-match': `${etag}` } });
    expect([seen.status, seen.body.staff.owner]).toEqual([200, true]);
  });

  testOnce('stores neither its token nor the secret of its invitation', async () => {
    const shop = await openShop(await newHome());
    const { secret } = await invite(shop.database, 'Budi', Date.now());
    const waiting = await invite(shop.database, 'Budi', Date.now());
    const { token } = (await accept(shop, secret)).body;

    const stored = await Promise.all(
      (['staff', 'staff_invitations', 'staff_sessions'] as const).map((table) =>
        shop.database.selectFrom(table).selectAll().execute(),
      ),
    );

    expect(stored.map((rows) => rows.length)).toEqual([1, 1, 1]);
    for (const hidden of [secret, waiting.secret, token]) expect(JSON.stringify(stored)).not.toContain(hidden);
  });

  testOnce('W1: does not exist before the owner has added a member, for any request', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    const made = ['/api/staff/session', '/api/%63ounter/board', '/api/counter', '/api/counter?a=b'];
    const posted = ['/api/staff/session', '/api/counter/board'].map((url) => ({ method: 'POST', url }) as const);
    const calls = [...staffCalls, ...made.map((url) => ({ method: 'GET', url }) as const), ...posted];
    const statuses = async () =>
      Promise.all(
        calls.flatMap(({ method, url }) => [shop, sari].map(async ({ ask }) => (await ask(method, url)).status)),
      );

    expect(new Set(await statuses())).toEqual(new Set([404]));
    await invite(shop.database, 'Budi', Date.now());
    await removeStaff(shop.database, 'Budi', Date.now());
    expect(new Set(await statuses())).not.toEqual(new Set([404]));
  });
});
