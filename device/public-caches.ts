import { isFull } from './disk.ts';
import { platform } from './platform.ts';

export const menuCache = 'kedai-menu';
/** The first to be deleted when space is short (decision S4). */
export const imageCache = 'kedai-images';
/** Packs, or the responses of a host that has none. */
export const regionCache = 'kedai-regions';

/** On the request of a cached response, as `cachedSince`: an opened response that is deleted takes space until the browser's garbage collection. */
export const cachedBytes = 'kedai-bytes';

export const bytesIn = (requests: readonly Request[]) =>
  requests.reduce((sum, { headers }) => sum + Number(headers.get(cachedBytes)), 0);

/** One by one: a cache that is deleted as a whole takes space while it is open anywhere. Resolves with whether there were any. */
export async function forgetImages(wanted: ReadonlySet<string> = new Set()): Promise<boolean> {
  const images = await platform.caches()?.open(imageCache);
  const unwanted = ((await images?.keys()) ?? []).filter(({ url }) => !wanted.has(url));
  // On a full disk Firefox fails to delete the first ones.
  for (const image of unwanted) await images?.delete(image).catch(() => undefined);
  return unwanted.length > 0;
}

/** On a full device deletes the cached pictures and writes once more (decision S4, fault F26). */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await forgetImages();
    return write();
  }
}
