/**
 * The one cart: every change of it on this device, and its way to the server (decisions C1 to C4 and C7).
 *
 * It is one replaceable slot, never a queue: only the newest state is sent, by one sender at a time. What stays unsent
 * stays pending, and `syncCart` may be called again at any moment.
 */
import * as v from 'valibot';
import { countOf, merge, type Quantities, quantitiesOf, sameQuantities } from '#core/cart';
import { Cart, CartAnswer, customerOf, Session } from '#core/contract';
import { answerOf, getCart, meetHost, putCart, statusOf } from './api.ts';
import { alone, randomId } from './platform.ts';
import { change, read } from './store.ts';

const CartSync = v.object({
  /** Whose cart this device holds. */
  customer: v.string(),
  clientId: v.string(),
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Carts on their way whose arrival is unknown: the server names the last one it took. */
  sent: v.array(v.object({ seq: v.number(), quantities: v.record(v.string(), v.number()) })),
  /** What the server was last known to hold; absent before the first answer for this customer. */
  base: v.optional(v.record(v.string(), v.number())),
  etag: v.nullable(v.string()),
  /** A cart that the server will not take as it is; sending it again cannot help. */
  refused: v.optional(v.record(v.string(), v.number())),
});
type CartSync = v.InferOutput<typeof CartSync>;

export const cartKeys = { cart: Cart, counter: v.number(), 'cart-sync': CartSync };

/** Nothing of any customer's cart stays. */
export const noCart = { cart: undefined, counter: undefined, 'cart-sync': undefined };

/** 'counter' is written only here, with 'cart', so the two cannot disagree (decision C7). */
const withCounter = (cart: Cart) => ({ cart, counter: countOf(cart) });

/** Runs a transition on the stored cart and resolves with the cart that is now on the disk. Rejects with `StorageFailed`. */
export const changeCart = async (transition: (cart: Cart) => Cart): Promise<Cart> =>
  (await change(cartKeys, ({ cart }) => withCounter(transition(cart ?? [])))).cart ?? [];

/** Whether this device holds changes that the server is not known to have. Rejects with `StorageFailed`. */
export async function cartWaits(): Promise<boolean> {
  const { cart = [], 'cart-sync': sync } = await read(cartKeys);
  return !sameQuantities(quantitiesOf(cart), sync?.base ?? {});
}

export type SyncOutcome =
  /** The server holds this cart. */
  | { state: 'synced' }
  /** Another device had changed it: this is both together. */
  | { state: 'merged'; cart: Cart }
  /** Nobody is logged in, or the token ended; it waits for the same customer. */
  | { state: 'needs_login' }
  /** No answer or the server's own trouble: try again later. */
  | { state: 'pending' }
  /** The server refused it as it is. */
  | { state: 'refused' };

/**
 * Brings the stored cart and the server's together. `refresh` reads the server's cart even when nothing waits here;
 * `always` sends even what was sent before (the specification's moment after a login). Never rejects.
 */
export async function syncCart(options: { refresh?: boolean; always?: boolean } = {}): Promise<SyncOutcome> {
  try {
    return await alone('kedai-cart', () => syncOnce(options));
  } catch (failure) {
    const status = statusOf(failure);
    console.warn('The cart did not reach the server', failure);
    if (status === 401) return { state: 'needs_login' };
    if (status === undefined || status >= 500 || status === 408 || status === 429) return { state: 'pending' };
    await change(cartKeys, ({ cart, 'cart-sync': sync }) => ({
      ...(sync && { 'cart-sync': { ...sync, refused: quantitiesOf(cart ?? []) } }),
    })).catch(() => undefined);
    return { state: 'refused' };
  }
}

async function syncOnce({ refresh = false, always = false }): Promise<SyncOutcome> {
  const { auth: session } = await read({ auth: Session });
  if (!session) return { state: 'needs_login' };
  const customer = customerOf(session);
  const { cart = [], 'cart-sync': stored } = await change(cartKeys, ({ 'cart-sync': sync }) => ({
    'cart-sync': sync?.customer === customer ? sync : newSync(customer),
  }));
  const sync = stored ?? newSync(customer);
  const waits =
    !sameQuantities(quantitiesOf(cart), sync.base ?? {}) &&
    !(sync.refused && sameQuantities(quantitiesOf(cart), sync.refused));

  if (!(await meetHost())) {
    // An empty cart that was never edited would wipe the saved one (decision C4).
    if (!waits && !(always && cart.length > 0)) return { state: 'synced' };
    await putCart(session.token, cart);
    await noteBase(customer, quantitiesOf(cart), null);
    return { state: 'synced' };
  }

  let merged: Cart | undefined;
  if (refresh || sync.base === undefined) {
    merged = await adopt(customer, await getCart(session.token, sync.clientId));
  } else if (!waits) {
    return { state: 'synced' };
  }
  // Each round sends the newest cart; a foreign revision is merged and sent again.
  for (let round = 0; round < 5; round++) {
    const next = await nextSending(customer);
    if (!next) break;
    try {
      const { answer, etag } = await putCart(session.token, next.cart, next.revision);
      if (answer?.applied === false) merged = (await adopt(customer, { answer, etag })) ?? merged;
      else await noteBase(customer, quantitiesOf(next.cart), etag);
    } catch (failure) {
      const current = statusOf(failure) === 412 ? answerOf(failure, CartAnswer) : undefined;
      if (!current) throw failure;
      merged = (await adopt(customer, current)) ?? merged;
    }
  }
  return merged ? { state: 'merged', cart: merged } : { state: 'synced' };
}

const newSync = (customer: string): CartSync => ({
  customer,
  clientId: randomId(),
  seq: 0,
  sent: [],
  etag: null,
});

/**
 * Takes the server's cart in: per product `remote + (local − base)`, where the base is the last cart of this device that
 * the server took, even if its answer was lost. Resolves with the merged cart when it differs from what was here.
 */
async function adopt(
  customer: string,
  { answer, etag }: { answer: CartAnswer; etag: string | null },
): Promise<Cart | undefined> {
  let differs = false;
  const { cart } = await change(cartKeys, ({ cart: local = [], 'cart-sync': sync }) => {
    if (sync?.customer !== customer) return {};
    const taken = sync.sent.find(({ seq }) => seq === answer.seq)?.quantities;
    const merged = merge(taken ?? sync.base ?? {}, local, answer.items);
    differs = !sameQuantities(quantitiesOf(merged), quantitiesOf(local));
    const sent = sync.sent.filter(({ seq }) => seq > (answer.seq ?? 0));
    return { ...withCounter(merged), 'cart-sync': { ...sync, sent, base: quantitiesOf(answer.items), etag } };
  });
  return differs ? cart : undefined;
}

/** The newest cart with a sequence of its own, when the server does not hold it yet. */
async function nextSending(customer: string) {
  let waits = false;
  const { cart = [], 'cart-sync': sync } = await change(cartKeys, ({ cart = [], 'cart-sync': sync }) => {
    const quantities = quantitiesOf(cart);
    waits =
      sync?.customer === customer &&
      !sameQuantities(quantities, sync.base ?? {}) &&
      !(sync.refused && sameQuantities(quantities, sync.refused));
    if (!waits || !sync) return {};
    const seq = sync.seq + 1;
    return { 'cart-sync': { ...sync, seq, sent: [...sync.sent, { seq, quantities }].slice(-50) } };
  });
  return waits && sync ? { cart, revision: { clientId: sync.clientId, seq: sync.seq, etag: sync.etag } } : undefined;
}

const noteBase = (customer: string, base: Quantities, etag: string | null) =>
  change(cartKeys, ({ 'cart-sync': sync }) =>
    sync?.customer === customer ? { 'cart-sync': { ...sync, base, etag, sent: [], refused: undefined } } : {},
  );
