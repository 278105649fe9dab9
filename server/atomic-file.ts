/** Files that are there as a whole or not at all. */
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Renames a finished draft to `target` in the same folder, both synced to the disk: after a power cut either the old file or the new one is there, whole. */
export async function renameAtomically(draft: string, target: string) {
  await synced(draft);
  await rename(draft, target);
  await synced(dirname(target));
}

/** Writes a file as a whole or not at all: a full disk leaves the old one in place. A terminal or a pipe is simply written to. */
export async function writeAtomically(path: string, content: string | Uint8Array) {
  const there = await stat(path).catch(() => undefined);
  if (there && !there.isFile()) return writeFile(path, content);
  const target = there ? await realpath(path) : resolve(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    await writeFile(draft, content);
    await renameAtomically(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

async function synced(path: string) {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
