import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { invite } from '../../server/accounts/staff.ts';
import { apiErrors, type ErrorCode } from '../../server/http/api-error.ts';
import { bundledImages } from '../../server/menu/pictures.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import {
  anyCalls,
  description,
  documentedCalls,
  faultOf,
  faultOfRequest,
  type Operation,
  pathOf,
  refusalsOf,
} from '../support/openapi.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { anOrder, wholeAddress } from './order-fixture.ts';
import { type Method, openShop, type Question } from './shop.ts';
import { folder } from './test-folder.ts';

type Request = [method: Method, url: string, question?: Question];

/** Headers that any HTTP request may carry, so they are not documented for each call. */
const ofHttp = ['content-type', 'if-none-match'];
const forPrograms = ['etag', 'idempotency-replayed'];
/** Header names are case-insensitive. */
const withLowerName = (said: string) => said.replace(/\S+$/, (name) => name.toLowerCase());

onSqliteAndLongOnPostgres('the description of the API', (newHome) => {
  test('names every call there is, and what it says of each answer is what the server sends', async () => {
    const routes: string[] = [];
    const streaming: string[] = [];
    const home = await newHome();
    const shop = await openShop(home, {
      images: [`${folder}/described`, bundledImages],
      streams: { heartbeatMs: 20 },
      rateLimits: {
        registrations: { count: 2, seconds: 3_600 },
        wrongPasswords: { count: 2, seconds: 3_600 },
        orders: { count: 8, seconds: 3_600 },
        voidedKeys: { count: 1, seconds: 3_600 },
      },
      metrics: {
        url: '',
        close: async () => {},
        observe: (app) => {
          app.addHook('onRoute', ({ method, url }) => {
            for (const one of [method].flat())
              if (one !== 'HEAD' && url.startsWith('/api') && url !== '/api/*') routes.push(`${one} ${url}`);
          });
          app.addHook('onSend', async ({ url }, { statusCode }) => {
            if (url.endsWith('/stream') && statusCode === 200) streaming.push(url);
          });
        },
      },
    });
    const sari = await shop.newCustomer();
    const staff = await shop.newStaff();
    const owner = await shop.newOwner();
    const seen = new Set<string>();
    /** Which parameters were used with which calls, and which documented headers came back. */
    const said = new Set<string>();
    const faults: string[] = [];

    type Asker = Pick<typeof shop, 'ask'>;
    async function ask(asker: Asker, method: Parameters<Asker['ask']>[0], url: string, question?: Question) {
      const answer = await asker.ask(method, url, question);
      const call = `${method} ${pathOf(url)}`;
      seen.add(`${call} ${answer.status}`);
      const spoken = Object.keys(question?.headers ?? {}).filter((name) => !ofHttp.includes(name));
      for (const name of [...new URL(url, 'http://shop').searchParams.keys(), ...spoken]) said.add(`${call} ${name}`);
      if (answer.status !== 304)
        for (const name of forPrograms) if (answer.headers[name]) said.add(`${call} ${answer.status} ${name}`);
      const fault = faultOf(method, url, answer);
      if (fault) faults.push(fault);
      return answer;
    }

    const reading = [
      '/products',
      '/products?category=Kopi&tags=Panas&search=kopi',
      '/categories',
      '/tags',
      '/banks',
      '/mini-markets',
      '/regions/provinces',
      '/regions/regences?code=31',
      '/regions/districts?code=31.71',
      '/regions/villages?code=31.71.06',
      '/regions/pack',
      '/regions/villages-pack',
      '/images/products/espresso.svg',
      '/health',
      '/ready',
      '/shop',
    ];
    for (const path of reading) {
      const first = await ask(shop, 'GET', `/api${path}`);
      if (first.headers.etag)
        await ask(shop, 'GET', `/api${path}`, { headers: { 'if-none-match': String(first.headers.etag) } });
    }
    await ask(shop, 'GET', '/api/products?category=a&category=b');
    for (const level of ['regences', 'districts', 'villages']) await ask(shop, 'GET', `/api/regions/${level}`);
    await ask(shop, 'GET', '/api/images/products/none.svg');

    const who = { fullName: 'Budi', email: 'budi@example.com', phoneNumber: '+62 812-3456-7890', password: 'kopi123' };
    const join = (body: unknown) => ask(shop, 'POST', '/api/auth/register', { body });
    await join(who);
    await join(who);
    await ask(shop, 'POST', '/api/auth/register', { body: who, headers: { 'idempotency-key': 'not one key' } });
    await join({ ...who, email: '' });
    await join({ ...who, email: 'c@example.com' });
    await join({ ...who, email: 'd@example.com' });
    const logIn = (body: unknown) => ask(shop, 'POST', '/api/auth/login', { body });
    await logIn(who);
    await logIn({ email: 'x@example.com' });
    await logIn({ email: 7 });
    await ask(shop, 'POST', '/api/auth/login', { body: who, headers: { 'x-client-id': 'no id' } });
    for (let i = 0; i < 3; i++) await logIn({ email: 'x@example.com', password: 'wrong1' });

    const unstaffed = await openShop(await newHome());
    for (const { method, path, url } of documentedCalls.filter(({ path }) => /^\/(counter|staff)\//.test(path))) {
      if (!path.startsWith('/staff') || method !== 'POST')
        for (const asker of [shop, sari]) await ask(asker, method, url);
      await ask(unstaffed, method, url);
    }
    for (const { method, url } of documentedCalls.filter(({ scheme }) => scheme === 'session'))
      await ask(shop, method, url);
    for (const { method, path, url, scheme, takesBody } of documentedCalls) {
      if (!takesBody) continue;
      const asker = scheme === 'staff' || path.startsWith('/staff') ? owner : sari;
      await ask(asker, method, url, { body: '{' });
      await ask(asker, method, url, { body: `{"a":"${'a'.repeat(300_000)}"}` });
      await ask(asker, method, url, { body: 'text', headers: { 'content-type': 'text/plain' } });
      const wrong = { items: 7, email: 7, fullName: 7, to: 7, minutes: 7, struck: 7, available: 7, invitation: 7 };
      await ask(asker, method, url, { body: wrong });
    }
    await ask(sari, 'PATCH', '/api/auth/user', { body: { fullName: 'Sari', phoneNumber: '081234567890' } });
    const device = { 'x-client-id': 'phone', 'x-client-seq': '3' };
    const cart = { items: [{ _id: 'tubruk', qty: 2 }] };
    await ask(sari, 'GET', '/api/carts');
    await ask(sari, 'PUT', '/api/carts', { body: cart, headers: device });
    await ask(sari, 'PUT', '/api/carts', { body: cart, headers: device });
    await ask(sari, 'GET', '/api/carts', { headers: { 'x-client-id': 'phone' } });
    await ask(sari, 'GET', '/api/carts', { headers: { 'x-client-id': 'no id' } });
    await ask(sari, 'PUT', '/api/carts', { body: cart, headers: { 'if-match': '"99"' } });
    await ask(sari, 'PUT', '/api/carts', { body: cart, headers: { 'if-match': 'no tag' } });
    const { body: saved } = await ask(sari, 'POST', '/api/delivery-address', { body: wholeAddress });
    const address = `/api/delivery-address/${saved._id}`;
    await ask(sari, 'PUT', `${address}?age=5`, { body: wholeAddress });
    await ask(sari, 'PUT', `${address}?age=soon`, { body: wholeAddress });
    await ask(sari, 'PUT', address, { body: { ...wholeAddress, kelurahan: '1' } });
    await ask(sari, 'PUT', '/api/delivery-address/0', { body: wholeAddress });
    await ask(sari, 'DELETE', `${address}?age=soon`);
    await ask(sari, 'DELETE', `${address}?age=5`);
    await ask(sari, 'POST', '/api/delivery-address', { body: { ...wholeAddress, kelurahan: '1' } });
    await ask(sari, 'GET', '/api/delivery-address');

    const order = (body: unknown, key?: string) =>
      ask(sari, 'POST', '/api/orders', { body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });
    await order(anOrder());
    await order(anOrder(), 'one');
    await order(anOrder(), 'one');
    await ask(sari, 'POST', '/api/orders', { body: anOrder(), headers: { 'kedai-repeat': 'ask' } });
    await order(anOrder(), 'not one key');
    await order(anOrder({ totalShopping: 1 }));
    const cancel = (key: string) => ask(sari, 'DELETE', '/api/orders', { headers: { 'idempotency-key': key } });
    await cancel('one');
    await cancel('two');
    await order(anOrder(), 'two');
    await ask(sari, 'DELETE', '/api/orders');
    const { body: placed } = await ask(sari, 'GET', '/api/orders');
    await ask(sari, 'GET', `/api/orders?limit=1&before=${placed.data[0].order_number}`);
    await ask(sari, 'GET', '/api/orders?limit=0');
    for (let i = 0; i < 9; i++) await order(anOrder());
    await cancel('three');
    const copy = await ask(sari, 'GET', '/api/orders');
    await ask(sari, 'GET', '/api/orders', { headers: { 'if-none-match': String(copy.headers.etag) } });
    const streams = [ask(sari, 'GET', '/api/orders/stream'), ask(staff, 'GET', '/api/counter/stream')];
    await expect.poll(() => streaming).toHaveLength(2);
    await ask(sari, 'GET', '/api/push/key');
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    for (const endpoint of ['https://push.example/1', 'https://10.0.0.1/1'])
      await ask(sari, 'PUT', '/api/push/subscription', { body: { endpoint, keys } });
    await ask(sari, 'DELETE', '/api/push/subscription', { body: { endpoint: 'https://push.example/1' } });
    for (const [number, from] of [
      ['KT-1', 'waiting_payment'],
      [placed.data[1].order_number, 'paid'],
      [placed.data[1].order_number, 'waiting_payment'],
    ])
      await ask(sari, 'PATCH', `/api/orders/${number}`, { body: { from } });
    await ask(sari, 'POST', '/api/auth/logout');

    for (const path of ['/board', '/older', '/finished', '/older?before=none', '/finished?before=none', '/today'])
      await ask(staff, 'GET', `/api/counter${path}`);
    for (const path of ['/board', '/older', '/finished']) {
      const { headers } = await ask(staff, 'GET', `/api/counter${path}`);
      await ask(staff, 'GET', `/api/counter${path}`, { headers: { 'if-none-match': String(headers.etag) } });
    }
    const atCounter = `/api/counter/orders/${placed.data[0].order_number}`;
    const step = (body: unknown, key?: string) =>
      ask(staff, 'PATCH', atCounter, { body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });
    await step({ from: 'waiting_payment', to: 'paid' });
    await step({ from: 'waiting_payment', to: 'paid' }, 'tap');
    await step({ from: 'waiting_payment', to: 'paid' }, 'tap');
    await step({ from: 'waiting_payment', to: 'ready' }, 'tap');
    await step({ from: 'waiting_payment', to: 'paid' }, 'late');
    await step({ from: 'paid', to: 'paid' }, 'none');
    await step({ from: 'paid', to: 'cancelled' }, 'none');
    for (const line of ['lines/tubruk', 'made/0'])
      await ask(staff, 'PUT', `${atCounter}/${line}`, { body: { struck: true } });
    const prints = `${atCounter}/prints`;
    for (const key of ['ticket', 'ticket', 'tap'])
      await ask(staff, 'POST', prints, { headers: { 'idempotency-key': key } });
    await ask(staff, 'POST', prints);
    await ask(staff, 'PATCH', '/api/counter/products/tubruk', { body: { available: true } });
    const line = { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' };
    const atTill = (subTotal: number, headers = {}) =>
      ask(staff, 'POST', '/api/counter/orders', { body: { order_items: [line], subTotal }, headers });
    for (const subTotal of [24_000, 24_000, 1]) await atTill(subTotal, { 'idempotency-key': `till-${subTotal}` });
    await atTill(24_000);
    const choices = [{ _id: 'shot', name: 'Espresso shot', price: 5_000 }];
    const option_groups = [{ _id: 'extras', name: 'Tambahan', min: 0, max: 1, choices }];
    await shop.replaceMenu({ ...fixtureMenu, option_groups });
    await ask(staff, 'PATCH', '/api/counter/choices/shot', { body: { available: true } });
    await ask(staff, 'PUT', '/api/counter/pause', { body: { minutes: 15 } });
    await ask(staff, 'PUT', '/api/counter/pause', { body: { until: 'closing' } });
    await ask(staff, 'DELETE', '/api/counter/pause');
    const edits = {
      products: { name: 'Matcha', price: 24_000, category: 'Teh' },
      groups: { name: 'Susu', min: 0, max: 1, choices: [{ name: 'Oat', price: 5_000 }] },
    };
    for (const [path, edit] of Object.entries(edits)) {
      for (const who of [staff, owner]) {
        await ask(who, 'POST', `/api/counter/${path}`, { body: { ...edit, name: '' } });
        const { body } = await ask(who, 'POST', `/api/counter/${path}`, { body: edit });
        const one = `/api/counter/${path}/${(body.product ?? body.group)?._id}`;
        await ask(who, 'GET', one);
        for (const more of [{ revision: body.revision, max: 2, description: 'Hijau' }, { revision: 1 }, { name: '' }])
          await ask(who, 'PUT', one, { body: { ...edit, ...more } });
        const { revision } = (await ask(who, 'GET', one)).body;
        await ask(who, 'PUT', one, { body: { ...edit, name: '', revision } });
        for (const seen of ['x', 1, revision]) await ask(who, 'DELETE', `${one}?revision=${seen}`);
      }
    }
    await shop.replaceMenu({ ...fixtureMenu, products: fixtureMenu.products.slice(0, 1) });
    const { revision } = (await ask(owner, 'GET', '/api/counter/products/tubruk')).body;
    await ask(owner, 'DELETE', `/api/counter/products/tubruk?revision=${revision}`);
    const white = { width: 9, height: 9, channels: 3, background: '#fff' } as const;
    for (const who of [staff, owner])
      for (const [type, body] of [
        ['image/png', await sharp({ create: white }).png().toBuffer()],
        ['image/png', Buffer.from('none')],
        ['text/plain', Buffer.from('none')],
        ['image/png', Buffer.alloc(2_000_001)],
      ] as const)
        await ask(who, 'POST', '/api/counter/pictures', { body, headers: { 'content-type': type } });
    const { secret } = await invite(shop.database, 'Budi', Date.now());
    for (const invitation of [secret, secret, secret, secret])
      await ask(shop, 'POST', '/api/staff/session', { body: { invitation } });
    for (const invitation of [(await invite(shop.database, 'Budi', Date.now())).secret, secret])
      await ask(shop, 'POST', '/api/staff/invitation', { body: { invitation } });
    for (const who of [staff, owner]) {
      await ask(who, 'GET', '/api/counter/today');
      await ask(who, 'GET', '/api/counter/today?day=2026-11-31');
      const { body: till } = await ask(who, 'GET', '/api/counter/closings');
      const counted = { after: till.open?.after ?? 0, until: till.open?.until, counted: 0 };
      const { body: closed } = await ask(who, 'POST', '/api/counter/closings', { body: counted });
      await ask(who, 'POST', '/api/counter/closings', { body: { ...counted, after: 99 } });
      for (const id of [closed.id, 99]) await ask(who, 'GET', `/api/counter/closings/${id}/csv`);
      await ask(who, 'GET', '/api/counter/staff');
      await ask(who, 'POST', '/api/counter/staff', { body: { name: 'Tini' } });
      for (const id of [staff.id, owner.id]) await ask(who, 'DELETE', `/api/counter/staff/${id}`);
    }
    const leaving = await shop.newStaff('Joko');
    await ask(leaving, 'DELETE', '/api/staff/session');
    await Promise.all(streams);

    const documented = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} /api${path}`),
    );
    const answers = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).flatMap((status) =>
          status === 'default' ? [] : `${method.toUpperCase()} ${path} ${status}`,
        ),
      ),
    );
    const sayable = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], responses }]) => [
        ...parameters.filter((one) => one.in !== 'path').map(({ name }) => `${method.toUpperCase()} ${path} ${name}`),
        ...Object.entries(responses).flatMap(([status, { headers = {} }]) =>
          Object.keys(headers).map((name) => `${method.toUpperCase()} ${path} ${status} ${name}`),
        ),
      ]),
    );
    const registered = routes
      .filter((route) => !route.startsWith('GET /api/docs'))
      .map((route) => route.replace('/images/:kind/*', '/images/{kind}/{file}').replaceAll(/:(\w+)/g, '{$1}'));
    expect(faults).toEqual([]);
    expect(answers.filter((answer) => !seen.has(answer))).toEqual([]);
    expect(registered.sort()).toEqual(documented.sort());
    expect([...said].sort()).toEqual(sayable.map(withLowerName).sort());
  });

  test('names every refusal there is', () => {
    const named = new Set(
      Object.values(description.paths)
        .flatMap(Object.values<Operation>)
        .flatMap(refusalsOf),
    );

    const unnamed = Object.keys(apiErrors).filter((code) => !named.has(code) && !anyCalls.includes(code as ErrorCode));
    // Only pages and files return these, and they are not described.
    expect(unnamed).toEqual(['file_changed', 'storefront_missing']);
  });

  test('says which rules hold for a text once it is normalised', () => {
    const { Registration, Credentials } = description.components.schemas as Record<string, { properties?: object }>;

    expect(Registration?.properties).toMatchObject({
      fullName: { minLength: 3, maxLength: 255, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' },
      email: { maxLength: 254, pattern: expect.stringContaining('@') },
    });
    expect(Credentials?.properties).toMatchObject({ email: { maxLength: 1_000 } });
  });

  test('gives every operation a name, a tag and its security', () => {
    const operations = Object.values(description.paths).flatMap(Object.values<Operation>);
    const tags = description.tags.map(({ name }) => name);

    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, description, tags: used, security } of operations) {
      expect([operationId, summary, description]).not.toContain(undefined);
      expect(tags).toContain(used[0]);
      // Only calls that answer without a session have no scheme.
      expect([[], [{ session: [] }], [{ staff: [] }]]).toContainEqual(security);
    }
    expect(description.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  });

  describe('refuses what the server refuses', () => {
    const registration = {
      fullName: 'Sari',
      email: 'sari@example.com',
      phoneNumber: '081234567890',
      password: 'kopi123',
    };
    const joined = (changes: object): Request => [
      'POST',
      '/api/auth/register',
      { body: { ...registration, ...changes } },
    ];
    const ordered = (changes: object): Request => ['POST', '/api/orders', { body: anOrder(changes) }];
    const saved = (changes: object): Request => [
      'POST',
      '/api/delivery-address',
      { body: { ...wholeAddress, ...changes } },
    ];
    const uploaded = (headers: Record<string, string>): Request => [
      'PUT',
      '/api/carts',
      { body: { items: [] }, headers },
    ];
    const line = { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' };
    const requests: Request[] = [
      joined({ phoneNumber: 'abc' }),
      joined({ phoneNumber: '0812345' }),
      joined({ phoneNumber: '0812345678901234' }),
      joined({ phoneNumber: '0812-3456 atau 7890' }),
      joined({ password: 'kopikopi' }),
      joined({ password: '12345' }),
      joined({ password: 'k1' }),
      joined({ fullName: 'Siti Nurhaliza' }),
      joined({ email: '' }),
      ['POST', '/api/auth/login', { body: { email: 'sari@example.com' } }],
      ['POST', '/api/auth/login', { body: { email: '', password: 'kopi123' } }],
      ordered({ delivery_fee: -5_000 }),
      ordered({ delivery_fee: -0.5 }),
      ordered({ delivery_fee: '-5000' }),
      ordered({ delivery_fee: 1_000_000_001 }),
      ordered({ delivery_fee: '1000000001' }),
      ordered({ totalShopping: -1 }),
      ordered({ totalQty: 0 }),
      ordered({ status: 'paid' }),
      ordered({ order_items: [] }),
      ordered({ order_items: [{ ...line, qty: 100 }] }),
      ordered({ order_items: [{ ...line, price: -1 }] }),
      saved({ fullName: '\u200b ' }),
      saved({ phoneNumber: '\u202a\u202c' }),
      saved({ kelurahan: ' ' }),
      uploaded({ 'X-Client-Seq': '3' }),
      uploaded({ 'X-Client-Id': 'phone' }),
      uploaded({ 'X-Client-Id': 'no id', 'X-Client-Seq': '3' }),
      uploaded({ 'X-Client-Id': 'phone', 'X-Client-Seq': '-1' }),
      uploaded({ 'X-Client-Id': 'phone', 'X-Client-Seq': '9007199254740992' }),
      uploaded({ 'If-Match': 'no tag' }),
      ['DELETE', '/api/orders'],
      ['DELETE', '/api/orders', { headers: { 'Idempotency-Key': 'not one key' } }],
      ['GET', '/api/orders?limit=0'],
      ['GET', '/api/orders?limit=201'],
      ['GET', '/api/orders?before='],
      ['GET', '/api/regions/regences'],
      ['GET', '/api/products?category=a&category=b'],
      ['GET', `/api/products?search=${'k'.repeat(201)}`],
    ];

    test('of requests, headers and bodies that do not fit', async () => {
      const shop = await openShop(await newHome());
      const sari = await shop.newCustomer();

      for (const [method, url, request] of requests) {
        const label = `${method} ${url} ${JSON.stringify(request)}`;
        const answer = await sari.ask(method, url, request);
        expect([400, 422], label).toContain(answer.status);
        expect(faultOfRequest(method, url, request), label).toBeDefined();
      }
    });

    test('and nothing of what it takes', async () => {
      const shop = await openShop(await newHome());
      const sari = await shop.newCustomer();
      const phones = [
        '\u202a+62 812\u20113456\u20117890\u202c',
        '0812.3456.7890',
        '(0812) 345-6789',
        '(021) 5551234',
        '+62(0)812 3456 7890',
        '0812\u20133456\u20137890',
        '08123456\u200b7890',
        'HP: 0812 3456 7890',
        '\uff10\uff18\uff11\uff12 3456 7890',
      ];
      const taken: Request[] = [
        ...phones.map((phoneNumber, i) => joined({ phoneNumber, email: `sari${i}@example.com` })),
        joined({ password: '1k1' }),
        ['POST', '/api/auth/login', { body: { email: registration.email, password: '1k1' } }],
        ordered({ delivery_fee: '5000', subTotal: 24_000.7, totalShopping: '029000.0' }),
        saved({ phoneNumber: 'abc' }),
        uploaded({ 'X-Client-Id': 'phone', 'X-Client-Seq': '9007199254740991' }),
        uploaded({ 'If-Match': '"99", "1"' }),
        uploaded({ 'If-Match': '*' }),
        ['GET', '/api/orders?limit=200'],
        ['GET', '/api/products?tags=Panas&tags=Dingin&category='],
      ];

      for (const [method, url, request] of taken) {
        const label = `${method} ${url} ${JSON.stringify(request)}`;
        const answer = await sari.ask(method, url, request);
        expect([200, 201], label).toContain(answer.status);
        expect(faultOfRequest(method, url, request), label).toBeUndefined();
      }
    });
  });

  test('is served for programs, and not as a page', async () => {
    const shop = await openShop(await newHome());

    const json = await shop.ask('GET', '/api/docs/openapi.json');

    expect(json.body).toEqual(JSON.parse(JSON.stringify(description)));
    expect((await shop.ask('GET', '/api/docs')).status).toBe(404);
  });
});
