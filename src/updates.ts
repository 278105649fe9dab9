/**
 * The worker's registration, through the page's one Trusted Types policy, and its updates: a new version waits for a
 * quiet moment or the customer's word, reloads the tab that took it and no other, and never while an order is leaving.
 */
import type { createStore } from 'jotai';
import type { Workbox } from 'workbox-window';
import { apiHost } from '#device/api';
import type { newRouter } from './routes.tsx';
import { menuAtom } from './state/catalogue.ts';
import { checkConnectionAtom } from './state/connection.ts';
import { applyUpdateAtom, isQuiet, whenNothingLeaves } from './state/update.ts';

type Store = ReturnType<typeof createStore>;
type Router = Pick<ReturnType<typeof newRouter>, 'subscribe'>;

/** The only script address this page may ever name (Trusted Types, CSP `trusted-types kedai`). */
function workerAddress(): string {
  const address = '/sw.js';
  // biome-ignore lint/suspicious/noExplicitAny: not every browser, and so not TypeScript's DOM, knows Trusted Types
  const types = (globalThis as any).trustedTypes;
  return types ? types.createPolicy('kedai', { createScriptURL: () => address }).createScriptURL(address) : address;
}

/** Registers the worker in idle time, tells it what this visit already loaded, and follows its updates. */
export function registerWorker(store: Store, router: Router) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  addEventListener('load', () => idle(() => void register(store, router)), { once: true });
  if (document.readyState === 'complete') idle(() => void register(store, router));
}

let registered = false;

async function register(store: Store, router: Router) {
  if (registered) return;
  registered = true;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox(workerAddress());
  followUpdates(store, router, worker);
  const registration = await worker.register({ immediate: true });
  // Said to one that is still being installed, too: it goes on when this tab closes early.
  const listener = registration?.active ?? registration?.waiting ?? registration?.installing;
  listener?.postMessage({ type: 'KEEP_MENU', saveData: savesData() });
  // The first visit is loaded before the worker stands; one visit is enough offline all the same.
  if (!navigator.serviceWorker.controller) {
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ type: 'SEEN', urls: publicAnswersSeen() });
  }
}

/** How often an open tab looks for a new version, in ms. */
const hour = 60 * 60_000;

/** After so long out of sight a tab is not what it was, in ms (fault F35). */
const longAway = 10 * 60_000;

/** Looks for new versions and applies them at the right moment; returns how to stop. `reload` is the page's own. */
export function followUpdates(
  store: Store,
  router: Router,
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'update'>,
  reload: () => void = () => location.reload(),
): () => void {
  let taken = false;
  const apply = () => {
    if (taken) return;
    taken = true;
    void whenNothingLeaves(store, () => worker.messageSkipWaiting());
  };
  worker.addEventListener('waiting', () => store.set(applyUpdateAtom, { apply }));
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (taken) void whenNothingLeaves(store, reload);
    // Another tab took the update: this one goes on with the old files, which stay on the device.
    else if (isUpdate) store.set(applyUpdateAtom, { apply: () => void whenNothingLeaves(store, reload) });
  });

  const look = () => void worker.update().catch(() => undefined);
  let hiddenAt = Number.POSITIVE_INFINITY;
  const seen = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    look();
    if (Date.now() - hiddenAt > longAway) void store.set(menuAtom);
    hiddenAt = Number.POSITIVE_INFINITY;
  };
  const resumed = ({ persisted }: PageTransitionEvent) => {
    if (persisted) seen();
  };
  const timer = setInterval(look, hour);
  document.addEventListener('visibilitychange', seen);
  addEventListener('pageshow', resumed);
  const stopFollowing = router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged && isQuiet(store, toLocation.pathname)) store.get(applyUpdateAtom)?.apply();
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('pageshow', resumed);
    stopFollowing();
  };
}

/** So long after a reload for a missing file, another one would not help, in ms. */
const reloadHelpsAfter = 60_000;

/** A deployment may take a file away under an open tab: one reload brings the new ones, but never without a connection (fault F33). */
export function reloadForMissingFiles(store: Store, reload: () => void = () => location.reload()): () => void {
  const mend = async () => {
    const last = Number(sessionStorage.getItem('reloaded-for-files'));
    if (Math.abs(Date.now() - last) < reloadHelpsAfter) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    sessionStorage.setItem('reloaded-for-files', `${Date.now()}`);
    await whenNothingLeaves(store, reload);
  };
  addEventListener('vite:preloadError', mend);
  return () => removeEventListener('vite:preloadError', mend);
}

/** Whether the customer asked their browser to load little; TypeScript does not know all of it. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Addresses of the catalogue's answers and images that this page has loaded; never a personal call. */
function publicAnswersSeen(): string[] {
  const host = new URL(`${apiHost}/`, location.href).href;
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(
      (name) =>
        name.startsWith(host) &&
        /\/(products|categories|tags|banks|mini-markets|regions|images)\b/.test(name.slice(host.length - 1)),
    );
}
