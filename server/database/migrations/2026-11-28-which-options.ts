import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** What is no longer offered stays known as removed, as products do. */
export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    `create table option_groups (
      id text primary key not null, position integer not null, name text not null,
      min integer not null, max integer not null, revised integer default 0 not null, removed_at text
    )`,
    `create table option_choices (
      id text primary key not null, group_id text not null, position integer not null, name text not null,
      price integer not null, is_default integer not null, available integer not null, removed_at text
    )`,
    `create table product_options (
      product_id text not null, group_id text not null, position integer not null,
      added integer default 0 not null, removed_at text,
      constraint product_options_key primary key (product_id, group_id)
    )`,
    'alter table products add column has_options integer default 0 not null',
    'alter table carts add column lines text',
  );
