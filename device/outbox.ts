/**
 * Orders on their way (decisions O2 to O6). Pressing 'Bayar' makes an intent: an id and the frozen order, on disk before
 * the first byte is sent. Every attempt, from any tab or the worker, carries the same bytes and, to a host that announced
 * itself, the same `Idempotency-Key`; so however often it is sent, it is one order there.
 */
import * as v from 'valibot';
import { customerOf, type Order, PlacedOrder, Quote, Session } from '#core/contract';
import { canonical, fingerprint, repriced } from '#core/order';
// The number alone: the worker has no room for all the shop's facts, which `core/shop` checks when the page is built.
import { askAgainAfterMinutes } from '../shop.config.json';
import { getCategories, getOrders, meetHost, postOrder, refusalOf, retryAfterOf, statusOf, voidOrder } from './api.ts';
import { alone, platform, randomId } from './platform.ts';
import { wasSilent } from './reachability.ts';
import { change, read, readAll } from './store.ts';

function isJson(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const Intent = v.object({
  /** A later format gets a number of its own and reads this one too; what this code does not know it leaves alone (fault F34). */
  format: v.optional(v.literal(1), 1),
  id: v.string(),
  customer: v.string(),
  /** Orders leave in the order they were made, whatever the phone's clock does (fault F15). */
  seq: v.number(),
  /** The exact bytes of `POST /orders`. */
  body: v.pipe(v.string(), v.check(isJson)),
  fingerprint: v.string(),
  /** When it was made, or last agreed to, in ms on this phone's clock. */
  madeAt: v.number(),
  /** Whether a request with it ever left: then it may exist at the shop. */
  everSent: v.boolean(),
  /** Whether the host it was first sent to knows keys; one order never goes both ways. */
  keyed: v.optional(v.boolean()),
  /** Order numbers known before the first send, where the host knows no keys (decision O2). */
  knownNumbers: v.optional(v.array(v.string())),
  attempts: v.number(),
  /** Not sent by itself before, in ms on this phone's clock. */
  notBefore: v.number(),
  /** When the server asked to be left alone, and until when (`Retry-After`), on this phone's clock. */
  held: v.optional(v.object({ from: v.number(), until: v.number() })),
  /** The customer does not want it any more, and the shop could not be told yet (decision O3a). */
  cancelling: v.optional(v.boolean()),
  state: v.picklist([
    'stored',
    'unsure',
    'needs_login',
    'too_old',
    'quote_changed',
    'accepted',
    'refused',
    'cancelled',
  ]),
  order: v.optional(PlacedOrder),
  quote: v.optional(Quote),
  /** The shop's own sentence for a refusal, and its stable code. */
  reason: v.optional(v.string()),
  code: v.optional(v.string()),
  settledAt: v.optional(v.number()),
});
export type Intent = v.InferOutput<typeof Intent>;

const prefix = 'intent:';
const keyOf = (id: string) => `${prefix}${id}`;

/** Whether an intent is still on its way to the shop. */
export const isOpen = ({ state }: Intent) => state === 'stored' || state === 'unsure' || state === 'needs_login';

/** Whether it waits for a decision of the customer (decision O3: 'Perlu persetujuan'). */
export const needsConsent = ({ state }: Intent) => state === 'too_old' || state === 'quote_changed';

/** The order that an intent carries. */
export const orderOf = ({ body }: Intent): Order => JSON.parse(body);

/** Every intent of this customer, newest first; another customer's stay sealed (decision O6). Rejects with `StorageFailed`. */
export const intentsOf = async (session: Session): Promise<Intent[]> =>
  (await readAll(prefix, Intent))
    .filter(({ customer }) => customer === customerOf(session))
    .sort((one, other) => other.seq - one.seq);

// --- Making one -------------------------------------------------------------------------------------------------

/** The intent that stands for a checkout: same customer, same things, same place, same way to pay. */
const Checkout = v.object({ intent: v.string() });
const checkoutOf = (session: Session, order: Order) => `checkout:${customerOf(session)}:${fingerprint(order)}`;

async function intentOfCheckout(
  checkout: string,
): Promise<{ pointed: string | undefined; intent: Intent | undefined }> {
  const pointed = (await read({ [checkout]: Checkout }))[checkout]?.intent;
  const key = keyOf(pointed ?? '');
  return { pointed, intent: (await read({ [key]: Intent }))[key] };
}

/** How long after its acceptance the very same order asks 'Pesan lagi yang sama?' (decision O8). */
const sameOrderWindow = 10 * 60_000;

/** The accepted twin of an order, if it was placed within the last ten minutes. */
export async function recentTwin(session: Session, order: Order): Promise<Intent | undefined> {
  const { intent: twin } = await intentOfCheckout(checkoutOf(session, order));
  const recent = twin?.state === 'accepted' && Math.abs(platform.now() - (twin.settledAt ?? 0)) < sameOrderWindow;
  return recent ? twin : undefined;
}

/**
 * Writes the intent to disk, or finds the open one of the very same checkout: a second press, in whichever tab, is the
 * same order. Rejects with `StorageFailed` when nothing could be written; then nothing may be sent either.
 */
export const keepIntent = async (session: Session, order: Order): Promise<Intent> => {
  const kept = await keepInPlaceOf(undefined, session, order);
  if (!kept) throw new Error('An intent was neither found nor made');
  return kept;
};

/** The same; and in the same transaction the intent `former`, whose prices are no more, is closed. Undefined when it was closed already. */
async function keepInPlaceOf(former: string | undefined, session: Session, order: Order): Promise<Intent | undefined> {
  const checkout = checkoutOf(session, order);
  const body = canonical(order);
  for (;;) {
    const { pointed, intent: current } = await intentOfCheckout(checkout);
    const fresh = {
      format: 1 as const,
      id: randomId(),
      customer: customerOf(session),
      body,
      fingerprint: fingerprint(order),
    };
    const currentKey = keyOf(current?.id ?? '');
    const freshKey = keyOf(fresh.id);
    const formerKey = keyOf(former ?? '');
    const keys = { [currentKey]: Intent, [freshKey]: Intent, [formerKey]: Intent };
    let kept: Intent | undefined;
    let tooLate = false;
    await change({ ...keys, [checkout]: Checkout, 'outbox-seq': v.number() }, (held) => {
      const pointer = held[checkout] as v.InferOutput<typeof Checkout> | undefined;
      // Another tab was faster: look again.
      if (pointer?.intent !== pointed) return {};
      const replaced = held[formerKey] as Intent | undefined;
      tooLate = former !== undefined && replaced?.state !== 'quote_changed';
      if (tooLate) return {};
      const closed = replaced && {
        [formerKey]: { ...replaced, state: 'cancelled', settledAt: platform.now() } as Intent,
      };
      const open = held[currentKey] as Intent | undefined;
      if (open && (isOpen(open) || open.state === 'too_old') && !open.cancelling && open.body === body) {
        kept = open;
        return closed ?? {};
      }
      const seq = ((held['outbox-seq'] as number | undefined) ?? 0) + 1;
      kept = { ...fresh, seq, madeAt: platform.now(), everSent: false, attempts: 0, notBefore: 0, state: 'stored' };
      return { ...closed, [freshKey]: kept, [checkout]: { intent: fresh.id }, 'outbox-seq': seq };
    });
    if (kept || tooLate) return kept;
  }
}

// --- Noting what became of it -----------------------------------------------------------------------------------

/** Changes an intent if `when` still holds of what is on the disk; resolves with what is there afterwards. */
async function note(
  id: string,
  news: Partial<Intent>,
  when: (intent: Intent) => boolean = () => true,
): Promise<Intent> {
  const key = keyOf(id);
  const held = await change({ [key]: Intent }, ({ [key]: intent }) =>
    intent && when(intent) ? { [key]: { ...intent, ...news } } : {},
  );
  const intent = held[key];
  if (!intent) throw new Error(`Intent ${id} is gone`);
  return intent;
}

/** What is settled stays so: a late answer of a frozen tab changes nothing. */
const settled = (id: string, news: Partial<Intent>) =>
  note(id, { ...news, settledAt: platform.now() }, (intent) => isOpen(intent) || needsConsent(intent));

// --- Sending it -------------------------------------------------------------------------------------------------

/**
 * Sends one intent now and resolves with what became of it; one sender at a time. 'stored' means that nothing left the
 * phone. 'unsure' means that it may or may not have arrived: the bundled server can be sent it again without harm; at a
 * plain host it is looked up among the customer's orders, and sent again only when the customer has `agreed` to that.
 */
export const deliver = (id: string, options: { agreed?: boolean } = {}): Promise<Intent> =>
  alone('kedai-outbox', async () => (await deliverAlone(id, options)).intent);

/**
 * Sends every intent of the customer that is due, one after the other, oldest first; `all` does not wait for the pause
 * after a failed attempt. Resolves with those whose state changed. Stops at the first that nobody answered.
 */
export async function deliverDue(options: { all?: boolean } = {}): Promise<Intent[]> {
  const { auth: session } = await read({ auth: Session });
  if (!session) return [];
  const changed: Intent[] = [];
  const waiting = (await intentsOf(session)).reverse();
  for (const intent of waiting) {
    if (!isOpen(intent) || isHeld(intent) || (!options.all && intent.notBefore > platform.now())) continue;
    // The lock is held for one order, not for a queue of them.
    const { intent: after, answered } = await alone('kedai-outbox', () => deliverAlone(intent.id, {}));
    if (after.state !== intent.state) changed.push(after);
    if (!answered) break;
  }
  await forgetOld(waiting);
  return changed;
}

/** The server's own wait is kept whoever is impatient; a clock that was set back since then does not prolong it. */
const isHeld = ({ held }: Intent) => {
  const now = platform.now();
  return held !== undefined && now >= held.from && now < held.until;
};

/** An order older than this is not sent unasked (decision O4), in ms; nor is one from the future, whose age nobody knows. */
const youngFor = askAgainAfterMinutes * 60_000;
const clockSlack = 60_000;

/** Until when an order is sent by itself, in ms on this phone's clock. */
export const keptUntil = ({ madeAt }: Intent) => madeAt + youngFor;

const isTooOld = ({ madeAt }: Intent) => {
  const age = platform.now() - madeAt;
  return age > youngFor || age < -clockSlack;
};

interface Delivery {
  intent: Intent;
  /** False when nobody answered: what comes behind it need not try now. */
  answered: boolean;
}

async function deliverAlone(id: string, { agreed = false }): Promise<Delivery> {
  const key = keyOf(id);
  const { [key]: intent, auth } = await read({ [key]: Intent, auth: Session });
  const session = auth as Session | undefined;
  if (!intent) throw new Error(`Intent ${id} is gone`);
  const kept = intent as Intent;
  if (!isOpen(kept)) return { intent: kept, answered: true };
  if (!session || customerOf(session) !== kept.customer) return { intent: await needsLogin(id), answered: true };

  let { everSent } = kept;
  let posted = false;
  let keyed = kept.keyed;
  try {
    if (!everSent && !(await someoneListens())) return { intent: await later(kept, { everSent }), answered: false };
    keyed ??= await meetHost();
    if (kept.cancelling) return { intent: await cancelled(kept, session), answered: true };
    if (isTooOld(kept) && !agreed) {
      const found = everSent ? await foundAmong(await getOrders(session.token), kept, session) : undefined;
      return {
        intent: found
          ? await settled(id, { state: 'accepted', order: found })
          : await note(id, { state: 'too_old' }, isOpen),
        answered: true,
      };
    }
    if (!keyed) {
      const listed = await getOrders(session.token);
      const found = everSent ? await foundAmong(listed, kept, session) : undefined;
      if (found) return { intent: await settled(id, { state: 'accepted', order: found }), answered: true };
      if (everSent && !agreed) return { intent: await later(kept, { everSent }), answered: true };
      await note(id, { knownNumbers: listed.map(({ order_number }) => order_number) });
    }
    const { left, now } = await leaves(kept, session, keyed);
    if (!left) return { intent: now, answered: true };
    everSent = true;
    posted = true;
    const order = await postOrder(session.token, kept.body, keyed ? id : undefined);
    return { intent: await settled(id, { state: 'accepted', order }), answered: true };
  } catch (failure) {
    return whatBecameOf(kept, session, failure, { everSent, posted, keyed: keyed ?? false });
  }
}

/** Nothing leaves into a silence: what has never left is simply 'Tersimpan di HP', and can be taken back without asking anybody. */
async function someoneListens(): Promise<boolean> {
  if (!wasSilent()) return true;
  return getCategories({ fresh: true }).then(
    () => true,
    (failure: unknown) => statusOf(failure) !== undefined,
  );
}

/**
 * Notes that an intent leaves now, unless somebody else has sent, settled or taken it back since it was read, or its
 * customer has left: whoever notes it is the one who sends it, with or without locks.
 */
async function leaves(kept: Intent, session: Session, keyed: boolean): Promise<{ left: boolean; now: Intent }> {
  const key = keyOf(kept.id);
  let left = false;
  const held = await change({ [key]: Intent, auth: Session }, ({ [key]: stored, auth }) => {
    const now = stored as Intent | undefined;
    left =
      now !== undefined &&
      isOpen(now) &&
      !now.cancelling &&
      now.attempts === kept.attempts &&
      now.everSent === kept.everSent &&
      (auth as Session | undefined)?.token === session.token;
    return now && left ? { [key]: { ...now, everSent: true, keyed, attempts: now.attempts + 1 } } : {};
  });
  return { left, now: (held[key] as Intent | undefined) ?? kept };
}

async function whatBecameOf(
  intent: Intent,
  session: Session,
  failure: unknown,
  { everSent, posted, keyed }: { everSent: boolean; posted: boolean; keyed: boolean },
): Promise<Delivery> {
  const { id } = intent;
  const status = statusOf(failure);
  const refusal = refusalOf(failure);
  const answered = status !== undefined && status < 500;
  // A firewall or a gateway may refuse anything; of a host that has announced itself only its own word counts.
  const believed = answered && (!keyed || refusal !== undefined);
  console.warn(`Order ${id} did not get through`, failure);
  if (believed && status === 401) return { intent: await needsLogin(id), answered };
  if (believed && refusal?.code === 'order_voided')
    return { intent: await settled(id, { state: 'cancelled' }), answered };
  if (posted && refusal?.code === 'quote_changed' && refusal.quote) {
    return { intent: await settled(id, { state: 'quote_changed', quote: refusal.quote }), answered };
  }
  const wait = retryAfterOf(failure);
  // No word on this order: nobody answered, it is under way there, or it is something else that was refused.
  if (!believed || !posted || [401, 408, 409, 425, 429].includes(status)) {
    return { intent: await later(intent, { everSent, wait }), answered: answered && status !== 429 };
  }
  // An earlier attempt may have arrived all the same.
  if (intent.everSent) {
    const listed = await getOrders(session.token).catch(() => undefined);
    const found = listed && (await foundAmong(listed, { ...intent, keyed }, session));
    if (found) return { intent: await settled(id, { state: 'accepted', order: found }), answered };
    if (!listed || !keyed) return { intent: await later(intent, { everSent, wait }), answered };
  }
  console.error(`The shop refused order ${id}`, failure);
  const reason = refusal && { reason: refusal.message, code: refusal.code };
  return { intent: await settled(id, { state: 'refused', ...reason }), answered };
}

const needsLogin = (id: string) => note(id, { state: 'needs_login' }, isOpen);

/** Full jitter between 1 s and 60 s, doubling (decision O2's only retry); never before the server's own `Retry-After`. */
const later = ({ id, attempts }: Intent, { everSent, wait = 0 }: { everSent: boolean; wait?: number | undefined }) => {
  const ceiling = Math.min(60_000, 1_000 * 2 ** attempts);
  const now = platform.now();
  const notBefore = now + Math.max(wait, 1_000 + platform.random() * (ceiling - 1_000));
  const state = everSent ? 'unsure' : 'stored';
  return note(
    id,
    { state, attempts: attempts + 1, notBefore, ...(wait > 0 && { held: { from: now, until: now + wait } }) },
    isOpen,
  );
};

/**
 * The one listed order that can only be this intent. By its key; at a host that knows none, by what every host lists
 * (specification §3): new since it was first sent, of the same worth and for the same person, claimed by no other
 * intent, and with no other sent intent that it could be as well.
 */
async function foundAmong(listed: PlacedOrder[], intent: Intent, session: Session): Promise<PlacedOrder | undefined> {
  if (intent.keyed) return listed.find(({ client_ref }) => client_ref === intent.id);
  const { totalShopping, totalQty, delivery_address } = orderOf(intent);
  const others = (await intentsOf(session)).filter(({ id }) => id !== intent.id);
  const rivals = others.some((other) => {
    const order = orderOf(other);
    const alike = order.totalShopping === totalShopping && order.totalQty === totalQty;
    return alike && other.everSent && !other.keyed && (isOpen(other) || needsConsent(other));
  });
  if (rivals) return undefined;
  const taken = new Set([...(intent.knownNumbers ?? []), ...others.map(({ order }) => order?.order_number)]);
  const candidates = listed.filter(
    (order) =>
      !taken.has(order.order_number) &&
      order.totalShopping === totalShopping &&
      order.totalQty === totalQty &&
      (order.delivery_address?.fullName ?? delivery_address.fullName) === delivery_address.fullName,
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

// --- What the customer decides ----------------------------------------------------------------------------------

/** 'Masih mau?' was answered with yes: the order keeps its key and is young again (decisions O3a, O4). */
export async function agreeToAge(id: string): Promise<Intent> {
  const key = keyOf(id);
  const { [key]: intent } = await read({ [key]: Intent });
  await note(
    id,
    { state: intent?.everSent ? 'unsure' : 'stored', madeAt: platform.now(), attempts: 0, notBefore: 0 },
    ({ state }) => state === 'too_old',
  );
  return alone('kedai-outbox', async () => (await deliverAlone(id, { agreed: true })).intent);
}

/**
 * The new prices are taken: an order of its own, with what can still be had; the old intent is closed in the same
 * transaction, and before that at the shop, where an attempt of it may still come late. Resolves with the order that
 * stands now: the new one, the old one if it exists after all, or undefined when nothing is left or it was agreed to before.
 */
export async function agreeToQuote(session: Session, id: string): Promise<Intent | undefined> {
  const key = keyOf(id);
  const { [key]: intent } = await read({ [key]: Intent });
  if (intent?.state !== 'quote_changed' || !intent.quote) return undefined;
  if (intent.keyed) {
    try {
      const late = await voidOrder(session.token, id);
      if (late) return await note(id, { state: 'accepted', order: late, settledAt: platform.now() });
    } catch (failure) {
      console.warn(`Nobody knows yet whether order ${id} comes late`, failure);
      return intent;
    }
  }
  const order = repriced(orderOf(intent), intent.quote);
  if (order.order_items.length === 0) {
    await note(id, { state: 'cancelled', settledAt: platform.now() }, ({ state }) => state === 'quote_changed');
    return undefined;
  }
  const next = await keepInPlaceOf(id, session, order);
  return next && deliver(next.id);
}

/**
 * Takes an order back. What never left is gone at once; what may have arrived is asked for at the shop, which either
 * names the order or spends its key (decision O3a). Resolves with the intent: 'cancelled', 'accepted' because it exists,
 * or still waiting for the shop's word. At a plain host what was sent cannot be taken back: it stays as it is.
 */
export const cancel = (id: string): Promise<Intent> =>
  alone('kedai-outbox', async () => {
    const gone = await note(
      id,
      { state: 'cancelled', settledAt: platform.now() },
      (intent) =>
        ((isOpen(intent) || needsConsent(intent)) && !intent.everSent) ||
        (intent.state === 'quote_changed' && !intent.keyed),
    );
    if (gone.state === 'cancelled' || !gone.keyed || !(isOpen(gone) || needsConsent(gone))) return gone;
    const waits = (intent: Intent) => isOpen(intent) || needsConsent(intent);
    const asked = await note(id, { cancelling: true, state: 'unsure', notBefore: 0 }, waits);
    return asked.cancelling ? (await deliverAlone(asked.id, {})).intent : asked;
  });

/** A refusal was read and may go. */
export const dismiss = (id: string): Promise<Intent> =>
  note(id, { state: 'cancelled' }, ({ state }) => state === 'refused');

/** Whether it can be taken back at all: not what was sent to a host that knows no keys. */
export const canCancel = (intent: Intent) =>
  intent.state === 'quote_changed' ||
  ((isOpen(intent) || needsConsent(intent)) && (!intent.everSent || intent.keyed === true));

async function cancelled(intent: Intent, session: Session): Promise<Intent> {
  const order = await voidOrder(session.token, intent.id);
  return settled(intent.id, order ? { state: 'accepted', order, cancelling: false } : { state: 'cancelled' });
}

/** At logout only what waits stays (decision F6); receipts go with their customer. Rejects with `StorageFailed`. */
export async function forgetSettled(customer: string): Promise<void> {
  const intents = (await readAll(prefix, Intent)).filter((intent) => intent.customer === customer);
  for (const intent of intents) if (!isOpen(intent) && !needsConsent(intent)) await forget(intent);
}

async function forget({ id, fingerprint, customer }: Intent) {
  const checkout = `checkout:${customer}:${fingerprint}`;
  await change({ [keyOf(id)]: Intent, [checkout]: Checkout }, (held) => ({
    [keyOf(id)]: undefined,
    ...((held[checkout] as { intent?: string } | undefined)?.intent === id && { [checkout]: undefined }),
  }));
}

/** So many settled intents stay as receipts (fault F44); older ones go. */
const receipts = 200;

async function forgetOld(intents: Intent[]) {
  const settledOnes = intents.filter((intent) => !isOpen(intent) && !needsConsent(intent));
  for (const intent of settledOnes.slice(0, Math.max(0, settledOnes.length - receipts))) await forget(intent);
}
