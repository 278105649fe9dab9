/** The fifteen routes of specification §2, flat, none with a path parameter: which file draws each of them. */
import type { ReactNode } from 'react';
import type { Path } from '#core/routes';
import { untilThere } from './state/until-there.ts';
import { onDemandStyles } from './ui/stylesheets.ts';

type Draw = () => ReactNode;

/** A screen, whose file comes when somebody is led to it. */
export interface Route {
  /** The screen's component; undefined until its file has come. */
  draw?: Draw;
  /** Fetches the file; rejects when it does not come. */
  load: () => Promise<void>;
  /** Fetches the file, however often it must be asked for. */
  untilThere: () => Promise<void>;
}

function route<Name extends string>(load: () => Promise<Record<Name, Draw>>, name: Name): Route {
  const keep = (module: Record<Name, Draw>) => {
    one.draw = module[name];
  };
  const one: Route = { load: () => load().then(keep), untilThere: () => untilThere(load).then(keep) };
  return one;
}

/** A screen of a customer's own, whose styles no public page needs. */
const ownRoute = <Name extends string>(load: () => Promise<Record<Name, Draw>>, name: Name) =>
  route(async () => (await Promise.all([load(), onDemandStyles()]))[0], name);

export const routes: Record<Path, Route> = {
  '/': route(() => import('./screens/home.tsx'), 'HomeScreen'),
  '/products': route(() => import('./screens/products.tsx'), 'ProductsScreen'),
  '/about': route(() => import('./screens/about.tsx'), 'AboutScreen'),
  '/contact': route(() => import('./screens/contact.tsx'), 'ContactScreen'),
  '/carts': ownRoute(() => import('./screens/carts.tsx'), 'CartScreen'),
  '/carts/delivery': ownRoute(() => import('./screens/carts-delivery.tsx'), 'DeliveryScreen'),
  '/carts/choose-address': ownRoute(() => import('./screens/carts-choose-address.tsx'), 'ChooseAddressScreen'),
  '/carts/new-address': ownRoute(() => import('./screens/carts-new-address.tsx'), 'CartNewAddressScreen'),
  '/carts/payment': ownRoute(() => import('./screens/carts-payment.tsx'), 'PaymentScreen'),
  '/account/login': ownRoute(() => import('./screens/account-login.tsx'), 'LoginScreen'),
  '/account/register': ownRoute(() => import('./screens/account-register.tsx'), 'RegisterScreen'),
  '/account/dashboard': ownRoute(() => import('./screens/account-dashboard.tsx'), 'DashboardScreen'),
  '/account/order-list': ownRoute(() => import('./screens/account-order-list.tsx'), 'OrderListScreen'),
  '/account/address': ownRoute(() => import('./screens/account-address.tsx'), 'AddressScreen'),
  '/account/new-address': ownRoute(() => import('./screens/account-new-address.tsx'), 'AccountNewAddressScreen'),
};

/** Fetches the screen of a path. Resolves also when its file did not come: then the screen itself says so (`screen.tsx`). */
export const loadScreen = (path: Path): Promise<void> => routes[path].load().catch(() => undefined);
