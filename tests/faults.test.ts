import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documented = await readFile(join(root, 'docs', 'faults.md'), 'utf8');

/** The tests that the document names as `file` › title; a title ends where the next one, the cell or the line does. */
const named = [...documented.matchAll(/`(tests\/[^`]+)` › (.+?)(?=<br>| \||\n)/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

/** Whether a file contains a test, or a case of one, with exactly this title. */
async function has({ file, title }: { file: string; title: string }) {
  const source = await readFile(join(root, file), 'utf8').catch(() => '');
  return ["'", '"', '`'].some(
    (quote) => source.includes(`${quote}${title}${quote}`) || source.includes(`${quote}${title} @long${quote}`),
  );
}

test('every fault from F1 to F45 names a test, and every test that is named exists', async () => {
  const rows = [...documented.matchAll(/^\| (F\d+) .*› /gm)].map(([, fault]) => fault);
  const missing = [];
  for (const one of named) if (!(await has(one))) missing.push(`${one.file} › ${one.title}`);

  expect(rows).toEqual(Array.from({ length: 45 }, (_, index) => `F${index + 1}`));
  expect(named.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
