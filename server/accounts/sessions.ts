/** Sessions: a random token that only the customer has, stored as its digest (decision A5; 60 days idle, 180 in all). */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { storeNewest } from '../database/store-newest.ts';
import { ApiError } from '../http/api-error.ts';

const day = 24 * 60 * 60 * 1_000;
export const idleMs = 60 * day;
const absoluteMs = 180 * day;
/** A session's last use is noted this often at most: reading a cart should not cost a write each time. */
const noteUseMs = day / 4;
/** How many sessions a customer can have, more than they have devices; without a limit, logging in again and again would fill the disk. */
const maxSessions = 100;

export const newSecret = () => randomBytes(32).toString('base64url');

/** Who is asking: a customer and the session they ask with. */
export interface Customer {
  id: string;
  /** Their e-mail in lower case. */
  account: string;
  /** SHA-256 of the session's token. */
  tokenHash: string;
}

/**
 * Begins a session and returns its token. Ended sessions of the customer are cleared away, and of more
 * than a hundred those that were silent longest.
 */
export async function beginSession(
  transaction: DatabaseTransaction,
  customer: { id: string; password_hash: string },
  now: number,
): Promise<string> {
  const token = newSecret();
  await transaction
    .deleteFrom('sessions')
    .where('customer_id', '=', customer.id)
    .where((row) => row.or([row('created_at', '<', now - absoluteMs), row('last_used_at', '<', now - idleMs)]))
    .execute();
  const row = {
    token_hash: hash('sha256', token),
    customer_id: customer.id,
    credential: hash('sha256', customer.password_hash),
    created_at: now,
    last_used_at: now,
  };
  await storeNewest(transaction, 'sessions', row, { key: 'token_hash', by: 'last_used_at', max: maxSessions });
  return token;
}

/** The token of a request that has exactly one `Authorization: Bearer …` header, and nothing else anywhere (fault B20). */
export function tokenOf(request: FastifyRequest) {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
  return timesSent(request, 'authorization') === 1 ? token : undefined;
}

/** How often a header was sent, which `headers` does not tell: of this one Node keeps the first. */
const timesSent = ({ raw }: FastifyRequest, header: string) =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === header).length;

/** Who is asking, by the session of the request; `now` in ms since 1970. Throws `unauthorized` for any fault of the session. */
export async function authenticated(request: FastifyRequest, database: Database, now: number): Promise<Customer> {
  const token = tokenOf(request);
  if (!token) throw new ApiError('unauthorized');
  const tokenHash = hash('sha256', token);
  // No join: SQLite would plan it again for every token (it looks at what a join's parameters are bound to).
  const session = await database
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  const customer =
    session &&
    (await database
      .selectFrom('customers')
      .select(['email_key', 'password_hash'])
      .where('id', '=', session.customer_id)
      .executeTakeFirst());
  if (!customer || !isValid({ ...session, ...customer }, now)) throw new ApiError('unauthorized');
  void noteUse(database, 'sessions', session, now);
  return { id: session.customer_id, account: customer.email_key, tokenHash };
}

/** Whether a session may still be used. The one rule: for requests, for streams and for notifications. */
const isValid = (
  session: { created_at: number; last_used_at: number; credential: string; password_hash: string },
  now: number,
): boolean =>
  now - session.created_at <= absoluteMs &&
  now - session.last_used_at <= idleMs &&
  session.credential === hash('sha256', session.password_hash);

export async function validSessions(
  database: Database,
  tokenHashes: readonly string[],
  now: number,
): Promise<Set<string>> {
  if (tokenHashes.length === 0) return new Set();
  const rows = await database
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.id', 'sessions.customer_id')
    .select(['token_hash', 'credential', 'sessions.created_at', 'last_used_at', 'password_hash'])
    .where('token_hash', 'in', tokenHashes)
    .execute();
  return new Set(rows.flatMap((row) => (isValid(row, now) ? row.token_hash : [])));
}

/** Notes now and then that a session is used, without being awaited: a call that only reads does not wait for a writer, nor fail with the note. */
export async function noteUse(
  database: Database,
  table: 'sessions' | 'staff_sessions',
  { token_hash, last_used_at }: { token_hash: string; last_used_at: number },
  now: number,
) {
  if (now - last_used_at <= noteUseMs) return;
  const noted = database.updateTable(table).set({ last_used_at: now }).where('token_hash', '=', token_hash).execute();
  // A full disk must not log customers out; the next use is noted instead.
  await noted.catch(() => {});
}

/** Ends a session for good, and with it the notifications of its browser. */
export const endSession = (database: Database, { tokenHash }: Customer) =>
  database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('push_subscriptions').where('token_hash', '=', tokenHash).execute();
    await transaction.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
  });
