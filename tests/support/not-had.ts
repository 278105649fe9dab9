/** What a test needed and could not have is said in capitals at the end; with `CI` set it is a failure (`tools/test.ts`). */
import { appendFile } from 'node:fs/promises';

export async function sayNotHad(sentence: string) {
  if (process.env.NOT_HAD) await appendFile(process.env.NOT_HAD, `${sentence}\n`);
  else if (process.env.CI) throw new Error(sentence);
  else process.once('exit', () => console.error(`\n${sentence.toUpperCase()}`));
}
