import { type SpawnOptions, spawn } from 'node:child_process';

/**
 * Runs a program to its end, the project's own by their names, as npm scripts find them. Its output goes to this terminal or, with
 * `stdio: 'pipe'`, into the result; the exit code is 1 if a signal ended it. Rejects when it cannot be started.
 */
export const run = (command: string, args: string[], options: SpawnOptions = {}) =>
  new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
