/** Moments as the owner writes and reads them: on the shop's own clock, not its server's. */
import { shop } from '#core/shop';
import { shopDay, startOfDay } from '../shop-day.ts';
import { UsageError } from './command.ts';

/** `2026-11-20 09:30`. */
export const shopTime = (moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: shop.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(moment),
  );

/**
 * A day, `today` or an age (`30m`, `2h`, `3d`) before `now`, in ms. The result is ISO 8601 in UTC, as orders are stored. Throws `UsageError`
 * for anything else.
 */
export function parseMoment(text: string, now: number): string {
  const age = /^(\d{1,5})([mhd])$/.exec(text);
  if (age) {
    const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
    return new Date(now - Number(age[1]) * (units[age[2] ?? ''] ?? 0)).toISOString();
  }
  const start = text === 'today' ? shopDay(now).start : startOfDay(text);
  // `Date.parse` accepts the thirtieth of February, as the second of March.
  if (!(start >= 0) || (text !== 'today' && shopDay(start).day !== text)) {
    throw new UsageError(`--since "${text}" bukan tanggal (2026-11-20), "today" (hari ini) atau umur (30m, 2h, 3d).`);
  }
  return new Date(start).toISOString();
}
