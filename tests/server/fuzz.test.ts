import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimits } from '../../server/http/rate-limiter.ts';
import { bundledImages } from '../../server/menu/pictures.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { registration } from '../support/new-customer.ts';
import { description, faultOf, faultOfRequest, type Operation, type Schema } from '../support/openapi.ts';
import { anOrder, wholeAddress } from './order-fixture.ts';
import { openShop, type Shop } from './shop.ts';
import { folder } from './test-folder.ts';

/** `FUZZ_SEED=1 FUZZ_RUNS=100000` plays other requests; a failure prints its own seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const numRuns = Number(process.env.FUZZ_RUNS ?? (process.env.LONG ? 10_000 : 200));

/** Values that often break programs. */
const hostile = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', [], {}, { $gt: '' }, [[[]]], { toString: 1 }],
  ...[
    "' or 1=1 --",
    '"; drop table orders; --',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '%00',
    '%s%n',
    '\r\nX: y',
  ],
  ...['\u0000', '\ud800', '\u202e', '☕'.repeat(40), 'é', 'x'.repeat(300), 'x'.repeat(6_000), '9'.repeat(400), 'NaN'],
);

/** Existing ids, codes and names, with which requests get further than with random ones. */
const known = fc.constantFrom<unknown>(
  ...['tubruk', 'es-kopi', 'stale-bun', 'emas', 'goceng', 'pickup', 'bank-tepi', 'waiting_payment', 'Kopi', 'Panas'],
  ...[
    'KT-1',
    '31',
    '31.71',
    '31.71.06',
    '31.71.06.1001',
    'Sari',
    'kopi123',
    '081234567890',
    12_000,
    5_000,
    24_000,
    29_000,
  ],
);

/** Values that mostly fit a schema, and sometimes do not. */
function nearly(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fitting(schema) },
    { weight: 2, arbitrary: known },
    { weight: 1, arbitrary: hostile },
  );
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, properties, items, required = [] } = schema;
  if ($ref) return fitting(description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map(fitting));
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, nearly(field)]));
    const strict = fc.record(fields, { requiredKeys: required as never[] });
    const loose = fc.record({ ...fields, id: hostile, role: fc.constant('owner') }, { requiredKeys: [] });
    return fc.oneof({ weight: 9, arbitrary: strict }, { weight: 1, arbitrary: loose });
  }
  if (items) return fc.array(nearly(items), { minLength: schema.minItems ?? 0, maxLength: 4 });
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? -9, max: schema.maximum ?? 99_999 });
  if (schema.type === 'number') return fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.double());
  // The only pattern with a lookahead, which fast-check cannot generate, is that of file names.
  if (schema.pattern?.includes('(?!')) return fc.constantFrom('tubruk.svg', '', 'a b/c.png');
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 87 });
  return fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 40),
    unit: 'grapheme',
  });
}

/** A request body as text: valid, nearly valid, or no JSON at all. */
function bodyOf(path: string, schema: Schema) {
  const good: Record<string, object> = {
    '/orders': anOrder(),
    '/delivery-address': wholeAddress,
    '/auth/register': registration,
    '/auth/user': { fullName: 'Sari', phoneNumber: '081234567890' },
    '/carts': { items: [{ _id: 'tubruk', qty: 2 }] },
    '/counter/orders/{number}': { from: 'waiting_payment', to: 'paid' },
  };
  const own = fitting(schema);
  const base = good[path];
  /** As it is, or with one other field. */
  const changed = fc
    .tuple(own, fc.nat(1))
    .map(([other, changes]) => ({ ...base, ...Object.fromEntries(Object.entries(other ?? {}).slice(0, changes)) }));
  const text = fc.oneof(...(base ? [changed] : []), own, hostile).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 9, arbitrary: text },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat(20)).map(([whole, cut]) => whole.slice(0, -1 - cut)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{"__proto__":{}}', '{"a":1,"a":2}', '{"a":1e999}', '\ufeff{}', '[') },
  );
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const ofHeaders = (value: unknown) =>
  asText(value)
    .replace(/[^\x20-\x7e]/g, '~')
    .slice(0, 400);

function requestOf(path: string, method: string, { parameters = [], requestBody }: Operation) {
  const json = requestBody?.content['application/json'];
  const isPicture = requestBody !== undefined && json === undefined;
  const given = parameters.map(({ name, in: place, schema }) =>
    fc.record({ name: fc.constant(name), place: fc.constant(place), value: fc.option(nearly(schema)) }),
  );
  return fc.record({
    given: fc.tuple(...given),
    body: json ? bodyOf(path, json.schema) : isPicture ? hostile.map(asText) : fc.constant(undefined),
    type: fc.oneof(
      { weight: 15, arbitrary: fc.constant(isPicture ? 'image/png' : 'application/json') },
      { weight: 1, arbitrary: hostile },
    ),
    who: fc.constantFrom('sari', 'sari', 'sari', 'sari', 'nobody', 'forged'),
    path: fc.constant(path),
    method: fc.constant(method),
  });
}

// A stream does not end, and takes nothing.
const paths = Object.entries(description.paths).filter(([path]) => !path.endsWith('/stream'));

const requests = paths.flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => requestOf(path, method, operation)),
);

/** Calls that write come as often as those that read, although there are fewer of them. */
const anyRequest = fc.oneof(
  fc.oneof(...requests),
  ...paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => (one.requestBody ? requestOf(path, method, one) : [])),
  ),
);

const leaks =
  /\bat \S+ ?\(|\.[tj]s:\d|node_modules|sqlite|postgres|\b(select|insert|update|delete) [a-z"*]+ |\/tmp\/|\/home\//i;

onSqliteAndLongOnPostgres('a client that tries everything', (newHome) => {
  /** Everything but the regions, and what is counted or noted of each call. */
  async function stored({ database }: Shop) {
    const tables = await database.introspection.getTables();
    const rows = tables
      .filter(({ name }) => !['regions', 'rate_limits', 'known_devices'].includes(name))
      .map(({ name }) =>
        database
          .selectFrom(name as 'orders')
          .selectAll()
          .execute(),
      );
    return JSON.stringify(await Promise.all(rows));
  }

  test('gets documented answers only, never a 500; what is taken is documented, and what is refused stores nothing', async () => {
    const much = { count: 1e9, seconds: 60 };
    const shop = await openShop(await newHome(), {
      images: [`${folder}/fuzz`, bundledImages],
      rateLimits: Object.fromEntries(Object.keys(rateLimits).map((name) => [name, much])),
    });
    let sari = await shop.newCustomer();
    let budi = await shop.newOwner('Budi');
    // Its number is among the `known` ones.
    await sari.ask('POST', '/api/orders', { body: anOrder() });
    await shop.database.updateTable('orders').set({ order_number: 'KT-1' }).execute();
    const statuses = new Map<number, number>();

    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ path, method, given, body, type, who }) => {
        let url = `/api${path}`;
        const query = new URLSearchParams();
        const headers: Record<string, string> = {};
        for (const { name, place, value } of given) {
          if (value === null) continue;
          if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(ofHeaders(value)) || '-');
          else if (place === 'header') headers[name.toLowerCase()] = ofHeaders(value);
          else for (const one of [value].flat()) query.append(name, ofHeaders(one));
        }
        if (body !== undefined) headers['content-type'] = ofHeaders(type);
        const own = /^\/(counter|staff)\//.test(path) ? budi : sari;
        if (who !== 'nobody') headers.authorization = `Bearer ${who === 'sari' ? own.token : 'a'.repeat(43)}`;
        const address = query.size > 0 ? `${url}?${query}` : url;
        const before = await stored(shop);

        const answer = await shop.ask(method.toUpperCase() as 'GET', address, { headers, body });

        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(answer.status).toBeLessThan(500);
        if (!url.startsWith('/api/images/')) expect(faultOf(method.toUpperCase(), url, answer)).toBeUndefined();
        if (path === '/auth/logout' && answer.status === 204) sari = await shop.newCustomer();
        if (path === '/staff/session' && answer.status === 204) budi = await shop.newOwner('Budi');
        if (answer.status < 400) {
          expect(faultOfRequest(method, address, { headers, body })).toBeUndefined();
          return;
        }
        const { message } = answer.body.error;
        expect(message).toMatch(/^[A-Z][^\n]{0,150}[.?]( Send its Idempotency-Key\.)?$/);
        expect(answer.text).not.toMatch(leaks);
        expect(await stored(shop)).toBe(before);
      }),
      { seed, numRuns, endOnFailure: Boolean(process.env.LONG) },
    );

    // Shows that the requests got further than to the first check.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 415, 422]));
  }, 600_000);
});
