import * as v from 'valibot';
import { platform } from './platform.ts';

/** Times in ms on this device's clock. */
export const backoff = {
  notBefore: v.number(),
  /** Not sent between these moments, not even when the customer asks: `Retry-After`, or another tab is sending it. */
  held: v.optional(v.object({ from: v.number(), until: v.number() })),
};
type Backoff = v.InferOutput<v.ObjectSchema<typeof backoff, undefined>>;

const longestPause = 60_000;

export function heldFor(wait: number) {
  const from = platform.now();
  return { from, until: from + wait };
}

/** Full jitter between 1 s and `longest`, doubling, never less than the server asked for (`wait`); in ms. */
export const pauseAfter = (attempts: number, wait = 0, longest = longestPause): number =>
  Math.max(wait, 1_000 + platform.random() * (Math.min(longest, 1_000 * 2 ** attempts) - 1_000));

export const backoffAfter = (attempts: number, wait = 0): Backoff => ({
  notBefore: platform.now() + pauseAfter(attempts, wait),
  ...(wait > 0 && { held: heldFor(wait) }),
});

export const isHeld = ({ held }: Pick<Backoff, 'held'>, now = platform.now()): boolean =>
  held !== undefined && now >= held.from && now < held.until;

/** `all` ignores the pause. A clock that was set back does not prolong it (fault F15). */
export function isDue({ notBefore, held }: Backoff, { all = false }: { all?: boolean } = {}): boolean {
  const now = platform.now();
  if (isHeld({ held }, now)) return false;
  return all || now >= notBefore || now < notBefore - longestPause;
}
