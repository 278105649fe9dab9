import * as v from 'valibot';
import type { RouteHandler, RouteMatchCallbackOptions } from 'workbox-core/types.js';
import { Route } from 'workbox-routing/Route.js';
import { Router } from 'workbox-routing/Router.js';
import type { Strategy } from 'workbox-strategies/Strategy.js';
import { Category, PaymentMethod, Product, Tag } from '#core/contract';
import { isOfCounter } from '#core/counter-pages';
import { isRendition } from '#core/renditions';
import { isPath, meantRoute, publicPaths } from '#core/routes';
import { outboxName } from '#device/locks';
import { PageMessage } from '#device/worker-messages';
import { apiPath } from './api-url.ts';
import * as build from './build.ts';
import { deliverPending } from './delivery.ts';
import { openOrders, renewSubscription, showNotification } from './notifications.ts';
import { regionsFromPack } from './region-pack.ts';
import * as responses from './responses.ts';
import { storeWholeMenu } from './whole-menu.ts';

declare const self: ServiceWorkerGlobalScope;

type Asked = Pick<RouteMatchCallbackOptions, 'request' | 'url'>;
type Match = (asked: Asked) => boolean;

const at =
  (is: (path: string) => boolean): Match =>
  ({ url }) =>
    url.origin === location.origin && is(url.pathname);

const toMeantPage = async ({ url }: Asked) =>
  Response.redirect(url.origin + (meantRoute(url.pathname) ?? '/') + url.search);

/** Not the counter's page, which has a worker of its own (decision W20). */
const isVisit: Match = ({ request, url }) =>
  request.mode === 'navigate' &&
  apiPath(url) === undefined &&
  !(url.origin === location.origin && isOfCounter(url.pathname));

/** Other search parameters would change the response. A call with `Authorization` is personal, whatever its address (decision S5). */
const call =
  (path: RegExp, ...parameters: string[]): Match =>
  ({ request, url }) =>
    path.test(apiPath(url) ?? '') &&
    request.mode !== 'navigate' &&
    !request.headers.has('authorization') &&
    [...url.searchParams.keys()].every((name) => parameters.includes(name));

const photograph: Match = (asked) => call(/^images\/./)(asked) && isRendition(asked.url.pathname);
const region = call(/^regions\/(provinces|regences|districts|villages)$/, 'code');

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

/** The first match handles a request; without one it goes to the network and is not cached. */
const routes: [Match, RouteHandler][] = [
  // Files, listed pages and pictures, and the shell for all other pages.
  [at(build.isFile), build.files],
  [at(build.isListed), build.pages],
  [at(isPath), build.shell],
  // An address that means a page is redirected to it; any other is fetched from the shop.
  [(asked) => isVisit(asked) && at((path) => meantRoute(path) !== undefined)(asked), toMeantPage],
  [isVisit, build.unknownAddress],
  [region, async (asked) => (await regionsFromPack(asked.request)) ?? responses.regions.handle(asked)],
  ...stored,
  [call(/^products$/, 'category', 'tags', 'search'), responses.filteredProducts],
];
// Not `registerRoute`: its router listens to messages that are not in the contract (`CACHE_URLS`).
const router = new Router();
for (const [match, handler] of routes) router.registerRoute(new Route(match, handler));
router.addFetchListener();

build.installBuild();

// Served without starting this worker, where the browser can (Static Routing API; Service Workers, section 4.5.2).
self.addEventListener('install', (event: ExtendableEvent & { addRoutes?(routes: object[]): Promise<void> }) => {
  const files = { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: build.filesCache } };
  const pages = publicPaths.map((pathname) => ({
    condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
    source: { cacheName: build.pagesCache },
  }));
  event.addRoutes?.([files, ...pages]).catch((refusal) => console.warn('Every page starts the worker', refusal));
});

const activated = new Promise((resolve) => self.addEventListener('activate', resolve));

self.addEventListener('activate', (event) => {
  const { installing, waiting } = self.registration;
  const takeover = build.takeOver({ follows: Boolean(installing ?? waiting) });
  // The first worker takes control of the page that registered it; a later one has control already.
  event.waitUntil(takeover.finally(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(PageMessage, event.data);
  if (!message.success) return;
  event.waitUntil(handleMessage(message.output, event).then(() => event.ports[0]?.postMessage('done')));
});

async function handleMessage(message: PageMessage, event: ExtendableEvent) {
  switch (message.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'SEEN':
      // The earlier `clients.claim` did not reach a page that was still loading when this worker activated.
      await self.clients.claim();
      return Promise.allSettled(message.urls.map((url) => store(url, event)));
    case 'KEEP_MENU':
      return storeMenu(message.saveData, event);
  }
}

async function store(url: string, event: ExtendableEvent, init?: RequestInit) {
  const request = new Request(url, { priority: 'low', ...init });
  const [, strategy] = stored.find(([match]) => match({ request, url: new URL(url) })) ?? [];
  if (strategy) await Promise.all(strategy.handleAll({ event, request }));
}

/** It continues even if the tab that requested it is closed. */
let storing: Promise<unknown> | undefined;

function storeMenu(saveData: boolean, event: ExtendableEvent) {
  const begin = async () => {
    // After the build: without it a menu is of no use.
    await (self.registration.active ?? activated);
    // A failure is ignored: the next page that opens retries.
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

self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openOrders());
});

self.addEventListener('pushsubscriptionchange' as 'push', (event) => event.waitUntil(renewSubscription()));

/** TypeScript does not know Background Sync. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync' as 'message', (event: ExtendableEvent) => {
  if ((event as SyncEvent).tag === outboxName) event.waitUntil(deliverPending());
});
