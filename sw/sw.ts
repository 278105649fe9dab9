/**
 * The service worker: the shell, and the public answers of the API, on the device.
 *
 * What pages may say to it (anything else is ignored, and nothing they say can do more than read again):
 * - `{ type: 'SKIP_WAITING' }`: the customer agreed to the update; this worker takes over.
 * - `{ type: 'SEEN', urls }`: addresses the page loaded before there was a worker (`performance.getEntriesByType('resource')`),
 *   so that one visit is enough offline. When a port came along it answers `{ kept }`: how many of them are on the device.
 *
 * What it says to pages:
 * - `{ type: 'CHANGED', url }`: the kept answer to this address was replaced by one that says something else; ask again.
 */
import * as v from 'valibot';
import { Route, Router } from 'workbox-routing';
import { type CacheRule, cacheRules, isPublic, ruleFor } from './cache-rules.ts';
import { KeptAnswer } from './kept-answer.ts';
import { asksForFiltered, filteredProducts } from './offline-answers.ts';
import { shellOf } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const shell = shellOf(self.__WB_MANIFEST);
const keepers = new Map<CacheRule, KeptAnswer>(cacheRules.map((rule) => [rule, new KeptAnswer(rule)]));

const router = new Router();
for (const route of shell.routes) router.registerRoute(route);
for (const [rule, keeper] of keepers) {
  router.registerRoute(
    new Route(({ request, url }) => isPublic(request) && request.mode !== 'navigate' && ruleFor(url) === rule, keeper),
  );
}
router.registerRoute(new Route(({ request, url }) => isPublic(request) && asksForFiltered(url), filteredProducts));
router.addFetchListener();

self.addEventListener('install', (event) => event.waitUntil(shell.install(event)));

self.addEventListener('activate', (event) =>
  // The very first worker serves the page that brought it; a later one already does.
  event.waitUntil(shell.forgetOldBuilds().then(() => self.clients.claim())),
);

const Message = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('SEEN'), urls: v.pipe(v.array(v.pipe(v.string(), v.url())), v.maxLength(500)) }),
]);

self.addEventListener('message', (event) => {
  const message = v.safeParse(Message, event.data);
  if (!message.success) return;
  if (message.output.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  else event.waitUntil(keep(event, message.output.urls).then((kept) => event.ports[0]?.postMessage({ kept })));
});

/** Asks for what of the addresses may be kept and is not yet; mostly the browser's own cache answers. */
async function keep(event: ExtendableEvent, urls: string[]) {
  const kept = urls.map(async (address) => {
    const url = new URL(address);
    const rule = ruleFor(url);
    const keeper = rule && keepers.get(rule);
    if (!keeper) return false;
    const request = new Request(url, { priority: 'low' });
    const [answered, done] = keeper.handleAll({ event, request });
    await answered.then(() => done);
    return Boolean(await caches.match(request, { cacheName: keeper.cacheName }));
  });
  return (await Promise.allSettled(kept)).filter((result) => result.status === 'fulfilled' && result.value).length;
}
