import { describe, expect, test } from 'vitest';
import { apiErrors, type ErrorCode } from '../../server/http/api-error.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { registration } from '../support/new-customer.ts';
import {
  anyCalls,
  description,
  documentedCalls,
  faultOfRequest,
  type Operation,
  refusalsOf,
} from '../support/openapi.ts';
import { anOrder, wholeAddress } from './order-fixture.ts';
import { type Method, openShop, type Question, shopWithCustomer } from './shop.ts';

type Request = [method: Method, url: string, question?: Question];

onSqliteAndLongOnPostgres('the description of the API', (newHome) => {
  test('names every call there is', async () => {
    const routes: string[] = [];
    await openShop(await newHome(), {
      metrics: {
        url: '',
        close: async () => {},
        observe: (app) => {
          app.addHook('onRoute', ({ method, url }) => {
            for (const one of [method].flat())
              if (one !== 'HEAD' && url.startsWith('/api') && url !== '/api/*') routes.push(`${one} ${url}`);
          });
        },
      },
    });

    const registered = routes
      .filter((route) => !route.startsWith('GET /api/docs'))
      .map((route) => route.replace('/images/:kind/*', '/images/{kind}/{file}').replaceAll(/:(\w+)/g, '{$1}'));
    expect(registered.sort()).toEqual(documentedCalls.map(({ method, path }) => `${method} /api${path}`).sort());
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

  test('gives every operation a name and its security', () => {
    const operations = Object.values(description.paths).flatMap(Object.values<Operation>);

    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, security } of operations) {
      expect([operationId, summary]).not.toContain(undefined);
      // Only calls that answer without a session have no scheme.
      expect([[], [{ session: [] }], [{ staff: [] }]]).toContainEqual(security);
    }
    expect(description.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  });

  describe('forbids', () => {
    const posted = (path: string, body: object): Request => ['POST', `/api/${path}`, { body }];
    const joined = (changes: object) => posted('auth/register', { ...registration, ...changes });
    const ordered = (changes: object) => posted('orders', anOrder(changes));
    const saved = (changes: object) => posted('delivery-address', { ...wholeAddress, ...changes });
    const put = (headers: Record<string, string>): Request => ['PUT', '/api/carts', { body: { items: [] }, headers }];
    const line = { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' };
    const requests: Request[] = [
      joined({ email: undefined }),
      joined({ password: '12345' }),
      ordered({ delivery_fee: -5_000 }),
      ordered({ delivery_fee: -0.5 }),
      ordered({ delivery_fee: '-5000' }),
      ordered({ delivery_fee: 1_000_000_001 }),
      ordered({ totalShopping: -1 }),
      ordered({ totalQty: 0 }),
      ordered({ status: 'paid' }),
      ordered({ order_items: [] }),
      ordered({ order_items: [{ ...line, qty: 100 }] }),
      ordered({ order_items: [{ ...line, price: -1 }] }),
      saved({ kelurahan: ' ' }),
      ...Object.keys(wholeAddress).flatMap((field) => [
        saved({ [field]: undefined }),
        saved({ [field]: 'x'.repeat(501) }),
      ]),
      ...['', 'ASK', 'ask, agreed'].map(
        (repeat): Request => ['POST', '/api/orders', { body: anOrder(), headers: { 'Kedai-Repeat': repeat } }],
      ),
      put({ 'X-Client-Seq': '3' }),
      put({ 'X-Client-Id': 'phone' }),
      put({ 'X-Client-Id': 'no id', 'X-Client-Seq': '3' }),
      put({ 'X-Client-Id': 'phone', 'X-Client-Seq': '-1' }),
      put({ 'X-Client-Id': 'phone', 'X-Client-Seq': '9007199254740992' }),
      put({ 'If-Match': 'no tag' }),
      ['DELETE', '/api/orders'],
      ['PATCH', '/api/orders/KT-1', { body: { from: 'waiting_payment', to: 'ready' } }],
      ['DELETE', '/api/orders', { headers: { 'Idempotency-Key': 'not one key' } }],
      ['GET', '/api/orders?limit=0'],
      ['GET', '/api/orders?limit=201'],
      ['GET', '/api/orders?before='],
      ...['regences', 'districts', 'villages'].flatMap((level): Request[] => [
        ['GET', `/api/regions/${level}`],
        ['GET', `/api/regions/${level}?code=`],
      ]),
      ['GET', '/api/products?category=a&category=b'],
      ['GET', `/api/products?search=${'k'.repeat(201)}`],
    ];

    test('requests, headers and bodies that the server refuses', async () => {
      const { sari } = await shopWithCustomer(await newHome());

      for (const [method, url, request] of requests) {
        const label = `${method} ${url} ${JSON.stringify(request)}`;
        const answer = await sari.ask(method, url, request);
        expect([400, 422], label).toContain(answer.status);
        expect(faultOfRequest(method, url, request), label).toBeDefined();
      }
    });

    test('nothing of what the server takes', async () => {
      const { sari } = await shopWithCustomer(await newHome());
      const taken: Request[] = [
        joined({ fullName: ' Sari', phoneNumber: 'HP: 0812 3456 7890', password: '1k1' }),
        posted('auth/login', { email: registration.email, password: '1k1' }),
        ordered({ delivery_fee: '5000', subTotal: 24_000.7, totalShopping: '029000.0' }),
        saved({ phoneNumber: 'abc' }),
        put({ 'X-Client-Id': 'phone', 'X-Client-Seq': '9007199254740991' }),
        put({ 'If-Match': '"99", "1"' }),
        put({ 'If-Match': '*' }),
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
});
