/** The location of the rendered screen. */
import { useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { type Search, searchOf } from '../../state/catalogue/search.ts';

const nothing: Search = {};

const follow = () => () => undefined;

/**
 * Whether the search parameters of the URL are shown: not during hydration, because a prerendered page is the same for every URL of its route.
 * Without any they are from the start, so that nothing is rendered again.
 */
export function useIsSearchShown() {
  const router = useRouter();
  return useSyncExternalStore(
    follow,
    () => true,
    () => Object.keys(router.state.location.search).length === 0,
  );
}

/**
 * The search parameters that this shop knows; empty until they are shown.
 */
export function useShopSearch(): Search {
  const search = useSearch({ strict: false, select: searchOf, structuralSharing: true });
  return useIsSearchShown() ? search : nothing;
}

/** A change of the search parameters for a link: applied to the current ones once they are shown, before that to none. */
export function useSearchChange(change: (now: Search) => Search): Search | ((now: object) => Search) {
  return useIsSearchShown() ? (now) => change(searchOf({ ...now })) : change(nothing);
}

/** The pathname of the rendered screen, not of one whose file is still being loaded. */
export const useRenderedPathname = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
