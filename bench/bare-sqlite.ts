/** The baseline for SQLite: the same rows in the same transactions through plain better-sqlite3. `node bench/bare-sqlite.ts FOLDER` */
import { randomUUID } from 'node:crypto';
import SqliteFile from 'better-sqlite3';
import { sqliteFileOf } from '../server/database/data-folder.ts';

const file = new SqliteFile(sqliteFileOf(process.argv[2] ?? ''));
file.pragma('journal_mode = WAL');
file.pragma('synchronous = FULL');
file.pragma('foreign_keys = ON');
const ms = 2_500;

const order = file.prepare('select * from orders order by id desc limit 1').get() as Record<string, unknown>;
const key = file.prepare('select * from idempotency_keys limit 1').get() as Record<string, unknown>;
const insert = (table: string, row: Record<string, unknown>) =>
  file.prepare(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((name) => `@${name}`)})`);
const { id: _, ...orderRow } = order;
const insertOrder = insert('orders', orderRow);
const insertKey = insert('idempotency_keys', key);
const updateCart = file.prepare(
  'update carts set items = ?, revision = revision + 1, updated_at = ? where customer_id = ?',
);
const cart = file.prepare('select customer_id, items from carts limit 1').get() as {
  customer_id: string;
  items: string;
};

function perSecond(transaction: () => void) {
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < ms) {
    file.exec('begin immediate');
    transaction();
    file.exec('commit');
    count++;
  }
  return Math.round((count * 1_000) / (performance.now() - started));
}

const orders = perSecond(() => {
  const reference = randomUUID();
  insertKey.run({ ...key, key: reference });
  insertOrder.run({ ...orderRow, order_number: reference, client_ref: reference });
});
const carts = perSecond(() => {
  updateCart.run(cart.items, new Date().toISOString(), cart.customer_id);
});
process.stdout.write(JSON.stringify({ orders, carts }));
