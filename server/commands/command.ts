/** What a command is, and why it could not do what it was told, in words for the owner. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, describeDatabase } from '../database/open.ts';
import { isDiskFull, storageErrorOf } from '../database/storage-error.ts';
import type { Terminal } from './terminal.ts';

/** One of the owner's commands. */
export interface Command {
  /** As it is written, the name of the command first: `order NUMBER [--status STATUS]`. What may be written follows from it. */
  usage: string;
  summary: string;
  /** Throws a `CommandError` or a `UsageError`. */
  run(call: Call): Promise<Answer>;
}

/** What a command says when it is done: `text` for people, `data` for programs (`--json`). */
interface Answer {
  text: string;
  data: object;
  /** For people, to standard error; `data` has them, too. */
  warnings?: readonly string[];
  /** Below the text, of signs that a terminal shows black on white, whatever its own colours. */
  drawing?: string;
  /** The exit code, 0 when it is nothing else. */
  code?: number;
}

/** What a command is run with. */
interface Call {
  args: string[];
  /** The options with a value, and the names of those without. */
  options: Readonly<Record<string, string>>;
  flags: ReadonlySet<string>;
  config: Config;
  terminal: Terminal;
  /**
   * Opens the shop's data. Throws a `CommandError` where there is none, unless it is `orNew`: then it is created and seeded as at a first
   * start. Throws a `StartupError` when it is of another version. Closed when the command ends. Can also be read where nothing can be
   * written, as on a failing disk.
   */
  openData(how?: { orNew: boolean }): Promise<Database>;
}

/** The command was not written as its help says; the process ends with 2. */
export class UsageError extends Error {}

/** What was asked for cannot be done; the process ends with 1. */
export class CommandError extends Error {
  /** They stand below the sentence, one to a line. */
  readonly details: readonly string[];
  /** What `--json` says besides. */
  readonly data: object;

  constructor(message: string, details: readonly string[] = [], data: object = {}) {
    super(message);
    this.details = details;
    this.data = data;
  }
}

/** Why a file could not be read or written, without the words of an operating system. */
export function fileError(path: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  const said: Record<string, string> = {
    ENOENT: `${path} tidak ada.`,
    ENOTDIR: `${path} tidak ada.`,
    EEXIST: `${path} bukan folder.`,
    EISDIR: `${path} adalah folder, bukan berkas.`,
    EACCES: `${path} atau foldernya milik pengguna lain: pengguna ini tidak boleh membukanya.`,
    EPERM: `${path} atau foldernya milik pengguna lain: pengguna ini tidak boleh membukanya.`,
    EROFS: `${path} ada di disk yang tidak bisa ditulisi.`,
    ENOSPC: `Tidak ada tempat lagi untuk ${path}.`,
  };
  return new CommandError(said[code ?? ''] ?? `${path} tidak bisa dipakai: ${message}.`);
}

/** What is said while another process holds the data. */
export const databaseLocked = 'Program lain sedang memakai data; coba lagi nanti.';

/** What the disk, the network or the database kept a command from doing; undefined for what is a fault of ours. */
export function describeSystemError(error: unknown): string | undefined {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (storageErrorOf(error) === 'busy') return databaseLocked;
  if (!/^(SQLITE_\w+|[0-9A-Z]{5}|E[A-Z]+)$/.test(String(code))) return undefined;
  if (path) return fileError(path, error).message;
  if (isDiskFull(error)) return 'Disknya penuh.';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(String(code))) return 'Datanya rusak, atau bukan data kedai.';
  if (/^SQLITE_(READONLY|CANTOPEN)/.test(String(code)))
    return 'Data tidak bisa ditulis: disk, folder, atau berkasnya tertutup bagi pengguna ini.';
  return `Tidak berhasil: ${message}.`;
}

/** Whether something has this name. Throws where this user may not look: what another user has locked away is not gone. */
export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The fault when there is no shop: reporting 'no orders' would not help an owner who named the wrong folder. */
export const noShopError = (config: { dataDir: string; databaseUrl: string | undefined }) =>
  new CommandError(
    config.databaseUrl
      ? `Belum ada kedai di ${describeDatabase(config)}; tempatnya diatur dengan DATABASE_URL.`
      : `Belum ada kedai di ${resolve(config.dataDir)}; tempatnya diatur dengan DATA_DIR.`,
  );
