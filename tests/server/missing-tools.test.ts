import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { available } from '../support/missing-tools.ts';
import { folder, writeFiles } from './test-folder.ts';

const root = join(import.meta.dirname, '..', '..');

/** `npm test` where CI is set, with programs that do nothing, except that vitest's tests say `words` in the file of that name. `npm` is a script for a shell. */
async function runTestsReporting(words: Record<string, string>, npm = '') {
  const place = await mkdtemp(join(folder, 'missing-'));
  const said = Object.entries(words).map(([file, sentence]) => `echo '${sentence}' >> "$${file}"`);
  const files = {
    'package.json': '{ "type": "module" }',
    'tools/build-when-changed.ts': '',
    'tests/support/browser.ts': 'console.info("a browser")',
    'bin/vitest': ['#!/bin/sh', ...said].join('\n'),
    'bin/npm': `#!/bin/sh\n${npm}`,
    'bin/playwright': '#!/bin/sh\n',
  };
  await writeFiles(place, files);
  for (const program of await readdir(join(place, 'bin'))) await chmod(join(place, 'bin', program), 0o755);
  for (const file of ['test.ts', 'run.ts']) await copyFile(join(root, 'tools', file), join(place, 'tools', file));
  const { status, stdout } = spawnSync(process.execPath, [join(place, 'tools', 'test.ts')], {
    env: { CI: '1', PATH: `${join(place, 'bin')}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, end: stdout.split('\n').slice(-4, -1), stdout };
}

test.for([
  ['skipped for what the machine lacks are no failure', 'SKIPPED_TESTS', 0, 'SKIPPED: NO NGINX.', '0 passed, 0 failed'],
  ['without a tool that could not be fetched are one', 'MISSING_TOOLS', 1, 'MISSING: NO NGINX.', '0 passed, 1 failed'],
] as const)('tests %s, also where CI is set, and are reported once in capitals', ([, file, status, said, sum]) =>
  expect(runTestsReporting({ [file]: 'no nginx.' })).resolves.toMatchObject({ status, end: [said, '', sum] }),
);

test('each of the steps that run at once and fail is a failure, with its output below its own heading', async () => {
  const { status, end, stdout } = await runTestsReporting(
    {},
    'echo "$3 is refused"; sleep 0.2; echo "$3 ends"; exit 1',
  );

  expect({ status, end: end.at(-1) }).toEqual({ status: 1, end: '0 passed, 2 failed' });
  expect(stdout).toContain('— format and lint —\nlint is refused\nlint ends\n');
  expect(stdout).toContain('— types —\ntypes is refused\ntypes ends\n');
});

test('a skipped test reports what its machine lacks, any other reports nothing', async () => {
  const file = join(folder, 'skipped');
  vi.stubEnv('SKIPPED_TESTS', file);
  onTestFinished(() => void vi.unstubAllEnvs());

  expect([available('/usr/bin/nginx', 'no nginx.'), available(undefined, 'no strace.')]).toEqual([true, false]);

  expect(await readFile(file, 'utf8')).toBe('no strace.\n');
});
