/** Automatically retries orders and addresses that the device could not deliver. */
import type { Atom, Store } from 'jotai';
import { tokenAtom } from '../account/session.ts';
import { combined, isVisible, listen, onVisible } from '../frame/event-listener.ts';
import { registerSync } from './background-sync.ts';
import { onReconnect } from './connection.ts';

interface Pending {
  id: string;
  /** Not sent before this moment, in ms on this device's clock. */
  notBefore: number;
}

interface Outgoing {
  /** What can be sent without a login or a decision of the customer. */
  pendingAtom: Atom<readonly Pending[]>;
  /** Sends what is due; `all` also what pauses after a failed attempt. */
  send: (options: { all: boolean }) => Promise<unknown>;
}

/**
 * The shortest and the longest time between two runs, in ms. A clock that was set back may let the next pause end in
 * days: the longest time applies then.
 */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Sends in runs, one at a time: at start, after a login, whenever an attempt may succeed again, and when the earliest
 * pause is over. Also asks the browser to wake the worker for what is pending, in case every tab is closed by then.
 * Returns a function that stops the loop.
 */
export function startRetryLoop(store: Store, { pendingAtom, send }: Outgoing): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let missed = false;
  let stopped = false;
  let wokenFor = '';
  let rest = shortestRest;

  /** The time until the earliest pause is over, in ms; 0 or less when it is over. */
  const pause = () => Math.min(...store.get(pendingAtom).map(({ notBefore }) => notBefore)) - Date.now();
  const begin = async ({ all }: { all: boolean }) => {
    if (!store.get(tokenAtom)) return;
    if (running) {
      missed = true;
      return;
    }
    running = true;
    missed = false;
    clearTimeout(timer);
    try {
      await send({ all });
    } finally {
      running = false;
      // If something is still due right after a run, it could not be recorded (a full disk) or must not be sent yet: the
      // next run waits longer.
      rest = pause() > 0 ? shortestRest : Math.min(rest * 2, longestRest);
      if (missed && !stopped) void begin({ all: true });
      else plan();
    }
  };
  // The next run begins when the earliest pause is over, also if a screen or another tab has set that pause.
  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const names = store
      .get(pendingAtom)
      .map(({ id }) => id)
      .join();
    // Once for each set of ids: otherwise the worker's own writes would wake it again at once.
    if (names && names !== wokenFor) void registerSync();
    wokenFor = names;
    // During a run the pauses of what it sends are not set yet.
    if (!names || running) return;
    timer = setTimeout(begin, Math.min(longestRest, Math.max(rest, pause())), { all: false });
  };
  const beginWithAll = () => void begin({ all: true });
  // The run itself may have caused the reconnect; then no other run has to follow.
  const reconnectedOrFocused = (isReconnect: boolean) => {
    if (!running || !isReconnect) beginWithAll();
  };

  const end = () => {
    stopped = true;
    clearTimeout(timer);
  };
  beginWithAll();
  return combined(
    end,
    onReconnectOrFocus(store, reconnectedOrFocused),
    store.sub(tokenAtom, beginWithAll),
    store.sub(pendingAtom, plan),
  );
}

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
