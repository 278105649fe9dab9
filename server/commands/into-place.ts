import { realpathSync } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sqliteFileOf } from '../database/open.ts';

/** Gives a finished draft the name it is for, in the same folder, whole and on the disk: a power cut leaves what was there, or this. */
export async function intoPlace(draft: string, target: string) {
  await synced(draft);
  await rename(draft, target);
  await synced(dirname(target));
}

/** Writes a file whole: what a full disk cuts off is neither left nor in the place of what was there. A terminal or a pipe is written to. */
export async function writeWhole(path: string, content: string | Uint8Array) {
  const there = await stat(path).catch(() => undefined);
  if (there && !there.isFile()) return writeFile(path, content);
  const target = there ? await realpath(path) : resolve(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    await writeFile(draft, content);
    await intoPlace(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
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

/** The file behind every link on the way to `path`, also one that is not there yet. */
export function whereItLeads(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It is not there yet, so only its folder can lead elsewhere.
    return resolve(path) === dirname(resolve(path)) ? path : join(whereItLeads(dirname(resolve(path))), basename(path));
  }
}
