/** Standard output as a shop needs it: whoever reads along may stop, go away or have no room, and the shop stays open (fault F10). */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** What is kept for a reader who is slow, in bytes. */
const mostKept = 1_000_000;

/** Writes it as far as somebody takes it; what nobody takes is left out, since there is nowhere else to say so. */
export const standardOutput = { write: writer() };

function writer(): (text: string) => void {
  const kind = fstatSync(1);
  // On a file nobody is waited for, and no other way keeps its place beside what else is written there.
  if (kind.isFile()) return (text) => writeWhatFits(1, text);
  if (kind.isCharacterDevice()) {
    const terminal = withoutWaiting();
    return (text) => writeWhatFits(terminal, text);
  }
  const { stdout } = process;
  stdout.on('error', () => {});
  return (text) => void (stdout.writableLength < mostKept && stdout.write(text));
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
