import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** At most one row: the pause of the shop (decision W12). */
export const up = (db: Kysely<unknown>) =>
  execute(db, 'create table shop_pause (id integer primary key not null, until_at text)');
