import * as v from 'valibot';
import { responsesAreSame } from 'workbox-broadcast-update/responsesAreSame.js';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { isPack } from '#core/region-pack';
import { shellPath } from '#core/renderer';
import { widestRendition } from '#core/renditions';
import { publicPaths } from '#core/routes';
import { bytesIn, cachedBytes } from '#device/public-caches';
import { cachedSince } from '#device/reachability';
import type { WorkerMessage } from '#device/worker-messages';
import { apiUrl } from './api-url.ts';
import { filteredMenu } from './filtered-menu.ts';

declare const self: ServiceWorkerGlobalScope;

const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

/** Neither an error, nor a part, nor an opaque response (status 0). */
const storedIf = (fits: (response: Response) => boolean | Promise<boolean>): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && (await fits(response.clone())) ? response : null,
});

/** A captive portal redirects, or responds with a page (faults F11, B40). */
const isJsonOf = async (schema: v.GenericSchema, response: Response) =>
  !response.redirected && /\bjson\b/.test(typeOf(response)) && v.is(schema, await response.json().catch(() => null));

export const jsonOf = (schema: v.GenericSchema) => storedIf((response) => isJsonOf(schema, response));

/** A host may redirect to another one for images. */
export const imagesOnly = storedIf((response) => typeOf(response).startsWith('image/'));

export const packsOnly = storedIf(
  async (response) =>
    !response.redirected && typeOf(response).startsWith('text/plain') && isPack(await response.text()),
);

export const neverStored: WorkboxPlugin = { cacheWillUpdate: async () => null };

export const unlessUnchanged = (cacheName: string): WorkboxPlugin => ({
  async cacheWillUpdate({ request, response }) {
    const etag = response.headers.get('etag');
    const stored = etag && (await caches.match(request.url, { cacheName }));
    return stored && stored.headers.get('etag') === etag ? null : response;
  },
});

const digestHeader = 'kedai-digest';

/** When the shop sent it, its size, and a digest. The cache's key has time and size, too: keys can be read without opening responses. */
export const stamped: WorkboxPlugin = {
  async cacheKeyWillBeUsed({ request, mode, state }) {
    if (mode === 'read' || !state) return request;
    const key = new Request(request.url, { headers: { [cachedSince]: `${Date.now()}` } });
    state.key = key;
    return key;
  },
  async cacheWillUpdate({ response, state }) {
    const content = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    const key: Request = state?.key;
    key.headers.set(cachedBytes, `${content.byteLength}`);
    const headers = new Headers([...response.headers, ...key.headers]);
    headers.set(digestHeader, btoa(String.fromCharCode(...digest)));
    // Entries are found by their address alone; one with `vary: *` could not be cached at all.
    headers.delete('vary');
    return new Response(content, { headers });
  },
};

/** Firefox reports a full disk by an object that is no `Error`, which Workbox regards as success. */
export const written: WorkboxPlugin = {
  async cacheDidUpdate({ cacheName, request, oldResponse, newResponse }) {
    const digestOf = (response: Response | null | undefined) => response?.headers.get(digestHeader);
    const stored = digestOf(await caches.match(request.url, { cacheName }));
    // Any other is of a response that was stored after this one.
    const isOld = stored === digestOf(oldResponse) && stored !== digestOf(newResponse);
    if (isOld) throw new DOMException(`${request.url} was not written`, 'QuotaExceededError');
  },
};

/** Of what a page reads: it asks again then, and a host may name the time beside it. */
export const notifyOfChanges = (schema: v.GenericSchema): WorkboxPlugin => ({
  async cacheDidUpdate({ request: { url }, oldResponse, newResponse }) {
    // `responsesAreSame` regards two responses as the same if one has no digest; earlier builds stored none.
    const isSame = oldResponse?.headers.has(digestHeader) && responsesAreSame(oldResponse, newResponse, [digestHeader]);
    if (!oldResponse || isSame) return;
    const readIn = async (response: Response) => JSON.stringify(v.safeParse(schema, await response.json()).output);
    if ((await readIn(oldResponse)) === (await readIn(newResponse))) return;
    for (const page of await self.clients.matchAll()) {
      page.postMessage({ type: 'CHANGED', url } satisfies WorkerMessage);
    }
  },
});

/** A request with `cache: 'no-cache'` gets the shop's own response, or none. */
export const shopOnNoCache: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    request.cache === 'no-cache' ? null : cachedResponse,
};

/** Nothing waits for a dead line (fault F13). */
export const tenSeconds: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(10_000) }),
};

export const elseNetwork: WorkboxPlugin = { handlerDidError: ({ request }) => fetch(request) };

/** For a strategy that has asked the network already: only when the cache cannot be read. */
export const elseNetworkOnce: WorkboxPlugin = {
  handlerDidError: async ({ request, error }) => (error.name === 'no-response' ? undefined : fetch(request)),
};

/** The widest cached picture is used for its other widths. */
export const anyWidth: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cacheName, cachedResponse }) =>
    cachedResponse ?? caches.match(widestRendition(request.url), { cacheName }),
};

/** Later responses are not cached. Must come after `stamped`. */
export function byteQuota(cacheName: string, atMost: number) {
  const quota: WorkboxPlugin & { refused: number } = {
    refused: 0,
    async cacheWillUpdate({ request, response }) {
      const cached = await (await caches.open(cacheName)).keys();
      const others = cached.filter(({ url }) => url !== request.url);
      if (bytesIn(others) + Number(response.headers.get(cachedBytes)) <= atMost) return response;
      quota.refused++;
      return null;
    },
  };
  return quota;
}

/** Decision A6: the shop's response, also a failure. Without one, or with a captive portal's, the cached menu, filtered by the server's own rule. */
export const filteredOffline: WorkboxPlugin = {
  async fetchDidSucceed({ response, state }) {
    if (response.status >= 400 || /\bjson\b/.test(typeOf(response))) return response;
    if (state) state.misfit = response;
    throw new Error(`${response.url} is not the shop's response`);
  },
  cacheKeyWillBeUsed: async () => apiUrl('products'),
  cachedResponseWillBeUsed: async ({ cachedResponse, event }) =>
    cachedResponse && filteredMenu(cachedResponse, new URL((event as FetchEvent).request.url).searchParams),
  handlerDidError: async ({ state }) => state?.misfit,
};

/** With search parameters it is the same page. */
export const byPath: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
};

export const cachedAs = (path: string): WorkboxPlugin => ({ cacheKeyWillBeUsed: async () => path });

const isPublicPage = (path: string) => (publicPaths as readonly string[]).includes(path);

const isPage = (path: string) => path === shellPath || isPublicPage(path);

/** Fails for a file that is missing or not of this build: a captive portal's page, a half-uploaded deployment. */
export function ofBuild(files: ReadonlySet<string>): WorkboxPlugin {
  const typeface = [...files].find((path) => path.endsWith('.woff2'));

  async function isOfBuild(path: string, response: Response) {
    if (response.status !== 200 || /\bhtml\b/.test(typeOf(response)) !== isPage(path)) return false;
    if (!isPage(path)) return true;
    const scripts = (await response.text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
    return scripts.length > 0 && scripts.every((script) => files.has(script));
  }

  return {
    async fetchDidSucceed({ request, response }) {
      const { pathname } = new URL(request.url);
      if (await isOfBuild(pathname, response.clone())) return response;
      throw new Error(`${pathname} is not of this build`);
    },
    async cacheWillUpdate({ request, response }) {
      const varies = !/^(accept-encoding)?$/i.test(response.headers.get('vary') ?? '');
      const isForPage = isPage(new URL(request.url).pathname);
      if (!varies && !isForPage) return response;
      // A redirected response must not be used for a navigation.
      const copy = new Response(response.body, response);
      if (varies) copy.headers.delete('vary');
      // Without the preload the typeface is requested when text is laid out, after the first paint.
      if (isForPage && typeface) copy.headers.set('link', `<${typeface}>; rel=preload; as=font; crossorigin`);
      return copy;
    },
    async cacheDidUpdate({ cacheName, request, newResponse }) {
      // The Static Routing API matches `/about?` like `/about`, but looks it up by its exact address.
      if (!isPublicPage(new URL(request.url).pathname)) return;
      await (await caches.open(cacheName)).put(`${request.url}?`, newResponse);
    },
  };
}
