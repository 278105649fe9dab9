/** The simulated world: devices, tabs that can be killed, and a clock; `disk`, `locks` and `network` are its parts. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { type Device, type DiskUser, diskOf, type Watcher, watchWrites } from './disk.ts';
import { Locks } from './locks.ts';
import { Network } from './network.ts';
import type { History } from './schedule.ts';
import { ShopModel } from './shop-model.ts';

type Modules = Awaited<ReturnType<typeof newModules>>;

/** A tab or a worker, with its own instance of the device's modules. */
export interface Tab extends Modules, DiskUser {
  died: PromiseWithResolvers<void>;
}

export async function newModules() {
  vi.resetModules();
  return {
    platform: (await import('#device/platform')).platform,
    outbox: await import('#device/outbox'),
    decisions: await import('#device/outbox-decisions'),
    outboxStore: await import('#device/outbox-store'),
    newOrder: await import('#device/new-outbox-order'),
    cart: await import('#device/stored-cart'),
    cartSync: await import('#device/cart-sync'),
    session: await import('#device/session'),
    revocation: await import('#device/session-revocation'),
    store: await import('#device/store'),
    api: await import('#device/api'),
    addresses: await import('#device/pending-addresses'),
  };
}

/** Module instances for reuse. Not at once, because the work of a killed tab must have ended before another tab gets its modules. */
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

  /** Opens two tabs and the worker of one device, and a second device; every device knows the host. */
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

  /** Kills a tab and opens a new one in its place. */
  async kill(index: number) {
    const tab = this.tabs[index];
    if (!tab) return;
    this.#die(tab);
    // Without locks a tab's work waits for its earlier work, and a dead tab's never ends.
    if (!this.#hasLocks) this.#used.delete(tab);
    this.tabs[index] = await this.#open(tab.device);
  }

  /** Ends a tab: its work stops, its locks are released, and what it has committed stays. */
  #die(tab: Tab) {
    tab.alive = false;
    tab.died.resolve();
    tab.device.locks.release(tab);
    tab.store.disk.forgetConnection();
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
    tab.store.disk.forgetConnection();
    Object.assign(modules.platform, {
      indexedDB: () => diskOf(tab),
      caches: () => undefined,
      fetch: (request: Request) => this.network.greet(request),
      locks: () => (this.#hasLocks ? device.locks.of(tab) : undefined),
      now: () => this.now,
      random: () => 0.5,
      // Modules that are reused would stay with the memory of a page whose disk was lost.
      isPage: () => false,
    });
    // Reused modules may remember another host, so this one announces itself again.
    await tab.api.getProducts();
    modules.platform.fetch = (request) =>
      tab.alive ? this.network.send(request, () => tab.alive) : new Promise(() => undefined);
    return tab;
  }
}
