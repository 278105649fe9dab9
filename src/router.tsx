/**
 * The fifteen routes of specification §2: a flat table, none with a path parameter. `CONTRIBUTING.md` says what a new
 * screen needs.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { Provider, type Store } from 'jotai';
import { type ReactNode, StrictMode } from 'react';
import type { Path } from '#core/routes';
import { type HistoryEntryState, parseSearch, type Search, stringifySearch } from './state/catalogue/search.ts';
import { loadWithRetry } from './state/connection/load-with-retry.ts';
import { HydrationMark } from './ui/frame/hydration-mark.tsx';
import { followHistory } from './ui/frame/location.ts';
import { PageFrame } from './ui/frame/page-frame.tsx';
import { NotFoundScreen, ScreenFailed } from './ui/frame/screen-failed.tsx';

const root = createRootRoute({
  component: PageFrame,
  // Unknown and invalid parameters stay in the URL (`utm_source`, `meja=25`) and are checked where they are used
  // (`ui/frame/location.ts`): the router replaces a URL whose search `validateSearch` changes.
  validateSearch: (search: Record<string, unknown>) => search as Search,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenFailed,
});

const withHydrationMark = (Screen: () => ReactNode) => () => (
  <>
    <Screen />
    <HydrationMark />
  </>
);

function route<const To extends Path>(path: To, load: () => Promise<{ Screen: () => ReactNode }>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      async () => ({ Screen: withHydrationMark((await loadWithRetry(load, 2)).Screen) }),
      'Screen',
    ),
    errorComponent: ScreenFailed,
  });
}

const routeTree = root.addChildren([
  route('/', () => import('./screens/home.tsx')),
  route('/products', () => import('./screens/products.tsx')),
  route('/about', () => import('./screens/about.tsx')),
  route('/contact', () => import('./screens/contact.tsx')),
  route('/carts', () => import('./screens/carts.tsx')),
  route('/carts/delivery', () => import('./screens/carts-delivery.tsx')),
  route('/carts/choose-address', () => import('./screens/carts-choose-address.tsx')),
  route('/carts/new-address', () => import('./screens/carts-new-address.tsx')),
  route('/carts/payment', () => import('./screens/carts-payment.tsx')),
  route('/account/login', () => import('./screens/account-login.tsx')),
  route('/account/register', () => import('./screens/account-register.tsx')),
  route('/account/dashboard', () => import('./screens/account-dashboard.tsx')),
  route('/account/order-list', () => import('./screens/account-order-list.tsx')),
  route('/account/address', () => import('./screens/account-address.tsx')),
  route('/account/new-address', () => import('./screens/account-new-address.tsx')),
]);

/** The router of the page, or of one rendering on the server with its own history. */
export function createShopRouter({ history, isServer = false }: { history?: RouterHistory; isServer?: boolean } = {}) {
  let hasNavigated = false;
  const router = createRouter({
    routeTree,
    isServer,
    caseSensitive: true,
    defaultPreload: 'intent',
    parseSearch,
    stringifySearch,
    ...(history && { history }),
    // A part of the navbar that is opened or closed scrolls nothing.
    getScrollRestorationKey: ({ state, href }) => state.panel ?? state.key ?? href,
    // After hydration the router would scroll to the top, also a page that was scrolled before.
    scrollRestoration: !isServer && (() => hasNavigated || scrollY === 0),
  });
  followHistory(router.history);
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) hasNavigated = true;
  });
  return router;
}

export type ShopRouter = ReturnType<typeof createShopRouter>;

/** The page, rendered and hydrated alike. */
export const pageOf = (store: Store, router: ShopRouter) => (
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>
);

declare module '@tanstack/react-router' {
  interface Register {
    router: ShopRouter;
  }
  interface HistoryState extends HistoryEntryState {}
}
