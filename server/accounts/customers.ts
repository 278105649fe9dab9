/** Customers' accounts in the database. They are told apart by their e-mail in lower case. */
import { randomUUID } from 'node:crypto';
import type { User } from '#core/contract';
import { normalised } from '#core/normalised';
import type { Registration } from '#core/registration';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { networksOf } from '../http/rate-limiter.ts';
import { hashPassword, passwordFits } from './passwords.ts';

/** What makes two e-mails the same account. */
export const emailKey = (email: string) => normalised(email).toLowerCase();

/** Whose turn it is to have a password hashed for this account: that of the network of `address`, and within it that of the account. */
const turnOf = (address: string, email: string) => [...networksOf(address).reverse(), emailKey(email)];

/** Creates an account for a client at this IP address; `now` in ms since 1970. Throws `email_taken`, and `busy` as `hashPassword` does. */
export async function createCustomer(
  database: Database,
  registration: Registration,
  { address, now }: { address: string; now: number },
): Promise<User> {
  const { fullName, email, phoneNumber, password } = registration;
  const passwordHash = await hashPassword(password, turnOf(address, email));
  const { numInsertedOrUpdatedRows } = await database.transaction().execute((transaction) =>
    transaction
      .insertInto('customers')
      .values({
        id: randomUUID(),
        email,
        email_key: emailKey(email),
        full_name: fullName,
        phone_number: phoneNumber,
        password_hash: passwordHash,
        created_at: new Date(now).toISOString(),
      })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirstOrThrow(),
  );
  if (numInsertedOrUpdatedRows === 0n) throw new ApiError('email_taken');
  return { fullName, email, phoneNumber };
}

/**
 * The customer with this e-mail and password, for a client at this IP address. An unknown e-mail takes as long as a wrong password and is the
 * same undefined (fault B25). Throws `busy` as `passwordFits` does.
 */
export async function customerWith(
  database: Database,
  { email, password, address }: { email: string; password: string; address: string },
) {
  const customer = await database
    .selectFrom('customers')
    .select(['id', 'full_name', 'email', 'phone_number', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return (await passwordFits(password, customer?.password_hash, turnOf(address, email))) ? customer : undefined;
}

/** Gives a customer another password, which ends their sessions (fault B21). Resolves with whether there is such a customer. */
export async function changePassword(database: Database, email: string, password: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('customers')
    .set({ password_hash: await hashPassword(password) })
    .where('email_key', '=', emailKey(email))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
