/** Every fault that we promise to survive, and every attack that we refuse, is shown by tests (`docs/faults.md`, `docs/attacks.md`). */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** How many tests have a number at the beginning of their titles, alone or among others. */
const found = new Map<string, number>();
for await (const file of glob('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }))
  for (const beginning of (await readFile(join(root, file), 'utf8')).match(/['"`](?:[BF]\d+(?::|,)? )+/g) ?? [])
    for (const number of new Set(beginning.match(/[BF]\d+/g))) found.set(number, (found.get(number) ?? 0) + 1);

test.for([
  ['F', 'faults.md', 50],
  ['B', 'attacks.md', 60],
] as const)('every number from %s1 on in %s has as many tests as its row says', async ([letter, document, least]) => {
  const text = await readFile(join(root, 'docs', document), 'utf8');
  const rows = [...text.matchAll(new RegExp(`^\\| (${letter}\\d+.*)\\| ([\\d, ]+) \\|$`, 'gm'))].flatMap(
    ([, named = '', counts = '']) => {
      const expected = counts.split(', ').map(Number);
      const [numbers = ''] = /^(?:[BF]\d+,? )+/.exec(named) ?? [];
      return (numbers.match(/[BF]\d+/g) ?? []).map((number, index) => ({
        number,
        expected: expected[index] ?? Number.NaN,
      }));
    },
  );

  expect(rows.length).toBeGreaterThanOrEqual(least);
  // Without a gap, and none twice.
  const ordered = rows.map(({ number }) => Number(number.slice(1))).sort((one, other) => one - other);
  expect(ordered).toEqual(ordered.map((_, index) => index + 1));
  expect(rows.filter(({ number, expected }) => !(expected >= 1 && (found.get(number) ?? 0) >= expected))).toEqual([]);
  // None is only in a title.
  expect(
    [...found.keys()].filter((number) => number.startsWith(letter) && !rows.some((row) => row.number === number)),
  ).toEqual([]);
});
