/**
 * The service worker: the shell, and the public answers of the API, on the device. What pages may say to it is in
 * `device/worker-messages.ts`.
 */
import * as v from 'valibot';
import { outboxName } from '#device/platform';
import { PageMessage } from '#device/worker-messages';
import { apiPath, type CacheRule, cacheRules, isPublic, ruleFor } from './cache-rules.ts';
import { deliverPending } from './delivery.ts';
import { KeptAnswer } from './kept-answer.ts';
import { regionsFromPack } from './kept-regions.ts';
import { asksForFiltered, filteredProducts } from './offline-answers.ts';
import { type ManifestEntry, type Route, shellOf } from './shell.ts';
import { keepWholeMenu } from './whole-menu.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] };

const shell = shellOf(self.__WB_MANIFEST);
const keepers = new Map<CacheRule, KeptAnswer>(cacheRules.map((rule) => [rule, new KeptAnswer(rule)]));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isVisit = request.mode === 'navigate' && apiPath(url) === undefined;
  const answer =
    shell.answer(request, url) ??
    answerOfApi(request, url, event) ??
    (isVisit ? shell.elsewhere(request, url) : undefined);
  if (answer) event.respondWith(answer);
});

function answerOfApi(request: Request, url: URL, event: ExtendableEvent): Promise<Response> | undefined {
  if (!isPublic(request) || request.mode === 'navigate') return undefined;
  if (asksForFiltered(url)) return filteredProducts(request, url);
  const rule = ruleFor(url);
  const keeper = rule && keepers.get(rule);
  return keeper && regionsFromPack(request, url).then((regions) => regions ?? keeper.answer(request, event));
}

let installed: Promise<unknown> = Promise.resolve();

interface InstallEvent extends ExtendableEvent {
  addRoutes?: (routes: Route[]) => Promise<void>;
}

self.addEventListener('install', (event: InstallEvent) => {
  installed = shell.install();
  event.waitUntil(installed);
  event.addRoutes?.(shell.routes).catch((refusal) => console.warn('Every page will wake the worker', refusal));
});

self.addEventListener('activate', (event) => {
  const { installing, waiting } = self.registration;
  const over = shell.takeOver({ follows: Boolean(installing ?? waiting) });
  // The very first worker begins to serve the page that registered it; a later one already does.
  event.waitUntil(over.finally(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(PageMessage, event.data);
  if (message.success) event.waitUntil(hear(message.output).then((answer) => event.ports[0]?.postMessage(answer)));
});

async function hear(message: PageMessage) {
  switch (message.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'SEEN':
      // `clients.claim` does not reach a page that was still loading when this worker took over.
      await self.clients.claim();
      return { kept: await countKept(message.urls) };
    case 'KEEP_MENU':
      await keepMenu(message.saveData);
      return { done: true };
  }
}

async function keep(url: string, seconds?: number) {
  const rule = ruleFor(new URL(url));
  return (rule && keepers.get(rule)?.keep(url, seconds)) ?? 'unfit';
}

/**
 * Keeps the answers to those of the addresses that may be kept; mostly from the browser's own cache. Resolves with how
 * many are kept.
 */
async function countKept(urls: string[]) {
  const outcomes = await Promise.allSettled(urls.map((url) => keep(url)));
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'kept').length;
}

/** The keeping of the menu that is under way; it goes on even if the tab that asked for it is gone. */
let keepingMenu: Promise<void> | undefined;

function keepMenu(saveData: boolean) {
  // After the shell, without which there is no use for a menu. A failure is dropped: the next page that opens asks
  // again.
  keepingMenu ??= installed
    .then(() => Promise.all([shell.refresh(), keepWholeMenu(keep, { saveData })]))
    .then(() => undefined)
    .catch(() => undefined)
    .finally(() => {
      keepingMenu = undefined;
    });
  return keepingMenu;
}

/** Background Sync; TypeScript does not know it. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync' as 'message', (event: ExtendableEvent) => {
  if ((event as SyncEvent).tag === outboxName) event.waitUntil(deliverPending());
});
