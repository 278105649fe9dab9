/** A page is cached and served only together with the files that it names; open tabs may still need those of earlier builds. */
import { warmStrategyCache } from 'workbox-recipes/warmStrategyCache.js';
import { CacheOnly } from 'workbox-strategies/CacheOnly.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js';
import { menuPages, shellPath } from '#core/renderer';
import { publicPaths } from '#core/routes';
import { noteBuild } from './ledger.ts';
import { byPath, cachedAs, elseNetwork, ofBuild, unlessUnchanged, written } from './plugins.ts';
import { BuildFirst } from './strategies.ts';

interface ManifestEntry {
  url: string;
  /** Null for a file with a digest in its name. */
  revision: string | null;
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] };

const manifest = self.__WB_MANIFEST;
const paths = new Set([...publicPaths, shellPath, ...manifest.map(({ url }) => url)]);

/** Of all cached builds: their names have a digest. */
export const filesCache = 'kedai-shell';
export const isFile = (path: string) => path.startsWith('/assets/');

/** Pages, drawings and icons have the same address in every build: each build has its own cache for them. */
export const pagesCache = ['kedai-pages', ...manifest.flatMap(({ revision }) => revision ?? [])].join(' ');
export const isListed = (path: string) => paths.has(path);

export const files = new CacheOnly({ cacheName: filesCache, plugins: [elseNetwork] });
export const pages = new CacheOnly({ cacheName: pagesCache, plugins: [byPath, elseNetwork] });
export const shell = new CacheOnly({ cacheName: pagesCache, plugins: [cachedAs(shellPath), elseNetwork] });

/** Without the shop it is the shell with a 404. */
export const unknownAddress = new NetworkOnly({
  plugins: [
    {
      async handlerDidError() {
        const page = await caches.match(shellPath, { cacheName: pagesCache });
        return page && new Response(page.body, { status: 404, headers: page.headers });
      },
    },
  ],
});

// The first visit has just loaded most files into the browser's HTTP cache; pages are fetched again.
const filesOfBuild = {
  urls: [...paths].filter(isFile),
  strategy: new BuildFirst({
    cacheName: filesCache,
    fetchOptions: { priority: 'low' },
    plugins: [ofBuild(paths), written],
  }),
};
const fromShop = { cacheName: pagesCache, fetchOptions: { cache: 'no-cache', priority: 'low' } } as const;
const pagesOfBuild = {
  urls: [...paths].filter((path) => !isFile(path)),
  strategy: new BuildFirst({ ...fromShop, plugins: [ofBuild(paths), written] }),
};

/** The browser drops the worker when anything is missing. */
export function installBuild() {
  warmStrategyCache(filesOfBuild);
  warmStrategyCache(pagesOfBuild);
}

const newerPage = new NetworkFirst({ ...fromShop, plugins: [unlessUnchanged(pagesCache), ofBuild(paths)] });

/** Also pages that the shop has rendered again: between two builds only those with the menu. Rejects when a file does not arrive. */
export async function refreshBuild(event: ExtendableEvent): Promise<void> {
  for (const { urls, strategy } of [filesOfBuild, pagesOfBuild]) {
    await Promise.all(urls.map((url) => strategy.handleAll({ event, request: new Request(url) })[1]));
  }
  await Promise.all(menuPages.map((path) => newerPage.handleAll({ event, request: new Request(path) })[1]));
}

/** Deletes nothing when a newer build `follows`: it may have cached its files already, and cleans up itself. */
export async function takeOver({ follows }: { follows: boolean }): Promise<void> {
  const needed = await noteBuild([...paths].map((path) => new URL(path, location.origin).href));
  if (follows) return;
  const cache = await caches.open(filesCache);
  const unneeded = (await cache.keys()).filter(({ url }) => !needed.has(url));
  await Promise.all(unneeded.map((file) => cache.delete(file)));
  const others = (await caches.keys()).filter((name) => name.startsWith('kedai-pages') && name !== pagesCache);
  await Promise.all(others.map((name) => caches.delete(name)));
}
