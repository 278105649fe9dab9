/** `npm run dev`: the storefront through Vite, and the server behind it; both reload on changes, Ctrl+C ends both. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const apiPort = process.env.API_PORT ?? '3001';
const env = { ...process.env, API_PORT: apiPort };

const programs = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PORT: apiPort },
  }),
  spawn('vite', [], { cwd: root, stdio: 'inherit', env }),
];

function endAll() {
  for (const program of programs) if (program.exitCode === null) program.kill('SIGTERM');
}

// On Ctrl+C the terminal signals the children, too; a signal to this process alone must be forwarded.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
for (const program of programs) {
  program.once('error', (failure) => {
    console.error(failure.message);
    endAll();
  });
  program.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    endAll();
  });
}
