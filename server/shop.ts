/** `npm run shop -- …`: the owner's commands. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)));

const { runCommand } = await import('./commands/commands.ts');
const { processTerminal } = await import('./commands/terminal.ts');

// Whoever reads may have seen enough: `orders | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const ended = new AbortController();
process.once('SIGINT', () => ended.abort());
process.exitCode = await runCommand(process.argv.slice(2), process.env, { ...processTerminal, signal: ended.signal });
