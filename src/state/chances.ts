import type { createStore } from 'jotai';
import { onReturn } from './connection.ts';

/**
 * Calls `listener` when what waits has a chance again: the shop answers again, the browser has found a network, or the tab is
 * looked at. Returns how to stop.
 */
export function onChance(store: ReturnType<typeof createStore>, listener: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const stop = onReturn(store, listener);
  addEventListener('online', listener);
  addEventListener('focus', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    stop();
    removeEventListener('online', listener);
    removeEventListener('focus', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}
