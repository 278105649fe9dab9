import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

/** A closing covers events, not a time; so an event also says whether its order was paid back before it (decision W13). */
export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  for (const column of ['refunded_at', 'refunded_with'])
    await schema.alterTable('order_events').addColumn(column, 'text').execute();
  for (const column of ['since', 'through'])
    await schema
      .alterTable('closings')
      .addColumn(column, isPostgres(db) ? sql`bigint` : sql`integer`)
      .execute();

  // How it was paid back is not known of a refund that was undone.
  await sql`update order_events set
      refunded_at = (select at from order_events as refund where refund.id = last.refund),
      refunded_with = (select refunded_with from orders where orders.order_number = order_events.order_number)
    from (select later.id as event, max(earlier.id) as refund
      from order_events as later join order_events as earlier
        on earlier.order_number = later.order_number and earlier.id < later.id and earlier.kind in ('refunded', 'unrefunded')
      group by later.id) as last
    where last.event = order_events.id
      and (select kind from order_events as refund where refund.id = last.refund) = 'refunded'`.execute(db);
  const lastBefore = (moment: string) =>
    sql`coalesce((select max(id) from order_events where order_events.at < ${sql.ref(`closings.${moment}`)}), 0)`;
  await sql`update closings set since = ${lastBefore('starts_at')}, through = ${lastBefore('ends_at')}`.execute(db);
}
