/** What a restore does not undo: what was revoked since the backup stays so, and no number is given out twice. */
import type SqliteFile from 'better-sqlite3';
import { quoted } from '../database/own-schema.ts';
import { hasTable } from './sqlite-file.ts';

/** What gives a device access: it is what it was, or it is not restored. */
const access = {
  sessions: ['token_hash', 'customer_id'],
  staff_sessions: ['token_hash', 'staff_id'],
  push_subscriptions: ['digest', 'customer_id', 'token_hash', 'endpoint'],
};

/**
 * Carries over from a shop (`main`, of any version or empty) to the one that replaces it (`restored`, of this version):
 * sessions that the former one lacked go, passwords, members of staff who were removed and orders that were cancelled stay so, and
 * versions, sequences, running numbers and the revisions of carts and orders go on. `now` in ms since 1970. Answers who has a device
 * that is signed out by this: names of staff, and e-mail addresses.
 */
export function captureRevocations(shop: SqliteFile.Database, now: number) {
  const had = (table: string) => hasTable(shop, table);
  const columnsOf = (schema: string, table: string) =>
    shop.pragma(`${schema}.table_info(${quoted(table)})`) as { name: string }[];
  /** The rows of the former shop; none where it has no such table. */
  const former = (table: string, columns: readonly string[]) =>
    `select ${columns.join(', ')} from ${had(table) ? 'main' : 'restored'}.${table}${had(table) ? '' : ' where false'}`;
  /** Whose sessions are in one of the two shops, but not in both. */
  const signedOut = (table: 'sessions' | 'staff_sessions', name: string, people: string) => {
    const columns = access[table];
    const [restored, before] = [`select ${columns.join(', ')} from restored.${table}`, former(table, columns)];
    return shop
      .prepare(
        `select ${name} from restored.${people} and id in (
           select ${columns[1]} from (select * from (${restored} except ${before}) union select * from (${before} except ${restored}))
         ) order by ${name}`,
      )
      .pluck()
      .all() as string[];
  };

  shop.exec('begin');
  shop.exec(`update restored.staff set removed_at = before.removed_at
    from (${former('staff', ['id', 'name', 'removed_at'])}) as before
    where before.removed_at is not null and staff.removed_at is null and staff.id = before.id and staff.name = before.name`);
  const revoked = {
    staff: signedOut('staff_sessions', 'name', 'staff where removed_at is null'),
    customers: signedOut('sessions', 'email', 'customers where true'),
  };
  for (const [table, columns] of Object.entries(access))
    shop.exec(`delete from restored.${table} where (${columns.join(', ')}) not in (${former(table, columns)})`);
  // The shop is closed, and may have been open elsewhere.
  shop.exec("delete from restored.seeds where name = 'address'");
  // An invitation may have been accepted since.
  shop.exec('delete from restored.staff_invitations');

  // With the password of then, a session that another one has ended would be valid again.
  if (had('customers'))
    shop.exec(`update restored.customers set password_hash = before.password_hash
      from main.customers as before where before.id = customers.id`);

  // A session that stays has the role that it had.
  if (columnsOf('main', 'staff').some(({ name }) => name === 'is_owner'))
    shop.exec(
      `update restored.staff set is_owner = before.is_owner from main.staff as before
        where before.id = staff.id and before.name = staff.name`,
    );

  const known = new Set(columnsOf('main', 'idempotency_keys').map(({ name }) => name));
  const keyColumns = columnsOf('restored', 'idempotency_keys').flatMap(({ name }) =>
    known.has(name) ? quoted(name) : [],
  );
  if (known.size > 0)
    shop.exec(`insert or ignore into restored.idempotency_keys (${keyColumns.join(', ')})
      select ${keyColumns.join(', ')} from main.idempotency_keys
      where voided = 1 and customer_id in (select id from restored.customers)`);

  shop.exec(`create temp table revisions as select customers.id as customer, coalesce(carts.revision, 0) as revision
    from (${former('customers', ['id'])}) as customers left join (${former('carts', ['customer_id', 'revision'])}) as carts
      on carts.customer_id = customers.id`);
  shop
    .prepare(
      `insert into restored.carts (customer_id, items, revision, updated_at)
       select id, '[]', 0, ? from restored.customers where id not in (select customer_id from restored.carts)
         and id not in (select customer from revisions where revision = 0)`,
    )
    .run(new Date(now).toISOString());
  // Below every one so far, because by that a phone knows a restored shop (fault F44), and below those of an earlier restore.
  shop
    .prepare(
      `update restored.carts set revision = ?
       where (customer_id, revision) not in (select customer, revision from revisions)`,
    )
    .run(-now);
  shop.exec('drop table revisions');

  // With its payment: what was paid back is not paid back twice.
  const ofOrder = columnsOf('main', 'orders').map(({ name }) => name);
  const ofCancelled = ['status', 'reason', 'changed_at', 'paid_at', 'paid_with', 'refunded_at', 'refunded_with']
    .filter((name) => ofOrder.includes(name))
    .join(', ');
  if (ofOrder.length > 0) {
    const isCancelled = "order_number in (select order_number from main.orders where status = 'cancelled')";
    // A change of an order's money is counted by its event.
    shop
      .prepare(
        `insert into restored.order_events (order_number, at, paid_at, paid_with, from_status, to_status)
         select order_number, ?, paid_at, paid_with, status, 'cancelled' from restored.orders
         where ${isCancelled} and refunded_at is null`,
      )
      .run(new Date(now).toISOString());
    shop.exec(`update restored.orders set (${ofCancelled}) =
        (select ${ofCancelled} from main.orders as before where before.order_number = orders.order_number)
      where ${isCancelled}`);
  }

  // Counters and phones keep the later state of an order, by its revision.
  if (columnsOf('main', 'orders').some(({ name }) => name === 'revision'))
    shop.exec(`update restored.orders set revision = before.revision + 1 from main.orders as before
      where before.order_number = orders.order_number and before.revision >= orders.revision`);

  // Pages and phones that know the former menu notice another one by its version.
  shop.exec(`update restored.menu_version set version = 1 + max(version,
    coalesce((select max(version) from (${former('menu_version', ['version'])})), 0))`);
  // What was called out today is not called out again.
  if (had('queue_numbers'))
    shop.exec(`insert into restored.queue_numbers select day, last from main.queue_numbers where true
      on conflict (day) do update set last = max(last, excluded.last)`);
  if (had('sqlite_sequence'))
    shop.exec(`update restored.sqlite_sequence set seq = max(sqlite_sequence.seq, before.seq)
        from main.sqlite_sequence as before where before.name = sqlite_sequence.name;
      insert into restored.sqlite_sequence select name, seq from main.sqlite_sequence
        where name not in (select name from restored.sqlite_sequence)
          and name in (select name from restored.sqlite_master where type = 'table')`);
  shop.exec('commit');
  return revoked;
}
