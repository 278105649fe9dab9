/** Registers the worker, through the page's one Trusted Types policy, and tells it what this visit has loaded. */
import type { Store } from 'jotai';
import { Workbox } from 'workbox-window';
import { apiHost } from '#device/host';
import type { PageMessage } from '#device/worker-messages';
import type { ShopRouter } from './router.tsx';
import { checkConnectionAtom, isCutOff, onReconnect } from './state/connection/connection.ts';
import { showTypeface } from './typeface.ts';
import { whenIdle } from './ui/frame/idle.ts';
import { followUpdates } from './updates.ts';

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

/**
 * Registers the worker in idle time, tells it what this visit already loaded, and follows its updates. Calls `settled`
 * once what the page asks for goes through it, or it is known that nothing will for now.
 */
export function registerWorker(store: Store, router: ShopRouter, settled: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return settled();
  let pause = 1_000;
  const begin = () =>
    void register(store, router)
      .catch(async (refusal: unknown) => {
        console.warn('There is no worker', refusal);
        const connection = await store.set(checkConnectionAtom);
        // When the shop cannot be reached, `onReconnect` tries again; when only one file was lost, nothing would.
        pause *= 4;
        if (!isCutOff(connection)) setTimeout(begin, pause);
      })
      .then(() => {
        settled();
        return showTypeface(router);
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
    worker = new Workbox(workerAddress());
    followUpdates(store, router, worker);
  }
  const registration = await worker.register({ immediate: true });
  // Also told to a worker that is still being installed, which goes on when this tab is closed early.
  const listener = registration?.active ?? registration?.waiting ?? registration?.installing;
  listener?.postMessage({ type: 'KEEP_MENU', saveData: savesData() } satisfies PageMessage);
  // What a first visit loaded did not go through the worker; told of it, the worker keeps that, so that one visit is
  // enough offline.
  if (!navigator.serviceWorker.controller) {
    if (registration?.installing) await installed(registration.installing);
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ type: 'SEEN', urls: answersSeen() } satisfies PageMessage);
    await controlled();
  }
}

/** Resolves when the worker has installed; rejects when the browser drops it, because one of its files did not come. */
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

/** Whether the customer asked their browser to load little; TypeScript does not know all of it. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Addresses of the API's answers that this page has loaded; the worker knows which of them may be kept. */
function answersSeen(): string[] {
  const host = new URL(`${apiHost}/`, location.href).href;
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(host));
}
