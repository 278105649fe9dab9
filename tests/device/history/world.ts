/** The world around the device's modules: devices, tabs that die, a clock; `disk`, `locks` and `network` are its places. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { diskOf, type Watcher, watchWrites } from './disk.ts';
import { Locks } from './locks.ts';
import { Network } from './network.ts';
import type { History } from './schedule.ts';
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
  const [{ platform }, outbox, intents, cartSync, session, disk, store, api, addresses] = await Promise.all([
    import('#device/platform'),
    import('#device/outbox'),
    import('#device/intents'),
    import('#device/cart-sync'),
    import('#device/session'),
    import('#device/disk'),
    import('#device/store'),
    import('#device/api'),
    import('#device/new-addresses'),
  ]);
  return { platform, outbox, intents, cartSync, session, disk, store, api, addresses };
}

/**
 * Instances to use again. Not at once: what a killed tab was doing must have come to its end before its modules are
 * another tab's.
 */
const idle: Modules[] = [];
const quarantine = 60;

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
    watchWrites(watch);
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
    tab.disk.forgetConnection();
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
    tab.disk.forgetConnection();
    Object.assign(modules.platform, {
      indexedDB: () => diskOf(tab),
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
