/** What an owner's command prints, and tables for people. */

/** Where a command prints; tests have one of their own. */
export interface Terminal {
  /** Prints to standard output, with a line's end. */
  say(text: string): void;
  /** Prints to standard error, with a line's end. */
  warn(text: string): void;
  /** Rings where somebody can hear it. */
  ring(): void;
  /** Shows progress on a terminal, replacing what it showed before; '' clears it. */
  progress?(text: string): void;
  /** A signal that aborts when somebody ends a command that has no end of its own. */
  untilEnded?(): AbortSignal;
}

/** The terminal of the process, and what its output is piped into. */
export const processTerminal: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
  // Returns to the beginning of the line and clears it.
  progress: (text) => void (process.stderr.isTTY && process.stderr.write(`\r${text}\x1b[K`)),
  ring: () => void (process.stdout.isTTY ? process.stdout : process.stderr).write('\x07'),
};

/** Replaces control characters by spaces: what a customer typed must not move the cursor, clear the screen or begin a line. */
export const visible = (text: string) => text.replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, ' ');

/** Columns under their titles; the columns named in `right` stand right-aligned. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[], right: readonly string[] = []) {
  const cells = [titles, ...rows].map((row) => row.map(visible));
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
          return right.includes(titles[column] ?? '') ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Columns that a text takes on a terminal; wide letters and pictures take two. */
const widthOf = (text: string) =>
  [...text.normalize('NFC')].reduce(
    (width, letter) =>
      width +
      (/\p{Mn}/u.test(letter) ? 0 : /\p{Extended_Pictographic}|[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠]/u.test(letter) ? 2 : 1),
    0,
  );
