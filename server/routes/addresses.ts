/** A customer's saved addresses (specification §7, decision F5). */
import type { ExpressionBuilder } from 'kysely';
import * as v from 'valibot';
import { isSameAddress } from '#core/address';
import { maxAddresses, NewAddress, SavedAddress } from '#core/contract';
import { lockCustomer } from '../accounts/customers.ts';
import type { Customer } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { IdPath, noContent, numberOf } from '../openapi/route-schema.ts';
import { requireChained } from '../region-chain.ts';

const listing = {
  operationId: 'listAddresses',
  summary: 'Lists the saved addresses, the oldest first.',
  response: { 200: v.array(SavedAddress) },
};

const saving = {
  operationId: 'saveAddress',
  summary: 'Saves an address.',
  description: 'Its four regions must lie in one another. One that is saved already is not saved twice.',
  body: NewAddress,
  response: { 201: SavedAddress },
  errors: ['unknown_region', 'too_many_addresses'],
} as const;

const ChangeQuery = v.object({
  age: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/),
      // A phone's clock may have been at 1970.
      v.transform((digits) => Math.min(Number(digits), 999_999_999_999)),
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description('How long ago the customer made this change, in ms; else it is now. A later edit stays as it is.'),
    ),
  ),
});

const editing = {
  operationId: 'editAddress',
  summary: 'Replaces a saved address.',
  params: IdPath,
  querystring: ChangeQuery,
  body: NewAddress,
  response: { 200: SavedAddress },
  errors: ['unknown_region', 'not_found'],
} as const;

const deleting = {
  operationId: 'deleteAddress',
  summary: 'Deletes a saved address, unless it was edited later.',
  description: 'One that does not exist counts as deleted. Orders keep theirs.',
  params: IdPath,
  querystring: ChangeQuery,
  response: noContent,
};

/** `/delivery-address` and one of them. To be registered where every request has a customer. */
export function addressRoutes(app: App, { database, now }: Context) {
  app.get('/delivery-address', { schema: listing }, async (request): Promise<SavedAddress[]> => {
    const rows = await addressesOf(database, request.customer).orderBy('id').execute();
    return rows.map(addressFrom);
  });

  app.post('/delivery-address', { schema: saving }, async (request): Promise<SavedAddress> => {
    await requireChained(database, request.body);
    const _id = await database.transaction().execute(async (transaction) => {
      // The same address, sent twice at once, is stored once.
      await lockCustomer(transaction, request.customer.id);
      const saved = (await addressesOf(transaction, request.customer).execute()).map(addressFrom);
      // An address that is stored already is a request that came twice, not another address.
      const same = saved.find((address) => isSameAddress(address, request.body));
      if (same) return same._id;
      if (saved.length >= maxAddresses) throw new ApiError('too_many_addresses');
      const { id } = await transaction
        .insertInto('addresses')
        .values({
          ...columnsOf(request.body),
          customer_id: request.customer.id,
          created_at: new Date(now()).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(id);
    });
    return { ...request.body, _id };
  });

  app.put('/delivery-address/:id', { schema: editing }, async (request): Promise<SavedAddress> => {
    const { customer, body, params, query } = request;
    const id = numberOf(params.id);
    await requireChained(database, body);
    const moment = now();
    const at = moment - (query.age ?? 0);
    await database
      .updateTable('addresses')
      .set({ ...columnsOf(body), edited_at: at })
      .where('id', '=', id)
      .where('customer_id', '=', customer.id)
      .where(notEditedAfter(at, moment))
      .execute();
    const row = await addressesOf(database, customer).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ApiError('not_found');
    return addressFrom(row);
  });

  app.delete('/delivery-address/:id', { schema: deleting }, async (request) => {
    const moment = now();
    await database
      .deleteFrom('addresses')
      .where('id', '=', numberOf(request.params.id))
      .where('customer_id', '=', request.customer.id)
      .where(notEditedAfter(moment - (request.query.age ?? 0), moment))
      .execute();
  });
}

/**
 * Whether a row was not edited between `at` and now, in ms (decision F5: of two edits the later wins). An edit of a moment that is
 * still to come was noted by a wrong clock, and holds up no other.
 */
const notEditedAfter = (at: number, now: number) => (row: ExpressionBuilder<Tables, 'addresses'>) =>
  row.or([row('edited_at', 'is', null), row('edited_at', '<=', at), row('edited_at', '>', now)]);

const addressesOf = (database: Database, customer: Customer) =>
  database
    .selectFrom('addresses')
    .select(['id', 'full_name as fullName', 'phone_number as phoneNumber', 'full_street as fullStreet'])
    .select(['provinsi', 'kabupaten', 'kecamatan', 'kelurahan'])
    .where('customer_id', '=', customer.id);

const columnsOf = ({ fullName, phoneNumber, fullStreet, ...regions }: NewAddress) => ({
  ...{ full_name: fullName, phone_number: phoneNumber, full_street: fullStreet },
  ...regions,
});

const addressFrom = ({ id, ...address }: NewAddress & { id: number }): SavedAddress => ({
  ...address,
  _id: String(id),
});
