/** A folder for all that the tests of one file write; `setup.ts` makes it before the first of them and removes it after the last. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export let folder: string;

export async function makeFolder() {
  folder = await mkdtemp(join(tmpdir(), 'kedai-files-'));
}

export const removeFolder = () => rm(folder, { recursive: true, force: true });
