/** What an owner's command prints, and tables for people. */
import stringWidth from 'string-width';

/** Where a command prints; tests have one of their own. */
export interface Terminal {
  /** Prints to standard output, with a line's end. */
  say(text: string): void;
  /** Prints to standard error, with a line's end. */
  warn(text: string): void;
  /** Shows progress on a terminal, replacing what it showed before; '' clears it. */
  progress?(text: string): void;
}

/** The terminal of the process, and what its output is piped into. */
export const processTerminal: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
  // Returns to the beginning of the line and clears it.
  progress: (text) => void (process.stderr.isTTY && process.stderr.write(`\r${text}\x1b[K`)),
};

/** Control characters, invisible and direction characters, and the line ends of Unicode. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** Replaces them by spaces: what a customer typed must not move the cursor, clear the screen or begin a line. */
export const visible = (text: string) => text.replace(invisible, ' ');

/** The same JSON without such a character: each is written as its escape (RFC 8259 §7). The line ends of our own layout stay. */
export const visibleJson = (json: string) =>
  json.replace(invisible, (character) =>
    character === '\n'
      ? character
      : character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** A terminal that shows no such character of what a command prints: the border of all commands. */
export function borderOf(terminal: Terminal, asJson: boolean): Terminal {
  const shown = asJson ? visibleJson : (text: string) => text.split('\n').map(visible).join('\n');
  return {
    ...terminal,
    say: (text) => terminal.say(shown(text)),
    warn: (text) => terminal.warn(shown(text)),
    progress: (text) => terminal.progress?.(visible(text)),
  };
}

/** A word as a shell takes it literally: an e-mail address may contain a command (fault B52). */
export const shellQuoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** `Sari, Budi dan 3 lagi`. */
export const firstOf = (names: readonly string[], most: number) =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` dan ${names.length - most} lagi` : ''}`;

/** Columns under their titles; the columns named in `right` are right-aligned. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[], right: readonly string[] = []) {
  const cells = [titles, ...rows].map((row) => row.map(visible));
  const widths = titles.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, stringWidth(row[column] ?? '')), 0),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const space = ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
          return right.includes(titles[column] ?? '') ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
