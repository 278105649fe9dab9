import { expect, test, vi } from 'vitest';
import { play } from './history/play.ts';
import { historyOf } from './history/schedule.ts';

/** `HISTORIES=10000` for more, `SEED=123` to replay and trace one, `STOP=1` to end at the first that breaks. */
const count = Number(process.env.HISTORIES ?? (process.env.LONG ? 10_000 : 1_000));
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

test('no history loses an order, doubles one, or leaves one half way', { timeout: 30 * 60_000 }, async () => {
  const seeds = only === undefined ? Array.from({ length: count }, (_, seed) => seed) : [only];
  const broken: string[] = [];

  for (const seed of seeds) {
    const trace = only === undefined ? undefined : (line: string) => process.stdout.write(`${line}\n`);
    if (process.env.STOP && broken.length > 0) break;
    await play(historyOf(seed), trace).catch((failure: Error) => broken.push(`SEED=${seed}: ${failure.message}`));
    // Thousands of complaints about a bad network are no news.
    vi.mocked(console.warn).mockClear();
    vi.mocked(console.error).mockClear();
  }

  expect(broken).toEqual([]);
});
