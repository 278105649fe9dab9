/**
 * Orders on their way (decision O2). Pressing 'Bayar' makes an intent: an id and the frozen order, on disk before the
 * first byte is sent. Every attempt carries the same bytes and, to a host that announced itself, the same
 * `Idempotency-Key`, so pressing again can never make a second order there.
 */
import * as v from 'valibot';
import { customerOf, type Order, PlacedOrder, Quote, Session } from '#core/contract';
import { canonical, fingerprint } from '#core/order';
import { getOrders, hostIsKedai, postOrder, refusalOf, statusOf } from './api.ts';

import { alone, randomId } from './secure-context.ts';
import { change, read } from './store.ts';

export const Intent = v.object({
  id: v.string(),
  customer: v.string(),
  /** The exact bytes of `POST /orders`. */
  body: v.string(),
  fingerprint: v.string(),
  /** Milliseconds since the epoch, on this phone's clock. */
  madeAt: v.number(),
  /** Whether a request with it ever left: then it may exist at the shop. */
  everSent: v.boolean(),
  /** Order numbers known before the first send, where the host knows no keys (decision O2). */
  knownNumbers: v.optional(v.array(v.string())),
  state: v.picklist(['stored', 'unsure', 'accepted', 'refused', 'quote_changed', 'needs_login']),
  order: v.optional(PlacedOrder),
  quote: v.optional(Quote),
  /** The shop's own sentence for a refusal, and its stable code. */
  reason: v.optional(v.string()),
  code: v.optional(v.string()),
  settledAt: v.optional(v.number()),
});
export type Intent = v.InferOutput<typeof Intent>;

const keys = { outbox: v.array(Intent) };

/** Whether an intent still waits for the shop's answer. */
export const isOpen = ({ state }: Intent) => state === 'stored' || state === 'unsure' || state === 'needs_login';

/** Every intent of this customer, newest first; another customer's stay sealed (decision O6). */
export const intentsOf = async (session: Session): Promise<Intent[]> =>
  ((await read(keys)).outbox ?? []).filter(({ customer }) => customer === customerOf(session)).reverse();

/** How long after its acceptance the very same order asks 'Pesan lagi yang sama?' (decision O8). */
const sameOrderWindow = 10 * 60_000;

/** The accepted twin of an order, if it was placed within the last ten minutes. */
export const recentTwin = async (session: Session, order: Order): Promise<Intent | undefined> =>
  (await intentsOf(session)).find(
    (intent) =>
      intent.state === 'accepted' &&
      intent.fingerprint === fingerprint(order) &&
      Math.abs(Date.now() - (intent.settledAt ?? 0)) < sameOrderWindow,
  );

/**
 * Writes the intent to disk, or finds the open one of the very same checkout: a second press is the same order. An open
 * one that was never sent makes way for changed contents. Rejects with `StorageFailed` when nothing could be written.
 */
export async function keepIntent(session: Session, order: Order): Promise<Intent> {
  const customer = customerOf(session);
  const body = canonical(order);
  let intent: Intent | undefined;
  await change(keys, ({ outbox = [] }) => {
    intent = outbox.find((kept) => kept.customer === customer && isOpen(kept) && kept.body === body);
    if (intent) return {};
    intent = {
      id: randomId(),
      customer,
      body,
      fingerprint: fingerprint(order),
      madeAt: Date.now(),
      everSent: false,
      state: 'stored',
    };
    const others = outbox.filter((kept) => kept.customer !== customer || !isOpen(kept) || kept.everSent);
    return { outbox: [...others, intent] };
  });
  if (!intent) throw new Error('An intent was neither found nor made');
  return intent;
}

const note = async (id: string, news: Partial<Intent>): Promise<Intent> => {
  const { outbox = [] } = await change(keys, ({ outbox = [] }) => ({
    outbox: outbox.map((intent) => (intent.id === id ? { ...intent, ...news } : intent)),
  }));
  const intent = outbox.find((kept) => kept.id === id);
  if (!intent) throw new Error(`Intent ${id} is gone`);
  return intent;
};

const settled = (id: string, news: Partial<Intent>) => note(id, { ...news, settledAt: Date.now() });

/**
 * Sends one intent and resolves with what became of it; one sender at a time. 'stored' means that nothing left the phone.
 * 'unsure' means that it may or may not have arrived: the bundled server can be sent it again without harm; at a plain
 * host it is looked up among the customer's orders, and sent again only when the customer has `agreed` to that.
 */
export const deliver = (id: string, options: { agreed?: boolean } = {}): Promise<Intent> =>
  alone('kedai-outbox', () => deliverAlone(id, options));

async function deliverAlone(id: string, { agreed = false }): Promise<Intent> {
  const { outbox = [], auth: session } = await read({ ...keys, auth: Session });
  const intent = outbox.find((kept) => kept.id === id);
  if (!intent) throw new Error(`Intent ${id} is gone`);
  if (!isOpen(intent)) return intent;
  if (!session || customerOf(session) !== intent.customer) return note(id, { state: 'needs_login' });

  let { everSent } = intent;
  try {
    const keyed = await hostIsKedai();
    if (!keyed) {
      const listed = await getOrders(session.token);
      const found = everSent ? ours(intent, listed) : undefined;
      if (found) return await settled(id, { state: 'accepted', order: found });
      if (everSent && !agreed) return await note(id, { state: 'unsure' });
      await note(id, { knownNumbers: listed.map(({ order_number }) => order_number) });
    }
    await note(id, { everSent: true });
    everSent = true;
    const order = await postOrder(session.token, intent.body, keyed ? intent.id : undefined);
    return await settled(id, { state: 'accepted', order });
  } catch (failure) {
    return whatBecameOf(id, failure, everSent);
  }
}

async function whatBecameOf(id: string, failure: unknown, everSent: boolean): Promise<Intent> {
  const status = statusOf(failure);
  const refusal = refusalOf(failure);
  if (status === 401) return note(id, { state: 'needs_login' });
  if (refusal?.code === 'quote_changed' && refusal.quote) {
    return settled(id, { state: 'quote_changed', quote: refusal.quote });
  }
  // No answer, the server's own trouble, or the same order still under way there.
  if (status === undefined || status >= 500 || [408, 409, 425, 429].includes(status)) {
    return note(id, { state: everSent ? 'unsure' : 'stored' });
  }
  console.error('POST /orders was refused', failure);
  return settled(id, { state: 'refused', ...(refusal && { reason: refusal.message, code: refusal.code }) });
}

/** The one listed order that can only be this intent: new since it was first sent, and of the same worth. */
function ours(intent: Intent, listed: PlacedOrder[]): PlacedOrder | undefined {
  const known = new Set(intent.knownNumbers);
  const { totalShopping, totalQty } = JSON.parse(intent.body) as Order;
  const candidates = listed.filter(
    (order) => !known.has(order.order_number) && order.totalShopping === totalShopping && order.totalQty === totalQty,
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}
