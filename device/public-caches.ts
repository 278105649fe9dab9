/**
 * The caches in which the worker stores the shop's public responses. Pages read them (`cache-summary.ts`), and pages and
 * worker delete pictures when space is short.
 */
import { platform } from './platform.ts';

/** Products, categories, tags, and payment methods. */
export const menuCache = 'kedai-menu';
/** Pictures: the first to be deleted when space is short (decision S4). */
export const imageCache = 'kedai-images';
/** Regions: packs of them, or the responses of a host that has no packs. */
export const regionCache = 'kedai-regions';

/**
 * A header on the request of every cached response: the response's size in bytes. A second header says since when it is
 * cached (`cachedSince`). They are on the request because a request can be read without opening its response. An opened
 * response that is deleted still takes space until the browser's garbage collection.
 */
export const cachedBytes = 'kedai-bytes';

/** The size of the responses that are cached for these requests, in bytes. */
export const bytesIn = (requests: readonly Request[]) =>
  requests.reduce((sum, { headers }) => sum + Number(headers.get(cachedBytes)), 0);

/**
 * Whether a write failed because the device is full (decision S4). On a full disk Chromium may say so in the message
 * only. Firefox uses a name of its own, on an object that is no `Error`.
 */
export const isFull = (failure: unknown): boolean => {
  const { name, message } = (failure ?? {}) as Partial<Error>;
  return /^Quota|NO_(DEVICE_)?SPACE/.test(`${name} ${message}`);
};

/**
 * Deletes cached pictures, except the `wanted` addresses; resolves with whether there were any. Deletes them one by one,
 * because a cache that is deleted as a whole still takes space while it is open anywhere.
 */
export async function forgetImages(wanted: ReadonlySet<string> = new Set()): Promise<boolean> {
  const images = await platform.caches()?.open(imageCache);
  const unwanted = ((await images?.keys()) ?? []).filter(({ url }) => !wanted.has(url));
  // On a full disk Firefox fails to delete the first ones.
  for (const image of unwanted) await images?.delete(image).catch(() => undefined);
  return unwanted.length > 0;
}
