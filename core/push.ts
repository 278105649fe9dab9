/** Web Push (RFC 8030 and 8291; decision W9). */
import * as v from 'valibot';

const base64url = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${length}}$`)));

/** As `PushSubscription.toJSON()` gives it. */
export const PushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https:\/\/\S+$/)),
  /** An uncompressed point on P-256 and 16 random bytes, in base64url. */
  keys: v.object({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushSubscription = v.InferOutput<typeof PushSubscription>;

export const PushEndpoint = v.object({ endpoint: PushSubscription.entries.endpoint });

export const pushedStatuses: readonly string[] = ['ready', 'delivering', 'cancelled'];

/** Nothing personal. */
export const PushMessage = v.object({
  order_number: v.pipe(v.string(), v.maxLength(64)),
  status: v.pipe(v.string(), v.maxLength(64)),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;
