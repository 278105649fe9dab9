/** The devices that have logged in to an account before. They outlive a restart, and all processes know them. */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { storeNewest } from '../database/store-newest.ts';
import { clientIdOf } from '../http/request-headers.ts';
import type { Customer } from './sessions.ts';

/** How many devices of one account are remembered, those that were used last. */
const maxDevices = 20;
/** A use is noted this often at most, in ms. */
const noteUseMs = 6 * 60 * 60 * 1_000;

/** A device and an account, named by its e-mail in lower case. Only the device knows its random id, so the digest cannot be reversed. */
export const deviceOf = (account: string, clientId: string) => hash('sha256', `${clientId} ${account}`);

const selectDevice = (database: Database, digest: string) =>
  database.selectFrom('known_devices').select('last_used_at').where('digest', '=', digest).executeTakeFirst();

export const isKnownDevice = async (database: Database, digest: string): Promise<boolean> =>
  (await selectDevice(database, digest)) !== undefined;

export const rememberDevice = (
  transaction: DatabaseTransaction,
  { digest, customer, now }: { digest: string; customer: { id: string }; now: number },
) => {
  const row = { digest, customer_id: customer.id, last_used_at: now };
  return storeNewest(transaction, 'known_devices', row, { key: 'digest', by: 'last_used_at', max: maxDevices });
};

/**
 * Remembers the device of a request with a valid session: versions of the page that send no id at the login send one with the cart. Not to be
 * awaited: a call must neither wait for a writer nor fail with the note. Of what rejects, the next call is noted instead.
 */
export async function noteDevice(database: Database, request: FastifyRequest & { customer: Customer }, now: number) {
  const clientId = clientIdOf(request);
  if (clientId === undefined) return;
  const { customer } = request;
  const digest = deviceOf(customer.account, clientId);
  const known = await selectDevice(database, digest);
  if (known && now - known.last_used_at < noteUseMs) return;
  await database.transaction().execute((transaction) => rememberDevice(transaction, { digest, customer, now }));
}
