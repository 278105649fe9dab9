import { type Kysely, sql } from 'kysely';

/** Until now only an order's status said whether it was paid. */
export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  for (const table of ['orders', 'order_events'])
    for (const column of ['paid_at', 'paid_with']) await schema.alterTable(table).addColumn(column, 'text').execute();
  await schema
    .alterTable('order_events')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('status'))
    .execute();

  await sql`update order_events set kind = case when key is null then 'line' else 'print' end
    where from_status = to_status and reason is null`.execute(db);
  await sql`update orders set paid_at = coalesce(
      (select min(at) from order_events
        where order_events.order_number = orders.order_number and from_status <> 'paid' and to_status = 'paid'),
      changed_at, created_at)
    where status not in ('waiting_payment', 'cancelled')`.execute(db);
  await sql`update orders set paid_at = created_at where total_shopping = 0 and paid_at is null`.execute(db);
}
