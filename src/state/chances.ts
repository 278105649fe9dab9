import type { createStore } from 'jotai';
import { onReturn } from './connection.ts';
import { combined, listen } from './listening.ts';
import { isSeen, onSeen } from './seen.ts';

/**
 * Calls `listener` whenever an attempt to send may succeed again: the shop answers again (`isReturn`), the browser has found a network,
 * or the customer looks at the tab. A return may be caused by the very request that is being sent. Returns how to stop.
 */
export function onChance(store: ReturnType<typeof createStore>, listener: (isReturn: boolean) => void): () => void {
  const found = () => listener(false);
  return combined(
    onReturn(store, () => listener(true)),
    onSeen(found),
    listen('online', found),
    listen('focus', () => isSeen() && found()),
  );
}
