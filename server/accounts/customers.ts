/** Customers' accounts in the database. They are told apart by their e-mail in lower case. */
import { hash, randomUUID } from 'node:crypto';
import type { User } from '#core/contract';
import { normalised } from '#core/normalised';
import type { Registration } from '#core/registration';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { tillCustomer } from '../orders/till.ts';
import { hashPassword, passwordFits } from './passwords.ts';

export const emailKey = (email: string) => normalised(email).toLowerCase();

export const isTaken = async (database: Database, email: string): Promise<boolean> =>
  (await database.selectFrom('customers').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst()) !==
  undefined;

/** Locks a customer's row until the end of the transaction, so that what their devices send at once comes one after the other. */
export const lockCustomer = (transaction: DatabaseTransaction, id: string) =>
  transaction.selectFrom('customers').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/**
 * Creates an account; `now` in ms since 1970. The same registration with the same `key`, sent again to any process, is answered as the first
 * (`isNew` is false). Throws `email_taken`, and `busy` as `hashPassword` does.
 */
export async function createCustomer(
  database: Database,
  { fullName, email, phoneNumber, password }: Registration,
  { key, now }: { key: string | undefined; now: number },
): Promise<{ user: User; isNew: boolean }> {
  const user = { fullName, email, phoneNumber };
  const facts = {
    email,
    email_key: emailKey(email),
    full_name: fullName,
    phone_number: phoneNumber,
    registration_key: key === undefined ? null : hash('sha256', key),
  };
  const password_hash = await hashPassword(password);
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('customers')
    .values({ id: randomUUID(), ...facts, password_hash, created_at: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 0n) return { user, isNew: true };
  const same = database
    .selectFrom('customers')
    .select('password_hash')
    .where(({ and }) => and(facts));
  // Without a key nothing says that it is the same registration.
  const known = key === undefined ? undefined : await same.executeTakeFirst();
  if (!known || !(await passwordFits(password, known.password_hash))) throw new ApiError('email_taken');
  return { user, isNew: false };
}

/**
 * The customer with this e-mail and password, asked for by a device that the account knows or not. An unknown e-mail takes as long as a wrong
 * password and is the same undefined (fault B25). Throws `busy` as `passwordFits` does.
 */
export async function customerWith(
  database: Database,
  { email, password, isKnown }: { email: string; password: string; isKnown: boolean },
) {
  const customer = await database
    .selectFrom('customers')
    .select(['id', 'full_name', 'email', 'phone_number', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return (await passwordFits(password, customer?.password_hash, { isKnown })) ? customer : undefined;
}

/** Whether an owner names a customer by their number; an e-mail address has an `@`. */
export const isNumber = (named: string) => /^[1-9]\d{0,8}$/.test(named);

/**
 * Gives the customer of an e-mail address or of a number (the first who registered is 1) another password, which ends
 * their sessions (fault B21). Resolves with their e-mail address; undefined when there is no such customer.
 */
export async function changePassword(database: Database, named: string, password: string): Promise<string | undefined> {
  const all = database.selectFrom('customers').select(['id', 'email']).where('id', '<>', tillCustomer.id);
  const customer = await (isNumber(named)
    ? all
        .orderBy('created_at')
        .orderBy('id')
        .offset(Number(named) - 1)
        .limit(1)
    : all.where('email_key', '=', emailKey(named))
  ).executeTakeFirst();
  if (!customer) return undefined;
  const passwordHash = await hashPassword(password);
  await database.updateTable('customers').set({ password_hash: passwordHash }).where('id', '=', customer.id).execute();
  return customer.email;
}
