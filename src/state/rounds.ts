/** When orders and addresses that wait on the device are sent without being asked. */
import type { Atom, Store } from 'jotai';
import { registerSync } from './background-sync.ts';
import { combined } from './listening.ts';
import { onReconnectOrFocus } from './reconnect-or-focus.ts';
import { tokenAtom } from './session.ts';

interface Waiting {
  id: string;
  /** Pauses until then, in ms on this device's clock. */
  notBefore: number;
}

interface Outgoing {
  /** What can be sent now, without a login or a decision. */
  waitingAtom: Atom<readonly Waiting[]>;
  /** Sends what is due; `all` also what pauses after a failed attempt. */
  send: (options: { all: boolean }) => Promise<unknown>;
}

/**
 * Between two rounds, in ms. The longest holds even when a clock that was set back has made the next pause end in days.
 */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Sends in rounds, one at a time: at start, after a login, whenever there is a chance, and when the earliest pause is
 * over. Also asks the browser to wake the worker for what waits, in case every tab is closed by then. Returns how to
 * stop.
 */
export function sendInRounds(store: Store, { waitingAtom, send }: Outgoing): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let missed = false;
  let stopped = false;
  let wokenFor = '';
  let rest = shortestRest;

  /** Until the earliest pause is over, in ms; not above 0 when it is. */
  const pause = () => Math.min(...store.get(waitingAtom).map(({ notBefore }) => notBefore)) - Date.now();
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
      // Something still due right after a round could not be noted (a full disk) or must not go yet: the next round
      // waits longer.
      rest = pause() > 0 ? shortestRest : Math.min(rest * 2, longestRest);
      if (missed && !stopped) void begin({ all: true });
      else plan();
    }
  };
  // The next round begins when the earliest pause is over, whoever set that pause: a screen, another tab or the last
  // round.
  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const names = store
      .get(waitingAtom)
      .map(({ id }) => id)
      .join();
    // Once for each set of ids: what the worker writes of its attempt would otherwise wake it again at once.
    if (names && names !== wokenFor) void registerSync();
    wokenFor = names;
    // While a round is running, what it sends has no pause yet.
    if (!names || running) return;
    timer = setTimeout(begin, Math.min(longestRest, Math.max(rest, pause())), { all: false });
  };
  const beginWithAll = () => void begin({ all: true });
  // The running round itself may have made the shop answer again; it need not be followed by another for that.
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
    store.sub(waitingAtom, plan),
  );
}
