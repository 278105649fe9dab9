/** Several devices in one test: each is an IndexedDB of its own, and one of them is in the hand. */
import { IDBFactory } from 'fake-indexeddb';
import { forgetConnection } from '#device/disk';

/** Takes a device into the hand that has never seen the shop. */
export function newDevice(): IDBFactory {
  return take(new IDBFactory());
}

/** Does `work` on a device and puts the former one back. */
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
  forgetConnection();
  return device;
}
