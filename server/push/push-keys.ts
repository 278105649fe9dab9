/** The key pair by which push services know this shop (VAPID, RFC 8292). */
import webPush from 'web-push';
import type { Database, DatabaseTransaction } from '../database/open.ts';

export interface PushKeys {
  /** In base64url, for `PushManager.subscribe`. */
  publicKey: string;
  privateKey: string;
}

const keysIn = (database: Database) =>
  database.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();

/** Makes the shop's keys at its first start. They stay with its data: with others, every subscription would be void. */
export async function seedPushKeys(transaction: DatabaseTransaction) {
  if (await keysIn(transaction)) return;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await transaction.insertInto('push_keys').values({ id: 1, public_key: publicKey, private_key: privateKey }).execute();
}

export async function pushKeys(database: Database): Promise<PushKeys> {
  const row = await keysIn(database);
  if (!row) throw new Error('The shop has no push keys.');
  return { publicKey: row.public_key, privateKey: row.private_key };
}
