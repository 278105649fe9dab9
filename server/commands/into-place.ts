import { realpathSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sqliteFileOf } from '../database/open.ts';

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

/** Whether a command that writes `path` would write over the SQLite file in `dataDir` or its log, by whatever way the path leads there. */
export function isShopItself(path: string, dataDir: string) {
  const target = whereItLeads(path);
  return ['', '-wal', '-shm'].some((part) => whereItLeads(`${sqliteFileOf(dataDir)}${part}`) === target);
}

function whereItLeads(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It is not there yet, so only its folder can lead elsewhere.
    return resolve(path) === dirname(resolve(path)) ? path : join(whereItLeads(dirname(resolve(path))), basename(path));
  }
}
