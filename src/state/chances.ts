import type { createStore } from 'jotai';
import { onReturn } from './connection.ts';
import { isSeen, onSeen } from './seen.ts';

/**
 * Calls `listener` when what waits has a chance again: the shop answers again, the browser has found a network, or the tab is
 * looked at. `isReturn`: the first of these, which may come of what is being sent just then. Returns how to stop.
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
