import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();

export async function up(db: Kysely<unknown>) {
  const numbered = isPostgres(db)
    ? ([sql`bigint`, (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity()] as const)
    : ([sql`integer`, (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()] as const);
  const customersOwn = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('customers.id').onDelete('cascade');
  const { schema } = db;

  await schema.createTable('seeds').addColumn('name', 'text', key).addColumn('version', 'text', required).execute();

  await schema
    .createTable('menu_version')
    .addColumn('id', 'integer', key)
    .addColumn('version', 'bigint', required)
    .execute();
  await sql`insert into menu_version (id, version) values (1, 0)`.execute(db);

  for (const name of ['categories', 'tags']) {
    await schema.createTable(name).addColumn('name', 'text', key).addColumn('position', 'integer', required).execute();
  }

  await schema
    .createTable('products')
    .addColumn('id', 'text', key)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', 'bigint', (column) => column.notNull().check(sql`price >= 0`))
    .addColumn('image_url', 'text', required)
    .addColumn('stars', 'integer', required)
    .addColumn('category', 'text', required)
    .addColumn('available', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('removed_at', 'text')
    .execute();

  await schema
    .createTable('product_tags')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('tag', 'text', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('product_tags_key', ['product_id', 'tag'])
    .execute();

  await schema
    .createTable('payment_methods')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('image_url', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('removed_at', 'text')
    .execute();

  await schema
    .createTable('regions')
    .addColumn('kode', 'text', key)
    .addColumn('nama', 'text', required)
    .addColumn('parent', 'text', required)
    .execute();
  await schema.createIndex('regions_by_parent').on('regions').column('parent').execute();

  await schema
    .createTable('customers')
    .addColumn('id', 'text', key)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('full_name', 'text', required)
    .addColumn('phone_number', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();

  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', key)
    .addColumn('customer_id', 'text', customersOwn)
    .addColumn('credential', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint', required)
    .execute();
  await schema.createIndex('sessions_by_customer').on('sessions').column('customer_id').execute();

  await schema
    .createTable('addresses')
    .addColumn('id', ...numbered)
    .addColumn('customer_id', 'text', customersOwn)
    .addColumn('full_name', 'text', required)
    .addColumn('phone_number', 'text', required)
    .addColumn('full_street', 'text', required)
    .addColumn('provinsi', 'text', required)
    .addColumn('kabupaten', 'text', required)
    .addColumn('kecamatan', 'text', required)
    .addColumn('kelurahan', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await schema.createIndex('addresses_by_customer').on('addresses').columns(['customer_id', 'id']).execute();

  await schema
    .createTable('carts')
    .addColumn('customer_id', 'text', (column) => customersOwn(column).primaryKey())
    .addColumn('items', 'text', required)
    .addColumn('revision', 'bigint', required)
    .addColumn('updated_at', 'text', required)
    .execute();

  await schema
    .createTable('cart_clients')
    .addColumn('customer_id', 'text', customersOwn)
    .addColumn('client_id', 'text', required)
    .addColumn('seq', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('cart_clients_key', ['customer_id', 'client_id'])
    .execute();

  // No order is ever deleted with its customer: the shop's books are not the customer's to tear up.
  await schema
    .createTable('orders')
    .addColumn('id', ...numbered)
    .addColumn('order_number', 'text', (column) => column.notNull().unique())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id'))
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('delivery_courier', 'text', required)
    .addColumn('delivery_fee', 'bigint', required)
    .addColumn('delivery_address', 'text', required)
    .addColumn('total_qty', 'bigint', required)
    .addColumn('sub_total', 'bigint', required)
    .addColumn('total_shopping', 'bigint', (column) =>
      column.notNull().check(sql`total_shopping = sub_total + delivery_fee`),
    )
    .addColumn('order_items', 'text', required)
    .addColumn('payment_method', 'text', required)
    .addColumn('client_ref', 'text')
    .execute();
  await schema.createIndex('orders_by_customer').on('orders').columns(['customer_id', 'id']).execute();

  await schema
    .createTable('idempotency_keys')
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id'))
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('response', 'text', required)
    .addColumn('voided', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('idempotency_keys_key', ['customer_id', 'key'])
    .execute();
}
