/** The fifteen routes of specification §2, flat, none with a path parameter. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Path } from '#core/routes';
import { App, NotFoundScreen, ScreenFailed } from './app.tsx';
import { parseSearch, searchOf, stringifySearch } from './state/address-line.ts';
import { untilThere } from './state/until-there.ts';
import { tell } from './ui/words.tsx';

let stands: () => void;
/** Resolves when the first screen stands on the page: until then nothing may change what a prerendered one shows. */
export const firstScreen = new Promise<void>((resolve) => {
  stands = resolve;
});

function Stands() {
  useEffect(() => stands(), []);
  return null;
}

type Load = () => Promise<Record<string, () => ReactNode>>;

/** The router would reload for a missing file by itself, even without a connection; `missing-files.ts` knows when that helps. */
function lazyScreen(load: Load, name: string) {
  const Lazy = lazyRouteComponent(
    () =>
      // The screen that was rendered stands there meanwhile.
      (globalThis.early ? untilThere(load) : load()).catch((cause: unknown) => {
        throw Object.assign(new Error('Screen not loaded', { cause }), { load });
      }),
    name,
  );
  // biome-ignore lint/correctness/noComponentHookFactories: once for each route, when this module is loaded
  const Screen = () => (
    <>
      <Lazy />
      <Stands />
    </>
  );
  return Object.assign(Screen, { preload: () => Lazy.preload?.() });
}

/** A screen that broke needs another page, one that did not come only its file: that is asked for again by itself, too. */
function Failed({ error }: ErrorComponentProps) {
  const { load } = error as Error & { load?: Load };
  const router = useRouter();

  useEffect(() => {
    if (!load) return;
    let left = false;
    void untilThere(load).then(() => {
      if (!left) void router.invalidate();
    });
    return () => {
      left = true;
    };
  }, [load, router]);

  const again = () => {
    if (!load) return location.reload();
    void tell('Dicoba lagi', { ms: 3_000 });
    // As if the browser had found a network: who waits for a file asks for it, and the shop is looked for.
    dispatchEvent(new Event('online'));
  };

  return (
    <>
      <ScreenFailed again={again} />
      <Stands />
    </>
  );
}

const NotFound = () => (
  <>
    <NotFoundScreen />
    <Stands />
  </>
);

const rootRoute = createRootRoute({ validateSearch: searchOf, component: App, notFoundComponent: NotFound });

const route = <const P extends Path>(path: P, component: ReturnType<typeof lazyScreen>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const routeTree = rootRoute.addChildren([
  route(
    '/',
    lazyScreen(() => import('./screens/home.tsx'), 'HomeScreen'),
  ),
  route(
    '/products',
    lazyScreen(() => import('./screens/products.tsx'), 'ProductsScreen'),
  ),
  route(
    '/about',
    lazyScreen(() => import('./screens/about.tsx'), 'AboutScreen'),
  ),
  route(
    '/contact',
    lazyScreen(() => import('./screens/contact.tsx'), 'ContactScreen'),
  ),
  route(
    '/carts',
    lazyScreen(() => import('./screens/carts.tsx'), 'CartScreen'),
  ),
  route(
    '/carts/delivery',
    lazyScreen(() => import('./screens/carts-delivery.tsx'), 'DeliveryScreen'),
  ),
  route(
    '/carts/choose-address',
    lazyScreen(() => import('./screens/carts-choose-address.tsx'), 'ChooseAddressScreen'),
  ),
  route(
    '/carts/new-address',
    lazyScreen(() => import('./screens/carts-new-address.tsx'), 'CartNewAddressScreen'),
  ),
  route(
    '/carts/payment',
    lazyScreen(() => import('./screens/carts-payment.tsx'), 'PaymentScreen'),
  ),
  route(
    '/account/login',
    lazyScreen(() => import('./screens/account-login.tsx'), 'LoginScreen'),
  ),
  route(
    '/account/register',
    lazyScreen(() => import('./screens/account-register.tsx'), 'RegisterScreen'),
  ),
  route(
    '/account/dashboard',
    lazyScreen(() => import('./screens/account-dashboard.tsx'), 'DashboardScreen'),
  ),
  route(
    '/account/order-list',
    lazyScreen(() => import('./screens/account-order-list.tsx'), 'OrderListScreen'),
  ),
  route(
    '/account/address',
    lazyScreen(() => import('./screens/account-address.tsx'), 'AddressScreen'),
  ),
  route(
    '/account/new-address',
    lazyScreen(() => import('./screens/account-new-address.tsx'), 'AccountNewAddressScreen'),
  ),
]);

/** Screens cross into each other; a filter, a page or a product beside them does not, nor does anything for who wants less motion. */
const betweenScreens = ({ fromLocation, pathChanged }: { fromLocation?: unknown; pathChanged: boolean }) =>
  fromLocation !== undefined && pathChanged && !matchMedia('(prefers-reduced-motion: reduce)').matches && ['screen'];

/** A router over the given history (the browser's own when left out). */
export const newRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultErrorComponent: Failed,
    // Where there is no page to scroll the router would write a script into it. Who has scrolled a prerendered page stays there.
    scrollRestoration: typeof document !== 'undefined' && (() => !globalThis.early || !scrollY),
    defaultViewTransition: { types: betweenScreens },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface HistoryState {
    /** The address to go back to after a login (decision F1). */
    returnTo?: string;
    /** Opened from the screen beneath: closing it goes back there instead of adding an entry. */
    opened?: boolean;
    /** The server ended the session although this device still holds it. */
    sessionEnded?: boolean;
  }
}
