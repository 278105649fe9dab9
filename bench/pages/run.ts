import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What the measurement of each goal gets. */
export interface Run {
  /** A temporary folder, deleted afterwards. */
  folder: string;
  /** How often each time is measured. */
  runs: number;
  /** Reports progress, on standard error. */
  say(text: string): void;
}
