import type { createStore } from 'jotai';
import { onReturn } from './connection.ts';

/**
 * Calls `listener` when what waits has a chance again: the shop answers again, the browser has found a network, or the tab is
 * looked at. `isReturn`: the first of these, which may come of what is being sent just then. Returns how to stop.
 */
export function onChance(store: ReturnType<typeof createStore>, listener: (isReturn: boolean) => void): () => void {
  const found = () => listener(false);
  const seen = () => {
    if (document.visibilityState === 'visible') found();
  };
  const stop = onReturn(store, () => listener(true));
  addEventListener('online', found);
  addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    stop();
    removeEventListener('online', found);
    removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
