import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
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
