import * as v from 'valibot';
import { forgiving, listOf, Product } from '#core/contract';
import { apiHost } from './host.ts';
import { bytesIn, imageCache, menuCache, regionCache } from './public-caches.ts';
import { cachedSince } from './reachability.ts';

/** Undefined where the browser has no caches or refuses access. `since`: when the shop sent the menu, in ms since 1970. */
export async function cacheSummary() {
  if (typeof caches === 'undefined') return undefined;
  try {
    const [menu, pictures, regions] = await Promise.all([part(menuCache), part(imageCache), part(regionCache)]);
    return { menu: { ...menu, ...(await cachedMenu()) }, pictures, regions };
  } catch (failure) {
    console.warn('The caches cannot be read', failure);
    return undefined;
  }
}

// `caches.open` would create a missing cache.
async function part(cacheName: string) {
  if (!(await caches.has(cacheName))) return { count: 0, bytes: 0 };
  const cached = await (await caches.open(cacheName)).keys();
  return { count: cached.length, bytes: bytesIn(cached) };
}

async function cachedMenu() {
  const response = await caches.match(`${apiHost}/products`, { ignoreVary: true });
  const menu = v.safeParse(listOf(forgiving(Product)), await response?.json());
  const since = Number(response?.headers.get(cachedSince) ?? Number.NaN);
  return { products: menu.success ? menu.output.items.length : 0, since: since > 0 ? since : undefined };
}
