/** The fifteen routes of specification §2, flat, none with a path parameter: which file draws each of them. */
import type { ReactNode } from 'react';
import type { Path } from '#core/routes';
import { loadWithRetry } from './state/load-with-retry.ts';
import { onDemandStyles } from './ui/stylesheets.ts';

type Draw = () => ReactNode;

/** Fetches a screen's file, which exports its component as `Screen`; fifteen names would be 160 bytes more. */
type Load = () => Promise<{ Screen: Draw }>;

/** A screen, whose file comes when somebody is led to it. */
export interface Route {
  /** The screen's component; undefined until its file has come. */
  draw?: Draw;
  /** Fetches the file; rejects when it does not come. */
  load: () => Promise<void>;
  /** Fetches the file, however often it must be asked for. */
  loadWithRetry: () => Promise<void>;
}

function route(load: Load): Route {
  const keep = ({ Screen }: Awaited<ReturnType<Load>>) => {
    one.draw = Screen;
  };
  const one: Route = { load: () => load().then(keep), loadWithRetry: () => loadWithRetry(load).then(keep) };
  return one;
}

/** A screen of a customer's own, whose styles no public page needs. */
const ownRoute = (load: Load) => route(async () => (await Promise.all([load(), onDemandStyles()]))[0]);

export const routes: Record<Path, Route> = {
  '/': route(() => import('./screens/home.tsx')),
  '/products': route(() => import('./screens/products.tsx')),
  '/about': route(() => import('./screens/about.tsx')),
  '/contact': route(() => import('./screens/contact.tsx')),
  '/carts': ownRoute(() => import('./screens/carts.tsx')),
  '/carts/delivery': ownRoute(() => import('./screens/carts-delivery.tsx')),
  '/carts/choose-address': ownRoute(() => import('./screens/carts-choose-address.tsx')),
  '/carts/new-address': ownRoute(() => import('./screens/carts-new-address.tsx')),
  '/carts/payment': ownRoute(() => import('./screens/carts-payment.tsx')),
  '/account/login': ownRoute(() => import('./screens/account-login.tsx')),
  '/account/register': ownRoute(() => import('./screens/account-register.tsx')),
  '/account/dashboard': ownRoute(() => import('./screens/account-dashboard.tsx')),
  '/account/order-list': ownRoute(() => import('./screens/account-order-list.tsx')),
  '/account/address': ownRoute(() => import('./screens/account-address.tsx')),
  '/account/new-address': ownRoute(() => import('./screens/account-new-address.tsx')),
};

/**
 * Fetches the screen of a path. Resolves also when its file did not come: then the screen itself says so
 * (`screen.tsx`).
 */
export const loadScreen = (path: Path): Promise<void> => routes[path].load().catch(() => undefined);
