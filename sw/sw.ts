/**
 * The service worker: which request is answered from where. What pages may say to it is in `device/worker-messages.ts`.
 */
import * as v from 'valibot';
import type { RouteHandler, RouteMatchCallbackOptions } from 'workbox-core/types.js';
import { Route } from 'workbox-routing/Route.js';
import { Router } from 'workbox-routing/Router.js';
import type { Strategy } from 'workbox-strategies/Strategy.js';
import { Category, PaymentMethod, Product, Tag } from '#core/contract';
import { storedPages } from '#core/renderer';
import { isRendition } from '#core/renditions';
import { isPath } from '#core/routes';
import { outboxName } from '#device/platform';
import { PageMessage } from '#device/worker-messages';
import { apiPath } from './api-url.ts';
import * as build from './build.ts';
import { deliverPending } from './delivery.ts';
import { regionsFromPack } from './region-pack.ts';
import * as responses from './responses.ts';
import { storeWholeMenu } from './whole-menu.ts';

declare const self: ServiceWorkerGlobalScope;

type Asked = Pick<RouteMatchCallbackOptions, 'request' | 'url'>;
type Match = (asked: Asked) => boolean;

/** Matches this origin's addresses by their path. */
const at =
  (is: (path: string) => boolean): Match =>
  ({ url }) =>
    url.origin === location.origin && is(url.pathname);

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

const toPageWithoutSlash = async ({ url }: Asked) =>
  Response.redirect(url.origin + withoutSlash(url.pathname) + url.search);

const isVisit: Match = ({ request, url }) => request.mode === 'navigate' && apiPath(url) === undefined;

/**
 * Matches public calls to a path below the API host, with no other search parameters than these: with others it is
 * another question. A call with `Authorization` is personal, whatever its address (decision S5).
 */
const call =
  (path: RegExp, ...parameters: string[]): Match =>
  ({ request, url }) =>
    path.test(apiPath(url) ?? '') &&
    request.mode !== 'navigate' &&
    !request.headers.has('authorization') &&
    [...url.searchParams.keys()].every((name) => parameters.includes(name));

const photograph: Match = (asked) => call(/^images\/./)(asked) && isRendition(asked.url.pathname);
const region = call(/^regions\/(provinces|regences|districts|villages)$/, 'code');

/** Public responses of the API that are stored; each is fetched again behind its use, unless it never changes. */
const stored: [Match, Strategy][] = [
  [call(/^products$/), responses.list(Product)],
  [call(/^categories$/), responses.list(Category)],
  [call(/^tags$/), responses.list(Tag)],
  [call(/^(banks|mini-markets)$/), responses.list(PaymentMethod)],
  [region, responses.regions],
  [call(/^regions\/(villages-)?pack$/), responses.packs],
  [photograph, responses.immutableImages],
  [call(/^images\/./), responses.images],
];

/** The first match answers; what matches nothing goes to the network and leaves no trace. */
const routes: [Match, RouteHandler][] = [
  // This build, from its caches: its files, what else it lists, and all other pages, which are drawn from the shell.
  [at(build.isFile), build.files],
  [at(build.isListed), build.pages],
  [at(isPath), build.shell],
  // A page's address with a slash at its end leads to the page; any other address is asked of the shop.
  [(asked) => isVisit(asked) && at((path) => isPath(withoutSlash(path)))(asked), toPageWithoutSlash],
  [isVisit, build.unknownAddress],
  // The API, from its caches. Filtered products come from the shop, or else from the stored menu.
  [region, async (asked) => (await regionsFromPack(asked.request)) ?? responses.regions.handle(asked)],
  ...stored,
  [call(/^products$/, 'category', 'tags', 'search'), responses.filteredProducts],
];
// Not `registerRoute`, whose router hears messages that are not in the contract (`CACHE_URLS`).
const router = new Router();
for (const [match, handler] of routes) router.registerRoute(new Route(match, handler));
router.addFetchListener();

build.installBuild();

// Files and public pages come from the caches without starting this worker, where the browser can do that (Static Routing
// API; Service Workers, section 4.5.2).
self.addEventListener('install', (event: ExtendableEvent & { addRoutes?(routes: object[]): Promise<void> }) => {
  const files = { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: build.filesCache } };
  const pages = storedPages.map((pathname) => ({
    condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
    source: { cacheName: build.pagesCache },
  }));
  event.addRoutes?.([files, ...pages]).catch((refusal) => console.warn('Every page starts the worker', refusal));
});

const activated = new Promise((resolve) => self.addEventListener('activate', resolve));

self.addEventListener('activate', (event) => {
  const { installing, waiting } = self.registration;
  const over = build.takeOver({ follows: Boolean(installing ?? waiting) });
  // The very first worker begins to serve the page that registered it; a later one already does.
  event.waitUntil(over.finally(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(PageMessage, event.data);
  if (!message.success) return;
  event.waitUntil(handleMessage(message.output, event).then((reply) => event.ports[0]?.postMessage(reply)));
});

async function handleMessage(message: PageMessage, event: ExtendableEvent) {
  switch (message.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'SEEN':
      // `clients.claim` does not reach a page that was still loading when this worker took over.
      await self.clients.claim();
      return { kept: await storeSeen(message.urls, event) };
    case 'KEEP_MENU':
      await storeMenu(message.saveData, event);
      return { done: true };
  }
}

/** Fetches a public response of the API and stores it if it fits; rejects when there is no response. */
async function store(url: string, event: ExtendableEvent, init?: RequestInit) {
  const request = new Request(url, { priority: 'low', ...init });
  const [, strategy] = stored.find(([match]) => match({ request, url: new URL(url) })) ?? [];
  if (strategy) await Promise.all(strategy.handleAll({ event, request }));
}

/** Stores what a page has loaded, mostly from the browser's own cache; resolves with how much of it is on the device. */
async function storeSeen(urls: string[], event: ExtendableEvent) {
  await Promise.allSettled(urls.map((url) => store(url, event)));
  return (await Promise.all(urls.map((url) => caches.match(url)))).filter(Boolean).length;
}

/** The storing of the menu that is under way; it goes on even if the tab that asked for it is closed. */
let storing: Promise<unknown> | undefined;

function storeMenu(saveData: boolean, event: ExtendableEvent) {
  const begin = async () => {
    // After the build, without which there is no use for a menu.
    await (self.registration.active ?? activated);
    // A failure is dropped: the next page that opens asks again.
    await Promise.allSettled([
      build.refreshBuild(event),
      storeWholeMenu({
        store: (url, init) => store(url, event, init),
        pictures: responses.pictureQuota,
        saveData,
      }),
    ]);
    storing = undefined;
  };
  storing ??= begin();
  return storing;
}

/** Background Sync; TypeScript does not know it. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync' as 'message', (event: ExtendableEvent) => {
  if ((event as SyncEvent).tag === outboxName) event.waitUntil(deliverPending());
});
