/** Finds regular expressions that take more steps than their text is long: what they read may come from anyone. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What these read is never longer than a number. */
const short = ['core/rupiah.ts: /(?<=\\d)(?=(\\d{3})+$)/g'];

test('B28: no pattern takes more than a fixed number of steps for each character', async () => {
  const files = await Array.fromAsync(glob('{core,device,server,src,sw}/**/*.{ts,tsx,mjs}', { cwd: root }));
  const patterns = await Promise.all(
    files.map(async (file) =>
      patternsIn(file, await readFile(join(root, file), 'utf8')).map((one) => ({ file, ...one })),
    ),
  );

  expect(patterns.flat().length).toBeGreaterThan(150);
  expect(
    patterns
      .flat()
      .filter(isSuperLinear)
      .map(({ file, source, flags }) => `${file}: /${source}/${flags}`),
  ).toEqual(short);
});

test.each(['/ *\\n/', '/\\/+$/', '/(a+)+b/', '/^a*a*b/', '/\\[[^\\]]*\\]/g'])(
  'B28: %s is found to take more',
  (text) => {
    expect(patternsIn('a.ts', `const found = ${text};`).filter(isSuperLinear)).toHaveLength(1);
  },
);

interface Pattern {
  source: string;
  flags: string;
}

const isSuperLinear = (pattern: Pattern) => analyse(pattern).reports.length > 0;

function patternsIn(file: string, text: string): Pattern[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Pattern[] = [];
  const visit = (node: object) => {
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ source: pattern, flags });
    }
    for (const child of Object.values(node)) if (child && typeof child === 'object') visit(child);
  };
  visit(program);
  return found;
}
