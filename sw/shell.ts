/**
 * The shell: the page and the files of this build, kept whole or not at all, and those of the builds before it, which
 * tabs may still be showing.
 */
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { Route } from 'workbox-routing';
import { isPath } from '#core/routes';
import { keepBuilds } from './earlier-builds.ts';

const cacheName = 'kedai-shell';

export function shellOf(manifest: (PrecacheEntry | string)[]) {
  const controller = new PrecacheController({
    cacheName,
    plugins: [
      { cacheWillUpdate: async ({ request, response }) => ((await belongs(request, response)) ? response : null) },
    ],
  });
  controller.addToCacheList(manifest);

  /** A portal's page, or a page of another build than this one (a deployment half uploaded), must not become the shell. */
  async function belongs({ url }: Request, response: Response) {
    if (response.status !== 200) return false;
    const isPage = /\bhtml\b/.test(response.headers.get('content-type') ?? '');
    if (!isPath(new URL(url).pathname)) return !isPage;
    if (!isPage) return false;
    const scripts = (await response.clone().text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
    return scripts.length > 0 && scripts.every((script) => controller.getCacheKeyForURL(script));
  }

  // All at once and behind everything else: one after the other, as Workbox does it, costs a round trip each.
  const take =
    (event: ExtendableEvent) =>
    ([url, cacheKey]: [url: string, cacheKey: string]) => {
      // A file with its hash in its name may come from the browser's own cache: the visit has just loaded it.
      const cache = url === cacheKey ? 'default' : 'reload';
      const request = new Request(url, { cache, credentials: 'same-origin', priority: 'low' });
      return Promise.all(controller.strategy.handleAll({ event, request, params: { cacheKey } }));
    };

  return {
    /** Before the navigation route: a file that is kept under its own name is never answered with the page. */
    routes: [
      new PrecacheRoute(controller, { ignoreURLParametersMatching: [/./] }),
      new Route(
        ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPath(url.pathname),
        controller.createHandlerBoundToURL('/'),
      ),
      new Route(
        ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
        async ({ request }) => (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request),
      ),
    ],
    /** Rejects when anything is missing or strange: this worker is then dropped and the one before it stays. */
    install: (event: ExtendableEvent) => Promise.all([...controller.getURLsToCacheKeys()].map(take(event))),
    /** The files of the last builds stay for a month after they were replaced; everything else goes. */
    forgetOldBuilds: () => keepBuilds(cacheName, [...controller.getURLsToCacheKeys().values()]),
  };
}
