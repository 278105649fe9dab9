import { expect, test } from 'vitest';
import { historyOf, play } from './history.ts';

/** `HISTORIES=10000` for more, `SEED=123` to replay one. */
const count = Number(process.env.HISTORIES ?? 1_000);
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

test('no history loses an order, doubles one, or leaves one half way', { timeout: 30 * 60_000 }, async () => {
  const seeds = only === undefined ? Array.from({ length: count }, (_, seed) => seed) : [only];
  const broken: string[] = [];

  for (const seed of seeds) {
    await play(historyOf(seed)).catch((failure: Error) => broken.push(`SEED=${seed}: ${failure.message}`));
  }

  expect(broken).toEqual([]);
});
