/** `npm run shop -- …`: the owner's commands. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)));

const { processTerminal, troubleInWords } = await import('./commands/terminal.ts');

// Whoever reads may have seen enough: `orders | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  // Half a menu in a file would be taken for a whole one.
  processTerminal.warn(troubleInWords(error) ?? error.message);
  process.exit(1);
});
// Whoever waits for it hears of Ctrl+C, and only once; everything else it ends there and then, as a menu that is being read in.
const untilEnded = () => {
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  return ended.signal;
};
const words = process.argv.slice(2);
try {
  const { runCommand } = await import('./commands/commands.ts');
  process.exitCode = await runCommand(words, process.env, { ...processTerminal, untilEnded });
} catch (failure) {
  // A slip in a fact that a command does not need must keep nobody from a backup; so they are looked at only now.
  const { faultOfFacts } = await import('./facts.ts');
  const message = faultOfFacts();
  if (!message) throw failure;
  processTerminal.warn(words.includes('--json') ? JSON.stringify({ error: { message } }) : message);
  process.exitCode = 1;
}
