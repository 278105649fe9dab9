/**
 * Where the customer is: as the router says (`router.ts`) or, until its file has come, the address that the page was
 * opened with.
 */
import { atom } from 'jotai';
import { isPath, type Path } from '#core/routes';
import { parseSearch, type Search, searchOf, stringifySearch } from './search-params.ts';

/** What an entry of the browser's history carries besides its address. */
export interface PlaceState {
  /** The address to go back to after a login (decision F1). */
  returnTo?: string | undefined;
  /** Opened from the screen beneath: closing it goes back there instead of adding an entry. */
  opened?: boolean;
  /** The server ended the session although this device still holds it. */
  sessionEnded?: boolean | undefined;
  /** The id of what is to be in sight, where the address names the screen alone. */
  part?: string;
}

export interface Place {
  /** Undefined: none of the fifteen. */
  path: Path | undefined;
  search: Search;
  hash: string;
  /** All three, as the address bar says them. */
  href: string;
  state: PlaceState;
  /** Which entry of the browser's history it is; undefined until the router has come. */
  entry?: string | undefined;
}

/** The route that a path names, with or without a slash at its end; undefined when it is none of the fifteen. */
export function pathOf(pathname: string): Path | undefined {
  const path = pathname.replace(/(.)\/$/, '$1');
  return isPath(path) ? path : undefined;
}

/** The place that an address names. */
export function placeAt({
  pathname,
  search = '',
  hash = '',
}: {
  pathname: string;
  search?: string;
  hash?: string;
}): Place {
  const href = pathname + search + hash;
  return { path: pathOf(pathname), search: searchOf(parseSearch(search)), hash: hash.slice(1), href, state: {} };
}

/**
 * The search parameters of an address; the object `before` (and its tags) itself where nothing changed, so that nothing
 * is rendered again for it.
 */
export function searchAfter(before: Search, said: Record<string, unknown>): Search {
  const search = searchOf(said);
  if (`${search.tags}` === `${before.tags}`) search.tags = before.tags;
  return stringifySearch(search) === stringifySearch(before) ? before : search;
}

/**
 * The place that the address bar names now. The router marks each entry of the history, also for the page that is
 * loaded anew.
 */
export const placeHere = (): Place => {
  const state: (PlaceState & { __TSR_key?: string }) | null = history.state;
  return { ...placeAt(location), state: state ?? {}, entry: state?.__TSR_key };
};

/**
 * The place that the address bar names; while a screen's file is on its way it is ahead of what is shown (`shownAtom`).
 */
export const placeAtom = atom(placeAt({ pathname: '/' }));

/** The screen of that place. */
export const pathAtom = atom((get) => get(placeAtom).path);

export const hrefAtom = atom((get) => get(placeAtom).href);

interface Shown {
  place: Place;
  /**
   * Called with true by the component that renders it, once it is on the page; with false when another place is shown
   * before that.
   */
  settle: (isMounted: boolean) => void;
}

const nothing = () => undefined;

/** The place that is being shown. */
export const shownAtom = atom<Shown>({ place: placeAt({ pathname: '/' }), settle: nothing });

/** The screen of the place that is being shown, not one whose file is on its way. */
export const shownPathAtom = atom((get) => get(shownAtom).place.path);

/** What the address of that screen says behind its path. */
export const shownSearchAtom = atom((get) => get(shownAtom).place.search);

/** The screen that is on the page: it changes only when the next one has been rendered. */
export const mountedPathAtom = atom<Path>();

/** Opens a page at a place: nothing was shown before. */
export const openPlaceAtom = atom(null, (_get, set, place: Place) => {
  set(placeAtom, place);
  set(mountedPathAtom, place.path);
  set(shownAtom, { place, settle: nothing });
});

/** Shows what the address bar says; resolves once it is on the page, with false when another place came before that. */
export const showPlaceAtom = atom(
  null,
  (get, set) =>
    new Promise<boolean>((resolve) => {
      get(shownAtom).settle(false);
      const place = get(placeAtom);
      const settle = (isMounted: boolean) => {
        if (isMounted) set(mountedPathAtom, place.path);
        resolve(isMounted);
      };
      set(shownAtom, { place, settle });
    }),
);
