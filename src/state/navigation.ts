/**
 * Navigation to other places of the shop. The router's file comes when somebody navigates, or in idle time; whoever
 * navigates before that waits for it.
 */
import { atom } from 'jotai';
import type { Path } from '#core/routes';
import type {} from './early.ts';
import { type PlaceState, placeAtom } from './place.ts';
import { type Search, stringifySearch } from './search-params.ts';

export interface Destination {
  to: Path;
  /** A function is given the search parameters at the moment of navigating. */
  search?: Search | ((now: Search) => Search);
  hash?: string;
  state?: PlaceState;
  /** In place of this entry of the browser's history, instead of behind it. */
  replace?: boolean;
  /** False: the page stays as far scrolled as it is. */
  resetScroll?: boolean;
}

/** What is asked of the router (`router.ts`). */
interface Router {
  /** Resolves once the place is shown, or another one instead. */
  navigate(destination: Destination): Promise<void>;
  /** Fetches what its screen needs. */
  preload(path: Path): Promise<unknown>;
  back(): void;
}

/**
 * Opens the router, once; resolves when it is there, with undefined where there will be none. Set before a page hears a
 * tap.
 */
export const routerAtom = atom<{ open: () => Promise<Router | undefined> }>();

/** How long navigating waits for the router, in ms; then the browser loads the page. */
const patience = 4_000;

/**
 * Leads to another place; resolves once it is shown. Where the router does not come in time, the browser loads the
 * page.
 */
export const navigateAtom = atom(null, async (get, _set, destination: Destination) => {
  const opening = get(routerAtom)?.open();
  let router = await Promise.race([opening, pause(patience)]);
  const { to, search = {}, hash, replace } = destination;
  const depends = typeof search === 'function';
  // Leaving the page would lose the taps that are still held, so then it waits however long it takes.
  if (depends || globalThis.early?.taps.length) router ??= await opening;
  if (router) await router.navigate(destination);
  else if (opening) {
    const said = depends ? search(get(placeAtom).search) : search;
    location[replace ? 'replace' : 'assign'](hrefOf({ to, search: said, hash }));
  }
});

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** The address of a place, as a link has it. */
export const hrefOf = ({ to, search, hash }: { to: Path; search: Search; hash?: string | undefined }) =>
  `${to}${stringifySearch(search)}${hash ? `#${hash}` : ''}`;

/**
 * Loads another screen; resolves when it is there, or after a second: nothing may depend on a line that may be dead.
 */
export const preloadAtom = atom(null, async (get, _set, path: Path) => {
  const loading = get(routerAtom)
    ?.open()
    .then((router) => router?.preload(path));
  await Promise.race([loading, pause(1_000)]);
});

/** As the browser's own way back. */
export const goBackAtom = atom(null, async (get) => ((await get(routerAtom)?.open()) ?? history).back());
