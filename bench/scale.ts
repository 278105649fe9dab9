/**
 * `node bench/scale.ts [--orders 1000000]`: how much slower each call is with 10,000 products and that many orders, against the
 * small shop beside it. As many orders as the disk and patience allow; it says how many there were.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { openSqlite, sqliteFileOf } from '../server/database/open.ts';
import { prepareDatabase } from '../server/database/prepare.ts';
import { bundledMenu, makeOwnersMenu } from '../server/database/seed.ts';
import { anOrderOf, wholeAddress } from '../tests/server/an-order.ts';
import { newCustomers } from '../tests/support/orders-under-fire.ts';
import { type RunningShop, startShop } from '../tests/support/start-shop.ts';
import { load, median, requestOf } from './load.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const count = Number(values.orders);
const folder = await mkdtemp(join(tmpdir(), 'kedai-scale-'));
const say = (text: string) => process.stderr.write(`${text}\n`);
const customers = 200;

interface Place {
  shop: RunningShop;
  tokens: string[];
}

async function shopWith(name: string, products: number, orders: number): Promise<Place & { dataDir: string }> {
  const dataDir = join(folder, name);
  const database = await openSqlite(dataDir);
  await prepareDatabase(database, { menu: bundledMenu });
  if (products > 0) {
    const menu = await bundledMenu();
    const many = Array.from({ length: products }, (_, i) => {
      const model = menu.products[i % menu.products.length];
      if (!model) throw new Error('The menu is empty.');
      return { ...model, _id: `${model._id}-${i}`, name: `${model.name} ${i}` };
    });
    await database.transaction().execute((transaction) => makeOwnersMenu(transaction, { ...menu, products: many }));
  }
  await database.destroy();
  const shop = await startShop({ dataDir });
  const tokens = await newCustomers({ settings: { dataDir }, open: () => openSqlite(dataDir) }, customers);
  await load(shop.url, { connections: 4, ms: 2_000, next: await ordering({ shop, tokens }, 100) });
  if (orders > 0) multiply(sqliteFileOf(dataDir), orders);
  return { shop, tokens, dataDir };
}

/** Copies of a real order and its key, spread over many customers of their own. */
function multiply(path: string, orders: number) {
  const file = new SqliteFile(path, { timeout: 10_000 });
  file.exec(`
    create temp table model as select * from orders limit 1;
    create temp table model_key as select * from idempotency_keys limit 1;
    create temp table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${orders}) select i from n;
    insert into customers select 'c' || i, i || '@x.example', i || '@x.example', 'Sari', '081234567890', 'none', '2026-11-20T00:00:00.000Z'
      from numbers where i <= ${Math.max(1, Math.floor(orders / 20))};
    insert into orders (order_number, customer_id, status, created_at, delivery_courier, delivery_fee, delivery_address, total_qty,
        sub_total, total_shopping, order_items, payment_method, client_ref)
      select 'N-' || i, 'c' || (1 + i % ${Math.max(1, Math.floor(orders / 20))}), status, created_at, delivery_courier, delivery_fee,
        delivery_address, total_qty, sub_total, total_shopping, order_items, payment_method, 'key-' || i from numbers, model;
    insert into idempotency_keys select 'c' || (1 + i % ${Math.max(1, Math.floor(orders / 20))}), 'key-' || i, fingerprint, status, response, voided,
        created_at from numbers, model_key;`);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}

async function ordering({ shop, tokens }: Place, most: number) {
  const products = (await (await fetch(`${shop.url}/api/products`)).json()).data;
  const [paymentMethod] = (await (await fetch(`${shop.url}/api/banks`)).json()).data;
  const body = JSON.stringify(
    anOrderOf(products[0]._id, products[0].price, 1, { paymentMethod, delivery_address: wholeAddress }),
  );
  const run = Math.random().toString(36).slice(2);
  let at = 0;
  return () =>
    at < most
      ? requestOf(
          'POST',
          '/api/orders',
          { authorization: `Bearer ${tokens[at % tokens.length]}`, 'idempotency-key': `${run}-${at++}` },
          body,
        )
      : undefined;
}

/** Counts over all rounds: a search that was asked before is answered from the shelf. */
let searches = 0;

/** Median and worst hundredth in ms of every call, one phone at a time. */
async function timesOf(place: Place) {
  const { shop, tokens } = place;
  const [token] = tokens;
  const personal = { authorization: `Bearer ${token}` };
  const products = (await (await fetch(`${shop.url}/api/products`)).json()).data;
  const cart = JSON.stringify({ items: products.slice(0, 5).map(({ _id }: { _id: string }) => ({ _id, qty: 1 })) });
  const calls: Record<string, () => string | undefined> = {
    'GET /products?category': () =>
      requestOf('GET', '/api/products?category=Kopi%20Hitam', { 'accept-encoding': 'br' }),
    'GET /products?search, never asked before': () => requestOf('GET', `/api/products?search=kopi%20${searches++}`),
    'GET /regions/villages': () => requestOf('GET', '/api/regions/villages?code=31.71.06'),
    'GET /carts': () => requestOf('GET', '/api/carts', personal),
    'PUT /carts': () => requestOf('PUT', '/api/carts', personal, cart),
    'GET /orders': () => requestOf('GET', '/api/orders', personal),
    'POST /orders': await ordering(place, 1_000),
  };
  const times: Record<string, { p50: number; p99: number }> = {};
  for (const [name, next] of Object.entries(calls)) {
    const { p50, p99, statuses } = await load(shop.url, { connections: 1, ms: 700, next });
    if (Object.keys(statuses).some((status) => !status.startsWith('2'))) say(`${name}: ${JSON.stringify(statuses)}`);
    times[name] = { p50, p99 };
  }
  return times;
}

try {
  say('A small shop …');
  const small = await shopWith('small', 0, 0);
  say(`A large one: 10,000 products, ${count} orders …`);
  const large = await shopWith('large', 10_000, count);
  const rounds: { small: Awaited<ReturnType<typeof timesOf>>; large: Awaited<ReturnType<typeof timesOf>> }[] = [];
  for (let round = 0; round < 3; round++) rounds.push({ small: await timesOf(small), large: await timesOf(large) });
  const calls = Object.fromEntries(
    Object.keys(rounds[0]?.small ?? {}).map((name) => {
      const middle = (of: 'small' | 'large') => median(rounds.map((round) => round[of][name]?.p50 ?? 0));
      return [
        name,
        {
          small: middle('small'),
          large: middle('large'),
          ratio: Math.round((middle('large') / middle('small')) * 100) / 100,
        },
      ];
    }),
  );
  const { size } = await stat(sqliteFileOf(large.dataDir));
  process.stdout.write(
    `${JSON.stringify({ date: new Date().toISOString(), products: 10_000, orders: count, fileMB: Math.round(size / 1e6), p50Ms: calls }, null, 2)}\n`,
  );
  await small.shop.stop();
  await large.shop.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
