/**
 * TanStack Router without its components: it follows the browser's history, has a screen's file loaded before that is
 * shown, and restores scroll positions. What is shown is in `state/place.ts`, so a page can be shown before this file
 * has come.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import type { Store } from 'jotai';
import { startTransition } from 'react';
import { type Path, paths } from '#core/routes';
import { nextTask } from './state/load-with-retry.ts';
import {
  type Place,
  type PlaceState,
  pathAtom,
  pathOf,
  placeAtom,
  searchAfter,
  shownPathAtom,
  showPlaceAtom,
} from './state/place.ts';
import { parseSearch, searchOf, stringifySearch } from './state/search-params.ts';

/** Fetches a screen's file; does not reject. */
type Load = (path: Path) => Promise<void>;

function newRouter(load: Load, history: RouterHistory | undefined, scrolls: () => boolean) {
  const root = createRootRoute({ validateSearch: searchOf });
  const routeTree = root.addChildren(
    paths.map((path) =>
      createRoute({
        getParentRoute: () => root,
        path,
        // The router preloads a component before every navigation; a loader would run again only when its answer is
        // stale.
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

/** Whether the coming change is a cross-fade: from one screen to another, unless the customer wants less motion. */
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

/**
 * Opens the router on a page that is shown already: from here on `store` shows what the browser's history (or the given
 * one) says. Rejects where the browser refuses its history.
 */
export async function openRouter(store: Store, load: Load, history?: RouterHistory) {
  let isOpen = false;
  // A page that was scrolled before the router came stays where it is.
  const router = newRouter(load, history, () => isOpen || scrollY === 0);
  router.subscribe('onBeforeLoad', ({ toLocation }) => store.set(placeAtom, placeOf(toLocation, store.get(placeAtom))));
  router.startTransition = (commit) => {
    commit();
    let mounted = Promise.resolve(false);
    startTransition(() => {
      mounted = store.set(showPlaceAtom);
    });
    return mounted;
  };
  // Replaces the router's own, which in older browsers cross-fades for every filter and letter, and logs an error for
  // each transition that is skipped.
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
  // Lets the router note how far the page was scrolled before it listened; otherwise going back to it would lead to the
  // top.
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
