import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    `create table order_announcements (
      order_number text primary key not null references orders (order_number),
      attempts integer not null, next_at bigint not null
    )`,
    'create index order_announcements_by_moment on order_announcements (next_at)',
  );
