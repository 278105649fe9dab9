/** `npm run types`: every program against its own `tsconfig`, two at a time. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'types');
const waiting = ['core', 'device', 'src', 'sw', 'server', 'tests', 'art', 'tools', 'bench'];
const faulty: string[] = [];

async function checkNext(): Promise<void> {
  const program = waiting.shift();
  if (!program) return;
  // What has not changed since the last time is not looked at again.
  const known = ['--incremental', '--tsBuildInfoFile', join(cache, `${program}.tsbuildinfo`)];
  const { code, output } = await run('tsc', ['-p', program, '--pretty', ...known], { stdio: 'pipe' });
  if (code !== 0) faulty.push(program);
  if (output) process.stdout.write(output);
  return checkNext();
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, checkNext));
if (faulty.length > 0) {
  console.error(`The types do not fit in ${faulty.join(', ')}.`);
  process.exitCode = 1;
}
