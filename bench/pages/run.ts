import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What each goal's measuring is given. */
export interface Run {
  /** Removed afterwards. */
  folder: string;
  /** How often each time is taken. */
  runs: number;
  /** What it is doing, on standard error. */
  say(text: string): void;
}
