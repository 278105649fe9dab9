/** When what waits on the device is sent by itself, and when not. */
import type { Atom, createStore } from 'jotai';
import { onChance } from './chances.ts';
import { tokenAtom } from './session.ts';
import { askToBeWoken } from './wake-up.ts';

interface Waiting {
  id: string;
  /** Pauses until then, in ms on this device's clock. */
  notBefore: number;
}

interface Outgoing {
  /** What nobody has to log in or decide for first. */
  waitingAtom: Atom<readonly Waiting[]>;
  /** Sends what is due; `all` also what pauses after a failed attempt. */
  send: (options: { all: boolean }) => Promise<unknown>;
}

/** Between two looks at what is due, in ms; a clock that was set back must not make it days. */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Sends in rounds, one at a time: at start, after a login, whenever there is a chance, and when the earliest pause is over; and
 * has the worker woken for what waits when every tab is gone by then. Returns how to stop.
 */
export function sendInRounds(store: ReturnType<typeof createStore>, { waitingAtom, send }: Outgoing): () => void {
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
      // Whose pause is over even now could not be noted (a full disk), or must not go yet.
      rest = pause() > 0 ? shortestRest : Math.min(rest * 2, longestRest);
      if (missed && !stopped) void begin({ all: true });
      else plan();
    }
  };
  // Whoever made it wait, a screen, another tab or the last round: the next one is when its pause is over.
  const plan = () => {
    clearTimeout(timer);
    if (stopped) return;
    const names = store
      .get(waitingAtom)
      .map(({ id }) => id)
      .join();
    // Once for each: the worker writes what came of its attempt, and would be woken by that at once.
    if (names && names !== wokenFor) void askToBeWoken();
    wokenFor = names;
    // What is being sent has no pause yet.
    if (!names || running) return;
    timer = setTimeout(begin, Math.min(longestRest, Math.max(rest, pause())), { all: false });
  };
  const beginWithAll = () => void begin({ all: true });
  // A return may be this round's own doing, and what it has sent already is on that line.
  const hasChance = (isReturn: boolean) => {
    if (!running || !isReturn) beginWithAll();
  };

  const stops = [onChance(store, hasChance), store.sub(tokenAtom, beginWithAll), store.sub(waitingAtom, plan)];
  beginWithAll();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
