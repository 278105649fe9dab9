/** Standard output that never stops the shop, whether its reader stops, goes away or has a full disk (fault F10). */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** What is kept for a reader who is slow, in bytes. */
const maxKept = 1_000_000;

/** Writes as much as the reader takes; the rest is dropped, since there is nowhere else to report it. */
export const standardOutput = { write: writer() };

function writer(): (text: string) => void {
  const kind = fstatSync(1);
  // A file is written synchronously: it never blocks, and so the order with other writers is kept.
  if (kind.isFile()) return (text) => writeWhatFits(1, text);
  if (kind.isCharacterDevice()) {
    const terminal = withoutWaiting();
    return (text) => writeWhatFits(terminal, text);
  }
  const { stdout } = process;
  stdout.on('error', () => {});
  return (text) => void (stdout.writableLength < maxKept && stdout.write(text));
}

function writeWhatFits(file: number, text: string) {
  try {
    writeSync(file, text);
  } catch {
    // It is left out.
  }
}

/** A terminal that stands still, after Ctrl+S for one, takes nothing until somebody lets it go on, and Node's own output waits for that. */
function withoutWaiting() {
  try {
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return 1;
  }
}
