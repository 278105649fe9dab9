/** How the public responses of the API are stored, how fresh they are, and how many. */
import type * as v from 'valibot';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import { forgiving, listOf, Region } from '#core/contract';
import { imageCache, menuCache, regionCache } from '#device/public-caches';
import {
  anyWidth,
  ByteQuota,
  changesTold,
  complete,
  elseNetworkOnce,
  filteredOffline,
  imagesOnly,
  jsonOf,
  neverStored,
  packsOnly,
  shopOnNoCache,
  stamped,
  tenSeconds,
  unlessUnchanged,
  written,
} from './plugins.ts';
import { StaleWhileRevalidateWithRoom } from './strategies.ts';

const fromDevice = [shopOnNoCache, elseNetworkOnce];

/** A list of the menu: given at once and fetched again behind it; pages are told when it has changed. */
export const list = (item: v.ObjectSchema<v.ObjectEntries, undefined>) =>
  new StaleWhileRevalidateWithRoom({
    cacheName: menuCache,
    plugins: [tenSeconds, complete, jsonOf(listOf(forgiving(item))), stamped, written, changesTold, ...fromDevice],
  });

/** Filtered products are never stored: one menu on the device gives one answer to how old a price is. */
export const filteredProducts = new NetworkFirst({
  cacheName: menuCache,
  networkTimeoutSeconds: 4,
  plugins: [filteredOffline, neverStored],
});

/** Regions of a host without packs. */
export const regions = new StaleWhileRevalidateWithRoom({
  cacheName: regionCache,
  plugins: [tenSeconds, complete, jsonOf(listOf(Region)), stamped, written, ...fromDevice],
});

export const packs = new StaleWhileRevalidateWithRoom({
  cacheName: regionCache,
  plugins: [complete, packsOnly, stamped, written, ...fromDevice],
});

/** Pictures take 10 MB at most (decision S4). Those that come later are shown, and not stored. */
export const pictureQuota = new ByteQuota(imageCache, 10_000_000);

const image = {
  cacheName: imageCache,
  plugins: [complete, imagesOnly, unlessUnchanged(imageCache), stamped, pictureQuota, anyWidth, ...fromDevice],
};
/** Pictures whose names change with their content. */
export const immutableImages = new CacheFirst(image);
export const images = new StaleWhileRevalidate(image);
