/**
 * The shell: the page and the files of this build, kept whole or not at all, and those of the builds before it, which
 * tabs may still be showing.
 */
import * as v from 'valibot';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { Route } from 'workbox-routing';
import { isPath } from '#core/routes';

const cacheName = 'kedai-shell';
const month = 30 * 24 * 60 * 60 * 1_000;
const earlierBuilds = 3;

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
    install: (event: ExtendableEvent) => controller.install(event),
    /** The files of the last builds stay for a month after they were replaced; everything else goes. */
    forgetOldBuilds: () => forgetAllBut([...controller.getURLsToCacheKeys().values()], Date.now()),
  };
}

const Builds = v.array(v.object({ files: v.array(v.string()), replacedAt: v.optional(v.number()) }));

async function forgetAllBut(files: string[], now: number) {
  const ledger = await caches.open('kedai-builds');
  const read = v.safeParse(Builds, await ledger.match('/builds').then((kept) => kept?.json()));
  const earlier = (read.success ? read.output : [])
    .filter((build) => build.files.join() !== files.join())
    .map(({ files, replacedAt = now }) => ({ files, replacedAt }))
    .filter(({ replacedAt }) => now - replacedAt < month)
    .slice(0, earlierBuilds);
  await ledger.put('/builds', Response.json([{ files }, ...earlier]));

  const needed = new Set([files, ...earlier.map((build) => build.files)].flat());
  const shell = await caches.open(cacheName);
  const unneeded = (await shell.keys()).filter(({ url }) => !needed.has(url));
  await Promise.all(unneeded.map((request) => shell.delete(request)));
}
