/** When what could not be delivered, an order or an address, is tried again by itself (decision O2). */
import * as v from 'valibot';
import { platform } from './platform.ts';

/** What is kept of it beside what waits; times in ms on this device's clock. */
export const pauses = {
  /** Not sent by itself before. */
  notBefore: v.number(),
  /** Left alone from then until then, whoever is impatient: the server asked for it (`Retry-After`), or it is on its way. */
  held: v.optional(v.object({ from: v.number(), until: v.number() })),
};
interface Paused {
  notBefore: number;
  held?: { from: number; until: number } | undefined;
}

/** The longest pause after an attempt that nobody answered, in ms. */
const longestPause = 60_000;

/** Left alone for so long, in ms. */
export function heldFor(wait: number) {
  const from = platform.now();
  return { from, until: from + wait };
}

/**
 * The pause after one more attempt than these: full jitter between 1 s and 60 s, doubling, and never less than the server
 * asked for (`wait`, in ms).
 */
export const pausedAfter = (attempts: number, wait = 0): Paused => ({
  notBefore:
    platform.now() +
    Math.max(wait, 1_000 + platform.random() * (Math.min(longestPause, 1_000 * 2 ** attempts) - 1_000)),
  ...(wait > 0 && { held: heldFor(wait) }),
});

/** Whether it may be sent now; `all` does not wait for the pause. A clock that was set back since then prolongs nothing (fault F15). */
export function isDue({ notBefore, held }: Paused, { all = false }: { all?: boolean } = {}): boolean {
  const now = platform.now();
  if (held && now >= held.from && now < held.until) return false;
  return all || now >= notBefore || now < notBefore - longestPause;
}
