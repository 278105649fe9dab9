/** Every fault we promise to survive is shown by tests that exist (`docs/faults.md`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documented = await readFile(join(root, 'docs', 'faults.md'), 'utf8');

/** The files that the document names in the row of each fault, and how many tests of each. */
const rows = [...documented.matchAll(/^\| (F\d+) .*\|$/gm)].map(([row, fault = '']) => ({
  fault,
  named: [...row.matchAll(/`(tests\/[^`]+\.[jt]sx?)`(?: ×(\d+))?/g)].map(([, file = '', count = '1']) => ({
    file,
    count: Number(count),
  })),
}));

/** How many tests in a file have a number at the beginning of their titles, alone or among others. */
async function countOf(file: string, fault: string) {
  const source = await readFile(join(root, file), 'utf8').catch(() => '');
  const beginnings = source.match(/['"`](?:[BF]\d+(?::|,)? )+/g) ?? [];
  return beginnings.filter((numbers) => numbers.match(/F\d+/g)?.includes(fault)).length;
}

test('every fault from F1 on names a test', () => {
  expect(rows.length).toBeGreaterThanOrEqual(50);
  expect(rows.map(({ fault }) => fault)).toEqual(rows.map((_, index) => `F${index + 1}`));
  expect(rows.filter(({ named }) => named.length === 0)).toEqual([]);
});

test('every file that a fault names has as many tests with its number as the row says, or more', async () => {
  const counted = rows.flatMap(({ fault, named }) => named.map((one) => ({ fault, ...one })));
  const missing = [];
  for (const { fault, file, count } of counted) {
    const found = await countOf(file, fault);
    if (found < count) missing.push(`${fault}: ${file} has ${found} instead of ${count}`);
  }

  expect(counted.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
