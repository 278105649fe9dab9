/** The ways to other places. The router comes behind the first paint; who is led anywhere before that waits for it. */
import { atom } from 'jotai';
import type { Path } from '#core/routes';
import { type Search, stringifySearch } from './address-line.ts';
import type {} from './early.ts';
import type { PlaceState } from './place.ts';

export interface Destination {
  to: Path;
  /** A function: of what the address says when it is led there. */
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

/** Set before a page hears a tap; resolves when the router is there. */
export const routerAtom = atom<Promise<Router>>();

/** So long a way waits for the router, in ms; then the browser finds it by itself. */
const patience = 4_000;

export const navigateAtom = atom(null, async (get, _set, destination: Destination) => {
  const opening = get(routerAtom);
  const router = await Promise.race([opening?.catch(() => undefined), pause(patience)]);
  const { to, search = {}, hash, replace } = destination;
  // A page that is left takes with it what was tapped and is still kept.
  if (router || typeof search === 'function' || globalThis.early?.taps.length) {
    await (router ?? (await opening))?.navigate(destination);
  } else if (opening) location[replace ? 'replace' : 'assign'](hrefOf({ to, search, hash }));
});

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** The address of a place, as a link has it. */
export const hrefOf = ({ to, search, hash }: { to: Path; search: Search; hash?: string | undefined }) =>
  `${to}${stringifySearch(search)}${hash ? `#${hash}` : ''}`;

export const preloadAtom = atom(null, async (get, _set, path: Path) => {
  await (await get(routerAtom))?.preload(path);
});

/** As the browser's own way back. */
export const backAtom = atom(null, async (get) => (await get(routerAtom))?.back());
