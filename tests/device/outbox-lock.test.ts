/** However many tabs, workers and presses there are, one order has one sender at a time, and one outbox order. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withLock } from '#device/locks';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { cancel, deliver, deliverDue } from '#device/outbox';
import { agreeToSend } from '#device/outbox-decisions';
import type { OutboxOrder } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { platform } from '#device/platform';
import { endSession } from '#device/session';
import { change, readAll } from '#device/store';
import {
  anOrder,
  answerCalls,
  connectionLost,
  cutLine,
  holdResponse,
  interceptRequests,
  isOrder,
  ordersOf,
  refusal,
  requestsSent,
} from '../support/page/checkout.ts';
import { storedOrder } from '../support/page/customer.ts';
import { grantAllLocks } from '../support/page/devices.ts';
import { atPlainHost } from '../support/page/plain-host.ts';
import { loggedIn } from '../support/page/visit.tsx';

const isList = ({ method, url }: Request) => method === 'GET' && url.endsWith('/orders');

test('F29 a tab that froze before it sent does not send what another has sent meanwhile', async () => {
  const { shop, id } = await storedOrder(await atPlainHost());
  grantAllLocks();
  const list = holdResponse(isList);

  const thawed = deliver(id);
  await list.reached;
  expect((await deliver(id)).state).toBe('accepted');
  list.goOn();

  expect((await thawed).state).toBe('accepted');
  expect(shop.orders).toHaveLength(1);
});

test('O6 an order whose customer logs out just before it is sent is not sent', async () => {
  const { id } = await storedOrder(await atPlainHost());
  const sent = requestsSent(isOrder);
  interceptRequests(async (request) => {
    if (isList(request)) await endSession();
  });

  await deliver(id);

  expect(sent).toEqual([]);
});

test('F29 a tab that froze does not send again what another has sent, also when a third one reads a late answer', async () => {
  const { id } = await storedOrder(await atPlainHost());
  grantAllLocks();
  const failed = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  let listed = 0;
  let sent = 0;
  interceptRequests(async (request) => {
    if (isList(request) && ++listed === 2) await frozen.promise;
    if (!isOrder(request)) return;
    if (++sent === 1) await failed.promise;
    return connectionLost();
  });
  const tried = deliver(id);
  await expect.poll(() => sent).toBe(1);
  const thawed = deliver(id, { agreed: true });
  await expect.poll(() => listed).toBe(2);
  await deliver(id, { agreed: true });

  failed.resolve();
  await tried;
  frozen.resolve();
  await thawed;

  expect(sent).toBe(2);
});

test('an order cancelled in one tab is not sent by another that was about to send it', async () => {
  const { shop, id } = await storedOrder(await atPlainHost());
  grantAllLocks();
  let state = '';
  interceptRequests(async (request) => {
    if (isList(request)) ({ state } = await cancel(id));
  });

  await deliver(id);

  expect(state).toBe('cancelled');
  expect(shop.orders).toEqual([]);
});

test('an order that is being cancelled in one tab is not sent by another before the shop has answered', async () => {
  const { session, id } = await storedOrder();
  grantAllLocks();
  answerCalls(isOrder, connectionLost, 1);
  await deliver(id);
  const voiding = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let cancelling: Promise<OutboxOrder> | undefined;
  interceptRequests(async (request) => {
    if (request.method === 'DELETE') {
      voiding.resolve();
      await over.promise;
    } else if (!cancelling) {
      cancelling = cancel(id);
      await voiding.promise;
    }
  });

  await deliver(id);
  over.resolve();

  expect(await cancelling).toMatchObject({ state: 'cancelled' });
  expect(await ordersOf(session)).toEqual([]);
});

test('an order that may be sent again is sent again by only one of two tabs', async () => {
  const { shop, id } = await storedOrder(await atPlainHost());
  grantAllLocks();
  const line = cutLine(isOrder);
  await deliver(id);
  line.cut = false;

  await Promise.all([deliver(id, { agreed: true }), deliver(id, { agreed: true })]);

  expect(shop.orders).toHaveLength(1);
});

test('a session that ended in one tab does not change an order that another has sent', async () => {
  const { id } = await storedOrder();
  grantAllLocks();
  let accepted: OutboxOrder | undefined;
  answerCalls(
    isOrder,
    async () => {
      accepted = await deliver(id);
      return refusal(401, 'unauthorized');
    },
    1,
  );

  expect(await deliver(id)).toEqual(accepted);
  expect(accepted).toMatchObject({ state: 'accepted' });
});

test('F42 a press and a retry in the same moment are one order, with locks or without', async () => {
  const { shop, id } = await storedOrder(await atPlainHost());
  grantAllLocks();

  await Promise.all([deliver(id), deliverDue({ all: true }), deliver(id)]);

  expect(shop.orders).toHaveLength(1);
});

test('‘Masih mau?’ answered in two tabs is sent once', async () => {
  const { shop, id } = await storedOrder(await atPlainHost());
  grantAllLocks();
  cutLine(isOrder);
  await deliver(id);
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  platform.now = () => tomorrow;
  expect((await deliver(id)).state).toBe('too_old');
  const sent = requestsSent(isOrder);

  await Promise.all([agreeToSend(id), agreeToSend(id)]);

  expect(sent).toHaveLength(1);
  expect(shop.orders).toEqual([]);
});

test('F29 a tab whose lock is stolen while it works still gets its result', async () => {
  const rob = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<string>();
  const request = async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
    void work();
    await rob.promise;
    throw new DOMException('Stolen', 'AbortError');
  };
  platform.locks = () => ({ request }) as unknown as LockManager;
  let runs = 0;

  const told = withLock('kedai-outbox', () => {
    runs++;
    return finish.promise;
  });
  rob.resolve();
  finish.resolve('accepted');

  expect(await told).toBe('accepted');
  expect(runs).toBe(1);
});

test('without Web Locks a tab still does one thing after the other', async () => {
  platform.locks = () => undefined;
  const done: string[] = [];
  const first = Promise.withResolvers<void>();

  const one = withLock('kedai-outbox', async () => {
    await first.promise;
    done.push('first');
    throw new Error('It failed');
  });
  const other = withLock('kedai-outbox', async () => done.push('second'));
  first.resolve();

  await expect(one).rejects.toThrow('It failed');
  await other;
  expect(done).toEqual(['first', 'second']);
});

test('the very same order pressed in two tabs at once is one order', async () => {
  const session = await loggedIn();
  const order = await anOrder();

  const [one, other] = await Promise.all([storeOutboxOrder(session, order), storeOutboxOrder(session, order)]);

  expect(one?.id).toBe(other?.id);
  expect(await outboxOrdersOf(session)).toHaveLength(1);
});

test('O8 a press during which the same order is accepted in another tab asks before it becomes a second one', async () => {
  const session = await loggedIn();
  const order = await anOrder();
  const { id } = await storeOutboxOrder(session, order);
  await deliver(id);

  const twin = await storeOutboxOrder(session, order);
  const wanted = await storeOutboxOrder(session, order, { repeatOf: twin });

  expect(twin).toMatchObject({ id, state: 'accepted' });
  expect(wanted).toMatchObject({ state: 'stored' });
  expect(wanted.id).not.toBe(id);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('the address of an order is stored in its outbox order only, never in a key', async () => {
  const session = await loggedIn();
  await storeOutboxOrder(session, await anOrder('Jalan Rahasia 7'));

  const keys = await new Promise<IDBValidKey[]>((resolve) => {
    const open = indexedDB.open('kedai');
    open.onsuccess = () => {
      const all = open.result.transaction('keyval').objectStore('keyval').getAllKeys();
      all.onsuccess = () => {
        open.result.close();
        resolve(all.result);
      };
    };
  });

  expect(keys.filter((key) => `${key}`.includes('Rahasia'))).toEqual([]);
  expect(await readAll({ prefix: 'intent:', schema: v.unknown() })).toHaveLength(1);
});

test('F45 five thousand pending orders are looked through once and sent one after the other', async () => {
  const { session, id, ...entry } = await storedOrder();
  const many = Array.from({ length: 5_000 }, (_, at) => [
    `intent:${at}`,
    { ...entry, id: `${at}`, seq: at + 2, repeatAgreed: true, state: at < 4_990 ? 'refused' : 'stored', settledAt: 1 },
  ]);
  await change({ [`intent:${id}`]: v.unknown() }, () => ({ ...Object.fromEntries(many), [`intent:${id}`]: undefined }));
  let transactions = 0;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...request) {
    transactions++;
    return begin.apply(this, request);
  };
  const inFlight = { now: 0, most: 0 };
  interceptRequests(async (request, send) => {
    if (!isOrder(request)) return send();
    inFlight.most = Math.max(inFlight.most, ++inFlight.now);
    const answer = await send();
    inFlight.now--;
    return answer;
  });

  const changed = await deliverDue({ all: true });
  IDBDatabase.prototype.transaction = begin;

  expect(changed).toHaveLength(10);
  expect((await ordersOf(session)).map(({ client_ref }) => client_ref).reverse()).toEqual(
    Array.from({ length: 10 }, (_, at) => `${4_990 + at}`),
  );
  expect(inFlight.most).toBe(1);
  // A few at the beginning, and a few for each order sent.
  expect(transactions).toBeLessThanOrEqual(10 * 4 + 3);
  // Old receipts are deleted when a new order is stored.
  await storeOutboxOrder(session, await anOrder('Jalan Lain'), { repeatOf: changed.at(-1) });
  expect(await outboxOrdersOf(session)).toHaveLength(201);
});
