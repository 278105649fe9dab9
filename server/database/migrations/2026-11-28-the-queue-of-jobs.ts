import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    `create table jobs (
      id ${typesIn(db).numbered}, kind text not null, subject text not null, target text not null, turn text not null,
      next_at bigint not null, expires_at bigint not null, attempts bigint default 0 not null
    )`,
    'create index jobs_by_moment on jobs (next_at)',
    'create index jobs_by_subject on jobs (subject, kind)',
  );
