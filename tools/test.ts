/**
 * `npm test`: everything, in one order, with one summary. `--long` adds `tests/long` and what is tagged `@long`.
 *
 * What the tests needed and could not have (a browser, PostgreSQL) is said in capitals at the end: a warning here, a
 * failure where `CI` is set. Tests say it by appending a sentence to the file that `NOT_HAD` names.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

interface Outcome {
  step: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
}

const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'kedai-test-'));
const notHadFile = join(reports, 'not-had');
const vitestReport = join(reports, 'vitest.json');
const endToEndReport = join(reports, 'end-to-end.json');
const env = {
  ...process.env,
  NOT_HAD: notHadFile,
  PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport,
  ...(process.argv.includes('--long') && { LONG: '1' }),
};

const outcomes: Outcome[] = [];
const notHad: string[] = [];

async function step(
  name: string,
  command: string,
  args: string[],
  report?: () => Promise<Omit<Outcome, 'step' | 'seconds'>>,
) {
  process.stdout.write(`\n— ${name} —\n`);
  const started = performance.now();
  const { code } = await run(command, args, { cwd: root, env });
  const counted = (await report?.().catch(() => undefined)) ?? { passed: 0, failed: 0, skipped: 0 };
  // A step that failed without a failed test (a lint, a crash) must not end in '0 failed'.
  const failed = code === 0 ? counted.failed : Math.max(1, counted.failed);
  outcomes.push({ step: name, seconds: (performance.now() - started) / 1_000, ...counted, failed });
  return code === 0;
}

async function vitestCounts() {
  const report = JSON.parse(await readFile(vitestReport, 'utf8'));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo } = report;
  return { passed, failed, skipped: pending + todo };
}

async function endToEndCounts() {
  const { stats } = JSON.parse(await readFile(endToEndReport, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

async function browser() {
  const { code, output } = await run(process.execPath, ['tests/support/browser.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return code === 0 ? output.trim() : undefined;
}

await step('format and lint', 'biome', ['check', '--error-on-warnings', '.']);
await step('types', 'npm', ['run', '--silent', 'types']);
const built = await step('build', process.execPath, ['tools/build-when-changed.ts']);
const tests = (name: string, projects: string[]) =>
  step(
    name,
    'vitest',
    ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    vitestCounts,
  );
// `npm run test:unit`.
await tests('unit tests', ['--project=core', '--project=device']);
await tests('component, history and server tests', ['--project=!core', '--project=!device']);
const chromium = await browser();
if (!chromium) notHad.push('no browser: the end-to-end stories did not run.');
else if (built) {
  Object.assign(env, { CHROMIUM: chromium });
  await step('end-to-end stories', 'playwright', ['test', '--reporter=list,json'], endToEndCounts);
}

const said = await readFile(notHadFile, 'utf8').catch(() => '');
notHad.push(...new Set(said.split('\n').filter((line) => line !== '')));
await rm(reports, { recursive: true, force: true });

const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[count], 0);
const missing = process.env.CI ? notHad.length : 0;

process.stdout.write('\n');
for (const { step, seconds, failed } of outcomes) {
  process.stdout.write(`${failed > 0 ? 'failed' : 'passed'}  ${seconds.toFixed(1).padStart(6)} s  ${step}\n`);
}
for (const sentence of notHad) process.stdout.write(`\nNOT HAD: ${sentence.toUpperCase()}\n`);
process.stdout.write(
  `\n${sum('passed')} passed, ${sum('failed') + missing} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}\n`,
);
process.exitCode = sum('failed') + missing > 0 ? 1 : 0;
