import * as v from 'valibot';
import { isPack } from '#core/region-pack';
import { isRendition, widestRendition } from '#core/renditions';
import { bytesIn, cachedBytes, forgetImages, imageCache, isFull } from '#device/public-caches';
import { cachedSince } from '#device/reachability';
import type { WorkerMessage } from '#device/worker-messages';
import type { CacheRule } from './cache-rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** What is kept under an address; undefined also when the cache cannot be read, so that the shop is asked instead. */
export const keptAt = (url: string, options?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(url, options).catch(() => undefined);

/** What became of an answer: kept, not kept because it does not fit its rule, or because there was no room. */
export type Outcome = 'kept' | 'unfit' | 'full';

/**
 * Gives what is kept at once and renews it behind (decision A7: the menu is on the device anyway, and prices are
 * checked when ordering), so that an open page on bad wifi never waits for a timeout. An answer is kept only when it
 * fits its rule. Pages are told `{ type: 'CHANGED', url }` when the renewed one says something else.
 *
 * A request with `cache: 'no-cache'` wants the shop's own word: it waits for the renewal, or for its failure.
 */
export class KeptAnswer {
  readonly #rule: CacheRule;
  /** What the shop is being asked right now, by address. */
  readonly #asking = new Map<string, { answer: Promise<Response>; outcome: Promise<Outcome> }>();
  /** How many bytes are kept; infinite until they are counted. */
  #bytes = Number.POSITIVE_INFINITY;
  #counting: Promise<unknown> = Promise.resolve();

  constructor(rule: CacheRule) {
    this.#rule = rule;
  }

  /** The answer to a page's request. */
  async answer(request: Request, event: ExtendableEvent): Promise<Response> {
    const kept = request.cache === 'no-cache' ? undefined : await this.#kept(request.url);
    if (kept && (isRendition(request.url) || isYounger(kept.headers, this.#rule.freshFor))) return kept;
    const { answer, outcome } = this.#ask(request);
    event.waitUntil(outcome.catch(() => undefined));
    return kept ?? (await answer).clone();
  }

  async #kept(url: string): Promise<Response | undefined> {
    const { cache: cacheName, is } = this.#rule;
    const kept = await keptAt(url, { cacheName });
    // Of a picture with several widths the widest serves for the others.
    return kept ?? (is === 'image' ? keptAt(widestRendition(url), { cacheName }) : undefined);
  }

  async #recordOf(url: string): Promise<Headers | undefined> {
    const [request] = await (await caches.open(this.#rule.cache)).keys(url);
    return request?.headers;
  }

  /** Fetches the answer unless one no older than `seconds` is kept. Rejects when nobody answers. */
  async keep(url: string, seconds = Number.POSITIVE_INFINITY): Promise<Outcome> {
    const record = await this.#recordOf(url);
    if (record && isYounger(record, seconds)) return 'kept';
    return this.#ask(new Request(url, { priority: 'low' })).outcome;
  }

  /**
   * Reserves so many bytes; false when there is no room. Runs one after the other, so that no room is given away twice.
   */
  #hasRoomFor(bytes: number): Promise<boolean> {
    const { atMostBytes } = this.#rule;
    if (!atMostBytes) return Promise.resolve(true);
    const answer = this.#counting.then(async () => {
      // Counted only when it seems full: the images may have been deleted elsewhere (`forgetImages`).
      if (this.#bytes + bytes > atMostBytes) this.#bytes = await this.#count();
      this.#bytes += bytes;
      return this.#bytes <= atMostBytes;
    });
    this.#counting = answer.catch(() => undefined);
    return answer;
  }

  async #count() {
    return bytesIn(await (await caches.open(this.#rule.cache)).keys());
  }

  /** Asks the shop, once for all who ask for the same address at the same time. */
  #ask(request: Request) {
    const { url } = request;
    const underWay = this.#asking.get(url);
    if (underWay) return underWay;
    const answer = fetch(this.#impatient(request));
    const outcome = answer
      .then((given) => this.#put(url, given.clone()))
      .finally(() => {
        this.#asking.delete(url);
      });
    const asking = { answer, outcome };
    this.#asking.set(url, asking);
    return asking;
  }

  /**
   * With a timeout for data, so that later askers do not wait for a dead line (fault F13); images and packs may take
   * their time.
   */
  #impatient(request: Request) {
    return typeof this.#rule.is === 'string' ? request : new Request(request, { signal: AbortSignal.timeout(10_000) });
  }

  async #put(url: string, answer: Response): Promise<Outcome> {
    const { is, cache: name } = this.#rule;
    if (!(await fits(answer, is))) return 'unfit';
    const content = await answer.blob();
    const record = await this.#recordOf(url);
    if (!(await this.#hasRoomFor(content.size - Number(record?.get(cachedBytes) ?? 0)))) return 'full';
    const before = record && is !== 'image' ? await (await this.#kept(url))?.text() : undefined;

    const cache = await caches.open(name);
    const since = { [cachedSince]: `${Date.now()}` };
    const request = new Request(url, { headers: { ...since, [cachedBytes]: `${content.size}` } });
    if (!(await withRoom(name, () => cache.put(request, stamped(answer, content, since))))) return 'full';
    if (before !== undefined && before !== (await content.text())) await tellOfChange(url);
    return 'kept';
  }
}

/**
 * An answer with `data` in place of what a kept one holds, and with its headers, except those about the body it had.
 */
export function answerWith(data: unknown, kept: Response): Response {
  const headers = new Headers(kept.headers);
  for (const ofTheBody of ['etag', 'content-length', 'content-encoding']) headers.delete(ofTheBody);
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(data), { headers });
}

// A negative age is a clock that was set back.
function isYounger(headers: Headers, seconds: number) {
  const age = Date.now() - Number(headers.get(cachedSince));
  return age >= 0 && age < seconds * 1_000;
}

/**
 * Whether an answer may be kept: a complete one of the expected kind, neither a captive portal's page nor an opaque
 * one, whose status is 0.
 */
export async function fits(response: Response, is: CacheRule['is']): Promise<boolean> {
  if (response.status !== 200) return false;
  const type = response.headers.get('content-type') ?? '';
  if (is === 'image') return type.startsWith('image/');
  if (response.redirected) return false;
  if (is === 'pack') return type.startsWith('text/plain') && isPack(await response.clone().text());
  if (!/\bjson\b/.test(type)) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return v.is(is, body);
}

function stamped({ headers }: Response, content: Blob, since: Record<string, string>) {
  const stamped = new Headers(headers);
  for (const [name, value] of Object.entries(since)) stamped.set(name, value);
  // Answers are kept by their address alone; and one with `vary: *` could not be kept at all.
  stamped.delete('vary');
  return new Response(content, { headers: stamped });
}

/**
 * Runs `write`; on a full device deletes the images and tries once more, unless it writes images (decision S4).
 * Resolves with whether it was written.
 */
export async function withRoom(cacheName: string, write: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write();
      return true;
    } catch (failure) {
      if (!isFull(failure)) throw failure;
      if (cacheName === imageCache || attempt > 1) return false;
      await forgetImages();
    }
  }
}

async function tellOfChange(url: string) {
  for (const page of await self.clients.matchAll()) page.postMessage({ type: 'CHANGED', url } satisfies WorkerMessage);
}
