/** Moments as the owner writes and reads them: on the shop's own clock, not its server's. */
import { type Shop, shop } from '#core/shop';
import { UsageError } from './command-error.ts';

/** `2026-11-20 09:30`. */
export const shopTime = (moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: shop.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(moment),
  );

/**
 * A day, `today` or an age (`30m`, `2h`, `3d`) before `now`, in ms; a day begins at midnight. The result is ISO 8601 in UTC, as orders are stored.
 * Throws `UsageError` for anything else.
 */
export function parseMoment(text: string, now: number, { timeZone }: Pick<Shop, 'timeZone'> = shop): string {
  const age = /^(\d{1,5})([mhd])$/.exec(text);
  if (age) {
    const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
    return new Date(now - Number(age[1]) * (units[age[2] ?? ''] ?? 0)).toISOString();
  }
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
  const day = text === 'today' ? today : text;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // `Date.parse` accepts the thirtieth of February, as the second of March, and Intl writes the year 206 without its zero.
  if (!(midnight >= 0) || new Date(midnight).toISOString().slice(0, 10) !== day) {
    throw new UsageError(`--since "${text}" bukan tanggal (2026-11-20), "today" (hari ini) atau umur (30m, 2h, 3d).`);
  }
  // The offset at the day's own midnight may differ from that at UTC's, when the clocks change.
  const nearly = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(nearly, timeZone)).toISOString();
}

/** How far a clock is ahead of UTC, in ms. */
function offsetAt(moment: number, timeZone: string) {
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
  return Date.parse(`${there.replace(' ', 'T')}Z`) - moment;
}
