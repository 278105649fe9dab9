/**
 * The shell: the page and the files of this build, kept whole or not at all, and those of the builds before it, which
 * tabs may still be showing.
 */
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { isPath } from '#core/routes';
import { keepBuilds } from './earlier-builds.ts';
import { withRoom } from './kept-answer.ts';

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
    async ([url, cacheKey]: [url: string, cacheKey: string]) => {
      // A file with its hash in its name may come from the browser's own cache: the visit has just loaded it.
      const cache = url === cacheKey ? 'default' : 'reload';
      const request = new Request(url, { cache, credentials: 'same-origin', priority: 'low' });
      const written = await withRoom(cacheName, () =>
        Promise.all(controller.strategy.handleAll({ event, request, params: { cacheKey } })),
      );
      if (!written) throw new Error(`No room for ${url}`);
    };

  const ofEarlierBuild = async (request: Request) =>
    (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request);

  return {
    /** The answer to a request for a page or a file, whatever its search parameters; undefined for what is neither. */
    answer(request: Request, url: URL, event: ExtendableEvent): Promise<Response> | undefined {
      if (request.method !== 'GET' || url.origin !== location.origin) return undefined;
      const { pathname } = url;
      // A page of its own is found before the one that stands in for all.
      const own = [pathname, `${pathname}.html`].find((path) => controller.getCacheKeyForURL(path));
      const kept = own ?? (request.mode === 'navigate' && isPath(pathname) ? '/' : undefined);
      if (kept) return controller.createHandlerBoundToURL(kept)({ request, url, event });
      return pathname.startsWith('/assets/') ? ofEarlierBuild(request) : undefined;
    },
    /** Rejects when anything is missing or strange: this worker is then dropped and the one before it stays. */
    install: (event: ExtendableEvent) => Promise.all([...controller.getURLsToCacheKeys()].map(take(event))),
    /** The files of the last builds stay for a month after they were replaced; everything else goes. */
    forgetOldBuilds: () => keepBuilds(cacheName, [...controller.getURLsToCacheKeys().values()]),
  };
}
