/** The format of an outbox order, and what follows from the entry alone. */
import * as v from 'valibot';
import { Quote } from '#core/failure';
import { Order, PlacedOrder } from '#core/order-contract';
// Only this number: all facts of the shop would enlarge the worker. `core/shop-config` checks them during the build.
import { askAgainAfterMinutes } from '../shop.config.json';
import { backoff } from './backoff.ts';
import { platform } from './platform.ts';

const OrderText = v.pipe(v.string(), v.parseJson(), Order);

/** From the press of 'Bayar' on; times in ms on this device's clock. */
export const OutboxOrder = v.object({
  /** A later format has its own number. This code leaves unknown formats alone (fault F34). */
  format: v.optional(v.literal(1), 1),
  id: v.string(),
  customer: v.string(),
  /** Orders are sent in the sequence in which they were made, whatever the phone's clock says (fault F15). */
  seq: v.number(),
  /** The exact bytes of `POST /orders`. */
  body: v.pipe(
    v.string(),
    v.check((text) => v.is(OrderText, text)),
  ),
  fingerprint: v.string(),
  /** The keys of its items that were the house's usual (`orderedQuantities`). */
  usual: v.optional(v.array(v.string())),
  madeAt: v.number(),
  /** When the customer last confirmed that they still want it (decision O4). */
  agreedAt: v.optional(v.number()),
  /** Then it may exist at the shop. */
  everSent: v.boolean(),
  /** First sent to a host that knows keys. An order is not sent with and without its key, unless the customer agrees to that. */
  keyed: v.optional(v.boolean()),
  /** Similar orders that existed before it was sent, where the host knows no keys (decision O2). */
  knownNumbers: v.optional(v.array(v.string())),
  /** Sent to such a host more than once, because the customer agreed to that risk: it may exist there twice. */
  resent: v.optional(v.boolean()),
  /** The customer orders the same lines again, knowingly (decision O8). */
  repeatAgreed: v.optional(v.boolean()),
  /** The order of the same lines that the shop has asked about. The state is then 'too_old', which earlier versions ask about, too. */
  repeated: v.optional(v.object({ order_number: v.string(), acceptedAt: v.number() })),
  /** `until`: when the shop is asked again. The state is 'too_old' until the customer has `agreed` to wait. */
  paused: v.optional(v.object({ until: v.number(), hasEnd: v.boolean(), agreed: v.optional(v.boolean()) })),
  attempts: v.number(),
  ...backoff,
  /** The shop has not confirmed it yet (decision O3a). */
  cancelling: v.optional(v.boolean()),
  /** The shop has refused it, and has not confirmed yet that its key is spent. */
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
  reason: v.optional(v.string()),
  code: v.optional(v.string()),
  settledAt: v.optional(v.number()),
  /** The customer has seen the accepted order and closed it (decision C5). */
  read: v.optional(v.boolean()),
});
export type OutboxOrder = v.InferOutput<typeof OutboxOrder>;

export const orderOf = ({ body }: OutboxOrder): Order => JSON.parse(body);

/** An older order is not sent without asking (decision O4), nor one from the future: its age is unknown. */
const autoRetryPeriodMs = askAgainAfterMinutes * 60_000;
const clockSlack = 60_000;

/** In ms on this device's clock. */
export const autoRetriedUntil = ({ madeAt, agreedAt = madeAt, paused }: OutboxOrder) =>
  Math.max(agreedAt, paused?.agreed ? paused.until : 0) + autoRetryPeriodMs;

export const isPaused = ({ paused }: Pick<OutboxOrder, 'paused'>) =>
  paused !== undefined && platform.now() < paused.until;

export const isTooOld = (entry: OutboxOrder) => {
  const { madeAt, agreedAt = madeAt } = entry;
  const now = platform.now();
  return now > autoRetriedUntil(entry) || now < agreedAt - clockSlack;
};

export const minutesSince = (moment: number) => Math.max(1, Math.round(Math.abs(platform.now() - moment) / 60_000));
