/** The location of the rendered screen. */
import { useHydrated, useRouterState, useSearch } from '@tanstack/react-router';
import { type Search, searchOf } from '../../state/catalogue/search.ts';

const nothing: Search = {};

/**
 * The search parameters that this shop knows; empty during hydration, because a prerendered page is the same for every URL
 * of its route.
 */
export function useShopSearch(): Search {
  const search = useSearch({ strict: false, select: searchOf, structuralSharing: true });
  return useHydrated() ? search : nothing;
}

/** A change of the search parameters for a link: applied to the current ones after hydration, before that to none. */
export function useSearchChange(change: (now: Search) => Search): Search | ((now: object) => Search) {
  return useHydrated() ? (now) => change(searchOf({ ...now })) : change(nothing);
}

/** The pathname of the rendered screen, not of one whose file is still being loaded. */
export const useRenderedPathname = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
