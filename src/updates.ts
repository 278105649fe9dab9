/** The worker's registration, through the page's one Trusted Types policy, and its updates, by prompt. */
import type { createStore } from 'jotai';
import { apiHost } from '#device/api';
import { applyUpdateAtom } from './state/update.ts';

/** The only script address this page may ever name (Trusted Types, CSP `trusted-types kedai`). */
function workerAddress(): string {
  const address = '/sw.js';
  // biome-ignore lint/suspicious/noExplicitAny: not every browser, and so not TypeScript's DOM, knows Trusted Types
  const types = (globalThis as any).trustedTypes;
  return types ? types.createPolicy('kedai', { createScriptURL: () => address }).createScriptURL(address) : address;
}

/** Registers the worker in idle time, tells it what this visit already loaded, and looks for a new version when the tab comes back. */
export function registerWorker(store: ReturnType<typeof createStore>) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  addEventListener('load', () => idle(() => void register(store)), { once: true });
  if (document.readyState === 'complete') idle(() => void register(store));
}

let registered = false;

async function register(store: ReturnType<typeof createStore>) {
  if (registered) return;
  registered = true;
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox(workerAddress());
  worker.addEventListener('waiting', () => {
    store.set(applyUpdateAtom, {
      apply: () => {
        worker.addEventListener('controlling', () => location.reload());
        worker.messageSkipWaiting();
      },
    });
  });
  await worker.register({ immediate: true });
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void worker.update().catch(() => undefined);
  });
  // The first visit is loaded before the worker stands; one visit is enough offline all the same.
  if (!navigator.serviceWorker.controller) {
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ type: 'SEEN', urls: publicAnswersSeen() });
  }
}

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
