/** A customer's saved addresses (specification §7). */
import { type Address, NewAddress } from '#core/contract';
import type { Database } from '../database/open.ts';
import { Refusal } from '../failures.ts';
import type { Customer } from '../sessions.ts';
import type { App } from '../validation.ts';
import { areChained } from './regions.ts';

const maxAddresses = 100;

/** Registered where every request has a customer. */
export function addressRoutes(app: App, { database, now }: { database: Database; now: () => number }) {
  app.get('/delivery-address', async (request): Promise<Address[]> => {
    const rows = await addressesOf(database, request.customer).orderBy('id').execute();
    return rows.map((row) => ({
      fullName: row.full_name,
      phoneNumber: row.phone_number,
      fullStreet: row.full_street,
      provinsi: row.provinsi,
      kabupaten: row.kabupaten,
      kecamatan: row.kecamatan,
      kelurahan: row.kelurahan,
    }));
  });

  app.post('/delivery-address', { schema: { body: NewAddress } }, async (request, reply) => {
    const { fullName, phoneNumber, fullStreet, provinsi, kabupaten, kecamatan, kelurahan } = request.body;
    if (!(await areChained(database, [provinsi, kabupaten, kecamatan, kelurahan]))) throw new Refusal('unknown_region');
    await database.transaction().execute(async (transaction) => {
      const saved = await addressesOf(transaction, request.customer).execute();
      if (saved.length >= maxAddresses) throw new Refusal('too_many_addresses');
      await transaction
        .insertInto('addresses')
        .values({
          customer_id: request.customer.id,
          full_name: fullName,
          phone_number: phoneNumber,
          full_street: fullStreet,
          provinsi,
          kabupaten,
          kecamatan,
          kelurahan,
          created_at: new Date(now()).toISOString(),
        })
        .execute();
    });
    return reply.code(201).send(request.body);
  });
}

const addressesOf = (database: Database, customer: Customer) =>
  database.selectFrom('addresses').selectAll().where('customer_id', '=', customer.id);
