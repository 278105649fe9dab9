/** The folder with the shop's data, and who may look into it. */
import { chownSync, existsSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where the SQLite file of a data folder is, or would be. */
export const sqliteFileOf = (dataDir: string) => join(resolve(dataDir), 'kedai.sqlite');

/** Gives a file that root created to the owner of its folder, as SQLite does with its log: otherwise the shop could only read it. */
export function chownToFolderOwner(path: string) {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  try {
    chownSync(path, uid, gid);
  } catch {
    // In a container root often may not change owners, and is the shop's own user anyway.
  }
}

/**
 * Like `mkdir` with `recursive`, which never returns where a file system, `/proc` for one, has no place for a folder. What
 * is in it says who the customers are: nobody else may look.
 */
export async function makeFolder(folder: string) {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}
