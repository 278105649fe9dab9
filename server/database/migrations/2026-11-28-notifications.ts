import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    'create table push_keys (id bigint primary key not null, public_key text not null, private_key text not null)',

    `create table push_subscriptions (
      digest text primary key not null, endpoint text not null, p256dh text not null, auth text not null,
      customer_id text not null, token_hash text not null, created_at bigint not null
    )`,
    'create index push_subscriptions_by_customer on push_subscriptions (customer_id)',
    'create index push_subscriptions_by_session on push_subscriptions (token_hash)',

    `create table push_messages (
      order_number text not null, digest text not null, status text not null,
      attempts bigint not null, next_at bigint not null, expires_at bigint not null,
      constraint push_messages_of_order primary key (order_number, digest)
    )`,
    'create index push_messages_by_moment on push_messages (next_at)',
  );
