/** The customer's cart, with revisions and per-device sequences (decision C3). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cart, type CartAnswer, CartUpload } from '#core/contract';
import { compiledQuery } from '../database/compiled-query.ts';
import { type Database, type DatabaseTransaction, isPostgres } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** How many devices of a customer are remembered; the one that was silent longest is forgotten first. */
const maxClients = 20;

/** A cart as stored. */
type Line = CartUpload['items'][number];

/** Registered where every request has a customer. */
export function cartRoutes(
  app: App,
  { database, menu, now }: { database: Database; menu: MenuCache; now: () => number },
) {
  app.get('/carts', async (request, reply): Promise<CartAnswer> => {
    const device = clientIdOf(request) ?? '';
    // Cart and sequence are read in one statement, so that no write can come between them.
    const row = await database
      .selectFrom('carts')
      .leftJoin('cart_clients', (join) =>
        join.onRef('cart_clients.customer_id', '=', 'carts.customer_id').on('client_id', '=', device),
      )
      .select(['items', 'revision', 'seq'])
      .where('carts.customer_id', '=', request.customer.id)
      .executeTakeFirst();
    withRevision(reply, row?.revision ?? 0);
    const items = enriched(linesOf(row?.items ?? '[]'), await menu.current());
    return { items, ...(typeof row?.seq === 'number' && { seq: row.seq }) };
  });

  app.put('/carts', { schema: { body: CartUpload } }, async (request, reply) => {
    const { items } = request.body;
    const device = deviceOf(request);
    const expected = expectedRevisions(request);
    if (new Set(items.map(({ _id }) => _id)).size !== items.length) throw new ApiError('duplicate_line');
    let today = await menu.current();
    if (!items.every(({ _id }) => today.product(_id))) today = await menu.latest();
    if (!items.every(({ _id }) => today.product(_id))) throw new ApiError('unknown_product');

    const outcome = await database.transaction().execute(async (transaction) => {
      const stored = await lockedCart(transaction, request.customer.id, now());
      const seq = device && (await takenSeq(transaction, request.customer.id, device.id));
      const current = { lines: linesOf(stored.items), revision: stored.revision, seq };
      if (device && seq !== undefined && device.seq <= seq) return { ...current, applied: false };
      if (expected && !expected(stored.revision)) return { ...current, applied: undefined };

      const revision = stored.revision + 1;
      await writeCart(transaction, {
        customer_id: request.customer.id,
        items: JSON.stringify(items),
        revision,
        updated_at: new Date(now()).toISOString(),
      });
      if (device) await rememberDevice(transaction, request.customer.id, device, now());
      return { lines: items, revision, seq: device?.seq, applied: true };
    });

    withRevision(reply, outcome.revision);
    const cart = { items: enriched(outcome.lines, today), ...(outcome.seq !== undefined && { seq: outcome.seq }) };
    if (outcome.applied === undefined) return reply.code(412).send({ ...new ApiError('cart_changed').body, ...cart });
    return reply.send({ ...cart, applied: outcome.applied } satisfies CartAnswer);
  });
}

const withRevision = (reply: FastifyReply, revision: number) => reply.header('etag', `"${revision}"`);

const linesOf = (json: string): Line[] => JSON.parse(json);

/** The lines with the menu's facts about each product; a product that is gone stays, as not available. */
const enriched = (lines: readonly Line[], menu: MenuSnapshot): Cart =>
  lines.flatMap(({ _id, qty }) => {
    const product = menu.product(_id);
    return product ? [{ ...product, qty }] : [];
  });

const heldCart = compiledQuery((database, { customer }: { customer: string }) =>
  database
    .selectFrom('carts')
    .select(['items', 'revision'])
    .where('customer_id', '=', customer)
    // SQLite needs no row lock: a transaction that may write is alone from its beginning.
    .$if(isPostgres(database), (query) => query.forUpdate()),
);

const writeCart = compiledQuery((database, { customer_id, ...row }: Tables['carts']) =>
  database.updateTable('carts').set(row).where('customer_id', '=', customer_id),
);

/** The customer's cart row, made when it is not there, and held until the transaction ends. */
async function lockedCart(transaction: DatabaseTransaction, customer: string, now: number) {
  const known = (await heldCart(transaction, { customer })).rows[0];
  if (known) return known;
  await transaction
    .insertInto('carts')
    .values({ customer_id: customer, items: '[]', revision: 0, updated_at: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [made] = (await heldCart(transaction, { customer })).rows;
  if (!made) throw new Error('A cart that was made just now is not there.');
  return made;
}

interface Device {
  id: string;
  seq: number;
}

/** `X-Client-Id` with `X-Client-Seq`, both or neither; a plain client sends neither and the last write wins. */
function deviceOf({ headers }: FastifyRequest): Device | undefined {
  const id = clientIdOf({ headers });
  const seq = headers['x-client-seq'];
  if (id === undefined && seq === undefined) return undefined;
  const number = Number(seq);
  if (id === undefined) throw new ApiError('invalid_header', headerFault('X-Client-Id'));
  if (typeof seq !== 'string' || !/^\d{1,16}$/.test(seq) || !Number.isSafeInteger(number)) {
    throw new ApiError('invalid_header', headerFault('X-Client-Seq'));
  }
  return { id, seq: number };
}

function clientIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers['x-client-id'];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) {
    throw new ApiError('invalid_header', headerFault('X-Client-Id'));
  }
  return id;
}

const headerFault = (name: string) => ({ message: `The header ${name} does not fit.` });

/**
 * What `If-Match` allows (RFC 9110 §13.1.1): any revision for `*`, else those listed. A weak tag is well formed and never
 * matches. Throws `invalid_header` for anything else; no header allows everything.
 */
function expectedRevisions({ headers }: FastifyRequest): ((revision: number) => boolean) | undefined {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(W\/)?"[\x21\x23-\x7e]*"$/.test(tag))) {
    throw new ApiError('invalid_header', headerFault('If-Match'));
  }
  return (revision) => tags.includes(`"${revision}"`);
}

/** The last sequence taken of a device; undefined when none was, or it was silent for long. */
const takenSeq = async (database: DatabaseTransaction, customer: string, id: string) =>
  (
    await database
      .selectFrom('cart_clients')
      .select('seq')
      .where('customer_id', '=', customer)
      .where('client_id', '=', id)
      .executeTakeFirst()
  )?.seq;

async function rememberDevice(transaction: DatabaseTransaction, customer: string, { id, seq }: Device, now: number) {
  await transaction
    .insertInto('cart_clients')
    .values({ customer_id: customer, client_id: id, seq, updated_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'client_id']).doUpdateSet({ seq, updated_at: now }))
    .execute();
  await transaction
    .deleteFrom('cart_clients')
    .where('customer_id', '=', customer)
    .where('client_id', '!=', id)
    .where('client_id', 'not in', (clients) =>
      clients
        .selectFrom('cart_clients')
        .select('client_id')
        .where('customer_id', '=', customer)
        .where('client_id', '!=', id)
        .orderBy('updated_at', 'desc')
        .limit(maxClients - 1),
    )
    .execute();
}
