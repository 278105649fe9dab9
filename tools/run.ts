import { type SpawnOptions, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** An environment in which the project's own programs are found first, as in npm scripts. */
export const withPrograms = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PATH: [join(import.meta.dirname, '..', 'node_modules', '.bin'), env.PATH].join(delimiter),
});

/**
 * Runs a program to its end. Its output goes to this terminal or, with `stdio: 'pipe'`, into the result; the exit code is 1 if a
 * signal ended it. Rejects when it cannot be started.
 */
export const run = (command: string, args: string[], options: SpawnOptions = {}) =>
  new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options, env: withPrograms(options.env) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
