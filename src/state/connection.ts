/** How the connection to the shop is, told by what came of real requests (faults F11, F13, F14). */
import { atom, type createStore } from 'jotai';
import { apiHost } from '#device/host';
import { type News, onNews, reachAnew } from '#device/reachability';
import { findAtom, menuAtom, reloadMenuAtom } from './catalogue.ts';
import { reloadFailed } from './resource.ts';
import { isSeen, onSeen } from './seen.ts';

type Store = ReturnType<typeof createStore>;

export type Connection = 'unknown' | 'online' | 'slow' | 'no-internet' | 'offline' | 'portal';

const heldAtom = atom<Connection>('unknown');
const shownAtom = atom(false);

export const connectionAtom = atom((get) => (get(shownAtom) ? get(heldAtom) : 'unknown'));

/** Whether nobody at the shop hears this device now. */
export const isCutOff = (connection: Connection) =>
  connection === 'offline' || connection === 'no-internet' || connection === 'portal';

/** Asks the shop for something small, past the device's own memory; resolves with how the connection is then. */
export const checkConnectionAtom = atom(null, async (get) => {
  // Not one of the calls: who looks for the shop must not need a file of it.
  // What comes of it is told as news.
  await reachAnew(`${apiHost}/categories`).catch(() => undefined);
  return get(heldAtom);
});

/** How long a return is not believed again, in ms; doubling as long as one follows another. */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Calls `listener` when the shop answers after it could not be reached; returns how to stop. A line that carries questions and
 * drops what is sent seems to be back after each of them: what is sent for that must not go on without end (fault F5).
 */
export function onReturn(store: Store, listener: () => void): () => void {
  let before = store.get(heldAtom);
  let told = Number.NEGATIVE_INFINITY;
  let rest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    if (isCutOff(store.get(heldAtom))) return;
    const now = performance.now();
    rest = now - told > rest + longestRest ? shortestRest : Math.min(longestRest, rest * 2);
    told = now;
    listener();
  };
  const stop = store.sub(heldAtom, () => {
    const now = store.get(heldAtom);
    const returned = isCutOff(before) && !isCutOff(now);
    before = now;
    if (!returned) return;
    clearTimeout(timer);
    const wait = told + rest - performance.now();
    if (wait > 0) timer = setTimeout(tell, wait);
    else tell();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** How long an answer of the shop is believed, in ms: while the device answers, and at all. */
const believedWhileKept = 30_000;
const believed = 5 * 60_000;

/** Pauses between two looks for a shop that is away or slow, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

/**
 * Follows what comes of the page's requests, and looks for the shop when the last of them leaves doubts; returns how to stop.
 * Nothing is shown of it before `firstScreen`: a prerendered page must be found as it was rendered.
 */
export function followConnection(store: Store, firstScreen = Promise.resolve()): () => void {
  void firstScreen.then(() => store.set(shownAtom, true));
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** By a clock that may have been set back meanwhile (fault F15). */
  const sinceAnswered = () => Math.abs(Date.now() - answeredAt);
  let pause = shortestPause;
  let looking = false;
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;

  const look = async () => {
    forget();
    if (looking || !isSeen()) return;
    looking = true;
    await store.set(checkConnectionAtom);
    looking = false;
    if (store.get(heldAtom) === 'online') return;
    pause = Math.min(pause * 2, longestPause);
    forget();
    planLook(pause);
  };
  const planLook = (ms: number) => {
    const at = Date.now() + ms;
    if (planned && planned.at <= at) return;
    forget();
    planned = { at, timer: setTimeout(look, ms) };
  };
  const forget = () => {
    clearTimeout(planned?.timer);
    planned = undefined;
  };

  const hear = (news: News) => {
    const held = store.get(heldAtom);
    switch (news) {
      case 'answered':
      case 'late':
        // A line that comes and goes is not looked for in ever new haste.
        if (sinceAnswered() < longestPause && !isCutOff(held)) pause = shortestPause;
        answeredAt = Date.now();
        store.set(heldAtom, news === 'late' ? 'slow' : 'online');
        if (news === 'answered') forget();
        else planLook(longestPause / 2);
        break;
      case 'waiting':
        // Only the end of it tells whether somebody is there.
        if (!isCutOff(held)) store.set(heldAtom, 'slow');
        break;
      case 'silent':
      case 'portal':
        store.set(heldAtom, news === 'portal' ? 'portal' : navigator.onLine ? 'no-internet' : 'offline');
        planLook(pause);
        break;
      case 'kept':
        planLook(Math.max(0, believedWhileKept - sinceAnswered()));
    }
  };
  const seen = () => {
    if (!isSeen()) return;
    if (store.get(heldAtom) !== 'online' || sinceAnswered() > believed) void look();
  };
  // A network is found a moment before it leads anywhere: what was long in vain is looked for in haste again.
  const lookAtOnce = () => {
    pause = shortestPause / 2;
    void look();
  };
  // What left just as the line dropped may still be answered; the look after it tells.
  const lookTwice = () => void look().then(() => planLook(shortestPause));

  const stops = [
    onNews(hear),
    onSeen(seen),
    onReturn(store, () => {
      // What was found without a connection is the device's own.
      if (store.get(menuAtom).data?.keptSince) void store.set(reloadMenuAtom);
      else void store.set(findAtom);
      reloadFailed();
    }),
  ];
  // Hints, both of them: the request that follows decides.
  addEventListener('online', lookAtOnce);
  addEventListener('offline', lookTwice);
  addEventListener('pageshow', seen);
  planLook(navigator.onLine ? shortestPause : 0);
  return () => {
    forget();
    for (const stop of stops) stop();
    removeEventListener('online', lookAtOnce);
    removeEventListener('offline', lookTwice);
    removeEventListener('pageshow', seen);
  };
}
