/** Registers the worker, through the page's only Trusted Types policy, and sends it what this visit has loaded. */
import type { Store } from 'jotai';
import { Workbox } from 'workbox-window';
import { pauseAfter } from '#device/backoff';
import { apiHost } from '#device/host';
import { trustedWorker } from '#device/worker-address';
import type { PageMessage, WorkerMessage } from '#device/worker-messages';
import type { ShopRouter } from './router.tsx';
import { connectionAtom, isCutOff, onReconnect } from './state/connection/connection.ts';
import { whenIdle } from './ui/frame/idle.ts';
import { followUpdates } from './updates.ts';

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
