/** How the connection to the shop is, told by what came of real requests (faults F11, F13, F14). */
import { atom, type Store } from 'jotai';
import { apiHost } from '#device/host';
import { onRequestOutcome, type RequestOutcome, reachUncached } from '#device/reachability';
import { fetchFilteredAtom, menuAtom, reloadMenuAtom } from '../catalogue/catalogue.ts';
import { combined, listen } from '../frame/event-listener.ts';
import { reloadFailed } from './resource.ts';
import { isVisible, onVisible } from './visibility.ts';

/**
 * 'no-internet': there is a network, and the shop does not answer; 'portal': the network answers in its place, and
 * wants a login.
 */
export type Connection = 'unknown' | 'online' | 'slow' | 'no-internet' | 'offline' | 'portal';

const heldAtom = atom<Connection>('unknown');
const isShownAtom = atom(false);

/** The connection as the screens show it. */
export const connectionAtom = atom((get) => (get(isShownAtom) ? get(heldAtom) : 'unknown'));

/** Whether nobody at the shop hears this device now. */
export const isCutOff = (connection: Connection) =>
  connection === 'offline' || connection === 'no-internet' || connection === 'portal';

/** Asks the shop for something small, past the device's own memory; resolves with how the connection is then. */
export const checkConnectionAtom = atom(null, async (get) => {
  // Not through `api.ts`, whose file may be missing just now. The outcome arrives as an event (`followConnection`).
  await reachUncached(`${apiHost}/categories`).catch(() => undefined);
  return get(heldAtom);
});

/**
 * After a return was told, the next one is told no sooner than this, in ms; doubling as long as returns follow each
 * other.
 */
const shortestRest = 1_000;
const longestRest = 60_000;

/**
 * Calls `listener` when the shop answers after it could not be reached; returns how to stop. On a line that lets reads
 * through and drops writes, every read looks like a return and would cause another write, so returns are told ever more
 * rarely (fault F5).
 */
export function onReconnect(store: Store, listener: () => void): () => void {
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

/**
 * How long after its last answer the shop counts as reachable, in ms: while the device answers in its place, and at the
 * most.
 */
const believedWhileKept = 30_000;
const believed = 5 * 60_000;

/** Pauses between two looks for a shop that is away or slow, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

/**
 * Follows what comes of the page's requests, and looks for the shop when the last of them leaves doubts; returns how to
 * stop. `connectionAtom` stays 'unknown' until `firstScreen`, because React must find a prerendered page as it was
 * rendered.
 */
export function followConnection(store: Store, firstScreen = Promise.resolve()): () => void {
  void firstScreen.then(() => store.set(isShownAtom, true));
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** In ms; never negative, though the clock may have been set back (fault F15). */
  const sinceAnswered = () => Math.abs(Date.now() - answeredAt);
  let pause = shortestPause;
  let looking = false;
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;

  const look = async () => {
    forget();
    if (looking || !isVisible()) return;
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

  const hear = (outcome: RequestOutcome) => {
    const held = store.get(heldAtom);
    switch (outcome) {
      case 'answered':
      case 'late':
        // Only a line that stays is looked for eagerly when it drops; one that comes and goes keeps its long pause.
        if (sinceAnswered() < longestPause && !isCutOff(held)) pause = shortestPause;
        answeredAt = Date.now();
        store.set(heldAtom, outcome === 'late' ? 'slow' : 'online');
        if (outcome === 'answered') forget();
        else planLook(longestPause / 2);
        break;
      case 'pending':
        // A request that takes long does not prove that somebody is there; its end will.
        if (!isCutOff(held)) store.set(heldAtom, 'slow');
        break;
      case 'unanswered':
      case 'portal':
        store.set(heldAtom, outcome === 'portal' ? 'portal' : navigator.onLine ? 'no-internet' : 'offline');
        planLook(pause);
        break;
      case 'cached':
        planLook(Math.max(0, believedWhileKept - sinceAnswered()));
    }
  };
  const seen = () => {
    if (!isVisible()) return;
    if (store.get(heldAtom) !== 'online' || sinceAnswered() > believed) void look();
  };
  // A browser says 'online' a moment before the network leads anywhere, so the looks that follow come quickly again.
  const lookAtOnce = () => {
    pause = shortestPause / 2;
    void look();
  };
  // A look that left just as the line dropped may still be answered; the second one is right.
  const lookTwice = () => void look().then(() => planLook(shortestPause));

  planLook(navigator.onLine ? shortestPause : 0);
  return combined(
    forget,
    onRequestOutcome(hear),
    onVisible(seen),
    onReconnect(store, () => {
      // A menu from the device, and a filter answered without the shop, are asked for again.
      if (store.get(menuAtom).data?.cachedSince) void store.set(reloadMenuAtom);
      else void store.set(fetchFilteredAtom);
      reloadFailed();
    }),
    // The browser's events are only hints; the request that follows decides.
    listen('online', lookAtOnce),
    listen('offline', lookTwice),
    listen('pageshow', seen),
  );
}
