/** What the rendered screen's address says. */
import { useHydrated, useRouterState, useSearch } from '@tanstack/react-router';
import { type Search, searchOf } from '../../state/catalogue/search.ts';

const nothing: Search = {};

/**
 * The search parameters that this shop knows; none during hydration, because a prerendered page is the same for every
 * address of its route.
 */
export function useShopSearch(): Search {
  const search = useSearch({ strict: false, select: searchOf, structuralSharing: true });
  return useHydrated() ? search : nothing;
}

/** A change of the search parameters for a link: applied to the address once the page is hydrated, before to none. */
export function useSearchChange(change: (now: Search) => Search): Search | ((now: object) => Search) {
  return useHydrated() ? (now) => change(searchOf({ ...now })) : change(nothing);
}

/** The pathname of the screen on the page, not of one whose file is still on its way. */
export const useRenderedPathname = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
