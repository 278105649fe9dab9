/** In place of a disk that never opened (fault F28): ends with the page, and no other tab and no worker can read it. */
import type { Fallback, Transaction } from './disk.ts';
import { inTurn } from './locks.ts';

const values = new Map<string, unknown>();

const transaction: Transaction = {
  getMany: async (keys) => keys.map((key) => values.get(key)),
  all: async (prefix) => [...values].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : [])),
  put: (key, value) => void (value === undefined ? values.delete(key) : values.set(key, value)),
};

/** One after the other, as a disk does, so that two presses of 'Bayar' make one entry. */
export const inPageMemory: Fallback = (work) => inTurn('kedai-memory', () => work(transaction));
