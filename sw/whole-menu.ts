import * as v from 'valibot';
import { forgiving, listOf, Product } from '#core/contract';
import { isFromKedai } from '#device/failures';
import { type Folder, imageUrl } from '#device/host';
import { forgetImages, imageCache, menuCache, regionCache } from '#device/public-caches';
import { cachedSince } from '#device/reachability';
import { apiUrl } from './api-url.ts';

interface Shop {
  store(url: string, init?: RequestInit): Promise<unknown>;
  /** How many were refused. */
  pictures: { refused: number };
  saveData: boolean;
}

const hour = 60 * 60 * 1_000;
const week = 7 * 24 * hour;

/**
 * First pages first, villages last; with `saveData` images and villages only when they are used (decision S4). Stops at the first request without a
 * response; what is cached by then is not fetched again.
 */
export async function storeWholeMenu({ store, pictures, saveData }: Shop): Promise<void> {
  const storeUnlessYounger = async (path: string, cacheName: string, ms: number) => {
    const [key] = await (await caches.open(cacheName)).keys(apiUrl(path));
    if (!key || !isYounger(key.headers, ms)) await store(apiUrl(path), { cache: 'no-cache' });
  };
  const lists = ['products', 'categories', 'tags', 'banks', 'mini-markets'];
  await Promise.all(lists.map((list) => storeUnlessYounger(list, menuCache, hour)));
  const packs = await hostHasPacks();
  if (packs) await storeUnlessYounger('regions/pack', regionCache, week);
  if (saveData) return;
  await storeImages(await imagesOfMenu(), store, pictures);
  if (packs) await storeUnlessYounger('regions/villages-pack', regionCache, week);
}

// A negative age means that the clock was set back.
function isYounger(headers: Headers, ms: number) {
  const age = Date.now() - Number(headers.get(cachedSince));
  return age >= 0 && age < ms;
}

const storedList = (path: string) => caches.match(apiUrl(path), { cacheName: menuCache });

/** Packs are not in section 7: only a host that announced itself is asked for them (decision A2). */
async function hostHasPacks() {
  const menu = await storedList('products');
  return menu !== undefined && isFromKedai(menu);
}

/** Products and payment methods name their images in the same field. */
const Pictured = listOf(forgiving(v.object({ image_url: Product.entries.image_url })));

/** In the order in which customers see them. */
async function imagesOfMenu(): Promise<string[]> {
  const imagesOf = async (list: Folder) => {
    const stored = v.safeParse(Pictured, await (await storedList(list))?.json());
    const files = stored.success ? stored.output.items.map(({ image_url }) => image_url) : [];
    return files.filter(Boolean).map((file) => new URL(imageUrl(list, file), location.origin).href);
  };
  const lists = ['products', 'banks', 'mini-markets'] as const;
  return [...new Set((await Promise.all(lists.map(imagesOf))).flat())];
}

/** So few that requests of a page are not delayed. */
const imagesAtOnce = 4;

async function storeImages(images: string[], store: Shop['store'], quota: Shop['pictures']) {
  const cache = await caches.open(imageCache);
  let hasDeleted = false;
  for (let start = 0; start < images.length; start += imagesAtOnce) {
    const few = images.slice(start, start + imagesAtOnce);
    const storeFew = async () => {
      const before = quota.refused;
      await Promise.all(few.map(async (image) => (await cache.keys(image)).length > 0 || store(image)));
      return quota.refused === before;
    };
    if (await storeFew()) continue;
    // When there is no room, images that are later on the menu, or no longer on it, are deleted once.
    if (hasDeleted || !(await forgetImages(new Set(images.slice(0, start + imagesAtOnce))))) return;
    hasDeleted = true;
    if (!(await storeFew())) return;
  }
}
