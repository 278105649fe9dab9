/**
 * Reports what tests needed and did not find: in capitals at the end (`tools/test.ts`). What `npm test` would have fetched (a browser,
 * PostgreSQL) is a failure where `CI` is set. What belongs to the machine (nginx, strace, root's rights) is none.
 */
import { appendFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';

/** Reports a tool that could not be fetched. */
export async function reportMissing(sentence: string) {
  if (process.env.MISSING_TOOLS) await appendFile(process.env.MISSING_TOOLS, `${sentence}\n`);
  else if (process.env.CI) throw new Error(sentence);
  else process.once('exit', () => console.error(`\n${sentence.toUpperCase()}`));
}

/** For `test.runIf` and `skip`: whether the machine has `tool`; otherwise `sentence` says what was not tested. */
export function available<Tool>(tool: Tool, sentence: string): tool is Exclude<Tool, false | undefined> {
  if (tool) return true;
  if (process.env.SKIPPED_TESTS) appendFileSync(process.env.SKIPPED_TESTS, `${sentence}\n`);
  else console.error(sentence.toUpperCase());
  return false;
}
