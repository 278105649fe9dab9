import { promisifyRequest } from 'idb-keyval';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { settle } from '#device/outbox-store';
import {
  deliverInBackground,
  orderNotificationsAtom,
  readOutboxAtom,
  readOutboxDuring,
  sendOrderNowAtom,
} from '../src/state/checkout/outbox.ts';
import { outboxOrdersAtom } from '../src/state/checkout/outbox-orders.ts';
import { anyOrder, cutLine, interceptRequests, isOrder } from './support/page/checkout.ts';
import { loggedIn, openState, tellTabs } from './support/page/visit.tsx';

/** A page whose order got no answer. */
async function openWithUnansweredOrder() {
  const { id } = await storeOutboxOrder(await loggedIn(), anyOrder());
  const line = cutLine(isOrder);
  const store = await openState();
  onTestFinished(deliverInBackground(store));
  const states = () => store.get(outboxOrdersAtom).map(({ state }) => state);
  await expect.poll(states).toEqual(['unsure']);
  const listener = new BroadcastChannel('kedai');
  onTestFinished(() => listener.close());
  /** Sends the worker's message; resolves when every tab has received it and this page has read the device. */
  const notifyFromWorker = async () => {
    const heard = new Promise((resolve) => {
      listener.onmessage = resolve;
    });
    tellTabs([`intent:${id}`]);
    await heard;
    await store.set(readOutboxAtom);
  };
  return { id, line, store, states, notifyFromWorker };
}

test('O8 an order that the worker sent is announced once, although this page read its state before it was told', async () => {
  const { id, store, states, notifyFromWorker } = await openWithUnansweredOrder();
  const work = Promise.withResolvers<void>();
  const round = readOutboxDuring(store.set, work.promise);

  await settle(id, { state: 'accepted' });
  await expect.poll(states).toEqual(['accepted']);
  expect(store.get(orderNotificationsAtom).map(({ state }) => state)).toContain('accepted');
  store.set(orderNotificationsAtom, []);
  work.resolve();
  await round;
  await notifyFromWorker();

  expect(store.get(orderNotificationsAtom)).toEqual([]);
});

test('O8 an order that the worker sent is announced in each tab', async () => {
  const { id, store, states } = await openWithUnansweredOrder();
  const second = await openState();
  onTestFinished(deliverInBackground(second));
  await expect.poll(() => second.get(outboxOrdersAtom)).toHaveLength(1);

  await settle(id, { state: 'accepted' });
  await expect.poll(states).toEqual(['accepted']);

  for (const tab of [store, second])
    await expect
      .poll(() => tab.get(orderNotificationsAtom))
      .toContainEqual(expect.objectContaining({ state: 'accepted' }));
});

test('O8 an order that a press sent is announced once, although the worker reports it, too', async () => {
  const { id, line, store, notifyFromWorker } = await openWithUnansweredOrder();
  store.set(orderNotificationsAtom, []);
  line.cut = false;

  const sent = store.set(sendOrderNowAtom, id);
  await notifyFromWorker();
  await sent;
  await notifyFromWorker();

  expect(store.get(orderNotificationsAtom).map(({ state }) => state)).toEqual(['accepted']);
});

test('O8 what the shop asks about an order that a press sent is announced, for a customer who has left its list', async () => {
  const { id, store } = await openWithUnansweredOrder();
  store.set(orderNotificationsAtom, []);
  interceptRequests(async (request, send) => {
    const error = { code: 'paused', message: '' };
    return isOrder(request) ? Response.json({ error }, { status: 409, headers: { 'kedai-api': '1' } }) : send();
  });

  await store.set(sendOrderNowAtom, id);

  expect(store.get(orderNotificationsAtom).map(({ state }) => state)).toEqual(['too_old']);
});

/** Holds the disk, as a slow one is held: all reads wait until it is let go. */
async function heldDisk() {
  const database = await promisifyRequest(indexedDB.open('kedai'));
  const objects = database.transaction('keyval', 'readwrite').objectStore('keyval');
  let held = true;
  const hold = () => {
    if (held) objects.get('').onsuccess = hold;
    else database.close();
  };
  hold();
  return {
    letGo: () => {
      held = false;
    },
  };
}

test('F45 while an order is sent, the disk is read once at a time, however slow it is', async () => {
  await loggedIn();
  const store = await openState();
  const disk = await heldDisk();
  const reading = vi.spyOn(IDBDatabase.prototype, 'transaction');

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const work = Promise.withResolvers<void>();

  const round = readOutboxDuring(store.set, work.promise);
  vi.advanceTimersByTime(300);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  vi.advanceTimersByTime(900);
  await new Promise(setImmediate);

  expect(reading).toHaveBeenCalledTimes(1);
  disk.letGo();
  work.resolve();
  await round;
});
