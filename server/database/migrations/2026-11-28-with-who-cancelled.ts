import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

export const up = (db: Kysely<unknown>) => execute(db, 'alter table order_events add column customer_id text');
