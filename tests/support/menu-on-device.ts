/** What the worker stores of the bundled menu after any visit. */
import type { Page } from '@playwright/test';
import menu from '../../server/menu/menu.json' with { type: 'json' };

/** The pictures of the products and of the ways to pay. */
export const pictures = [
  ...menu.products.map(({ image_url }) => `products/${image_url}`),
  ...menu.banks.map(({ image_url }) => `banks/${image_url}`),
  // The shop has no QRIS text, and so offers no QRIS.
  ...menu.mini_markets.filter(({ _id }) => _id !== 'qris').map(({ image_url }) => `mini-markets/${image_url}`),
].map((file) => `/api/images/${file}`);

/** Everything that is needed without a connection, apart from the pages. */
export const everything = [
  ...['products', 'categories', 'tags', 'banks', 'mini-markets', 'regions/pack'].map((path) => `/api/${path}`),
  ...pictures,
  '/api/regions/villages-pack',
];

/** What the menu on this page shows but the device does not have yet, and the worker until it serves the page. */
export const notCached = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.images].filter((image) => image.complete && image.src.includes('/api/'));
    const shown = ['/api/products', '/api/categories', '/api/tags', ...pictures.map((image) => image.src)];
    const cached = await Promise.all(shown.map((address) => caches.match(address)));
    const missing = shown.filter((_, index) => !cached[index]);
    return navigator.serviceWorker.controller ? missing : [...missing, '/sw.js'];
  });

/** What of it is not on the device yet. */
export const missing = (page: Page) =>
  page.evaluate(async (addresses) => {
    const cached = await Promise.all(addresses.map((address) => caches.match(address)));
    return addresses.filter((_, index) => !cached[index]);
  }, everything);
