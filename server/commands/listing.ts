/** What the lists of commands share: since when, and how many entries there are. */
import { shopDay, startOfDay } from '../shop-day.ts';
import { UsageError } from './command.ts';
import type { Terminal } from './terminal.ts';

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

/** The most that can be asked for. */
export const maxListed = 1_000_000;

/** The number that `--limit` says, or `unsaid`. Throws a `UsageError` for what is no number. */
export function limitFrom(option: string | undefined, unsaid = 50) {
  const limit = option === undefined ? unsaid : Number(option);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxListed)
    throw new UsageError('--limit adalah bilangan bulat mulai dari 1.');
  return limit;
}

/** Warns that there are more than `limit`, for an owner who adds up the list. */
export function warnOfMore(found: readonly object[], limit: number, terminal: Terminal) {
  if (found.length > limit)
    terminal.warn(`Hanya ${limit} yang terakhir ditampilkan; --limit N menampilkan lebih banyak.`);
}
