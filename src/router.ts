/**
 * TanStack Router, without its components: what a page shows first needs no router, so a first visit does not wait for one.
 * It knows the browser's history, what must be loaded before a screen can be shown, and how far each was scrolled.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import type { createStore } from 'jotai';
import { startTransition } from 'react';
import { type Path, paths } from '#core/routes';
import { parseSearch, searchOf, stringifySearch } from './state/address-line.ts';
import {
  type Place,
  type PlaceState,
  pathAtom,
  pathOf,
  placeAtom,
  searchAfter,
  showAtom,
  shownPathAtom,
} from './state/place.ts';
import { nextTask } from './state/until-there.ts';

type Store = ReturnType<typeof createStore>;

/** What fetches a screen; it does not reject. */
type Load = (path: Path) => Promise<void>;

function newRouter(load: Load, history: RouterHistory | undefined, scrolls: () => boolean) {
  const root = createRootRoute({ validateSearch: searchOf });
  const routeTree = root.addChildren(
    paths.map((path) =>
      createRoute({
        getParentRoute: () => root,
        path,
        // Asked for before each time it is shown; a loader's answer would grow old.
        component: Object.assign(() => null, { preload: () => load(path) }),
      }),
    ),
  );
  return createRouter({
    routeTree,
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    ...(history && { history }),
    scrollRestoration: scrolls,
  });
}

/** Screens cross into each other; a filter, a page or a product beside them does not, nor does anything for who wants less motion. */
const crosses = (store: Store) =>
  store.get(shownPathAtom) !== store.get(pathAtom) && !matchMedia('(prefers-reduced-motion: reduce)').matches;

const placeOf = ({ pathname, search, hash, href, state }: ParsedLocation, before: Place): Place => ({
  path: pathOf(pathname),
  search: searchAfter(before.search, search),
  hash,
  href,
  state,
  entry: state.__TSR_key,
});

/** Follows the browser's history from here on (or the given one), and shows in `store` what it says; the page stands there already. */
export async function openRouter(store: Store, load: Load, history?: RouterHistory) {
  let isOpen = false;
  // Who has scrolled the page before the router came stays there.
  const router = newRouter(load, history, () => isOpen || scrollY === 0);
  router.subscribe('onBeforeLoad', ({ toLocation }) => store.set(placeAtom, placeOf(toLocation, store.get(placeAtom))));
  router.startTransition = (commit) => {
    commit();
    let stands = Promise.resolve(false);
    startTransition(() => {
      stands = store.set(showAtom);
    });
    return stands;
  };
  // The router's own way does so in older browsers for every filter and letter, and complains of each page that is led on or out of sight.
  router.startViewTransition = async (show) => {
    if (!isOpen || !('startViewTransition' in document) || !crosses(store)) return show();
    const { ready, updateCallbackDone } = document.startViewTransition(show);
    ready.catch(() => undefined);
    return updateCallbackDone;
  };
  router.history.subscribe(router.load);
  await nextTask();
  await router.load();
  isOpen = true;
  // How far was scrolled before it listened it would not know: back from a product it would go to the top.
  document.dispatchEvent(new Event('scroll'));
  return Object.assign(router, {
    preload: (path: Path) => router.preloadRoute({ to: path }),
    back: () => router.history.back(),
  });
}

export type Router = Awaited<ReturnType<typeof openRouter>>;

declare module '@tanstack/react-router' {
  interface HistoryState extends PlaceState {}
}
