/** A customer's saved addresses (specification §7). */
import * as v from 'valibot';
import { Address, NewAddress } from '#core/contract';
import { maxAddresses } from '#core/customer';
import { isSameAddress } from '#core/normalised';
import type { Customer } from '../accounts/sessions.ts';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { bySession, responses } from '../openapi/route-schema.ts';
import { areChained } from './regions.ts';

const listing = {
  operationId: 'listAddresses',
  tags: ['Addresses'],
  summary: 'Lists the saved addresses.',
  description: 'The oldest is the first.',
  security: bySession,
  response: responses({ 200: { description: 'A plain list.', schema: v.array(Address) } }),
} as const;

const saving = {
  operationId: 'saveAddress',
  tags: ['Addresses'],
  summary: 'Saves an address.',
  description: 'Its four regions must lie in one another. One that is saved already is not saved twice.',
  security: bySession,
  body: NewAddress,
  response: responses({ 201: { description: 'The address.', schema: Address } }),
  errors: ['unknown_region', 'too_many_addresses'],
} as const;

/** `GET` and `POST /delivery-address`. To be registered where every request has a customer. */
export function addressRoutes(app: App, { database, now }: { database: Database; now: () => number }) {
  app.get('/delivery-address', { schema: listing }, async (request): Promise<Address[]> => {
    const rows = await addressesOf(database, request.customer).orderBy('id').execute();
    return rows.map(addressFrom);
  });

  app.post('/delivery-address', { schema: saving }, async (request, reply) => {
    const { fullName, phoneNumber, fullStreet, provinsi, kabupaten, kecamatan, kelurahan } = request.body;
    if (!(await areChained(database, [provinsi, kabupaten, kecamatan, kelurahan])))
      throw new ApiError('unknown_region');
    await database.transaction().execute(async (transaction) => {
      // Writing the customer's row locks it, so that the same address, sent twice at once, is stored once.
      await transaction
        .updateTable('customers')
        .set((row) => ({ full_name: row.ref('full_name') }))
        .where('id', '=', request.customer.id)
        .execute();
      const saved = (await addressesOf(transaction, request.customer).execute()).map(addressFrom);
      // An address that is stored already is a request that came twice, not another address.
      if (saved.some((address) => isSameAddress(address, request.body))) return;
      if (saved.length >= maxAddresses) throw new ApiError('too_many_addresses');
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

const addressFrom = (row: Omit<Tables['addresses'], 'id'>): Address => ({
  fullName: row.full_name,
  phoneNumber: row.phone_number,
  fullStreet: row.full_street,
  provinsi: row.provinsi,
  kabupaten: row.kabupaten,
  kecamatan: row.kecamatan,
  kelurahan: row.kelurahan,
});
