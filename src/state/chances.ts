import type { createStore } from 'jotai';
import { onReturn } from './connection.ts';
import { isSeen, onSeen } from './seen.ts';

/**
 * Calls `listener` whenever an attempt to send may succeed again: the shop answers again (`isReturn`), the browser has found a network,
 * or the customer looks at the tab. A return may be caused by the very request that is being sent. Returns how to stop.
 */
export function onChance(store: ReturnType<typeof createStore>, listener: (isReturn: boolean) => void): () => void {
  const found = () => listener(false);
  const focused = () => {
    if (isSeen()) found();
  };
  const stops = [onReturn(store, () => listener(true)), onSeen(found)];
  addEventListener('online', found);
  addEventListener('focus', focused);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', found);
    removeEventListener('focus', focused);
  };
}
