/** `npm run shop -- …`: the owner's commands. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/server', import.meta.url)));

const { processTerminal } = await import('./commands/terminal.ts');
const { describeSystemError } = await import('./commands/command.ts');

// The reader of the output may have gone, as with `orders | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  // Half a menu in a file would be taken for a whole one.
  processTerminal.warn(describeSystemError(error) ?? error.message);
  process.exit(1);
});
const words = process.argv.slice(2);
try {
  const { runCommand } = await import('./commands/run-command.ts');
  const { shop } = await import('#core/shop');
  // As the server does: both have the same days (`shop-day.ts`).
  process.env.TZ = shop.timeZone;
  process.exitCode = await runCommand(words, process.env, processTerminal);
} catch (error) {
  // The shop's configuration is checked only now: a mistake in it must not prevent a backup.
  const { shopConfigError } = await import('./shop-config-check.ts');
  const message = shopConfigError();
  if (!message) throw error;
  processTerminal.warn(words.includes('--json') ? JSON.stringify({ error: { message } }) : message);
  process.exitCode = 1;
}
