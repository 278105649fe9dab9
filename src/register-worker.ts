/** Registers the worker, through the page's only Trusted Types policy, and sends it what this visit has loaded. */
import type { Store } from 'jotai';
import { Workbox } from 'workbox-window';
import { pauseAfter } from '#device/backoff';
import { apiHost } from '#device/host';
import { trustedWorker } from '#device/worker-address';
import type { PageMessage, WorkerMessage } from '#device/worker-messages';
import type { ShopRouter } from './router.tsx';
import { reloadMenuAtom } from './state/catalogue/catalogue.ts';
import { connectionAtom, isCutOff, onReconnect } from './state/connection/connection.ts';
import { combined, listen } from './state/frame/event-listener.ts';
import { applyUpdateAtom, isQuiet, whenNothingLeaves } from './state/installation/update.ts';
import { whenIdle } from './ui/frame/idle.ts';

/**
 * Registers the worker in idle time, sends it what this visit has loaded already, and follows its updates. Calls
 * `settled` when the worker controls the page, or it is known that it will not for now.
 */
export function registerWorker(store: Store, router: ShopRouter, settled: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return settled();
  let attempts = 0;
  const begin = () =>
    void register(store, router)
      .catch((refusal: unknown) => {
        console.warn('There is no worker', refusal);
        // When the shop cannot be reached, `onReconnect` retries. When only a file did not arrive, a timer has to.
        if (!isCutOff(store.get(connectionAtom))) setTimeout(begin, pauseAfter(++attempts));
      })
      .then(() => {
        settled();
        return showTypeface();
      });
  addEventListener('load', () => whenIdle(begin), { once: true });
  if (document.readyState === 'complete') whenIdle(begin);
  onReconnect(store, () => {
    if (!navigator.serviceWorker.controller) begin();
  });
}

let worker: Workbox | undefined;

async function register(store: Store, router: ShopRouter) {
  if (!worker) {
    worker = new Workbox(trustedWorker('/sw.js'));
    followUpdates(store, router, worker);
    answerWorker(router);
  }
  const registration = await worker.register({ immediate: true });
  // Also sent to a worker that is still being installed, which continues when this tab is closed early.
  const receiver = registration?.active ?? registration?.waiting ?? registration?.installing;
  receiver?.postMessage({ type: 'KEEP_MENU', saveData: savesData() } satisfies PageMessage);
  // The responses of a first visit did not go through the worker: it gets their addresses and caches them, so that the
  // shop works offline after one visit.
  if (!navigator.serviceWorker.controller) {
    if (registration?.installing) await installed(registration.installing);
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ type: 'SEEN', urls: loadedAddresses() } satisfies PageMessage);
    await controlled();
  }
}

/** Shows the order list when the worker says so, and says that this page can. */
export const answerWorker = (router: ShopRouter) =>
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<Partial<WorkerMessage> | null>) => {
      if (data?.type === 'CAN_SHOW_ORDERS') ports[0]?.postMessage(true);
      if (data?.type === 'SHOW_ORDERS') void router.navigate({ to: '/account/order-list' });
    },
  );

/** Resolves when the worker is installed; rejects when the browser drops it, because one of its files did not arrive. */
const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('Not installed'));
      else resolve();
    });
  });

/** Resolves when the worker controls this page. */
const controlled = () =>
  new Promise<unknown>((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) resolve(undefined);
    else serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });

/** Whether the customer has set their browser to save data; not in TypeScript's DOM. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Addresses of the API's responses that this page has loaded; the worker knows which of them may be cached. */
function loadedAddresses(): string[] {
  const host = new URL(`${apiHost}/`, location.href).href;
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(host));
}

/** Loads the brand's typeface on a first visit, whose first paint does not wait for it (`early-taps.ts`), and then shows it. */
async function showTypeface() {
  const loaded = await document.fonts.load("1em 'Plus Jakarta Sans'").catch(() => []);
  if (loaded.length > 0) delete document.documentElement.dataset.plain;
}

/**
 * A page that has received nothing for `idleAfter` counts as idle; that is awaited for `idleTimeout` at most, in ms.
 */
const idleAfter = 500;
const idleTimeout = 5_000;

/**
 * Resolves when this page loads nothing. Chromium stops the old worker before the new one activates; a request at that
 * moment would start the old one again, for at least half a minute.
 */
const networkIdle = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      clearTimeout(atLast);
      arrivals.disconnect();
      resolve();
    };
    let timer = setTimeout(done, idleAfter);
    const atLast = setTimeout(done, idleTimeout);
    const arrivals = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, idleAfter);
    });
    arrivals.observe({ type: 'resource' });
  });

/** How long orders wait at most for a new version to activate, in ms. */
const takeOverTimeout = 10_000;

/** How often an open tab checks for a new version, in ms. */
const hour = 60 * 60_000;

/** A tab that was hidden for longer than this reloads the menu when it is visible again, in ms (fault F35). */
const longAway = 10 * 60_000;

const ownPage = { networkIdle, reload: () => location.reload() };

/** Checks for new versions and applies them at the right moment; returns a function that stops this. */
export function followUpdates(
  store: Store,
  router: Pick<ShopRouter, 'state' | 'subscribe'>,
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'update'>,
  page = ownPage,
): () => void {
  let isActivating = false;
  /** The customer has pressed 'Perbarui' and waits for it. */
  let agreed = false;
  const withdraw = () => {
    agreed = false;
  };
  /** The action of 'Perbarui', and of the next quiet moment. */
  let next: () => void = () => undefined;
  const offer = (action: () => void) => {
    const apply = () => {
      agreed = true;
      store.set(applyUpdateAtom, { apply: undefined });
      action();
    };
    next = action;
    if (agreed) apply();
    else store.set(applyUpdateAtom, { apply });
  };
  let tookOver: () => void = () => undefined;
  /**
   * Activates the new worker. Called while the orders' lock is held, because the old worker stops only when it has no
   * requests.
   */
  const takeOver = () =>
    new Promise<void>((resolve) => {
      tookOver = resolve;
      setTimeout(resolve, takeOverTimeout);
      worker.messageSkipWaiting();
    });
  const take = () => {
    if (isActivating) return;
    isActivating = true;
    void page.networkIdle().then(() => whenNothingLeaves(store, takeOver));
  };
  const show = () => void whenNothingLeaves(store, page.reload);

  worker.addEventListener('waiting', () => {
    // If an update was being applied, an even newer version has replaced it: that one is offered instead.
    tookOver();
    isActivating = false;
    offer(take);
  });
  /** By now; `isUpdate` only says whether the page was at its start. */
  let isControlled = false;
  worker.addEventListener('controlling', ({ isUpdate }) => {
    tookOver();
    // The site's data were deleted while this tab was open, and the worker with them.
    if (navigator.serviceWorker?.controller === null) return;
    const isNewer = isUpdate || isControlled;
    isControlled = true;
    // It may have taken long: the page is reloaded at once only if that still does not disturb the customer.
    if (isActivating && isQuiet(store, router.state.location.pathname)) show();
    // Another tab applied the update: this one continues with the old files, which stay on the device.
    else if (isActivating || isNewer) offer(show);
  });

  const check = () => void worker.update().catch(() => undefined);
  let hiddenAt = Number.POSITIVE_INFINITY;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    check();
    if (Date.now() - hiddenAt > longAway) void store.set(reloadMenuAtom);
    hiddenAt = Number.POSITIVE_INFINITY;
  };
  const timer = setInterval(check, hour);
  return combined(
    () => clearInterval(timer),
    listen('visibilitychange', onVisibility, document),
    listen('pageshow', ({ persisted }) => persisted && onVisibility()),
    listen('pointerdown', withdraw),
    listen('keydown', withdraw),
    router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
      if (pathChanged && isQuiet(store, toLocation.pathname)) next();
    }),
  );
}
