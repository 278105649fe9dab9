/**
 * The worker's registration, through the page's one Trusted Types policy, and its updates: a new version waits for a
 * quiet moment or the customer's word, reloads the tab that took it and no other, and never while an order is leaving.
 */
import type { createStore } from 'jotai';
import { Workbox } from 'workbox-window';
import { apiHost } from '#device/host';
import type { Router } from './router.ts';
import { reloadMenuAtom } from './state/catalogue.ts';
import { checkConnectionAtom, onReturn } from './state/connection.ts';
import { applyUpdateAtom, isQuiet, whenNothingLeaves } from './state/update.ts';
import { showTypeface } from './typeface.ts';
import { whenIdle } from './ui/idle.ts';

type Store = ReturnType<typeof createStore>;
type Followed = Pick<Router, 'subscribe'>;

/** Not every browser, and so not TypeScript's DOM, knows them. */
interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
}

/** The only script address this page may ever name (Trusted Types, CSP `trusted-types kedai`). */
function workerAddress(): string {
  const address = '/sw.js';
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  return types ? types.createPolicy('kedai', { createScriptURL: () => address }).createScriptURL(address) : address;
}

/** Registers the worker in idle time, tells it what this visit already loaded, and follows its updates. */
export function registerWorker(store: Store, router: Followed) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () =>
    void register(store, router)
      .catch((refusal: unknown) => {
        console.warn('There is no worker', refusal);
        // Where the line has dropped its return is heard of.
        void store.set(checkConnectionAtom);
      })
      .then(() => showTypeface(router));
  addEventListener('load', () => whenIdle(begin), { once: true });
  if (document.readyState === 'complete') whenIdle(begin);
  onReturn(store, () => {
    if (!navigator.serviceWorker.controller) begin();
  });
}

let worker: Workbox | undefined;

async function register(store: Store, router: Followed) {
  if (!worker) {
    worker = new Workbox(workerAddress());
    followUpdates(store, router, worker);
  }
  const registration = await worker.register({ immediate: true });
  // Said to one that is still being installed, too: it goes on when this tab closes early.
  const listener = registration?.active ?? registration?.waiting ?? registration?.installing;
  listener?.postMessage({ type: 'KEEP_MENU', saveData: savesData() });
  // The first visit is loaded before the worker stands; one visit is enough offline all the same.
  if (!navigator.serviceWorker.controller) {
    if (registration?.installing) await installed(registration.installing);
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ type: 'SEEN', urls: publicAnswersSeen() });
    await controlled();
  }
}

/** Rejects where one of its files did not come: then the browser drops it. */
const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('Not installed'));
      else resolve();
    });
  });

/** Resolves once what this page asks for goes through the worker. */
const controlled = () =>
  new Promise<unknown>((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) resolve(undefined);
    else serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });

/** So long without anything arriving this page loads nothing, and so long is waited for that at most, in ms. */
const calmAfter = 500;
const calmAtLast = 5_000;

/**
 * Resolves when this page loads nothing. Chromium stops the old worker to let the new one take over, and a request that comes
 * while it stops starts it again: then it stays until nobody has asked it anything for half a minute.
 */
const calm = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      clearTimeout(atLast);
      arrivals.disconnect();
      resolve();
    };
    let timer = setTimeout(done, calmAfter);
    const atLast = setTimeout(done, calmAtLast);
    const arrivals = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, calmAfter);
    });
    arrivals.observe({ type: 'resource' });
  });

/** So long at most orders wait for a new version to take over, in ms. */
const takesAtMost = 10_000;

/** How often an open tab looks for a new version, in ms. */
const hour = 60 * 60_000;

/** After so long out of sight a tab is not what it was, in ms (fault F35). */
const longAway = 10 * 60_000;

const ownPage = { calm, reload: () => location.reload() };

/** Looks for new versions and applies them at the right moment; returns how to stop. `page` is this one. */
export function followUpdates(
  store: Store,
  router: Followed,
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'update'>,
  page = ownPage,
): () => void {
  let taken = false;
  /** The customer has pressed 'Perbarui' and waits for it. */
  let agreed = false;
  const goesOn = () => {
    agreed = false;
  };
  /** What a quiet moment does, or the customer's word. */
  let next: () => void = () => undefined;
  const offer = (what: () => void) => {
    const apply = () => {
      agreed = true;
      store.set(applyUpdateAtom, { apply: undefined });
      what();
    };
    next = what;
    if (agreed) apply();
    else store.set(applyUpdateAtom, { apply });
  };
  let tookOver: () => void = () => undefined;
  /** Nobody sends an order meanwhile, not even again: the old worker stops only when nothing is asked of it. */
  const takeOver = () =>
    new Promise<void>((resolve) => {
      tookOver = resolve;
      setTimeout(resolve, takesAtMost);
      worker.messageSkipWaiting();
    });
  const take = () => {
    if (taken) return;
    taken = true;
    void page.calm().then(() => whenNothingLeaves(store, takeOver));
  };
  const show = () => void whenNothingLeaves(store, page.reload);

  worker.addEventListener('waiting', () => {
    // Another one than was taken: a newer version came before that could take over, and nobody waits for it any more.
    tookOver();
    taken = false;
    offer(take);
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    tookOver();
    // It may have taken long, and the customer does something else by now.
    if (taken && isQuiet(store)) show();
    // Another tab took the update: this one goes on with the old files, which stay on the device.
    else if (taken || isUpdate) offer(show);
  });

  const look = () => void worker.update().catch(() => undefined);
  let hiddenAt = Number.POSITIVE_INFINITY;
  const seen = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    look();
    if (Date.now() - hiddenAt > longAway) void store.set(reloadMenuAtom);
    hiddenAt = Number.POSITIVE_INFINITY;
  };
  const resumed = ({ persisted }: PageTransitionEvent) => {
    if (persisted) seen();
  };
  const timer = setInterval(look, hour);
  document.addEventListener('visibilitychange', seen);
  addEventListener('pageshow', resumed);
  addEventListener('pointerdown', goesOn);
  addEventListener('keydown', goesOn);
  const stopFollowing = router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged && isQuiet(store)) next();
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('pageshow', resumed);
    removeEventListener('pointerdown', goesOn);
    removeEventListener('keydown', goesOn);
    stopFollowing();
  };
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
