/**
 * What a failed statement means to the one who asked: `busy` passes by itself in a moment, `unavailable` when the disk
 * has space or PostgreSQL is back. Anything else is a fault of ours and `undefined`.
 */
export function storageErrorOf(error: unknown): 'busy' | 'unavailable' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall } = error as { code?: string; syscall?: string };
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'busy';
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) return 'unavailable';
  if (/^(55P03|57014|40001|40P01)$/.test(code)) return 'busy';
  if (/^(08...|53...|57P0.|25006|25P03)$/.test(code)) return 'unavailable';
  if (/^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'unavailable';
  // Any failure to connect, such as a missing socket while PostgreSQL starts again.
  if (syscall === 'connect') return 'unavailable';
  // Messages of the driver itself, which have no code.
  if (/^Connection terminated|timeout exceeded when trying to connect|is not queryable$/.test(error.message))
    return 'unavailable';
  return undefined;
}

/** Whether a disk has no more space; SQLite needs some for its log even to read. */
export const isDiskFull = (error: unknown) =>
  /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/.test(String((error as { code?: unknown }).code));
