/**
 * Changes the stored cart and syncs it with the server (decisions C1 to C4 and C7).
 *
 * There is no queue: only the newest cart is sent, by one sender at a time. An unsent cart stays pending, and `syncCart`
 * may be called again at any moment.
 */
import * as v from 'valibot';
import { countOf } from '#core/cart';
import { Cart, CartAnswer, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { merge, type Quantities, quantitiesOf, sameQuantities, toBeOrdered } from '#core/merged-cart';
import { detectCapabilities, getCart, putCart } from './api.ts';
import { answerOf, refusalOf, statusOf } from './failures.ts';
import { sessionHasEnded } from './outcome.ts';
import { randomId, withLock } from './platform.ts';
import { change, read } from './store.ts';

/** Not `v.record`, which drops keys that an object's prototype has. */
const StoredQuantities = v.pipe(
  v.unknown(),
  v.check((value) => typeof value === 'object' && value !== null && Object.values(value).every(Number.isInteger)),
  v.transform((value) => value as Quantities),
);

const CartSync = v.object({
  /** The customer whose cart is stored on this device. */
  customer: v.string(),
  clientId: v.string(),
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Carts that were sent, and may have arrived or not: the server names the last one it accepted. */
  sent: v.array(v.object({ seq: v.number(), quantities: StoredQuantities })),
  /** The last known cart of the server; absent before the first response for this customer. */
  base: v.optional(StoredQuantities),
  etag: v.nullable(v.string()),
  /** A cart that the server refused; sending it again cannot help. */
  refused: v.optional(StoredQuantities),
});
type CartSync = v.InferOutput<typeof CartSync>;

/** The accepted order that contains everything in the cart, by its number (empty where the host gives none; decision C5). */
export const OrderedCart = v.object({ customer: v.string(), order: v.string(), quantities: StoredQuantities });
export type OrderedCart = v.InferOutput<typeof OrderedCart>;

/** The keys of the cart, its counter (decision C7), the order it went into, and what is known about the server's cart. */
export const cartKeys = { cart: Cart, counter: v.number(), ordered: OrderedCart, 'cart-sync': CartSync };

/** Deletes the cart and everything about it, in a `change`. */
export const noCart = { cart: undefined, counter: undefined, ordered: undefined, 'cart-sync': undefined };

/** 'counter' and 'ordered' are written only here, with 'cart', so they cannot disagree with it (decisions C5 and C7). */
const withCounter = (cart: Cart, ordered?: OrderedCart) => ({ cart, counter: countOf(cart), ordered });

const ofCustomer = (ordered: OrderedCart | undefined, customer: string) =>
  ordered?.customer === customer ? ordered : undefined;

/** The lines that were taken out of a cart, because an accepted order contains them. */
export interface TakenOut {
  order: string;
  lines: Cart;
}

/** What of a cart is still to be ordered, and what an order contains. */
function split(cart: Cart, ordered: OrderedCart | undefined) {
  const rest = toBeOrdered(cart, ordered?.quantities);
  const taken: TakenOut | undefined =
    ordered && rest !== cart ? { order: ordered.order, lines: toBeOrdered(cart, quantitiesOf(rest)) } : undefined;
  return { rest, taken };
}

/**
 * The writes (for `change`) when the shop has accepted the order that was made of the cart last: a cart that has nothing else
 * stays and is marked; from one that the customer has added to since, the order's lines are taken out (decision C5).
 */
export function afterAcceptance(cart: Cart, accepted: OrderedCart) {
  const { rest, taken } = split(cart, accepted);
  if (!taken) return {};
  return rest.length > 0 ? withCounter(rest) : withCounter(cart, accepted);
}

/**
 * Runs a transition on the stored cart and resolves with the cart that is now on the disk. A tap changes nothing if its
 * customer has logged out, or another one has logged in. Rejects with `StorageFailed`, and with an error where the
 * session is neither stored nor ended: the device had no room for it, or its storage was cleared.
 */
export const changeCart = (transition: (cart: Cart) => Cart, session?: Session | null): Promise<Cart> =>
  changeStored(session, ({ cart, ordered }) => {
    const next = transition(cart);
    return withCounter(next, sameQuantities(quantitiesOf(next), quantitiesOf(cart)) ? ordered : undefined);
  });

/**
 * The same for a transition that adds something: a cart that was ordered is done, so the addition begins a new one
 * (decision C5). Resolves with the cart, and with what was taken out of it.
 */
export async function addToCart(
  transition: (cart: Cart) => Cart,
  session?: Session | null,
): Promise<{ cart: Cart; taken: TakenOut | undefined }> {
  let taken: TakenOut | undefined;
  const cart = await changeStored(session, (stored) => {
    const parts = split(stored.cart, stored.ordered);
    taken = parts.taken;
    return withCounter(transition(parts.rest));
  });
  return { cart, taken };
}

async function changeStored(
  session: Session | null | undefined,
  decide: (stored: { cart: Cart; ordered: OrderedCart | undefined }) => ReturnType<typeof withCounter>,
): Promise<Cart> {
  const schemas = { ...cartKeys, auth: Session, revocations: v.array(v.string()) };
  const { cart = [] } = await change(schemas, ({ cart = [], ordered, auth, revocations }) => {
    if (auth) {
      const customer = customerOf(auth);
      const isTheirs = !session || customer === customerOf(session);
      return isTheirs ? decide({ cart, ordered: ofCustomer(ordered, customer) }) : {};
    }
    if (session && !revocations?.includes(session.token)) throw new Error('Unknown session');
    return {};
  });
  return cart;
}

/** Ends the mark of an order that the shop has cancelled, or does not know (fault F44). Rejects with `StorageFailed`. */
export const endOrdered = (order: string) =>
  change({ ordered: OrderedCart }, ({ ordered }) => (ordered?.order === order ? { ordered: undefined } : {}));

/** Whether the server's cart may differ: it did when last known, or a cart that was sent may still arrive. */
const differs = (quantities: Quantities, sync?: CartSync) =>
  !sameQuantities(quantities, sync?.base ?? {}) || (sync !== undefined && sync.sent.length > 0);

/** Whether this device has changes that the server is not known to have. Rejects with `StorageFailed`. */
export async function isCartPending(): Promise<boolean> {
  const { cart = [], 'cart-sync': sync } = await read(cartKeys);
  return differs(quantitiesOf(cart), sync);
}

type SyncOutcome =
  /** The server has this cart. */
  | { state: 'synced' }
  /**
   * Another device had changed the cart: both are merged. `left` names the products that did not fit into one cart; `taken`
   * was ordered, and is not in it.
   */
  | { state: 'merged'; left: string[]; taken: TakenOut | undefined }
  /** This device had no cart and now has the server's. */
  | { state: 'loaded' }
  /** No customer is logged in, or the token has ended; the cart waits for the same customer. */
  | { state: 'needs_login' }
  /** No response, or the server failed: to be retried later. */
  | { state: 'pending' }
  /** The server refused it as it is. */
  | { state: 'refused' };

/**
 * Syncs the stored cart with the server's. `refresh` reads the server's cart even when no change is pending here.
 * `always` sends the cart to a plain host even if it was sent before (after a login, as the specification says). Never
 * rejects.
 */
export async function syncCart(options: { refresh?: boolean; always?: boolean } = {}): Promise<SyncOutcome> {
  try {
    return await withLock('kedai-cart', () => syncOnce(options));
  } catch (failure) {
    console.warn('Cart not sent', failure);
    return { state: (await sessionHasEnded(failure)) ? 'needs_login' : 'pending' };
  }
}

async function syncOnce({ refresh = false, always = false }): Promise<SyncOutcome> {
  // The cart and the token are read in one transaction, so that a login or logout in between cannot mix two customers.
  const {
    auth: session,
    cart = [],
    'cart-sync': sync,
  } = await change({ ...cartKeys, auth: Session }, ({ auth, 'cart-sync': stored }) => {
    if (!auth) return {};
    const customer = customerOf(auth);
    const mine = stored?.customer === customer ? stored : undefined;
    return {
      ...(stored && !mine && noCart),
      'cart-sync': { ...(mine ?? newSync(customer)), ...((refresh || always) && { refused: undefined }) },
    };
  });
  if (!session || !sync) return { state: 'needs_login' };
  const { clientId } = sync;
  const quantities = quantitiesOf(cart);
  if (sync.refused && sameQuantities(quantities, sync.refused)) return { state: 'refused' };
  const isPending = differs(quantities, sync);

  if (!(await detectCapabilities())) {
    // An empty cart that was never edited would delete the saved one (decision C4).
    if (!isPending && !(always && cart.length > 0)) return { state: 'synced' };
    try {
      await putCart(session.token, cart);
    } catch (failure) {
      return refusedOr(failure, clientId, quantities, true);
    }
    await noteBase(clientId, { base: quantities, etag: null });
    return { state: 'synced' };
  }

  let adopted: Adopted | undefined;
  const adoptMore = async (...args: Parameters<typeof adopt>) => {
    const more = await adopt(...args);
    if (more)
      adopted = {
        left: [...(adopted?.left ?? []), ...more.left],
        isFirst: more.isFirst && adopted?.isFirst !== false,
        taken: more.taken ?? adopted?.taken,
      };
  };
  // There is no etag before the first response, and after a host that knows no revisions.
  if (refresh || sync.etag === null) {
    await adoptMore(clientId, sync.etag, await getCart(session.token, clientId));
  } else if (!isPending) {
    return { state: 'synced' };
  }
  // Each round sends the newest cart. If another device has changed the cart, it is merged and sent in the next round.
  for (let round = 0; ; round++) {
    const next = await nextSending(clientId);
    if (!next) break;
    // Another device changes it all the time: retry later.
    if (round === 5) return { state: 'pending' };
    try {
      const { answer, etag } = await putCart(session.token, next.cart, next.revision);
      if (answer?.applied === false) await adoptMore(clientId, next.revision.etag, { answer, etag });
      else await noteBase(clientId, { base: quantitiesOf(next.cart), etag, seq: next.revision.seq });
    } catch (failure) {
      const current = statusOf(failure) === 412 ? answerOf(failure, CartAnswer) : undefined;
      if (!current) return refusedOr(failure, clientId, quantitiesOf(next.cart), false);
      await adoptMore(clientId, next.revision.etag, current);
    }
  }
  if (!adopted) return { state: 'synced' };
  const { isFirst, left, taken } = adopted;
  return isFirst ? { state: 'loaded' } : { state: 'merged', left, taken };
}

/** Records a cart that the shop itself refused; rethrows every other failure, which may be temporary. */
async function refusedOr(
  failure: unknown,
  clientId: string,
  refused: Quantities,
  plain: boolean,
): Promise<SyncOutcome> {
  const status = statusOf(failure) ?? 0;
  const final = status >= 400 && status < 500 && ![401, 408, 412, 425, 429].includes(status);
  // A gateway may refuse anything: where the host has announced itself, only its own refusal counts.
  if (!final || !(plain || refusalOf(failure))) throw failure;
  console.warn('Cart refused', failure);
  await change(cartKeys, ({ 'cart-sync': sync }) =>
    sync?.clientId === clientId ? { 'cart-sync': { ...sync, refused } } : {},
  );
  return { state: 'refused' };
}

const newSync = (customer: string): CartSync => ({
  customer,
  clientId: randomId(),
  seq: 0,
  sent: [],
  etag: null,
});

interface Adopted {
  /** Names of the products that did not fit. */
  left: string[];
  /** Whether this device had no cart to merge it with. */
  isFirst: boolean;
  taken: TakenOut | undefined;
}

/**
 * Merges the server's cart into the stored one: per product `remote + (local − base)`. The base is the last cart of this
 * device that the server accepted, even if its response was lost. `asked` is the etag that was known when the request
 * was sent: if a newer response was recorded since, this one is ignored. Resolves with undefined when the cart did not
 * change.
 */
async function adopt(
  clientId: string,
  asked: string | null,
  { answer, etag }: { answer: CartAnswer; etag: string | null },
): Promise<Adopted | undefined> {
  let adopted: Adopted | undefined;
  await change(cartKeys, ({ cart: local = [], ordered, 'cart-sync': sync }) => {
    adopted = undefined;
    if (sync?.clientId !== clientId || sync.etag !== asked) return {};
    const accepted = sync.sent.find(({ seq }) => seq === answer.seq)?.quantities;
    // An older revision means that the shop was restored from a backup (fault F44): what its cart lacks was not removed
    // by a customer.
    const isBehind = revisionOf(etag) < revisionOf(asked);
    const { cart, left } = merge(isBehind ? undefined : (accepted ?? sync.base ?? {}), local, answer.items);
    const mark = ofCustomer(ordered, sync.customer);
    // What another device has added begins a new cart, as an addition here does.
    const { rest, taken } = split(cart, mark);
    const isMarked = taken !== undefined && rest.length === 0;
    if (left.length > 0 || !sameQuantities(quantitiesOf(cart), quantitiesOf(local)))
      adopted = {
        left: left.map(({ name }) => name),
        isFirst: sync.base === undefined && local.length === 0,
        taken: isMarked ? undefined : taken,
      };
    const sent = sync.sent.filter(({ seq }) => seq > (answer.seq ?? 0));
    return {
      ...(isMarked ? withCounter(cart, mark) : withCounter(rest)),
      'cart-sync': { ...sync, sent, base: quantitiesOf(answer.items), etag },
    };
  });
  return adopted;
}

/** The number in an ETag like `"12"`; 0 without one. */
const revisionOf = (etag: string | null) => Number(etag?.slice(1, -1));

/** The newest cart with its own sequence number, if the server does not have it yet. */
async function nextSending(clientId: string) {
  let isPending = false;
  const { cart = [], 'cart-sync': sync } = await change(cartKeys, ({ cart = [], 'cart-sync': sync }) => {
    const quantities = quantitiesOf(cart);
    isPending =
      sync?.clientId === clientId &&
      differs(quantities, sync) &&
      !(sync.refused && sameQuantities(quantities, sync.refused));
    if (!isPending || !sync) return {};
    // The same cart keeps its sequence: if it was accepted and only the response was lost, the server says so.
    const last = sync.sent.at(-1);
    if (last && sameQuantities(last.quantities, quantities)) return {};
    const seq = sync.seq + 1;
    return { 'cart-sync': { ...sync, seq, sent: [...sync.sent, { seq, quantities }].slice(-50) } };
  });
  return isPending && sync
    ? { cart, revision: { clientId: sync.clientId, seq: sync.seq, etag: sync.etag } }
    : undefined;
}

/** Records that the server has this cart; does nothing when a newer response was recorded before. */
const noteBase = (clientId: string, { base, etag, seq }: { base: Quantities; etag: string | null; seq?: number }) =>
  change(cartKeys, ({ 'cart-sync': sync }) => {
    const known = sync?.clientId === clientId && (seq === undefined || sync.sent.some((sent) => sent.seq === seq));
    if (!sync || !known) return {};
    const sent = sync.sent.filter((later) => later.seq > (seq ?? Number.POSITIVE_INFINITY));
    return { 'cart-sync': { ...sync, base, etag, sent, refused: undefined } };
  });
