/**
 * Reports a tool that a test needed and that could not be found: in capitals at the end, or as a failure where `CI` is set
 * (`tools/test.ts`).
 */
import { appendFile } from 'node:fs/promises';

export async function sayNotHad(sentence: string) {
  if (process.env.NOT_HAD) await appendFile(process.env.NOT_HAD, `${sentence}\n`);
  else if (process.env.CI) throw new Error(sentence);
  else process.once('exit', () => console.error(`\n${sentence.toUpperCase()}`));
}
