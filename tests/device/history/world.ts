/** The world around the device's modules: devices with their disks and locks, tabs that die, a bad network, a clock. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Fate, History } from './schedule.ts';
import { ShopModel } from './shop-model.ts';

type Modules = Awaited<ReturnType<typeof newModules>>;

/** A tab or a worker: an instance of the device's modules of its own. */
export interface Tab extends Modules {
  device: Device;
  alive: boolean;
  died: PromiseWithResolvers<void>;
  connections: Set<IDBDatabase>;
  /** So many of its next writes fail. */
  failing: { writes: number; how: 'full' | 'gone' };
}

export interface Device {
  disk: IDBFactory;
  locks: Locks;
}

async function newModules() {
  vi.resetModules();
  const [{ platform }, outbox, intents, cartSync, session, store, api, addresses] = await Promise.all([
    import('#device/platform'),
    import('#device/outbox'),
    import('#device/intents'),
    import('#device/cart-sync'),
    import('#device/session'),
    import('#device/store'),
    import('#device/api'),
    import('#device/new-addresses'),
  ]);
  return { platform, outbox, intents, cartSync, session, store, api, addresses };
}

/**
 * Instances to use again. Not at once: what a killed tab was doing must have come to its end before its modules are
 * another tab's.
 */
const idle: Modules[] = [];
const quarantine = 60;

export const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What one transaction wrote on a device's disk, once it is there; undefined for what it deleted. */
export type Watcher = (device: Device, written: Map<string, unknown>) => void;

export class World {
  readonly shop: ShopModel;
  readonly network: Network;
  readonly tabs: Tab[] = [];
  now = Date.UTC(2026, 10, 20);
  readonly #hasLocks: boolean;
  readonly #used = new Map<Tab, Modules>();

  constructor(history: History, trace: (line: string) => void) {
    this.shop = new ShopModel(history.host === 'plain');
    this.network = new Network(this.shop, history.fates, trace);
    this.#hasLocks = history.locks;
  }

  /** Two tabs and the worker of one device, and a second device; every device has met the host. */
  async begin(watch: Watcher) {
    watcher = watch;
    const first = { disk: new IDBFactory(), locks: new Locks() };
    const second = { disk: new IDBFactory(), locks: new Locks() };
    for (const device of [first, first, first, second]) this.tabs.push(await this.#open(device));
  }

  end() {
    for (const tab of this.tabs) this.#die(tab);
    idle.push(...this.#used.values());
  }

  /** The tab dies, and a fresh one takes its place. */
  async kill(index: number) {
    const tab = this.tabs[index];
    if (!tab) return;
    this.#die(tab);
    // Without locks what a tab does waits for what it did before, and a dead one's work never ends.
    if (!this.#hasLocks) this.#used.delete(tab);
    this.tabs[index] = await this.#open(tab.device);
  }

  /** The browser or its tab dies: nothing it was doing goes on, its locks are free, what it had committed stays. */
  #die(tab: Tab) {
    tab.alive = false;
    tab.died.resolve();
    tab.device.locks.release(tab);
    tab.store.forgetConnection();
  }

  async #open(device: Device): Promise<Tab> {
    const modules = (idle.length > quarantine && idle.shift()) || (await newModules());
    const tab: Tab = {
      ...modules,
      device,
      alive: true,
      died: Promise.withResolvers(),
      connections: new Set(),
      failing: { writes: 0, how: 'full' },
    };
    this.#used.set(tab, modules);
    tab.store.forgetConnection();
    Object.assign(modules.platform, {
      indexedDB: () => disk(tab),
      caches: () => undefined,
      fetch: (request: Request) => this.network.greet(request),
      locks: () => (this.#hasLocks ? device.locks.of(tab) : undefined),
      now: () => this.now,
      random: () => 0.5,
    });
    // Modules that were used before remember another host; this one greets them as their device knows it.
    await tab.api.getProducts();
    modules.platform.fetch = (request) =>
      tab.alive ? this.network.send(request, () => tab.alive) : new Promise(() => undefined);
    return tab;
  }
}

// --- The disk -----------------------------------------------------------------------------------------------------

let watcher: Watcher = () => undefined;
const owners = new WeakMap<IDBDatabase, Tab>();

/** The tab's way to its disk; what is opened through it is the tab's. */
function disk(tab: Tab): IDBFactory {
  if (!tab.alive) throw new Error('This tab is dead');
  if (tab.failing.writes > 0 && tab.failing.how === 'gone') {
    tab.failing.writes--;
    throw new DOMException('The database server was lost', 'UnknownError');
  }
  const open = (name: string) => {
    const request = tab.device.disk.open(name);
    request.addEventListener('success', () => {
      owners.set(request.result, tab);
      tab.connections.add(request.result);
    });
    return request;
  };
  return { open } as unknown as IDBFactory;
}

/** Every connection that a tab holds dies under it. */
export function closeConnections(tab: Tab) {
  for (const connection of tab.connections) connection.close();
  tab.connections.clear();
}

/** Watches all disks, and lets writes fail; returns how to stop. */
export function watchDisks(): () => void {
  const { put, delete: remove } = IDBObjectStore.prototype;
  const written = new WeakMap<IDBTransaction, Map<string, unknown>>();
  const noteWrite = (transaction: IDBTransaction, key: string, value: unknown) => {
    const tab = owners.get(transaction.db);
    if (!tab) return;
    let writes = written.get(transaction);
    if (!writes) {
      const all = new Map<string, unknown>();
      writes = all;
      written.set(transaction, all);
      transaction.addEventListener('complete', () => watcher(tab.device, all));
    }
    writes.set(key, value);
  };
  IDBObjectStore.prototype.put = function (value, key) {
    const tab = owners.get(this.transaction.db);
    if (tab && tab.failing.writes > 0) {
      tab.failing.writes--;
      throw new DOMException('Full', tab.failing.how === 'full' ? 'QuotaExceededError' : 'UnknownError');
    }
    noteWrite(this.transaction, `${key}`, value);
    return put.call(this, value, key);
  };
  IDBObjectStore.prototype.delete = function (key) {
    noteWrite(this.transaction, `${key}`, undefined);
    return remove.call(this, key);
  };
  return () => Object.assign(IDBObjectStore.prototype, { put, delete: remove });
}

// --- The network --------------------------------------------------------------------------------------------------

const html = { 'content-type': 'text/html' };

export class Network {
  perfect = false;
  readonly #shop: ShopModel;
  readonly #fates: Fate[];
  readonly #trace: (line: string) => void;
  #late: (() => void)[] = [];
  #count = 0;

  constructor(shop: ShopModel, fates: Fate[], trace: (line: string) => void) {
    this.#shop = shop;
    this.#fates = [...fates];
    this.#trace = trace;
  }

  /** What was delayed reaches the shop now, whoever still waits for it. */
  arriveLate() {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  /** The menu, before the story begins. */
  async greet(request: Request): Promise<Response> {
    return this.#shop.answer(request, '');
  }

  async send(request: Request, alive: () => boolean): Promise<Response> {
    const body = await request.clone().text();
    await tick();
    // Killed before the request left.
    if (!alive()) return new Promise(() => undefined);
    const fate = this.perfect ? 'arrive' : (this.#fates.shift() ?? 'arrive');
    const which = this.#count++;
    this.#trace(`  ${request.method} ${new URL(request.url).pathname}: ${fate} ${body.slice(0, 400)}`);
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const arrive = () => this.#shop.answer(request, body);
    const wait = async () => {
      for (let ticks = 4 + (which % 23); ticks > 0; ticks--) await tick();
    };
    switch (fate) {
      case 'arrive':
        return arrive();
      case 'slow': {
        await wait();
        const answer = arrive();
        await wait();
        return answer;
      }
      case 'lost on the way':
        return lost();
      case 'answer lost':
        arrive();
        return lost();
      case 'late':
        this.#late.push(arrive);
        return lost();
      case 'twice':
        arrive();
        return arrive();
      case 'again late':
        this.#late.push(arrive);
        return arrive();
      case 'truncated': {
        const { status, headers, body: whole } = arrive();
        return new Response(whole && (await new Response(whole).text()).slice(0, 20), { status, headers });
      }
      case 'portal':
        return new Response('<html>Selamat datang di wifi</html>', { headers: html });
      case 'unavailable':
        return new Response('', { status: 503 });
      case 'busy':
        return new Response('', { status: 429, headers: { 'retry-after': '2' } });
      case 'firewall':
        return new Response('<html>Blocked</html>', { status: 403, headers: html });
      case 'stranger':
        return Response.json({ message: 'No' }, { status: [401, 404, 422][which % 3] ?? 404 });
      case 'nonsense':
        if (which % 5 === 0) return new Response(null, { status: 204 });
        return Response.json([[], {}, { error: { code: 'x', message: 'y' } }, { status: 'error' }][(which % 5) - 1]);
      case 'another’s order':
        return Response.json({ order_number: 'N1', totalQty: 1, totalShopping: 1, client_ref: 'not-this-one' });
    }
  }
}

// --- The locks ----------------------------------------------------------------------------------------------------

interface Hold {
  name: string;
  tab: Tab;
  reject: (reason: Error) => void;
}

/** Web Locks of one device: first come, first served; a dead tab's are released. */
class Locks {
  #held: Hold[] = [];
  #waiting: (Hold & { begin: () => void })[] = [];

  of(tab: Tab) {
    const request = (name: string, _options: unknown, work: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        const hold = { name, tab, reject };
        const begin = () => {
          this.#held.push(hold);
          work()
            .then(resolve, reject)
            .finally(() => this.#letGo((other) => other === hold));
        };
        this.#waiting.push({ ...hold, begin });
        this.#next();
      });
    return { request } as unknown as LockManager;
  }

  /** As `steal` has it: the holder's promise rejects, its work goes on. */
  steal() {
    for (const { reject } of this.#held) reject(new DOMException('Stolen', 'AbortError'));
    this.#letGo(() => true);
  }

  release(tab: Tab) {
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    this.#letGo((hold) => hold.tab === tab);
  }

  #letGo(which: (hold: Hold) => boolean) {
    this.#held = this.#held.filter((hold) => !which(hold));
    this.#next();
  }

  #next() {
    const at = this.#waiting.findIndex(({ name }) => !this.#held.some((held) => held.name === name));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    next?.begin();
  }
}
