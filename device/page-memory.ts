/** Where a page keeps everything while it is open, because its disk never opened (fault F28): no other tab sees it, and no worker. */

import type { Instead, Shelf } from './disk.ts';
import { inTurn } from './platform.ts';

const held = new Map<string, unknown>();

const shelf: Shelf = {
  get: async (key) => held.get(key),
  all: async (prefix) => [...held].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : [])),
  put: (key, value) => void (value === undefined ? held.delete(key) : held.set(key, value)),
};

/** One after the other, as the transactions of a disk: two presses of 'Bayar' are one intent. */
export const inPageMemory: Instead = (work) => inTurn('kedai-memory', () => work(shelf));
