import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a finished draft the name it is for, in the same folder, whole and on the disk: a power cut leaves what was there, or this. */
export async function intoPlace(draft: string, target: string) {
  await synced(draft);
  await rename(draft, target);
  await synced(dirname(target));
}

async function synced(path: string) {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
