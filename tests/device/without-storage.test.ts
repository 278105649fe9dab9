import { expect, test, vi } from 'vitest';
import type { Session } from '#core/contract';
import { anOrder, connectionLost, interceptRequests, isOrder, ordersOf } from '../support/page/checkout.ts';
import { loggedIn } from '../support/page/visit.tsx';
import { newModules } from './history/world.ts';

/** Opens a page with modules of its own, because what it does without a disk is decided only once. */
async function openPage(disk: () => IDBFactory) {
  const page = await newModules();
  page.platform.indexedDB = disk;
  return page;
}

const disk = () => indexedDB;

const throws = (): IDBFactory => {
  throw new DOMException('The operation is insecure', 'SecurityError');
};

const refusing = (name: string) => () =>
  ({
    open() {
      const request = { error: new DOMException('Refused', name) } as IDBOpenDBRequest;
      setTimeout(() => request.onerror?.(new Event('error')));
      return request;
    },
  }) as unknown as IDBFactory;

const blocked: [string, () => IDBFactory][] = [
  ['throws', throws],
  // As in Chromium when the site may store nothing.
  ['is refused', refusing('UnknownError')],
  ['is not known to the browser', () => undefined as unknown as IDBFactory],
];

async function loggedInAt(page: Awaited<ReturnType<typeof openPage>>): Promise<Session> {
  const session = await loggedIn();
  await page.session.storeSession(session);
  await page.api.getProducts();
  return session;
}

test.each(blocked)('F28 where the database %s, an order arrives once', async (_how, indexedDB) => {
  const page = await openPage(indexedDB);
  const session = await loggedInAt(page);
  const order = await anOrder();
  const keys: (string | null)[] = [];
  interceptRequests(async (request, send) => {
    if (!isOrder(request)) return send();
    keys.push(request.headers.get('idempotency-key'));
    const answer = await send();
    return keys.length === 1 ? connectionLost() : answer;
  });

  const pressed = await page.newOrder.storeOutboxOrder(session, order);
  expect(await page.outbox.deliver(pressed.id)).toMatchObject({ state: 'unsure', keyed: true });
  const again = await page.newOrder.storeOutboxOrder(session, order);

  expect(again.id).toBe(pressed.id);
  expect(await page.outbox.deliver(again.id)).toMatchObject({ state: 'accepted' });
  expect(keys).toEqual([pressed.id, pressed.id]);
  expect(await ordersOf(session)).toHaveLength(1);
  expect(page.store.disk.isInMemory()).toBe(true);
});

test('F28 two presses in one moment are one order, without a disk as well', async () => {
  const page = await openPage(throws);
  const session = await loggedInAt(page);
  const order = await anOrder();

  const [one, other] = await Promise.all([
    page.newOrder.storeOutboxOrder(session, order),
    page.newOrder.storeOutboxOrder(session, order),
  ]);

  expect(one.id).toBe(other.id);
  expect(await page.outboxStore.outboxOrdersOf(session)).toHaveLength(1);
});

test('F28 a browser that refuses both storage and locks still sends the order', async () => {
  const page = await openPage(throws);
  const refusal = () => Promise.reject(new DOMException('The request was denied', 'SecurityError'));
  page.platform.locks = () => ({ request: refusal }) as unknown as LockManager;
  const session = await loggedInAt(page);

  const { id } = await page.newOrder.storeOutboxOrder(session, await anOrder());

  const [first, second] = await Promise.all([page.outbox.deliver(id), page.outbox.deliver(id)]);
  expect([first.state, second.state]).toEqual(['accepted', 'accepted']);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('F28 a database that never opens is waited for once, not again at every step', async () => {
  const page = await openPage(() => ({ open: () => ({}) }) as unknown as IDBFactory);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const reading = page.cart.isCartPending();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(await reading).toBe(false);
  expect(await page.cart.isCartPending()).toBe(false);
  vi.useRealTimers();
});

test('F30 a database that opens after it was given up is closed: a newer app may want it', async () => {
  const closed = vi.fn();
  const requests: IDBOpenDBRequest[] = [];
  const open = () => {
    const request = { result: { close: closed } } as unknown as IDBOpenDBRequest;
    requests.push(request);
    return request;
  };
  const page = await openPage(() => ({ open }) as unknown as IDBFactory);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = page.cart.isCartPending();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  await reading;
  vi.useRealTimers();

  for (const request of requests) request.onsuccess?.(new Event('success'));

  expect(requests).toHaveLength(2);
  await expect.poll(() => closed.mock.calls.length).toBe(2);
});

test('F28 a database that opens later is not used, because a page stores everything in one place', async () => {
  let indexedDB = throws;
  const page = await openPage(() => indexedDB());
  const session = await loggedInAt(page);

  indexedDB = disk;
  await page.newOrder.storeOutboxOrder(session, await anOrder());

  expect(await page.outboxStore.outboxOrdersOf(session)).toHaveLength(1);
  expect(await (await openPage(disk)).outboxStore.outboxOrdersOf(session)).toEqual([]);
});

test('F25 a database that was opened once is not replaced, because an order may wait in it', async () => {
  let indexedDB = disk;
  const page = await openPage(() => indexedDB());
  const session = await loggedInAt(page);
  await page.newOrder.storeOutboxOrder(session, await anOrder());

  indexedDB = throws;
  page.store.disk.forgetConnection();

  await expect(page.newOrder.storeOutboxOrder(session, await anOrder())).rejects.toMatchObject({
    name: 'StorageFailed',
  });
  expect(page.store.disk.isInMemory()).toBe(false);
});

test.each(['VersionError', 'QuotaExceededError'])('F28 a database that exists, %s, is not replaced', async (name) => {
  const page = await openPage(refusing(name));

  await expect(page.cart.isCartPending()).rejects.toMatchObject({ name: 'StorageFailed' });

  page.platform.indexedDB = disk;
  expect(await page.cart.isCartPending()).toBe(false);
  expect(page.store.disk.isInMemory()).toBe(false);
});

test('F28 a worker stores nothing in its memory, where no page would see it', async () => {
  const { platform, store } = await openPage(throws);
  platform.isPage = () => false;

  await expect(store.change({}, () => ({}))).rejects.toMatchObject({ name: 'StorageFailed' });
  expect(store.disk.isInMemory()).toBe(false);
});
