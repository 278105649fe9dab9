/** idb-keyval's own functions on the device's strict store. */
import { del, get, getMany, setMany, update } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { StorageFailed, type Transaction } from '#device/disk';
import { disk } from '#device/store';
import { newDevice } from '../support/page/devices.ts';

beforeEach(() => void newDevice());

const { strictStore } = disk;

test('what idb-keyval writes is in the database when its promise resolves', async () => {
  await setMany(
    [
      ['one', 1],
      ['other', 2],
    ],
    strictStore,
  );
  await Promise.all([1, 2, 3].map(() => update<number>('one', (value = 0) => value + 1, strictStore)));
  await del('other', strictStore);

  expect(await getMany(['one', 'other'], strictStore)).toEqual([4, undefined]);
});

test('F20 every transaction asks for strict durability', async () => {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');

  await update('note', () => 'written', strictStore);

  expect(begin.mock.calls.at(-1)).toEqual(['keyval', 'readwrite', { durability: 'strict' }]);
});

test('F26 where one of two values finds no room, neither is written', async () => {
  await setMany([['one', 'before']], strictStore);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (key === 'other') throw new DOMException('Full', 'QuotaExceededError');
    return put.call(this, value, key);
  });

  const writing = setMany(
    [
      ['one', 'after'],
      ['other', 'after'],
    ],
    strictStore,
  );

  await expect(writing).rejects.toBeInstanceOf(StorageFailed);
  expect(await get('one', strictStore)).toBe('before');
});

test('F29 an update during which the page is left runs again on what others have written meanwhile', async () => {
  await setMany([['count', 1]], strictStore);
  let runs = 0;
  const updating = update<number>(
    'count',
    (count = 0) => {
      if (++runs === 1) dispatchEvent(new Event('pagehide'));
      return count + 1;
    },
    strictStore,
  );
  await expect.poll(() => runs).toBe(1);

  dispatchEvent(new Event('pageshow'));
  await updating;

  expect([runs, await get('count', strictStore)]).toEqual([2, 2]);
});

test('F25 a connection that is found lost within a change is opened again, and the change is made once', async () => {
  await setMany([['count', 1]], strictStore);
  const opened = vi.spyOn(indexedDB, 'open');
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (this: IDBObjectStore) {
    this.transaction.abort();
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });

  await update<number>('count', (count = 0) => count + 1, strictStore);

  expect(await get('count', strictStore)).toBe(2);
  expect(opened).toHaveBeenCalledOnce();
});

test('F25 a change whose connection is lost while it is committed is not made again: it may be on the disk', async () => {
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
    this.abort();
  });
  const change = vi.fn(async ({ put }: Transaction) => put('count', 1));

  await expect(disk.inTransaction('readwrite', change)).rejects.toBeInstanceOf(StorageFailed);

  expect(change).toHaveBeenCalledOnce();
});
