/** The body of every error of the bundled server, and what it says about an order. */
import * as v from 'valibot';
import { Choice, Id, Quantity, Rupiah, text } from './contract.ts';

/**
 * A line whose price or availability has changed since the customer saw it; `now` is `null` when it is not available
 * (decision O5).
 */
export const ChangedLine = v.object({
  product: Id,
  name: text(200),
  qty: Quantity,
  shown: Rupiah,
  now: v.nullable(Rupiah),
  /** Which line of the order it is; a server without options does not say it, and has one line a product. */
  index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** `price`, `sold_out`, `gone`, `renamed` or `choose_again`. */
  reason: v.optional(text(32)),
  /** The whole name that the customer saw, where it differs from `name`. */
  was: v.optional(text(200)),
  /** The product's own price now. */
  base: v.optional(Rupiah),
  /** What was chosen, as it is now. */
  choices: v.optional(v.array(v.pick(Choice, ['_id', 'name', 'price']))),
  /** Whether that is the house's usual. */
  usual: v.optional(v.boolean()),
});
export type ChangedLine = v.InferOutput<typeof ChangedLine>;

/** The server's current prices, in the body of a 409 `quote_changed`. */
export const Quote = v.object({
  lines: v.array(ChangedLine),
  delivery_fee: Rupiah,
  subTotal: Rupiah,
  totalShopping: Rupiah,
});
export type Quote = v.InferOutput<typeof Quote>;

/** The customer's last order of the same lines, and its age in whole minutes, in the body of a 409 `order_repeated`. */
export const RepeatedOrder = v.object({
  order_number: text(64),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type RepeatedOrder = v.InferOutput<typeof RepeatedOrder>;

/** The body of every error of the bundled server. */
export const Failure = v.object({
  error: v.object({
    code: text(64),
    message: text(500),
    quote: v.optional(Quote),
    repeated: v.optional(RepeatedOrder),
    /** With `paused`: when the pause ends, if that is known. */
    until: v.optional(text(64)),
  }),
});
export type Failure = v.InferOutput<typeof Failure>;
