/**
 * The format of an outbox order: an order that a customer has pressed 'Bayar' for, and what follows from the entry
 * alone. `outbox-store.ts` stores it, `outbox.ts` sends it.
 */
import * as v from 'valibot';
import { Order, PlacedOrder, Quote } from '#core/contract';
// The number alone: the worker has no room for all the shop's facts, which `core/shop-config` checks when the page is
// built.
import { askAgainAfterMinutes } from '../shop.config.json';
import { backoff } from './backoff.ts';
import { platform } from './platform.ts';

function isOrder(text: string) {
  try {
    return v.is(Order, JSON.parse(text));
  } catch {
    return false;
  }
}

/** An order as the device stores it, from the press of 'Bayar' on. Times are in ms on this device's clock. */
export const OutboxOrder = v.object({
  /**
   * A later format gets a number of its own and reads this one too; what this code does not know it leaves alone
   * (fault F34).
   */
  format: v.optional(v.literal(1), 1),
  id: v.string(),
  customer: v.string(),
  /** Orders leave in the order they were made, whatever the phone's clock does (fault F15). */
  seq: v.number(),
  /** The exact bytes of `POST /orders`. */
  body: v.pipe(v.string(), v.check(isOrder)),
  fingerprint: v.string(),
  /** When it was made, in ms on this phone's clock. */
  madeAt: v.number(),
  /** When the customer last said that they still want it (decision O4), in ms. */
  agreedAt: v.optional(v.number()),
  /** Whether a request with it ever left: then it may exist at the shop. */
  everSent: v.boolean(),
  /**
   * Whether the host it was first sent to knows keys; one order never goes both ways unless the customer agrees to it.
   */
  keyed: v.optional(v.boolean()),
  /** Numbers of orders like this one that were there before it left, where the host knows no keys (decision O2). */
  knownNumbers: v.optional(v.array(v.string())),
  /**
   * Whether such a host was sent it more than once, because the customer agreed to that risk: one of them may be
   * nobody's.
   */
  resent: v.optional(v.boolean()),
  attempts: v.number(),
  ...backoff,
  /** The customer does not want it any more, and the shop could not be told yet (decision O3a). */
  cancelling: v.optional(v.boolean()),
  /** The shop has refused it, and was not heard yet to have spent its key. */
  refusing: v.optional(v.boolean()),
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
  /** The customer has seen what was accepted, and closed it (decision C5). */
  read: v.optional(v.boolean()),
});
export type OutboxOrder = v.InferOutput<typeof OutboxOrder>;

/** Whether it is sent and retried without the customer: neither a login nor a decision is needed first. */
export const isAutoRetried = ({ state }: OutboxOrder) => state === 'stored' || state === 'unsure';

/** Whether it is still on its way to the shop. */
export const isOpen = (entry: OutboxOrder) => isAutoRetried(entry) || entry.state === 'needs_login';

/** Whether it waits for a decision of the customer (decision O3: 'Perlu persetujuan'). */
export const needsConsent = ({ state }: OutboxOrder) => state === 'too_old' || state === 'quote_changed';

/** Whether it has reached its final state: accepted, refused or cancelled. */
export const isSettled = (entry: OutboxOrder) => !isOpen(entry) && !needsConsent(entry);

/** Whether it can be cancelled: not after it was sent to a host without idempotency keys. */
export const canCancel = (entry: OutboxOrder) =>
  entry.state === 'quote_changed' || (!isSettled(entry) && (!entry.everSent || entry.keyed === true));

/** The frozen order, as it is sent. */
export const orderOf = ({ body }: OutboxOrder): Order => JSON.parse(body);

/**
 * An order older than this, in ms, is not sent without asking (decision O4); nor is one from the future, whose age is
 * unknown.
 */
const youngFor = askAgainAfterMinutes * 60_000;
const clockSlack = 60_000;

/** Until when it is retried without asking, in ms on this device's clock. */
export const autoRetriedUntil = ({ madeAt, agreedAt = madeAt }: OutboxOrder) => agreedAt + youngFor;

/** Whether it is so old, or of so uncertain an age, that it is not sent without asking. */
export const isTooOld = ({ madeAt, agreedAt = madeAt }: OutboxOrder) => {
  const age = platform.now() - agreedAt;
  return age > youngFor || age < -clockSlack;
};
