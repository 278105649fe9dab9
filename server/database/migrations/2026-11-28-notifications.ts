import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();

export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  await schema
    .createTable('push_keys')
    .addColumn('id', 'bigint', key)
    .addColumn('public_key', 'text', required)
    .addColumn('private_key', 'text', required)
    .execute();

  await schema
    .createTable('push_subscriptions')
    .addColumn('digest', 'text', key)
    .addColumn('endpoint', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('customer_id', 'text', required)
    .addColumn('token_hash', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema.createIndex('push_subscriptions_by_customer').on('push_subscriptions').column('customer_id').execute();
  await schema.createIndex('push_subscriptions_by_session').on('push_subscriptions').column('token_hash').execute();

  await schema
    .createTable('push_messages')
    .addColumn('order_number', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'bigint', required)
    .addColumn('next_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('push_messages_of_order', ['order_number', 'digest'])
    .execute();
  await schema.createIndex('push_messages_by_moment').on('push_messages').column('next_at').execute();
}
