/**
 * `npm test`: all checks and tests, with one summary. `--long` adds `tests/long` and the tests with the tag `@long`.
 *
 * The failures are named above the totals, so that the end of a log shows them.
 *
 * Tools that the tests could not download (a browser, PostgreSQL) are named in capitals at the end: a warning here, a
 * failure where `CI` is set. Programs that this machine lacks (nginx, strace) are named there, too, and are no failure.
 * Tests report them by appending a sentence to the file that `MISSING_TOOLS` or `SKIPPED_TESTS` names
 * (`tests/support/missing-tools.ts`).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { run } from './run.ts';

interface Report {
  passed: number;
  failed: number;
  skipped: number;
  /** The names of failed tests; the stories' own report ends with theirs. */
  failures: string[];
}

const root = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'kedai-test-'));
const missingFile = join(reports, 'missing');
const skippedFile = join(reports, 'skipped');
const testsFile = join(reports, 'tests.json');
const storiesFile = join(reports, 'stories.json');
const env = {
  ...process.env,
  MISSING_TOOLS: missingFile,
  SKIPPED_TESTS: skippedFile,
  PLAYWRIGHT_JSON_OUTPUT_FILE: storiesFile,
  ...(process.argv.includes('--long') && { LONG: '1' }),
};

const outcomes: (Report & { step: string; seconds: number })[] = [];
const lacking: string[] = [];

async function step(name: string, command: string, args: string[], report?: () => Promise<Report>) {
  const heading = `\n— ${name} —\n`;
  if (report) process.stdout.write(heading);
  const started = performance.now();
  const { code, output } = await run(command, args, { cwd: root, env, stdio: report ? 'inherit' : 'pipe' });
  // What runs beside others prints at its end, so that each output stands below its own heading.
  if (!report) process.stdout.write(heading + output);
  const reported = await report?.().catch(() => undefined);
  const counted = reported ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  // A step that failed without a failed test (a lint, a crash) must not end in '0 failed'.
  const failed = code === 0 ? counted.failed : Math.max(1, counted.failed);
  outcomes.push({ step: name, seconds: (performance.now() - started) / 1_000, ...counted, failed });
  return code === 0;
}

async function vitestReport(): Promise<Report> {
  const report: JsonTestResults = JSON.parse(await readFile(testsFile, 'utf8'));
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // The file cannot be loaded, or fails before its tests.
    const titles = status === 'failed' && tests.length === 0 ? [''] : tests.map(({ fullName }) => ` › ${fullName}`);
    return titles.map((title) => relative(root, name) + title);
  });
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo } = report;
  return { passed, failed, skipped: pending + todo, failures };
}

async function storiesReport(): Promise<Report> {
  const { stats }: JSONReport = JSON.parse(await readFile(storiesFile, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures: [] };
}

async function browser() {
  const { code, output } = await run(process.execPath, ['tests/support/browser.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return code === 0 ? output.trim() : undefined;
}

// At once: alone, each of them leaves a processor idle. The browser here, because only one apt-get runs at a time, and the
// tests may install PostgreSQL.
const [chromium, built] = await Promise.all([
  browser(),
  step('build', process.execPath, ['tools/build-when-changed.ts']),
  step('format and lint', 'npm', ['run', '--silent', 'lint']),
  step('types', 'npm', ['run', '--silent', 'types']),
]);
await step(
  'unit, component, history and server tests',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${testsFile}`],
  vitestReport,
);
if (!chromium) lacking.push('no browser: the end-to-end stories did not run.');
else if (built) {
  Object.assign(env, { CHROMIUM: chromium });
  await step('end-to-end stories', 'playwright', ['test', '--reporter=list,json'], storiesReport);
}

async function sentencesIn(file: string) {
  const said = await readFile(file, 'utf8').catch(() => '');
  return [...new Set(said.split('\n').filter((line) => line !== ''))];
}
lacking.push(...(await sentencesIn(missingFile)));
const skipped = await sentencesIn(skippedFile);
await rm(reports, { recursive: true, force: true });

const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[count], 0);
const missing = process.env.CI ? lacking.length : 0;

for (const { failures } of outcomes) for (const one of failures) process.stdout.write(`\n${one}\n`);
process.stdout.write('\n');
for (const { step, seconds, failed } of outcomes) {
  process.stdout.write(`${failed > 0 ? 'failed' : 'passed'}  ${seconds.toFixed(1).padStart(6)} s  ${step}\n`);
}
for (const sentence of skipped) process.stdout.write(`\nSKIPPED: ${sentence.toUpperCase()}\n`);
for (const sentence of lacking) process.stdout.write(`\nMISSING: ${sentence.toUpperCase()}\n`);
process.stdout.write(
  `\n${sum('passed')} passed, ${sum('failed') + missing} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}\n`,
);
process.exitCode = sum('failed') + missing > 0 ? 1 : 0;
