/** Sends a pending cart in the background (specification §7, decision C2), besides the moment after each change. */
import type { Store } from 'jotai';
import type { syncCart } from '#device/cart-sync';
import { tokenAtom } from '../account/session.ts';
import { onReconnectOrFocus } from '../connection/retry-loop.ts';
import { combined, onVisible } from '../frame/event-listener.ts';
import { sendCartAtom } from './cart.ts';

/**
 * Sends at the start, whenever an attempt may succeed again (`onReconnectOrFocus`), and once a minute. When the session
 * has ended, sends only after the customer returns to the tab or logs in. Returns a function that stops it.
 */
export function syncCartInBackground(store: Store): () => void {
  let ended: string | undefined;
  const send = async (options?: Parameters<typeof syncCart>[0]) => {
    const token = store.get(tokenAtom);
    if (!token || token === ended) return;
    const { state } = await store.set(sendCartAtom, options);
    ended = state === 'needs_login' ? token : undefined;
  };
  void send({ refresh: true });
  const timer = setInterval(send, 60_000);
  return combined(
    // A session that begins (read from the device, or a login) is the specification's 'auth changes'.
    store.sub(tokenAtom, () => void send({ refresh: true, always: true })),
    onReconnectOrFocus(store, () => void send()),
    onVisible(() => {
      ended = undefined;
      void send({ refresh: true });
    }),
    () => clearInterval(timer),
  );
}
