/** Specification §2. The server responds with HTML to these and to no other address. */
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

/** Search engines may index them, and the worker caches their pages. */
export const publicPaths = ['/', '/products', '/about', '/contact'] as const satisfies readonly Path[];

export const isPath = (path: string): path is Path => (paths as readonly string[]).includes(path);

/** Capitals, repeated slashes and one at the end do not matter; `path` may be percent-encoded. */
export function meantRoute(path: string): Path | undefined {
  try {
    const meant = decodeURIComponent(path)
      .toLowerCase()
      .replace(/\/{2,}/g, '/')
      .replace(/(?<=.)\/$/, '');
    return isPath(meant) ? meant : undefined;
  } catch {
    return undefined;
  }
}
