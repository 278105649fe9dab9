/** Several devices in one test: each is an IndexedDB of its own, and one of them is current. */
import { IDBFactory } from 'fake-indexeddb';
import { platform } from '#device/platform';
import { learned } from '#device/reachability';
import { disk } from '#device/store';

/** Makes a new, empty device the current one. */
export function newDevice(): IDBFactory {
  return take(new IDBFactory());
}

/** Runs `work` on another device, and makes the previous one current again. */
export async function onDevice<T>(device: IDBFactory, work: () => Promise<T>): Promise<T> {
  const former = indexedDB;
  take(device);
  try {
    return await work();
  } finally {
    take(former);
  }
}

function take(device: IDBFactory) {
  globalThis.indexedDB = device;
  disk.forgetConnection();
  // The modules are shared by the tests of one process; another device is another page.
  Object.assign(learned, { isKedai: undefined, isUnanswered: false });
  return device;
}

/** Web Locks that are always granted at once, as if each one were stolen from its holder. */
export function grantAllLocks() {
  const request = (_name: string, _options: LockOptions, work: () => Promise<unknown>) => work();
  platform.locks = () => ({ request }) as unknown as LockManager;
}
