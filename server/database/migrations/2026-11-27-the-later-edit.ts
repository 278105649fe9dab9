import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

export const up = (db: Kysely<unknown>) => execute(db, 'alter table addresses add column edited_at bigint');
