import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** What was there before has the revision 0. */
export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    ...['products', 'option_groups'].flatMap((table) => [
      `alter table ${table} add column changed_in integer default 0 not null`,
      `alter table ${table} add column from_export integer`,
    ]),
  );
