import { randomUUID } from 'node:crypto';
import type { Session } from '#core/contract';
import { beginSession } from '../../server/accounts/sessions.ts';
import type { Database } from '../../server/database/open.ts';

/** What a new customer sends. */
export const registration = {
  fullName: 'Sari',
  email: 'sari@example.com',
  phoneNumber: '081234567890',
  password: 'kopi123',
};

/** Writes a customer into the database and begins their session: without the hashes of a registration and a login, which take longest. */
export const newCustomer = (database: Database, { fullName = 'Sari', passwordHash = 'none' } = {}) =>
  database.transaction().execute(async (transaction): Promise<Session & { id: string }> => {
    const id = randomUUID();
    const user = { fullName, email: `${id}@example.com`, phoneNumber: '081234567890' };
    const customer = {
      id,
      email: user.email,
      email_key: user.email,
      full_name: fullName,
      phone_number: user.phoneNumber,
      password_hash: passwordHash,
      created_at: new Date().toISOString(),
    };
    await transaction.insertInto('customers').values(customer).execute();
    return { id, user, token: await beginSession(transaction, customer, Date.now()) };
  });
