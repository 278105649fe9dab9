/**
 * Brings everything a shop needs without a connection to the device in one visit, after everything the visit itself
 * needs.
 */
import * as v from 'valibot';
import { forgiving, listOf, Product } from '#core/contract';
import { isFromKedai } from '#device/capabilities';
import { type Folder, imageUrl } from '#device/host';
import { forgetImages, menuCache } from '#device/public-caches';
import { apiUrl } from './cache-rules.ts';
import { keptAt, type Outcome } from './kept-answer.ts';

/** Sees to it that an answer no older than `seconds` is on the device; rejects when nobody answers. */
type Keep = (url: string, seconds?: number) => Promise<Outcome>;

const hour = 60 * 60;

/**
 * Fetches what is missing or old: the menu's data, the first three levels of regions, every image (first pages first),
 * and all villages last. With `saveData` images and villages come only when they are used (decision S4). Stops as soon
 * as nobody answers; what is kept by then is not asked for again.
 */
export async function keepWholeMenu(keep: Keep, { saveData }: { saveData: boolean }): Promise<void> {
  const lists = ['products', 'categories', 'tags', 'banks', 'mini-markets'].map(apiUrl);
  await Promise.all(lists.map((list) => keep(list, hour)));
  const packs = await hostHasPacks();
  if (packs) await keep(apiUrl('regions/pack'), 168 * hour);
  if (saveData) return;
  await keepImages(keep, await imagesOfMenu());
  if (packs) await keep(apiUrl('regions/villages-pack'), 168 * hour);
}

const listKept = (path: string) => keptAt(apiUrl(path), { cacheName: menuCache });

/** Only a host that announced itself is asked for what section 7 does not know (decision A2). */
async function hostHasPacks() {
  const menu = await listKept('products');
  return menu !== undefined && isFromKedai(menu);
}

/** Products and payment methods name theirs alike. */
const Pictured = listOf(forgiving(v.object({ image_url: Product.entries.image_url })));

/** In the order in which customers see them. */
async function imagesOfMenu(): Promise<string[]> {
  const imagesOf = async (list: Folder) => {
    const kept = v.safeParse(Pictured, await (await listKept(list))?.json());
    const files = kept.success ? kept.output.items.map(({ image_url }) => image_url) : [];
    return files.filter(Boolean).map((file) => new URL(imageUrl(list, file), location.origin).href);
  };
  const lists = ['products', 'banks', 'mini-markets'] as const;
  return [...new Set((await Promise.all(lists.map(imagesOf))).flat())];
}

/** A few at a time, so that a page that asks is served between them. */
const atOnce = 4;

async function keepImages(keep: Keep, images: string[]) {
  let tidied = false;
  for (let start = 0; start < images.length; start += atOnce) {
    const few = images.slice(start, start + atOnce);
    const keepFew = async () => (await Promise.all(few.map((image) => keep(image)))).includes('full');
    if (!(await keepFew())) continue;
    // When there is no room, images that are later on the menu, or no longer on it, are deleted once.
    if (tidied || !(await forgetImages(new Set(images.slice(0, start + atOnce))))) return;
    tidied = true;
    if (await keepFew()) return;
  }
}
