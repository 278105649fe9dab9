import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

/** A closing covers events, not a time; so an event also says whether its order was paid back before it (decision W13). */
export async function up(db: Kysely<unknown>) {
  const { number } = typesIn(db);
  const lastBefore = (moment: string) =>
    `coalesce((select max(id) from order_events where order_events.at < closings.${moment}), 0)`;

  await execute(
    db,
    'alter table order_events add column refunded_at text',
    'alter table order_events add column refunded_with text',
    `alter table closings add column since ${number}`,
    `alter table closings add column through ${number}`,

    // How it was paid back is not known of a refund that was undone.
    `update order_events set
      refunded_at = (select at from order_events as refund where refund.id = last.refund),
      refunded_with = (select refunded_with from orders where orders.order_number = order_events.order_number)
    from (select later.id as event, max(earlier.id) as refund
      from order_events as later join order_events as earlier
        on earlier.order_number = later.order_number and earlier.id < later.id and earlier.kind in ('refunded', 'unrefunded')
      group by later.id) as last
    where last.event = order_events.id
      and (select kind from order_events as refund where refund.id = last.refund) = 'refunded'`,
    `update closings set since = ${lastBefore('starts_at')}, through = ${lastBefore('ends_at')}`,
  );
}
