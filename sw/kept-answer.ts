import * as v from 'valibot';
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { keptSince } from '#device/reachability';
import type { CacheRule } from './cache-rules.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Gives what is kept at once and renews it behind (decision A7: the menu is on the device anyway, and prices are checked
 * when ordering), so that an open page on bad wifi never waits for a timeout. An answer is kept only when it fits its
 * rule. Pages are told `{ type: 'CHANGED', url }` when the renewed one says something else.
 *
 * A request with `cache: 'no-cache'` wants the shop's own word: it waits for the renewal, or for its failure.
 */
export class KeptAnswer extends Strategy {
  readonly #freshFor: number;
  readonly #isImage: boolean;
  /** What the shop is being asked right now, by address. */
  readonly #asking = new Map<string, Promise<Response>>();

  constructor(rule: CacheRule) {
    super({
      cacheName: rule.cache,
      plugins: [
        { cacheWillUpdate: async ({ response }) => ((await fits(response, rule.is)) ? stamped(response) : null) },
        ...(rule.is === 'image' ? [] : [{ cacheDidUpdate: tellOfChange }]),
        expiration(rule),
      ],
    });
    this.#freshFor = rule.freshFor * 1_000;
    this.#isImage = rule.is === 'image';
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    if (request.cache === 'no-cache') return this.#ask(request, handler);
    const kept = await handler.cacheMatch(request);
    const age = Date.now() - Number(kept?.headers.get(keptSince));
    // A negative age is a clock that was set back.
    if (kept && age >= 0 && age < this.#freshFor) return kept;
    const asked = this.#ask(request, handler);
    if (!kept) return asked;
    void handler.waitUntil(asked.catch(() => undefined));
    return kept;
  }

  /** Who asks later must not wait for a line that is dead (fault F13); a picture may take its time. */
  #impatient(request: Request) {
    return this.#isImage ? request : new Request(request, { signal: AbortSignal.timeout(10_000) });
  }

  /** Once for all who ask at the same time. */
  async #ask(request: Request, handler: StrategyHandler): Promise<Response> {
    const underWay = this.#asking.get(request.url);
    const asked = underWay ?? handler.fetchAndCachePut(this.#impatient(request));
    this.#asking.set(request.url, asked);
    try {
      return (await asked).clone();
    } finally {
      this.#asking.delete(request.url);
    }
  }
}

/** Only a whole answer of the shop itself: a captive portal's page is none, and what cannot be read cannot be checked. */
export async function fits(response: Response, is: CacheRule['is']): Promise<boolean> {
  if (response.status !== 200 || response.type === 'opaque') return false;
  const type = response.headers.get('content-type') ?? '';
  if (is === 'image') return type.startsWith('image/');
  if (response.redirected || !/\bjson\b/.test(type)) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return v.is(is, body);
}

function stamped({ body, status, statusText, headers }: Response) {
  const stamped = new Headers(headers);
  stamped.set(keptSince, `${Date.now()}`);
  // Kept by its address alone, whatever was asked with it; `*` could not be kept at all.
  stamped.delete('vary');
  return new Response(body, { status, statusText, headers: stamped });
}

async function tellOfChange({ request, oldResponse, newResponse }: Update) {
  if (!oldResponse || (await oldResponse.text()) === (await newResponse.text())) return;
  for (const page of await self.clients.matchAll()) page.postMessage({ type: 'CHANGED', url: request.url });
}

// Workbox types what may be absent as undefined, which `exactOptionalPropertyTypes` tells apart.
const expiration = ({ atMost, days, is }: CacheRule) =>
  new ExpirationPlugin({
    maxEntries: atMost,
    ...(days && { maxAgeSeconds: days * 24 * 60 * 60 }),
    purgeOnQuotaError: is === 'image',
  }) as WorkboxPlugin;

interface Update {
  request: Request;
  oldResponse?: Response | null | undefined;
  newResponse: Response;
}
