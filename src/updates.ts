/**
 * New versions of the worker: each waits for a quiet moment or the customer's word, reloads the tab that took it and no
 * other, and never while an order is leaving.
 */
import type { Store } from 'jotai';
import type { Workbox } from 'workbox-window';
import type { ShopRouter } from './router.tsx';
import { reloadMenuAtom } from './state/catalogue/catalogue.ts';
import { combined, listen } from './state/frame/event-listener.ts';
import { applyUpdateAtom, isQuiet, whenNothingLeaves } from './state/installation/update.ts';

/**
 * A page to which nothing has arrived for this long counts as calm; and how long that is waited for at the most, in ms.
 */
const calmAfter = 500;
const calmAtLast = 5_000;

/**
 * Resolves when this page loads nothing. Chromium stops the old worker before the new one takes over; a request that
 * comes just then would start the old one again, for at least half a minute.
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

/** How long orders wait at the most for a new version to take over, in ms. */
const takesAtMost = 10_000;

/** How often an open tab looks for a new version, in ms. */
const hour = 60 * 60_000;

/** A tab that was hidden for longer than this loads the menu again when it is seen, in ms (fault F35). */
const longAway = 10 * 60_000;

const ownPage = { calm, reload: () => location.reload() };

/** Looks for new versions and applies them at the right moment; returns how to stop. `page` is this one. */
export function followUpdates(
  store: Store,
  router: Pick<ShopRouter, 'state' | 'subscribe'>,
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'update'>,
  page = ownPage,
): () => void {
  let taken = false;
  /** The customer has pressed 'Perbarui' and waits for it. */
  let agreed = false;
  const withdraw = () => {
    agreed = false;
  };
  /** What 'Perbarui', or the next quiet moment, does. */
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
  /**
   * Has the new worker take over. Called under the orders' lock, because the old worker stops only when nothing is
   * asked of it.
   */
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
    // If an update was being taken, an even newer version has replaced it: that one is offered anew.
    tookOver();
    taken = false;
    offer(take);
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    tookOver();
    // The site's data were deleted under this tab, and its worker with them.
    if (navigator.serviceWorker?.controller === null) return;
    // It may have taken long: the page is reloaded at once only if that still disturbs nobody.
    if (taken && isQuiet(store, router.state.location.pathname)) show();
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
  const timer = setInterval(look, hour);
  return combined(
    () => clearInterval(timer),
    listen('visibilitychange', seen, document),
    listen('pageshow', ({ persisted }) => persisted && seen()),
    listen('pointerdown', withdraw),
    listen('keydown', withdraw),
    router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
      if (pathChanged && isQuiet(store, toLocation.pathname)) next();
    }),
  );
}
