/** The customer's cart (specification §7), and how several devices share it (decision C3). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cart, type CartAnswer, CartUpload } from '#core/contract';
import { type CartLine, CartStore, type Device } from '../carts/cart-store.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** `GET` and `PUT /carts`. To be registered where every request has a customer. */
export function cartRoutes(
  app: App,
  { database, menu, now }: { database: Database; menu: MenuCache; now: () => number },
) {
  const store = new CartStore(database, now);

  app.get('/carts', async (request, reply): Promise<CartAnswer> => {
    const { lines, revision, seq } = await store.read(request.customer, clientIdOf(request));
    withRevision(reply, revision);
    return { items: enriched(lines, await menu.current()), ...(seq !== undefined && { seq }) };
  });

  app.put('/carts', { schema: { body: CartUpload } }, async (request, reply) => {
    const { items: uploaded } = request.body;
    const device = deviceOf(request);
    const isExpected = expectedRevisions(request);
    if (new Set(uploaded.map(({ _id }) => _id)).size !== uploaded.length) throw new ApiError('duplicate_line');
    let today = await menu.current();
    if (!uploaded.every(({ _id }) => today.product(_id))) today = await menu.latest();
    if (!uploaded.every(({ _id }) => today.product(_id))) throw new ApiError('unknown_product');

    const { lines, revision, seq, outcome } = await store.replace(request.customer, {
      lines: uploaded,
      device,
      isExpected,
    });
    withRevision(reply, revision);
    const cart = { items: enriched(lines, today), ...(seq !== undefined && { seq }) };
    if (outcome === 'changed') return reply.code(412).send({ ...new ApiError('cart_changed').body, ...cart });
    return reply.send({ ...cart, applied: outcome === 'replaced' } satisfies CartAnswer);
  });
}

const withRevision = (reply: FastifyReply, revision: number) => reply.header('etag', `"${revision}"`);

/** The lines with the menu's facts about each product; a product that is gone stays, as not available. */
const enriched = (lines: readonly CartLine[], menu: MenuSnapshot): Cart =>
  lines.flatMap(({ _id, qty }) => {
    const product = menu.product(_id);
    return product ? [{ ...product, qty }] : [];
  });

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
