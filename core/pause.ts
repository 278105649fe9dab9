/** The shop takes no orders from customers (decision W12). */
import * as v from 'valibot';

/** `until` (ISO 8601 in UTC) is absent when it lasts until staff end it. */
export const ShopPause = v.object({ until: v.optional(v.pipe(v.string(), v.maxLength(64))) });
export type ShopPause = v.InferOutput<typeof ShopPause>;

/** `now`: the host's clock. An earlier server has no `menu_version`. */
export const ShopState = v.object({
  now: v.pipe(v.string(), v.maxLength(64)),
  menu_version: v.optional(v.pipe(v.number(), v.integer())),
  pause: v.optional(ShopPause),
});
export type ShopState = v.InferOutput<typeof ShopState>;
