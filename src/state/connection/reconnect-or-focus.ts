import type { Store } from 'jotai';
import { combined, isVisible, listen, onVisible } from '../frame/event-listener.ts';
import { onReconnect } from './connection.ts';

/**
 * Calls `listener` whenever an attempt to send may succeed again: the shop responds again (`isReconnect`), the browser
 * has found a network, or the customer returns to the tab. A reconnect may be caused by the very request that is being
 * sent. Returns a function that stops this.
 */
export function onReconnectOrFocus(store: Store, listener: (isReconnect: boolean) => void): () => void {
  const found = () => listener(false);
  return combined(
    onReconnect(store, () => listener(true)),
    onVisible(found),
    listen('online', found),
    listen('focus', () => isVisible() && found()),
  );
}
