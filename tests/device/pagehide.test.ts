/** Transactions of a page that is left: Safari freezes them together with the page, and all other tabs wait for them. */
import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { StorageFailed } from '#device/disk';
import { replaceOutboxOrder, storeOutboxOrder } from '#device/new-outbox-order';
import { changeOutboxOrder } from '#device/outbox-store';
import { pendingAddresses, saveAddress, sendPendingAddresses } from '#device/pending-addresses';
import { storeSession } from '#device/session';
import { change, read } from '#device/store';
import { anOrder, cikini, cutLine, offline, requestsSent } from '../support/page/checkout.ts';
import { customer } from '../support/page/customer.ts';
import { newDevice } from '../support/page/devices.ts';
import { loggedIn } from '../support/page/visit.tsx';

const schema = { note: v.string() };

beforeEach(() => change(schema, () => ({ note: 'nothing yet' })));

/** The same database, opened by another program such as the worker. */
async function storeInOtherTab() {
  const database = await promisifyRequest(indexedDB.open('kedai'));
  return database.transaction('keyval', 'readwrite').objectStore('keyval');
}

test('F29 a page left in the middle of a change blocks no other tab, and completes it when it is shown again', async () => {
  let looked = 0;
  const changing = change(schema, ({ note }) => {
    if (++looked === 1) dispatchEvent(new Event('pagehide'));
    return { note: `${note}, and this page` };
  });
  await expect.poll(() => looked).toBe(1);

  await promisifyRequest((await storeInOtherTab()).put('the worker', 'note'));
  dispatchEvent(new Event('pageshow'));

  await changing;
  expect(await read(schema)).toEqual({ note: 'the worker, and this page' });
});

test('F29 a change begun while a page is left waits until it is shown again', async () => {
  const decide = vi.fn(() => ({ note: 'this page' }));
  dispatchEvent(new Event('pagehide'));

  const changing = change(schema, decide);
  await promisifyRequest((await storeInOtherTab()).put('the worker', 'note'));
  expect(decide).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));

  await changing;
  expect(await read(schema)).toEqual({ note: 'this page' });
});

/** Leaves the page while it writes `key`, has another tab write `theirs`, and shows the page again. */
async function leaveWhileWriting(key: string, theirs: Record<string, unknown>) {
  const left = Promise.withResolvers<void>();
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...entry) {
    if (entry[1] === key) {
      spy.mockRestore();
      dispatchEvent(new Event('pagehide'));
      left.resolve();
    }
    return put.apply(this, entry);
  });
  await left.promise;
  const store = await storeInOtherTab();
  for (const [name, value] of Object.entries(theirs)) store.put(value, name);
  await promisifyRequest(store.transaction);
  dispatchEvent(new Event('pageshow'));
}

test('F29 an address that another tab has sent while a page was left is not sent again', async () => {
  const session = await loggedIn();
  await offline(() => saveAddress(session, cikini));
  const sent = requestsSent(({ method }) => method === 'POST');

  const left = leaveWhileWriting('unsaved-addresses', { 'unsaved-addresses': [] });
  await sendPendingAddresses({ all: true });
  await left;

  expect(sent).toEqual([]);
});

test('F29 an address does not count as stored when its customer logged out in another tab while the page was left', async () => {
  const session = await loggedIn();
  cutLine();

  const left = leaveWhileWriting('unsaved-addresses', { auth: undefined });
  await expect(saveAddress(session, cikini)).rejects.toThrow();
  await left;

  expect(await pendingAddresses(session)).toEqual([]);
});

test('F29 new prices that were agreed to in another tab while a page was left are not agreed to again', async () => {
  const session = await loggedIn();
  const order = await anOrder();
  const former = await storeOutboxOrder(session, order);
  const asked = await changeOutboxOrder(former.id, () => ({ state: 'quote_changed' }));

  const left = leaveWhileWriting('outbox-seq', {
    [`intent:${former.id}`]: { ...asked, state: 'cancelled', settledAt: former.madeAt },
  });
  const next = await replaceOutboxOrder(former.id, session, { ...order, subTotal: 1, totalShopping: 7_001 });
  await left;

  expect(next).toBeUndefined();
});

test('F29 a cart that was wiped while a page was left is not reported as loaded', async () => {
  const session = await customer({ cart: { klepon: 1 } }).onDevice();
  await syncCart();
  newDevice();
  await storeSession(session);
  await getProducts();

  const left = leaveWhileWriting('cart', { auth: undefined, cart: undefined, 'cart-sync': undefined });
  const { state } = await syncCart();
  await left;

  expect(state).toBe('synced');
});

test('F28 a database that opens and then never answers is given up, and nothing of the change is in it afterwards', async () => {
  const store = await storeInOtherTab();
  let frozen = true;
  const goOn = () => {
    if (frozen) store.get('note').onsuccess = goOn;
  };
  goOn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const changing = change(schema, () => ({ note: 'this page' }));
  const failing = expect(changing).rejects.toBeInstanceOf(StorageFailed);
  await vi.advanceTimersByTimeAsync(15_000);

  await failing;
  vi.useRealTimers();
  frozen = false;
  expect(await read(schema)).toEqual({ note: 'nothing yet' });
});
