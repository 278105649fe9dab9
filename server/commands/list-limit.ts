/** How many entries a command lists. */
import { UsageError } from './command.ts';
import type { Terminal } from './terminal.ts';

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
