/** What the device keeps of the shop's public answers, for whoever wants to look (the worker writes it). */
import * as v from 'valibot';
import { forgiving, listOf, Product } from '#core/contract';
import { apiHost } from './host.ts';
import { bytesIn, imageCache, menuCache, regionCache } from './public-caches.ts';
import { cachedSince } from './reachability.ts';

interface Part {
  /** How many answers. */
  count: number;
  bytes: number;
}

/**
 * What is kept of the menu, of its pictures and of the regions; `since`: when the shop gave the menu, in ms since 1970.
 */
export interface CacheSummary {
  menu: Part & { products: number; since: number | undefined };
  pictures: Part;
  regions: Part;
}

/** Reads the worker's caches; undefined where a browser has none, or will not show them. */
export async function cacheSummary(): Promise<CacheSummary | undefined> {
  if (typeof caches === 'undefined') return undefined;
  try {
    const [menu, pictures, regions] = await Promise.all([part(menuCache), part(imageCache), part(regionCache)]);
    return { menu: { ...menu, ...(await keptMenu()) }, pictures, regions };
  } catch (failure) {
    console.warn('What the device keeps cannot be read', failure);
    return undefined;
  }
}

// `caches.open` would make what is not there.
async function part(cacheName: string): Promise<Part> {
  if (!(await caches.has(cacheName))) return { count: 0, bytes: 0 };
  const kept = await (await caches.open(cacheName)).keys();
  return { count: kept.length, bytes: bytesIn(kept) };
}

async function keptMenu() {
  const answer = await caches.match(`${apiHost}/products`, { ignoreVary: true });
  const menu = v.safeParse(listOf(forgiving(Product)), await answer?.json());
  const since = Number(answer?.headers.get(cachedSince) ?? Number.NaN);
  return { products: menu.success ? menu.output.items.length : 0, since: since > 0 ? since : undefined };
}
