/** Runs a service worker (`sw/sw.ts`, or the counter's) without a browser: its events, its caches, and the requests that it sends. */
import { vi } from 'vitest';

const origin = 'http://kedai.example';
const at = (address: string) => new URL(address, origin).href;

const NodeRequest = globalThis.Request;

/** Resolves addresses against the worker's origin; Node's `Request` knows no origin, and no navigation. */
class WorkerRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? at(input) : input, init);
  }
}

class ExtendableEvent extends Event {
  readonly extended: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>) {
    this.extended.push(work);
  }
}

class FetchEvent extends ExtendableEvent {
  readonly request: Request;
  response: Promise<Response> | undefined;
  constructor(type: string, { request }: { request: Request }) {
    super(type);
    this.request = request;
  }
  respondWith(response: Promise<Response>) {
    this.response = response;
    this.waitUntil(response.catch(() => undefined));
  }
}

/** Resolves once everything that extends an event's life is over; rejects with the first failure. */
async function settled({ extended }: ExtendableEvent) {
  for (let seen = 0; seen < extended.length; ) {
    const now = extended.slice(seen);
    seen = extended.length;
    await Promise.all(now);
  }
}

type Stored = Map<string, { key: Request; response: Response }>;

/** Cache Storage in memory; `fails` may make a write fail, by the cache's name and the address. */
export function cacheStorage() {
  const stored = new Map<string, Stored>();
  const entriesOf = (name: string) => stored.get(name) ?? new Map();
  const addressOf = (key: RequestInfo | URL) => at(key instanceof NodeRequest ? key.url : `${key}`);
  const storage = {
    fails: (_cacheName: string, _address: string): unknown => undefined,
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    async match(key: RequestInfo | URL, { cacheName }: MultiCacheQueryOptions = {}) {
      const names = cacheName === undefined ? [...stored.keys()] : [cacheName];
      const found = names.map((name) => entriesOf(name).get(addressOf(key))).find(Boolean);
      return found?.response.clone() as Response | undefined;
    },
    async open(name: string) {
      const entries: Stored = entriesOf(name);
      stored.set(name, entries);
      return {
        match: async (key: RequestInfo | URL) => entries.get(addressOf(key))?.response.clone(),
        async add(path: string) {
          const response = await fetch(path);
          if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
          await this.put(path, response);
        },
        async put(key: RequestInfo | URL, response: Response) {
          const failure = storage.fails(name, addressOf(key));
          if (failure !== undefined) throw failure;
          entries.set(addressOf(key), { key: new WorkerRequest(key), response });
        },
        keys: async (key?: RequestInfo | URL) =>
          [...entries].filter(([url]) => key === undefined || url === addressOf(key)).map(([, { key }]) => key),
        delete: async (key: RequestInfo | URL) => entries.delete(addressOf(key)),
      };
    },
    /** The addresses in a cache, without the origin. */
    addresses: (name: string) => [...entriesOf(name).keys()].map((url: string) => url.replace(origin, '')).sort(),
  };
  return storage;
}

/** The shop's responses by path; `*` is for all others, which are a 404 without it. */
export type Shop = Record<string, (() => Response | Promise<Response>) | undefined>;

interface WorkerOptions {
  worker?: 'sw' | 'counter-sw';
  manifest?: { url: string; revision: string | null }[];
  shop?: Shop;
  storage?: ReturnType<typeof cacheStorage>;
}

/** Starts a worker with this manifest; the test restores the globals (`vi.unstubAllGlobals`). */
export async function startWorker({
  worker = 'sw',
  manifest = [],
  shop = {},
  storage = cacheStorage(),
}: WorkerOptions = {}) {
  const asked: Request[] = [];
  const told: unknown[] = [];
  const listeners: [string, (event: Event) => void][] = [];
  const registration = {
    active: null as object | null,
    installing: null as object | null,
    waiting: null as object | null,
  };
  const scope = {
    __WB_MANIFEST: manifest,
    __WB_DISABLE_DEV_LOGS: true,
    addEventListener: (type: string, listener: (event: Event) => void) => listeners.push([type, listener]),
    caches: storage,
    location: new URL(`${origin}/sw.js`),
    registration,
    clients: {
      claim: async () => undefined,
      matchAll: async () => [{ url: origin, postMessage: (message: unknown) => told.push(message) }],
      openWindow: async (path: string) => void told.push(path),
    },
    skipWaiting: async () => undefined,
  };
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof NodeRequest && !init ? input : new WorkerRequest(input, init);
    asked.push(request);
    const path = request.url.replace(origin, '');
    const { signal } = request;
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const answer = shop[path] ?? shop[path.replace(/\?.*/, '')] ?? shop['*'];
    const response = await Promise.race([answer?.(), aborted]);
    return response ?? new Response('', { status: 404 });
  };
  const globals = { ...scope, self: scope, Request: WorkerRequest, ExtendableEvent, FetchEvent, fetch: send };
  // Again for each event, because a test may have started another worker meanwhile.
  const enter = () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  };
  enter();
  vi.resetModules();
  await import(`../../../sw/${worker}.ts`);

  const dispatch = async (event: ExtendableEvent) => {
    enter();
    for (const [type, listener] of listeners) if (type === event.type) listener(event);
    await settled(event);
  };
  const respond = (address: string, { mode, ...init }: RequestInit = {}) => {
    const request = new WorkerRequest(address, init);
    if (mode) Object.defineProperty(request, 'mode', { value: mode });
    const event = new FetchEvent('fetch', { request });
    const over = dispatch(event);
    return { response: event.response, over };
  };
  return {
    storage,
    registration,
    told,
    /** The paths that were asked of the shop since the last look. */
    asked: () => asked.splice(0).map(({ url }) => url.replace(origin, '')),
    install: () => dispatch(new ExtendableEvent('install')),
    activate: () => dispatch(new ExtendableEvent('activate')),
    /** Any other event of the browser. */
    fire: (type: string, more: object) => dispatch(Object.assign(new ExtendableEvent(type), more)),
    say: (data: unknown) => dispatch(Object.assign(new ExtendableEvent('message'), { data, ports: [] })),
    /** The response to a page's request; undefined where the worker leaves it to the browser. */
    respond: (address: string, init?: RequestInit) => respond(address, init).response,
    /** The same once what the worker does behind it is done, too. */
    async answer(address: string, init?: RequestInit) {
      const { response, over } = respond(address, init);
      await over;
      return response;
    },
  };
}

export const html = (text: string, headers = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html', ...headers } });
export const script = (text = '') => new Response(text, { headers: { 'content-type': 'text/javascript' } });
export const json = (data: unknown, headers = {}) =>
  new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json', ...headers } });

export const redirected = (response: Response): Response => {
  const clone = () => redirected(Response.prototype.clone.call(response));
  return Object.defineProperties(response, { redirected: { value: true }, clone: { value: clone } });
};

/** The list in a response; undefined when there is none. */
export const dataOf = async (response: Response | undefined) => JSON.parse((await response?.text()) ?? '{}').data;
