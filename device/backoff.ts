/** The retry pauses of an order or address that could not be delivered (decision O2). */
import * as v from 'valibot';
import { platform } from './platform.ts';

/** The stored fields of an order or address that is retried; times in ms on this device's clock. */
export const backoff = {
  /** Not retried before this moment. */
  notBefore: v.number(),
  /**
   * Not sent between these moments, not even when the customer asks: the server said so (`Retry-After`), or another tab
   * is sending it.
   */
  held: v.optional(v.object({ from: v.number(), until: v.number() })),
};
interface Backoff {
  notBefore: number;
  held?: { from: number; until: number } | undefined;
}

/** The longest pause after an attempt without a response, in ms. */
const longestPause = 60_000;

/** The value of `held` for something that must not be sent for the next `wait` ms. */
export function heldFor(wait: number) {
  const from = platform.now();
  return { from, until: from + wait };
}

/**
 * The pause after one more attempt than `attempts`, in ms: full jitter between 1 s and `longest`, doubling, and never less
 * than the server asked for (`wait`).
 */
export const pauseAfter = (attempts: number, wait = 0, longest = longestPause): number =>
  Math.max(wait, 1_000 + platform.random() * (Math.min(longest, 1_000 * 2 ** attempts) - 1_000));

/** The same as stored fields. */
export const backoffAfter = (attempts: number, wait = 0): Backoff => ({
  notBefore: platform.now() + pauseAfter(attempts, wait),
  ...(wait > 0 && { held: heldFor(wait) }),
});

/** Whether it must not be sent now, not even when the customer asks. */
export const isHeld = ({ held }: Pick<Backoff, 'held'>, now = platform.now()): boolean =>
  held !== undefined && now >= held.from && now < held.until;

/**
 * Whether it may be sent now; `all` ignores the pause. A clock that was set back in the meantime does not prolong the
 * pause (fault F15).
 */
export function isDue({ notBefore, held }: Backoff, { all = false }: { all?: boolean } = {}): boolean {
  const now = platform.now();
  if (isHeld({ held }, now)) return false;
  return all || now >= notBefore || now < notBefore - longestPause;
}
