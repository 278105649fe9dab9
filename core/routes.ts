/**
 * The fifteen routes of specification §2. None has a path parameter; the server responds with HTML to these and to no
 * other address.
 */
export const paths = [
  '/',
  '/products',
  '/about',
  '/contact',
  '/carts',
  '/carts/delivery',
  '/carts/choose-address',
  '/carts/new-address',
  '/carts/payment',
  '/account/login',
  '/account/register',
  '/account/dashboard',
  '/account/order-list',
  '/account/address',
  '/account/new-address',
] as const;
export type Path = (typeof paths)[number];

/** The public routes: search engines may index them, and the worker caches their pages. */
export const publicPaths = ['/', '/products', '/about', '/contact'] as const satisfies readonly Path[];

/** Whether a path is one of the fifteen, exactly. */
export const isPath = (path: string): path is Path => (paths as readonly string[]).includes(path);
