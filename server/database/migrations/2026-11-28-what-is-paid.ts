import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** Until now only an order's status said whether it was paid. */
export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    'alter table orders add column paid_at text',
    'alter table orders add column paid_with text',
    'alter table order_events add column paid_at text',
    'alter table order_events add column paid_with text',
    "alter table order_events add column kind text default 'status' not null",
    `update order_events set kind = case when key is null then 'line' else 'print' end
      where from_status = to_status and reason is null`,
    `update orders set paid_at = coalesce(
        (select min(at) from order_events
          where order_events.order_number = orders.order_number and from_status <> 'paid' and to_status = 'paid'),
        changed_at, created_at)
      where status not in ('waiting_payment', 'cancelled')`,
    'update orders set paid_at = created_at where total_shopping = 0 and paid_at is null',
  );
