import type * as v from 'valibot';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import { forgiving, listOf, Region } from '#core/contract';
import { imageCache, menuCache, regionCache } from '#device/public-caches';
import {
  anyWidth,
  byteQuota,
  elseNetworkOnce,
  filteredOffline,
  imagesOnly,
  jsonOf,
  neverStored,
  notifyOfChanges,
  packsOnly,
  shopOnNoCache,
  stamped,
  tenSeconds,
  unlessUnchanged,
  written,
} from './plugins.ts';
import { StaleWhileRevalidateWithRoom } from './strategies.ts';

const fromDevice = [shopOnNoCache, elseNetworkOnce];

export function list(item: v.ObjectSchema<v.ObjectEntries, undefined>) {
  const schema = listOf(forgiving(item));
  const plugins = [tenSeconds, jsonOf(schema), stamped, written, notifyOfChanges(schema), ...fromDevice];
  return new StaleWhileRevalidateWithRoom({ cacheName: menuCache, plugins });
}

/** Never cached: with one menu on the device all prices have the same age. */
export const filteredProducts = new NetworkFirst({
  cacheName: menuCache,
  networkTimeoutSeconds: 4,
  plugins: [filteredOffline, neverStored],
});

export const regions = new StaleWhileRevalidateWithRoom({
  cacheName: regionCache,
  plugins: [tenSeconds, jsonOf(listOf(Region)), stamped, written, ...fromDevice],
});

export const packs = new StaleWhileRevalidateWithRoom({
  cacheName: regionCache,
  plugins: [packsOnly, stamped, written, ...fromDevice],
});

/** Decision S4. Later pictures are shown, but not cached. */
export const pictureQuota = byteQuota(imageCache, 10_000_000);

const image = {
  cacheName: imageCache,
  plugins: [imagesOnly, unlessUnchanged(imageCache), stamped, pictureQuota, anyWidth, ...fromDevice],
};
/** Their names change with their content. */
export const immutableImages = new CacheFirst(image);
export const images = new StaleWhileRevalidate(image);
