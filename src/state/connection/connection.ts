/** The connection to the shop, judged by the outcome of real requests (faults F11, F13, F14). */
import { atom, type Store } from 'jotai';
import { apiHost } from '#device/host';
import { onRequestOutcome, type RequestOutcome, reachUncached } from '#device/reachability';
import { menuAtom, reloadMenuAtom, retryFilterAtom } from '../catalogue/catalogue.ts';
import { combined, isVisible, listen, onVisible } from '../frame/event-listener.ts';
import { reloadFailed } from './resource.ts';

/**
 * 'no-internet': there is a network, but the shop does not respond. 'portal': the network responds in its place, and
 * requires a login.
 */
export type Connection = 'unknown' | 'online' | 'slow' | 'no-internet' | 'offline' | 'portal';

const currentAtom = atom<Connection>('unknown');
const isShownAtom = atom(false);

/** The connection as the screens show it. */
export const connectionAtom = atom((get) => (get(isShownAtom) ? get(currentAtom) : 'unknown'));

/** Whether this device cannot reach the shop now. */
export const isCutOff = (connection: Connection) =>
  connection === 'offline' || connection === 'no-internet' || connection === 'portal';

/** Sends a small request to the shop, past all caches. */
export const checkConnectionAtom = atom(null, async () => {
  // Not through `api.ts`, whose file may be missing just now. The outcome arrives as an event (`followConnection`).
  await reachUncached(`${apiHost}/categories`).catch(() => undefined);
});

/**
 * The shortest and the longest time between two reports of a reconnect, in ms; it doubles as long as reconnects follow
 * each other.
 */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Calls `listener` when the shop responds after it could not be reached; returns a function that stops this. On a line
 * that passes reads and drops writes, every read looks like a reconnect and would cause another write. So reconnects are
 * reported less and less often (fault F5).
 */
export function onReconnect(store: Store, listener: () => void): () => void {
  let before = store.get(currentAtom);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let rest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    if (isCutOff(store.get(currentAtom))) return;
    const now = performance.now();
    rest = now - reportedAt > rest + longestRest ? shortestRest : Math.min(longestRest, rest * 2);
    reportedAt = now;
    listener();
  };
  const stop = store.sub(currentAtom, () => {
    const now = store.get(currentAtom);
    const reconnected = isCutOff(before) && !isCutOff(now);
    before = now;
    if (!reconnected) return;
    clearTimeout(timer);
    const wait = reportedAt + rest - performance.now();
    if (wait > 0) timer = setTimeout(report, wait);
    else report();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/**
 * How long after its last response the shop counts as reachable, in ms: while responses come from the cache, and
 * otherwise.
 */
const trustedWhileCached = 30_000;
const trusted = 5 * 60_000;

/** The pauses between two checks of a shop that is slow or cannot be reached, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

/**
 * Follows the outcomes of the page's requests, and checks the connection when the last one leaves doubts; returns a
 * function that stops this. `connectionAtom` stays 'unknown' until `firstScreen`, because hydration must start with the
 * state of the prerendered page.
 */
export function followConnection(store: Store, firstScreen = Promise.resolve()): () => void {
  void firstScreen.then(() => store.set(isShownAtom, true));
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** In ms; never negative, though the clock may have been set back (fault F15). */
  const sinceAnswered = () => Math.abs(Date.now() - answeredAt);
  let pause = shortestPause;
  let slowPause = longestPause / 2;
  let isChecking = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let plannedAt = Number.POSITIVE_INFINITY;

  const check = async () => {
    forget();
    if (isChecking || !isVisible()) return;
    isChecking = true;
    await store.set(checkConnectionAtom);
    isChecking = false;
    const now = store.get(currentAtom);
    if (now === 'online') return;
    forget();
    // A slow shop answers, so nothing waits for the next check.
    if (now === 'slow') slowPause = Math.min(slowPause * 2, trusted);
    else pause = Math.min(pause * 2, longestPause);
    planCheck(now === 'slow' ? slowPause : pause);
  };
  const planCheck = (ms: number) => {
    const at = Date.now() + ms;
    if (isStopped || plannedAt <= at) return;
    clearTimeout(timer);
    plannedAt = at;
    timer = setTimeout(check, ms);
  };
  const forget = () => {
    clearTimeout(timer);
    plannedAt = Number.POSITIVE_INFINITY;
  };

  const onOutcome = (outcome: RequestOutcome) => {
    const before = store.get(currentAtom);
    switch (outcome) {
      case 'answered':
      case 'late':
        // Only a stable line is checked soon after it drops; one that drops repeatedly keeps its long pause.
        if (sinceAnswered() < longestPause && !isCutOff(before)) pause = shortestPause;
        answeredAt = Date.now();
        store.set(currentAtom, outcome === 'late' ? 'slow' : 'online');
        if (outcome === 'answered') {
          slowPause = longestPause / 2;
          forget();
        } else planCheck(slowPause);
        break;
      case 'pending':
        // A request that takes long does not prove that the shop can be reached. Nor may its end: a gateway's error says nothing.
        if (isCutOff(before)) break;
        store.set(currentAtom, 'slow');
        planCheck(slowPause);
        break;
      case 'unanswered':
      case 'portal':
        store.set(currentAtom, outcome === 'portal' ? 'portal' : navigator.onLine ? 'no-internet' : 'offline');
        planCheck(pause);
        break;
      case 'cached':
        // The page's own calls may be answered before the check.
        if (sinceAnswered() > trustedWhileCached) planCheck(shortestPause);
    }
  };
  const seen = () => {
    if (!isVisible()) return;
    if (store.get(currentAtom) !== 'online' || sinceAnswered() > trusted) void check();
  };
  // A browser reports 'online' a moment before the network works, so the next checks follow quickly.
  const checkAtOnce = () => {
    pause = shortestPause / 2;
    void check();
  };
  // A check that was sent just as the line dropped may still get a response; the second one is right.
  const checkTwice = () => void check().then(() => planCheck(shortestPause));

  planCheck(navigator.onLine ? shortestPause : 0);
  return combined(
    () => {
      isStopped = true;
      forget();
    },
    onRequestOutcome(onOutcome),
    onVisible(seen),
    onReconnect(store, () => {
      // A menu from the cache, and a filter without a response of the shop, are loaded again.
      if (store.get(menuAtom).data?.cachedSince) void store.set(reloadMenuAtom);
      else store.set(retryFilterAtom);
      reloadFailed();
    }),
    // The browser's events are only hints; the request that follows decides.
    listen('online', checkAtOnce),
    listen('offline', checkTwice),
    listen('pageshow', ({ persisted }) => persisted && seen()),
  );
}
