/** When a cart that waits is sent (specification §7, decision C2), besides the moment after each change. */
import type { createStore } from 'jotai';
import { sendCartAtom } from './cart.ts';
import { onChance } from './chances.ts';
import { sessionAtom } from './session.ts';

/** Sends at the start, whenever there is a chance, and by a timer; returns how to stop. */
export function sendCartAtItsMoments(store: ReturnType<typeof createStore>): () => void {
  const send = () => {
    if (store.get(sessionAtom)) void store.set(sendCartAtom);
  };
  const refresh = () => {
    if (document.visibilityState === 'visible' && store.get(sessionAtom))
      void store.set(sendCartAtom, { refresh: true });
  };
  // A session that begins (read from the device, or a login) is the specification's 'auth changes'.
  let customer = store.get(sessionAtom)?.token;
  const stopFollowing = store.sub(sessionAtom, () => {
    const before = customer;
    customer = store.get(sessionAtom)?.token;
    if (customer && customer !== before) void store.set(sendCartAtom, { refresh: true, always: true });
  });
  if (customer) void store.set(sendCartAtom, { refresh: true });
  const stopAwaiting = onChance(store, send);
  const timer = setInterval(send, 60_000);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    stopFollowing();
    stopAwaiting();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
  };
}
