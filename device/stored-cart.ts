import * as v from 'valibot';
import { countOf, type Quantities, quantitiesOf, sameQuantities, toBeOrdered } from '#core/cart';
import { Cart, customerOf, Session } from '#core/contract';
import { change, read } from './store.ts';

/** Not `v.record`, which drops keys that an object's prototype has. */
const StoredQuantities = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === 'object' && value !== null && Object.values(value).every(Number.isInteger)),
  v.transform((value) => value as Quantities),
);

const CartSync = v.object({
  customer: v.string(),
  clientId: v.string(),
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Carts that may have arrived: the server names the last one it accepted. */
  sent: v.array(v.object({ seq: v.number(), quantities: StoredQuantities })),
  /** The server's last known cart; absent before the first response for this customer. */
  base: v.optional(StoredQuantities),
  etag: v.nullable(v.string()),
  /** Refused by the server; sending it again cannot help. */
  refused: v.optional(StoredQuantities),
});
export type CartSync = v.InferOutput<typeof CartSync>;

/** The order contains everything in the cart; its number is empty where the host gives no number (decision C5). */
export const OrderedCart = v.object({ customer: v.string(), order: v.string(), quantities: StoredQuantities });
export type OrderedCart = v.InferOutput<typeof OrderedCart>;

/** The counter is decision C7. */
export const cartKeys = { cart: Cart, counter: v.number(), ordered: OrderedCart, 'cart-sync': CartSync };

export const noCart = { cart: undefined, counter: undefined, ordered: undefined, 'cart-sync': undefined };

/** 'counter' and 'ordered' are written only here, with 'cart', so they cannot disagree with it (decisions C5 and C7). */
export const withCounter = (cart: Cart, ordered?: OrderedCart) => ({ cart, counter: countOf(cart), ordered });

export const ofCustomer = <Owned extends { customer: string }>(value: Owned | null | undefined, customer: string) =>
  value?.customer === customer ? value : undefined;

export interface TakenOut {
  order: string;
  lines: Cart;
}

export function split(cart: Cart, ordered: OrderedCart | undefined) {
  const rest = toBeOrdered(cart, ordered?.quantities);
  const takenOut: TakenOut | undefined =
    ordered && rest !== cart ? { order: ordered.order, lines: toBeOrdered(cart, quantitiesOf(rest)) } : undefined;
  return { rest, takenOut };
}

/** A cart with nothing else in it stays and is marked; from one with additions the order's lines are taken out (decision C5). */
export function afterAcceptance(cart: Cart, accepted: OrderedCart) {
  const { rest, takenOut } = split(cart, accepted);
  if (!takenOut) return {};
  return rest.length > 0 ? withCounter(rest) : withCounter(cart, accepted);
}

/**
 * Resolves with the cart that is on the disk. Changes nothing if the customer has logged out, or another one has logged in. Rejects also where the
 * session is neither stored nor ended: no room for it, or storage was cleared. `adds`: a cart that was ordered is done, so the addition begins a new
 * one (decision C5); `takenOut`: what it was.
 */
export async function changeCart(
  transition: (cart: Cart) => Cart,
  session?: Session | null,
  adds = false,
): Promise<{ cart: Cart; takenOut: TakenOut | undefined }> {
  const schemas = { ...cartKeys, auth: Session, revocations: v.array(v.string()) };
  let takenOut: TakenOut | undefined;
  const { cart = [] } = await change(schemas, ({ cart = [], ordered, auth, revocations }) => {
    if (!auth && session && !revocations?.includes(session.token)) throw new Error('Unknown session');
    if (!auth || (session && customerOf(auth) !== customerOf(session))) return {};
    const mark = ofCustomer(ordered, customerOf(auth));
    const parts = adds ? split(cart, mark) : { rest: cart, takenOut: undefined };
    takenOut = parts.takenOut;
    const next = transition(parts.rest);
    return withCounter(next, !adds && sameQuantities(quantitiesOf(next), quantitiesOf(cart)) ? mark : undefined);
  });
  return { cart, takenOut };
}

/** The shop has cancelled the order, or does not know it (fault F44). */
export const endOrdered = (order: string) =>
  change({ ordered: OrderedCart }, ({ ordered }) => (ordered?.order === order ? { ordered: undefined } : {}));

/** True also while a cart that was sent may still arrive. */
export const differs = (quantities: Quantities, sync?: CartSync) =>
  !sameQuantities(quantities, sync?.base ?? {}) || (sync !== undefined && sync.sent.length > 0);

export async function isCartPending(): Promise<boolean> {
  const { cart = [], 'cart-sync': sync } = await read(cartKeys);
  return differs(quantitiesOf(cart), sync);
}
