/** The fifteen routes of specification §2, flat, none with a path parameter: which file draws each of them. */
import type { ReactNode } from 'react';
import type { Path } from '#core/routes';
import { untilThere } from './state/until-there.ts';

type Draw = () => ReactNode;
type Load = () => Promise<Record<string, Draw>>;

/** A screen, whose file comes when somebody is led to it. */
export interface Route {
  /** Undefined until that is there. */
  draw?: Draw;
  /** Resolves when it is; rejects when it did not come. */
  load: () => Promise<void>;
  /** Resolves when it is, however often it must be asked for. */
  untilThere: () => Promise<void>;
}

function route(load: Load, name: string): Route {
  const keep = (module: Record<string, Draw>) => {
    one.draw = module[name] as Draw;
  };
  const one: Route = { load: () => load().then(keep), untilThere: () => untilThere(load).then(keep) };
  return one;
}

export const routes: Record<Path, Route> = {
  '/': route(() => import('./screens/home.tsx'), 'HomeScreen'),
  '/products': route(() => import('./screens/products.tsx'), 'ProductsScreen'),
  '/about': route(() => import('./screens/about.tsx'), 'AboutScreen'),
  '/contact': route(() => import('./screens/contact.tsx'), 'ContactScreen'),
  '/carts': route(() => import('./screens/carts.tsx'), 'CartScreen'),
  '/carts/delivery': route(() => import('./screens/carts-delivery.tsx'), 'DeliveryScreen'),
  '/carts/choose-address': route(() => import('./screens/carts-choose-address.tsx'), 'ChooseAddressScreen'),
  '/carts/new-address': route(() => import('./screens/carts-new-address.tsx'), 'CartNewAddressScreen'),
  '/carts/payment': route(() => import('./screens/carts-payment.tsx'), 'PaymentScreen'),
  '/account/login': route(() => import('./screens/account-login.tsx'), 'LoginScreen'),
  '/account/register': route(() => import('./screens/account-register.tsx'), 'RegisterScreen'),
  '/account/dashboard': route(() => import('./screens/account-dashboard.tsx'), 'DashboardScreen'),
  '/account/order-list': route(() => import('./screens/account-order-list.tsx'), 'OrderListScreen'),
  '/account/address': route(() => import('./screens/account-address.tsx'), 'AddressScreen'),
  '/account/new-address': route(() => import('./screens/account-new-address.tsx'), 'AccountNewAddressScreen'),
};

/** Resolves when the screen of a path is there, or did not come: then it says so itself. */
export const loadScreen = (path: Path): Promise<void> => routes[path].load().catch(() => undefined);
