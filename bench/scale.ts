/**
 * `node bench/scale.ts [--orders 1000000]`: the duration of each call in shops that grow to 10,000 products and that many orders, measured
 * in turns. `bench/plot.ts` draws the result.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { sqliteFileOf } from '../server/database/data-folder.ts';
import { openSqlite } from '../server/database/open.ts';
import { prepareDatabase } from '../server/database/prepare.ts';
import { bundledMenu } from '../server/menu/menu.ts';
import { storeOwnersMenu } from '../server/menu/menu-store.ts';
import { anOrderOf, wholeAddress } from '../tests/server/order-fixture.ts';
import { apart, headersOf, newCustomers } from '../tests/support/concurrent-orders.ts';
import { type RunningShop, startShop } from '../tests/support/start-shop.ts';
import { load, median, requestOf } from './load.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
interface Size {
  products: number;
  orders: number;
}
const most = Number(values.orders);
const sizes: Size[] = [
  { products: 37, orders: 1_000 },
  { products: 1_000, orders: most / 100 },
  { products: 10_000, orders: most / 10 },
  { products: 10_000, orders: most },
];
const folder = await mkdtemp(join(tmpdir(), 'kedai-scale-'));
const say = (text: string) => process.stderr.write(`${text}\n`);
const customers = 200;

interface Place {
  shop: RunningShop;
  tokens: string[];
}

async function shopWith(name: string, { products, orders }: Size): Promise<Place & { dataDir: string }> {
  const dataDir = join(folder, name);
  const database = await openSqlite(dataDir);
  await prepareDatabase(database);
  if (products > 37) {
    const menu = await bundledMenu();
    const many = Array.from({ length: products }, (_, i) => {
      const model = menu.products[i % menu.products.length];
      if (!model) throw new Error('The menu is empty.');
      return { ...model, _id: `${model._id}-${i}`, name: `${model.name} ${i}` };
    });
    await database.transaction().execute((transaction) => storeOwnersMenu(transaction, { ...menu, products: many }));
  }
  await database.destroy();
  const shop = await startShop({ dataDir, env: apart });
  const tokens = await newCustomers({ settings: { dataDir }, open: () => openSqlite(dataDir) }, customers);
  await load(shop.url, { connections: 4, ms: 2_000, next: await ordering({ shop, tokens }, 100) });
  multiply(sqliteFileOf(dataDir), orders);
  return { shop, tokens, dataDir };
}

/** Adds copies of one real order and its key, spread over many new customers. */
function multiply(path: string, orders: number) {
  const file = new SqliteFile(path, { timeout: 10_000 });
  file.exec(`
    create temp table model as select * from orders limit 1;
    create temp table model_key as select * from idempotency_keys limit 1;
    create temp table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${orders}) select i from n;
    insert into customers (id, email, email_key, full_name, phone_number, password_hash, created_at)
      select 'c' || i, i || '@x.example', i || '@x.example', 'Sari', '081234567890', 'none', '2026-11-20T00:00:00.000Z'
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
          { ...headersOf(tokens[at % tokens.length] ?? ''), 'idempotency-key': `${run}-${at++}` },
          body,
        )
      : undefined;
}

/** Counts searches over all rounds, because a repeated search is answered from the cache. */
let searches = 0;

/** Median and 99th percentile of every call, in ms, with one phone at a time. */
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
  const places: (Place & { dataDir: string } & Size)[] = [];
  for (const size of sizes) {
    say(`A shop with ${size.products} products and ${size.orders} orders …`);
    places.push({ ...size, ...(await shopWith(`${size.products}-${size.orders}`, size)) });
  }
  const rounds: Awaited<ReturnType<typeof timesOf>>[][] = [];
  for (let round = 0; round < 3; round++) {
    say(`Round ${round + 1} …`);
    const times = [];
    for (const place of places) times.push(await timesOf(place));
    rounds.push(times);
  }
  const measured = await Promise.all(
    places.map(async ({ products, orders, dataDir }, at) => ({
      products,
      orders,
      fileMB: Math.round((await stat(sqliteFileOf(dataDir))).size / 1e6),
      p50Ms: Object.fromEntries(
        Object.keys(rounds[0]?.[at] ?? {}).map((call) => [
          call,
          Math.round(median(rounds.map((times) => times[at]?.[call]?.p50 ?? Number.NaN)) * 1_000) / 1_000,
        ]),
      ),
    })),
  );
  process.stdout.write(
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), shops: measured }, null, 2)}\n`,
  );
  for (const { shop } of places) await shop.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
