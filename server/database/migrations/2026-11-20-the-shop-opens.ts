import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

export async function up(db: Kysely<unknown>) {
  const { numbered } = typesIn(db);
  const ofCustomer = 'text not null references customers (id) on delete cascade';

  await execute(
    db,
    'create table seeds (name text primary key not null, version text not null)',

    'create table menu_version (id integer primary key not null, version bigint not null)',
    'insert into menu_version (id, version) values (1, 0)',

    'create table categories (name text primary key not null, position integer not null)',
    'create table tags (name text primary key not null, position integer not null)',
    `create table products (
      id text primary key not null, position integer not null,
      name text not null, description text not null, price bigint not null check (price >= 0),
      image_url text not null, stars integer not null, category text not null,
      available integer default 1 not null, removed_at text
    )`,
    `create table product_tags (
      product_id text not null references products (id) on delete cascade,
      tag text not null, position integer not null,
      constraint product_tags_key primary key (product_id, tag)
    )`,
    `create table payment_methods (
      id text primary key not null, kind text not null, name text not null, image_url text not null,
      position integer not null, removed_at text
    )`,

    'create table regions (kode text primary key not null, nama text not null, parent text not null)',
    'create index regions_by_parent on regions (parent)',

    `create table customers (
      id text primary key not null, email text not null, email_key text not null unique,
      full_name text not null, phone_number text not null, password_hash text not null, created_at text not null
    )`,
    `create table sessions (
      token_hash text primary key not null, customer_id ${ofCustomer}, credential text not null,
      created_at bigint not null, last_used_at bigint not null
    )`,
    'create index sessions_by_customer on sessions (customer_id)',

    `create table addresses (
      id ${numbered}, customer_id ${ofCustomer},
      full_name text not null, phone_number text not null, full_street text not null,
      provinsi text not null, kabupaten text not null, kecamatan text not null, kelurahan text not null,
      created_at text not null
    )`,
    'create index addresses_by_customer on addresses (customer_id, id)',

    `create table carts (
      customer_id text not null primary key references customers (id) on delete cascade,
      items text not null, revision bigint not null, updated_at text not null
    )`,
    `create table cart_clients (
      customer_id ${ofCustomer}, client_id text not null, seq bigint not null, updated_at bigint not null,
      constraint cart_clients_key primary key (customer_id, client_id)
    )`,

    // No order is ever deleted with its customer: the shop's books are not the customer's to tear up.
    `create table orders (
      id ${numbered}, order_number text not null unique, customer_id text not null references customers (id),
      status text not null, created_at text not null,
      delivery_courier text not null, delivery_fee bigint not null, delivery_address text not null,
      total_qty bigint not null, sub_total bigint not null,
      total_shopping bigint not null check (total_shopping = sub_total + delivery_fee),
      order_items text not null, payment_method text not null, client_ref text
    )`,
    'create index orders_by_customer on orders (customer_id, id)',

    `create table idempotency_keys (
      customer_id text not null references customers (id), key text not null, fingerprint text not null,
      status integer not null, response text not null, voided integer not null, created_at text not null,
      constraint idempotency_keys_key primary key (customer_id, key)
    )`,
  );
}
