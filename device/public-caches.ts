/**
 * The caches in which the worker stores the shop's public responses. Pages look into them (`cache-summary.ts`), and
 * both make room there.
 */
import { platform } from './platform.ts';

/** Products, categories, tags, and payment methods. */
export const menuCache = 'kedai-menu';
/** What goes first when space is short (decision S4). */
export const imageCache = 'kedai-images';
/** Regions: packs of them, or the answers of a host that has no packs. */
export const regionCache = 'kedai-regions';

/**
 * A header on the request of every cached response: its size in bytes. Beside it is the time since when it is cached
 * (`cachedSince`). Requests can be read without opening their responses, and an opened response that is deleted keeps
 * its space until the browser collects it.
 */
export const cachedBytes = 'kedai-bytes';

/** The size of the responses that are cached under these requests, in bytes. */
export const bytesIn = (requests: readonly Request[]) =>
  requests.reduce((sum, { headers }) => sum + Number(headers.get(cachedBytes)), 0);

/**
 * Whether a write failed because the device is full (decision S4). On a disk without any room Chromium may say so in
 * the message only, and Firefox by a name of its own, on an object of no error class.
 */
export const isFull = (failure: unknown): boolean => {
  const { name, message } = (failure ?? {}) as Partial<Error>;
  return /^Quota|NO_(DEVICE_)?SPACE/.test(`${name} ${message}`);
};

/**
 * Deletes cached pictures, except the `wanted` addresses; resolves with whether there were any. One by one, because a
 * cache that is deleted as a whole keeps its space while anything holds it open.
 */
export async function forgetImages(wanted: ReadonlySet<string> = new Set()): Promise<boolean> {
  const images = await platform.caches()?.open(imageCache);
  const unwanted = ((await images?.keys()) ?? []).filter(({ url }) => !wanted.has(url));
  // On a disk without any room Firefox fails to delete the first ones.
  for (const image of unwanted) await images?.delete(image).catch(() => undefined);
  return unwanted.length > 0;
}
