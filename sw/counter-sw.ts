/** The counter's worker (decision W20): the shop's page comes first, and the last build only when that does not arrive. */
import { clientsClaim } from 'workbox-core/clientsClaim.js';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { counterPaths } from '#core/counter-pages';

declare const self: ServiceWorkerGlobalScope;

const cacheName = 'kedai-counter';
const pagePath = '/counter';

const filesOf = async (page: Response) =>
  [...(await page.clone().text()).matchAll(/"(\/counter\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

/** Caches a page only with all its files, and deletes those of earlier builds and of the guide. */
const wholeBuild: WorkboxPlugin = {
  // Both pages are one file.
  cacheKeyWillBeUsed: async () => pagePath,
  async fetchDidSucceed({ response }) {
    if (response.status >= 500) throw new Error(`The shop answered ${response.status}`);
    return response;
  },
  async cacheWillUpdate({ response }) {
    const files = await filesOf(response);
    // A proxy's own page names no files.
    if (response.status !== 200 || response.redirected || files.length === 0) return null;
    const cache = await caches.open(cacheName);
    const adding = files.map(async (file) => (await cache.match(file)) ?? cache.add(file));
    const added = await Promise.allSettled(adding);
    return added.every(({ status }) => status === 'fulfilled') ? response : null;
  },
  async cacheDidUpdate({ newResponse }) {
    const cache = await caches.open(cacheName);
    const current = await filesOf(newResponse);
    const earlier = (await cache.keys()).filter(({ url }) => {
      const { pathname } = new URL(url);
      return /\.(js|css|webp)$/.test(pathname) && !current.includes(pathname);
    });
    await Promise.all(earlier.map((request) => cache.delete(request)));
  },
};

const page = new NetworkFirst({ cacheName, networkTimeoutSeconds: 3, plugins: [wholeBuild] });

registerRoute(({ request, url }) => request.mode === 'navigate' && counterPaths.includes(url.pathname), page);
// Their names change with their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/counter/assets/'),
  new CacheFirst({ cacheName }),
);

self.addEventListener('install', (event) => {
  event.waitUntil(page.handleAll({ request: new Request(pagePath), event })[1]);
});
void self.skipWaiting();
clientsClaim();
