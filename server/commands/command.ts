import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import type { Terminal } from './terminal.ts';

/** One of the owner's commands. */
export interface Command {
  /** As it is written, the name of the command first: `order NUMBER [--status STATUS]`. */
  usage: string;
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments follow the name, none by default. */
  minArgs?: number;
  maxArgs?: number;
  /** Resolves with the exit code, 0 when it is nothing else. Throws a `CommandError` or a `UsageError`. */
  run(call: Call): Promise<unknown>;
}

/** What a command is run with. */
export interface Call {
  args: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  asJson: boolean;
  config: Config;
  terminal: Terminal;
  /**
   * Opens the shop's data. Where there is none it is created and seeded as at a first start, unless it `mustBeThere`: then throws a
   * `CommandError`. Throws a `StartupError` when it is of another version. Closed when the command ends. Can also be read where nothing can
   * be written, as on a failing disk.
   */
  openData(how?: { mustBeThere: boolean }): Promise<Database>;
}
