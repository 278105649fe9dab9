import { realpathSync } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sqliteFileOf } from '../database/open.ts';

/** Renames a finished draft to `target` in the same folder, both synced to the disk: after a power cut either the old file or the new one is there, whole. */
export async function intoPlace(draft: string, target: string) {
  await synced(draft);
  await rename(draft, target);
  await synced(dirname(target));
}

/** Writes a file as a whole or not at all: a full disk leaves the old one in place. A terminal or a pipe is simply written to. */
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
    // A file that does not exist yet: its folder may still be a link.
    return resolve(path) === dirname(resolve(path)) ? path : join(whereItLeads(dirname(resolve(path))), basename(path));
  }
}
