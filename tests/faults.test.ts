/** Every fault we promise to survive is shown by tests that exist (`docs/faults.md`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documented = await readFile(join(root, 'docs', 'faults.md'), 'utf8');

/** What the document names: `file` › title, where a title ends with the next one, the cell or the line; or `file` ×3 for a row's number. */
const entry = /`(tests\/[^`]+\.[jt]sx?)`(?: › (.+?)(?=<br>| \||\n)|(?: ×(\d+))?(?=,|<br>| \|))/g;

const rows = [...documented.matchAll(/^\| (F\d+) .*\|$/gm)].map(([row, fault = '']) => ({
  fault,
  named: [...row.matchAll(entry)].map(([, file = '', title, count = '1']) => ({ file, title, count: Number(count) })),
}));

const sourceOf = (file: string) => readFile(join(root, file), 'utf8').catch(() => '');

/** Whether a file contains a test, or a case of one, with exactly this title. */
async function has(file: string, title: string) {
  const source = await sourceOf(file);
  return ["'", '"', '`'].some(
    (quote) => source.includes(`${quote}${title}${quote}`) || source.includes(`${quote}${title} @long${quote}`),
  );
}

/** How many tests in a file have a number at the beginning of their titles, alone or among others. */
async function countOf(file: string, fault: string) {
  const beginnings = (await sourceOf(file)).match(/['"`](?:[BF]\d+(?::|,)? )+/g) ?? [];
  return beginnings.filter((numbers) => numbers.match(/F\d+/g)?.includes(fault)).length;
}

test('every fault from F1 on names a test', () => {
  expect(rows.length).toBeGreaterThanOrEqual(50);
  expect(rows.map(({ fault }) => fault)).toEqual(rows.map((_, index) => `F${index + 1}`));
  expect(rows.filter(({ named }) => named.length === 0)).toEqual([]);
});

test('every test that is named exists', async () => {
  const titled = [...documented.matchAll(entry)].flatMap(([, file = '', title]) => (title ? [{ file, title }] : []));
  const missing = [];
  for (const { file, title } of titled) if (!(await has(file, title))) missing.push(`${file} › ${title}`);

  expect(titled.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('every file that a fault names has as many tests with its number as the row says, or more', async () => {
  const counted = rows.flatMap(({ fault, named }) =>
    named.flatMap(({ file, title, count }) => (title ? [] : { fault, file, count })),
  );
  const missing = [];
  for (const { fault, file, count } of counted) {
    const found = await countOf(file, fault);
    if (found < count) missing.push(`${fault}: ${file} has ${found} instead of ${count}`);
  }

  expect(counted.length).toBeGreaterThan(80);
  expect(missing).toEqual([]);
});
