/** A folder for all that the tests of one file write; `setup.ts` makes it before the first of them and removes it after the last. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export let folder: string;

export async function makeFolder() {
  folder = await mkdtemp(join(tmpdir(), 'kedai-files-'));
}

/** Writes files below a folder, by their names there. */
export async function writeFiles(place: string, files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content);
  }
}

export const removeFolder = () => rm(folder, { recursive: true, force: true });
