/** The customer's cart (specification §7), and how several devices share it (decision C3). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { withoutOptions } from '#core/cart';
import { type Cart, CartAnswer, CartUpload } from '#core/contract';
import { keyOfLine } from '#core/line';
import { chosenOf } from '#core/options';
import { type CartLine, type Device, readCart, replaceCart, type StoredCart } from '../carts/cart-store.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { ClientId, clientIdOf, headerError, headerOf } from '../http/request-headers.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

const ClientSeq = v.pipe(
  v.string(),
  v.regex(/^\d{1,16}$/),
  v.transform(Number),
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.description("Counts this device's uploads up; goes with `X-Client-Id`, and neither without the other."),
);

/** `*`, or entity tags. A weak one is well formed and never matches (RFC 9110 §13.1.1). */
const IfMatch = v.pipe(
  v.string(),
  v.regex(/^(\*|(W\/)?"[!#-+\--~]*"(\s*,\s*(W\/)?"[!#-+\--~]*")*)$/),
  v.description('The revision this cart was made from.'),
);

const reading = {
  operationId: 'getCart',
  summary: 'Reads the saved cart.',
  description:
    "Every product has today's facts, and the ETag is the cart's revision. With `X-Client-Id` the device's last sequence is named, too.",
  parameters: { header: v.object({ 'X-Client-Id': v.optional(ClientId) }) },
  response: { 200: CartAnswer },
};

const replacing = {
  operationId: 'replaceCart',
  summary: 'Replaces the saved cart.',
  description:
    'Without the headers the last write wins. `applied: false` says that a later upload of this device was there first; the current cart is beside `cart_changed`.',
  parameters: {
    header: v.object({
      'If-Match': v.optional(IfMatch),
      'X-Client-Id': v.optional(ClientId),
      'X-Client-Seq': v.optional(ClientSeq),
    }),
  },
  'x-dependentRequired': { 'X-Client-Id': ['X-Client-Seq'], 'X-Client-Seq': ['X-Client-Id'] },
  body: CartUpload,
  response: { 200: CartAnswer } as Record<number, v.GenericSchema>,
  errors: ['cart_changed', 'duplicate_line', 'impossible_choices', 'unknown_product'],
} as const;

/** `GET` and `PUT /carts`. To be registered where every request has a customer. */
export function cartRoutes(app: App, context: Pick<Context, 'database' | 'menu' | 'now'>) {
  const { database, menu } = context;
  /** A line whose product another process has just put on the menu must not be missing. */
  const menuFor = async (lines: readonly CartLine[]) => {
    const current = await menu.current();
    return lines.every(({ _id }) => current.product(_id)) ? current : menu.latest();
  };

  async function answerOf(reply: FastifyReply, { lines, revision, seq }: StoredCart) {
    reply.header('etag', `"${revision}"`);
    return { ...enriched(lines, await menuFor(lines)), ...(seq !== undefined && { seq }) };
  }

  app.get('/carts', { schema: reading }, async (request, reply): Promise<CartAnswer> => {
    return answerOf(reply, await readCart(database, request.customer, clientIdOf(request)));
  });

  app.put('/carts', { schema: replacing }, async (request, reply) => {
    const uploaded = request.body.lines ?? request.body.items;
    const device = deviceOf(request);
    const isExpected = expectedRevisions(request);
    if (new Set(uploaded.map(keyOfLine)).size !== uploaded.length) throw new ApiError('duplicate_line');
    for (const { choices = [] } of request.body.lines ?? [])
      if (new Set(choices.map(({ _id }) => _id)).size !== choices.length) throw new ApiError('impossible_choices');
    const today = await menuFor(uploaded);
    if (!uploaded.every(({ _id }) => today.product(_id))) throw new ApiError('unknown_product');

    const upload = { cart: request.body, device, isExpected };
    const { outcome, ...stored } = await replaceCart(context, request.customer, upload);
    const cart = await answerOf(reply, stored);
    if (outcome === 'changed') return reply.code(412).send({ ...new ApiError('cart_changed').body, ...cart });
    return reply.send({ ...cart, applied: outcome === 'replaced' } satisfies CartAnswer);
  });
}

function enriched(lines: readonly CartLine[], menu: MenuSnapshot): Pick<CartAnswer, 'items' | 'lines'> {
  const cart: Cart = lines.flatMap(({ _id, ...line }) => {
    const product = menu.product(_id);
    if (!product) return [];
    const { option_groups, ...facts } = product;
    const groups = menu.options.get(_id) ?? [];
    // What is gone stays as it was called.
    const choices = line.choices?.map((choice) => chosenOf(groups, [choice._id])[0] ?? choice);
    return [{ ...facts, ...line, ...(choices && { choices }) }];
  });
  const isChosen = cart.some((item) => keyOfLine(item) !== item._id);
  return { items: withoutOptions(cart), ...(isChosen && { lines: cart }) };
}

/** `X-Client-Id` with `X-Client-Seq`, both or neither; a plain client sends neither and the last write wins. */
function deviceOf(request: FastifyRequest): Device | undefined {
  const id = clientIdOf(request);
  const seq = headerOf(request, 'X-Client-Seq', ClientSeq);
  if (id === undefined && seq === undefined) return undefined;
  if (id === undefined) throw headerError('X-Client-Id');
  if (seq === undefined) throw headerError('X-Client-Seq');
  return { id, seq };
}

/** What `If-Match` allows: any revision for `*`, else those listed. Throws `invalid_header` for anything else; no header allows everything. */
function expectedRevisions(request: FastifyRequest): ((revision: number) => boolean) | undefined {
  const header = headerOf(request, 'If-Match', IfMatch);
  if (header === undefined || header === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  return (revision) => tags.includes(`"${revision}"`);
}
