import type { Kysely } from 'kysely';

export const up = ({ schema }: Kysely<unknown>) =>
  schema.alterTable('order_events').addColumn('customer_id', 'text').execute();
