/**
 * New versions of the worker. Each is applied at a quiet moment or when the customer agrees, never while an order is being
 * sent, and reloads only the tab that applied it.
 */
import type { Store } from 'jotai';
import type { Workbox } from 'workbox-window';
import type { ShopRouter } from './router.tsx';
import { reloadMenuAtom } from './state/catalogue/catalogue.ts';
import { combined, listen } from './state/frame/event-listener.ts';
import { applyUpdateAtom, isQuiet, whenNothingLeaves } from './state/installation/update.ts';

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
