/** The folder with the shop's data, and who may look into it: its owner, and no other user of the machine (fault B49). */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

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
 * Like `mkdir` with `recursive`, which never returns where a file system, `/proc` for one, has no place for a folder. By default what
 * is in it says who the customers are: no other user may look, with any umask.
 */
export async function makeFolder(folder: string, mode = 0o700) {
  try {
    await mkdir(folder, mode);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder), mode);
    await makeFolder(folder, mode);
  }
}

/** Creates an empty file that only its owner may read, with any umask. Returns false, and changes nothing, where there is a file. */
export function createPrivate(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Gives what was made in a folder the same readers as the folder has, and its owner if root made it: a picture in a data folder is closed like
 * the folder, one in a folder that several machines share is open to them.
 */
export function shareLikeFolder(path: string) {
  chownToFolderOwner(path);
  try {
    chmodSync(path, statSync(dirname(path)).mode & (statSync(path).isDirectory() ? 0o755 : 0o644));
  } catch {
    // It belongs to another user, who decides.
  }
}

/** What may be in a data folder: databases with their logs and drafts, pictures, the server's output, and what a file system puts there. */
const ownName = /^(images|log|lost\+found|\.doctor-\d+)$|\.(sqlite|log|kedai-draft)(\W|$)/;

const isOpen = ({ mode }: { mode: number }) => (mode & 0o077) !== 0;

const ownPaths = (folder: string) =>
  readdirSync(folder).flatMap((name) => (ownName.test(name) && name !== 'lost+found' ? [join(folder, name)] : []));

/** The data folder and the databases and logs in it that other users of this machine may read. Pictures are not secret. */
export function openToOthers(dataDir: string): string[] {
  const folder = resolve(dataDir);
  const isSecret = (path: string) => path !== join(folder, 'images');
  return [folder, ...ownPaths(folder).filter(isSecret)].filter((path) => {
    // SQLite removes its logs when the last process closes the file.
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts && isOpen(facts);
  });
}

/**
 * Takes from all other users of this machine the right to read the data folder and what the shop has put there. Throws a `StartupError` where
 * that cannot be, and where the folder contains something else: closing a home folder or `/tmp` would keep others from what is theirs.
 */
export function closeToOthers(dataDir: string) {
  const folder = resolve(dataDir);
  const facts = statSync(folder);
  if (isOpen(facts)) {
    const stillOpen = (reason: string) =>
      new StartupError(
        `Pengguna lain di mesin ini bisa melihat isi folder data ${folder}, dan kedai tidak menutupnya karena ${reason}: pakai "chmod 700", atau pilih folder lain dengan DATA_DIR.`,
      );
    const foreign = readdirSync(folder).find((name) => !ownName.test(name));
    if (foreign !== undefined) throw stillOpen(`di sana juga ada ${JSON.stringify(foreign)}`);
    const failure = takeRights(folder, facts);
    // A disk that cannot be written is still read by some of the owner's commands.
    if (failure === 'EROFS') return;
    if (failure !== undefined || isOpen(statSync(folder)))
      throw stillOpen('pengguna ini atau disknya tidak mengizinkan');
  }
  // From here on no other user can put a link in the place of a file. What cannot be closed is behind the folder, which is.
  for (const path of ownPaths(folder)) closeAll(path);
  requireClosedTarget(sqliteFileOf(folder));
}

function closeAll(path: string) {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (!facts || facts.isSymbolicLink()) return;
  takeRights(path, facts);
  if (facts.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
}

function takeRights(path: string, { mode }: { mode: number }): string | undefined {
  if (!isOpen({ mode })) return undefined;
  try {
    // By its path: to open and close a database would end the locks that this process holds on it (POSIX, fcntl).
    chmodSync(path, mode & 0o700);
    return undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** A link leads out of the folder that is closed. */
function requireClosedTarget(path: string) {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() || !existsSync(path)) return;
  const target = realpathSync(path);
  if (isOpen(statSync(target)))
    throw new StartupError(
      `${path} menuju ${target}, yang bisa dibaca pengguna lain di mesin ini: pakai "chmod 600" untuknya.`,
    );
}
