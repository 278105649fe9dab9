/** Retries what the device could not deliver, orders and addresses, without the customer. */
import type { Atom, Store } from 'jotai';
import { tokenAtom } from '../account/session.ts';
import { combined } from '../frame/event-listener.ts';
import { registerSync } from './background-sync.ts';
import { onReconnectOrFocus } from './reconnect-or-focus.ts';

interface Pending {
  id: string;
  /** Pauses until then, in ms on this device's clock. */
  notBefore: number;
}

interface Outgoing {
  /** What can be sent now, without a login or a decision. */
  pendingAtom: Atom<readonly Pending[]>;
  /** Sends what is due; `all` also what pauses after a failed attempt. */
  send: (options: { all: boolean }) => Promise<unknown>;
}

/**
 * Between two runs, in ms. The longest holds even when a clock that was set back has made the next pause end in days.
 */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Sends one run at a time: at start, after a login, whenever there is a chance, and when the earliest pause is over.
 * Also asks the browser to wake the worker for what is pending, in case every tab is closed by then. Returns how to
 * stop.
 */
export function startRetryLoop(store: Store, { pendingAtom, send }: Outgoing): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let missed = false;
  let stopped = false;
  let wokenFor = '';
  let rest = shortestRest;

  /** Until the earliest pause is over, in ms; not above 0 when it is. */
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
      // Something still due right after a run could not be noted (a full disk) or must not leave yet: the next run
      // waits longer.
      rest = pause() > 0 ? shortestRest : Math.min(rest * 2, longestRest);
      if (missed && !stopped) void begin({ all: true });
      else plan();
    }
  };
  // The next run begins when the earliest pause is over, whether a screen, another tab or the last run set that pause.
  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const names = store
      .get(pendingAtom)
      .map(({ id }) => id)
      .join();
    // Once for each set of ids: what the worker writes of its attempt would otherwise wake it again at once.
    if (names && names !== wokenFor) void registerSync();
    wokenFor = names;
    // During a run, what it sends has no pause yet.
    if (!names || running) return;
    timer = setTimeout(begin, Math.min(longestRest, Math.max(rest, pause())), { all: false });
  };
  const beginWithAll = () => void begin({ all: true });
  // The run itself may have made the shop answer again; it need not be followed by another for that.
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
