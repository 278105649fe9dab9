import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { play } from './history/play.ts';
import { type History, historyOf } from './history/schedule.ts';
import { written } from './history/written.ts';

/** Settings of these tests, described in `docs/histories.md`. */
const { HISTORIES, HISTORY, LONG, SEED, STOP } = process.env;
const count = Number(HISTORIES ?? (LONG ? 4_000 : 150));

function* histories(): Generator<[name: string, history: History]> {
  if (HISTORY !== undefined) yield [HISTORY, JSON.parse(readFileSync(HISTORY, 'utf8'))];
  else if (SEED !== undefined) yield [`SEED=${SEED}`, historyOf(Number(SEED))];
  else {
    yield* Object.entries(written);
    for (let seed = 0; seed < count; seed++) yield [`SEED=${seed}`, historyOf(seed)];
  }
}

test('no history loses an order, doubles one, or leaves one half way', { timeout: 30 * 60_000 }, async () => {
  const isOne = HISTORY !== undefined || SEED !== undefined;
  const trace = isOne ? (line: string) => process.stdout.write(`${line}\n`) : undefined;
  const broken: string[] = [];

  for (const [name, history] of histories()) {
    await play(history, trace).catch((failure: Error) => broken.push(`${name}: ${failure.message}`));
    // A bad network is complained about thousands of times, which is expected here.
    vi.mocked(console.warn).mockClear();
    vi.mocked(console.error).mockClear();
    if (STOP && broken.length > 0) break;
  }

  expect(broken).toEqual([]);
});
