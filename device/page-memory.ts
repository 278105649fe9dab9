/**
 * A page's memory in place of a disk that never opened (fault F28): gone with the page, and seen by no other tab and no
 * worker.
 */
import type { Fallback, Transaction } from './disk.ts';
import { inTurn } from './platform.ts';

const held = new Map<string, unknown>();

const transaction: Transaction = {
  getMany: async (keys) => keys.map((key) => held.get(key)),
  all: async (prefix) => [...held].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : [])),
  put: (key, value) => void (value === undefined ? held.delete(key) : held.set(key, value)),
};

/** Runs transactions one after the other, as a disk does, so that two presses of 'Bayar' make one entry. */
export const inPageMemory: Fallback = (work) => inTurn('kedai-memory', () => work(transaction));
