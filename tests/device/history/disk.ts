/** The devices' simulated disks: every write is watched, and fails when the history says so. */
import type { Locks } from './locks.ts';

export interface Device {
  disk: IDBFactory;
  locks: Locks;
}

/** A tab or a worker with its connections. */
export interface DiskUser {
  device: Device;
  alive: boolean;
  connections: Set<IDBDatabase>;
  /** How many of its next writes fail. */
  failing: { writes: number; how: 'full' | 'gone' };
}

/** Called with what one transaction has written, once it is complete; undefined for a deleted key. */
export type Watcher = (device: Device, written: Map<string, unknown>) => void;

let watcher: Watcher = () => undefined;

/** Sets who is called for every transaction from now on. */
export const watchWrites = (watch: Watcher) => {
  watcher = watch;
};

const owners = new WeakMap<IDBDatabase, DiskUser>();

/** The IndexedDB of a tab; its connections are recorded as the tab's. */
export function diskOf(tab: DiskUser): IDBFactory {
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

/** Closes all connections of a tab. */
export function closeConnections(tab: DiskUser) {
  for (const connection of tab.connections) connection.close();
  tab.connections.clear();
}

/** Watches all disks and lets writes fail; returns how to stop. */
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
