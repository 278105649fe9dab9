import * as v from 'valibot';
import { Choice, Id, Quantity, Rupiah, text } from './contract.ts';

/** `now` is `null` when it is not available (decision O5). */
export const ChangedLine = v.object({
  product: Id,
  name: text(200),
  qty: Quantity,
  shown: Rupiah,
  now: v.nullable(Rupiah),
  /** An earlier server says it of a product with options only. */
  index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** `price`, `sold_out`, `gone`, `renamed` or `choose_again`. */
  reason: v.optional(text(32)),
  was: v.optional(text(200)),
  base: v.optional(Rupiah),
  choices: v.optional(v.array(v.pick(Choice, ['_id', 'name', 'price']))),
  usual: v.optional(v.boolean()),
});
export type ChangedLine = v.InferOutput<typeof ChangedLine>;

/** In the body of a 409 `quote_changed`. */
export const Quote = v.object({
  lines: v.array(ChangedLine),
  delivery_fee: Rupiah,
  subTotal: Rupiah,
  totalShopping: Rupiah,
});
export type Quote = v.InferOutput<typeof Quote>;

/** In the body of a 409 `order_repeated`; the age in whole minutes. */
export const RepeatedOrder = v.object({
  order_number: text(64),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type RepeatedOrder = v.InferOutput<typeof RepeatedOrder>;

export const Failure = v.object({
  error: v.object({
    code: text(64),
    message: text(500),
    quote: v.optional(Quote),
    repeated: v.optional(RepeatedOrder),
    /** With `paused`, if the end is known. */
    until: v.optional(text(64)),
  }),
});
export type Failure = v.InferOutput<typeof Failure>;
