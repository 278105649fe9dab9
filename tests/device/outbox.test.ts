import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { getCategories } from '#device/api';
import { logIn } from '#device/customer-calls';
import { StorageFailed } from '#device/disk';
import { withLock } from '#device/locks';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver, deliverDue } from '#device/outbox';
import { agreeToSend, sendAfterPause } from '#device/outbox-decisions';
import { type OutboxOrder, orderOf } from '#device/outbox-order';
import { changeOutboxOrder, outboxOrdersOf, settle } from '#device/outbox-store';
import { platform } from '#device/platform';
import { storeSession } from '#device/session';
import { change, read } from '#device/store';
import {
  anOrder,
  answerCalls,
  connectionLost,
  interceptRequests,
  isOrder,
  ordersOf,
  refusal,
  requestsSent,
  storeOnDevice,
} from '../support/page/checkout.ts';
import { storedOrder } from '../support/page/customer.ts';
import { newDevice } from '../support/page/devices.ts';
import { expectConsoleError } from '../support/page/setup.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const answerOrdersWith = (answer: () => Promise<Response>) => answerCalls(isOrder, answer);

/** Keeps two orders of a customer whose shop answers each so; resolves with those that are sent. */
async function twoOrders(answer: () => Promise<Response>) {
  const session = await loggedIn();
  await storeOutboxOrder(session, await anOrder('Jalan Satu'));
  await storeOutboxOrder(session, await anOrder('Jalan Dua'));
  answerOrdersWith(answer);
  return requestsSent(isOrder);
}

describe('an order that was pressed', () => {
  test.each([500, 502, 503, 504, 408, 429])('F5 stays when the shop answers %d, and waits as asked', async (status) => {
    const { session, id } = await storedOrder();
    const now = Date.now();
    platform.now = () => now;
    const answer = vi.fn(async () => new Response('', { status, headers: { 'retry-after': '30' } }));
    answerOrdersWith(answer);

    const entry = await deliver(id);

    expect(entry.state).toBe('unsure');
    expect(entry.notBefore).toBe(now + 30_000);
    // Even when everything is to be tried, the server's `Retry-After` holds.
    expect(await deliverDue({ all: true })).toEqual([]);
    expect(await deliver(id)).toEqual(entry);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(await ordersOf(session)).toEqual([]);
  });

  test('is not announced by a retry that waited while a press sent it', async () => {
    const { id } = await storedOrder();

    const [pressed, changed] = await Promise.all([deliver(id), deliverDue({ all: true })]);

    expect(pressed.state).toBe('accepted');
    expect(changed).toEqual([]);
  });

  test('O8 is the one that was accepted while the phone slept, before it could be stored', async () => {
    const { id, session } = await storedOrder();
    const order = orderOf(await deliver(id));
    platform.now = () => Date.now() - 3 * 60 * 60_000;

    const pressing = storeOutboxOrder(session, order);
    platform.now = () => Date.now();

    expect((await pressing).id).toBe(id);
    // A clock that was set back makes the half hour no longer (fault F15).
    platform.now = () => Date.now() - 3 * 60 * 60_000;
    expect((await storeOutboxOrder(session, order)).id).not.toBe(id);
  });

  test('F5 waits as long as the shop asked one tab to, also in tabs that were queued behind it', async () => {
    const sent = await twoOrders(async () => new Response('', { status: 503, headers: { 'retry-after': '30' } }));

    await Promise.all([deliverDue({ all: true }), deliverDue({ all: true }), deliverDue({ all: true })]);

    expect(sent).toHaveLength(1);
  });

  const asked = 'Fri, 20 Nov 2026 10:00:30 GMT';

  test.for<[string, Record<string, string>, phone: string, seconds: number | undefined]>([
    [
      'by the clock of the shop',
      { 'retry-after': asked, date: 'Fri, 20 Nov 2026 10:00:00 GMT' },
      '2026-10-01T00:00:00Z',
      30,
    ],
    ['by that of the phone where the shop does not say', { 'retry-after': asked }, '2026-11-20T10:00:00Z', 30],
    ['not at all where that is no time', { 'retry-after': 'soon' }, '2026-11-20T10:00:00Z', undefined],
    ['an hour where a proxy asks for a year', { 'retry-after': '31536000' }, '2026-11-20T10:00:00Z', 3_600],
  ])('F5 waits until the moment it was asked to, %s', async ([, headers, phone, seconds]) => {
    const now = Date.parse(phone);
    platform.now = () => now;
    const { id } = await storedOrder();
    answerOrdersWith(async () => new Response('', { status: 503, headers }));

    const { state, held } = await deliver(id);

    expect(state).toBe('unsure');
    expect(held).toEqual(seconds && { from: now, until: now + seconds * 1_000 });
  });

  test('F5 pauses longer after each attempt, never longer than a minute', async () => {
    const { id } = await storedOrder();
    answerOrdersWith(connectionLost);
    platform.random = () => 0.999;
    const now = Date.now();
    platform.now = () => now;
    const pauses: number[] = [];

    for (let attempt = 0; attempt < 9; attempt++) pauses.push((await deliver(id)).notBefore - now);

    expect(pauses.map((pause) => Math.round(pause / 1_000))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    platform.random = () => 0;
    expect((await deliver(id)).notBefore - now).toBe(1_000);
  });

  test('F5 is not retried before its pause is over, and then it is', async () => {
    const { session, id } = await storedOrder();
    answerCalls(isOrder, connectionLost, 1);
    const { notBefore } = await deliver(id);

    platform.now = () => notBefore - 1;
    await deliverDue();
    expect(await ordersOf(session)).toEqual([]);
    platform.now = () => notBefore;
    await deliverDue();
    expect(await ordersOf(session)).toHaveLength(1);
  });

  test.each<[number, string, () => Promise<Response>]>([
    [2, 'the shop is still at', async () => new Response('', { status: 425 })],
    [2, 'another order was named for', async () => Response.json({ order_number: 'KT-1', client_ref: 'another' })],
    [1, 'the shop wants later', async () => new Response('', { status: 429, headers: { 'retry-after': '30' } })],
    [1, 'no answer came for', connectionLost],
  ])('%d of two are sent when the first is one that %s', async (leave, _what, answer) => {
    const sent = await twoOrders(answer);

    await deliverDue();

    expect(sent).toHaveLength(leave);
  });

  test('stays settled when a frozen tab reads a late answer', async () => {
    const { session, id } = await storedOrder();
    const accepted = await deliver(id);

    expect(await settle(id, { state: 'cancelled' })).toEqual(accepted);
    expect(await outboxOrdersOf(session)).toEqual([accepted]);
  });

  test('F34 is sent when an older version of the app wrote it, before there was a format number', async () => {
    const { session, format, ...entry } = await storedOrder();
    await storeOnDevice({ [`intent:${entry.id}`]: entry });

    await deliverDue({ all: true });

    expect(format).toBe(1);
    expect(await ordersOf(session)).toMatchObject([{ client_ref: entry.id }]);
  });

  test('a dead session is not asked again and again', async () => {
    const { session } = await storedOrder();
    await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
    await deliverDue({ all: true });
    const sent = requestsSent();

    await deliverDue({ all: true });

    expect(sent).toEqual([]);
  });

  test('F37 does not ask for a login that happened before the old session was refused', async () => {
    const { session, id } = await storedOrder();
    interceptRequests(async (request, send) => {
      if (!isOrder(request) || !request.headers.get('authorization')?.endsWith(session.token)) return send();
      await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
      const refused = await send();
      await storeSession(await logIn({ email: session.user.email, password: 'kopi123' }));
      return refused;
    });

    const refused = await deliver(id);
    const [sent] = await deliverDue();

    expect([refused.state, sent?.state]).toEqual(['unsure', 'accepted']);
  });

  test('B39 F30 F34 is left alone when it was tampered with or is of a newer version, and the next orders are sent', async () => {
    const { session, id, ...entry } = await storedOrder();
    const strange = {
      [`intent:${id}`]: { ...entry, id, body: '{}' },
      'intent:other': { ...entry, id: 'elsewhere' },
      'intent:future': { ...entry, id: 'future', format: 2 },
    };
    await storeOnDevice(strange);
    const good = await storeOutboxOrder(session, await anOrder('Jalan Dua'));

    await deliverDue({ all: true });

    expect(await ordersOf(session)).toMatchObject([{ client_ref: good.id }]);
    for (const [key, entry] of Object.entries(strange)) expect(await stored(key)).toEqual(entry);
  });

  test('F15 a clock that was set back does not hold it up for days', async () => {
    const { session, id, madeAt } = await storedOrder();
    answerCalls(isOrder, connectionLost, 1);
    await deliver(id);
    const until = madeAt + 3 * 24 * 60 * 60_000;
    await changeOutboxOrder(id, () => ({ notBefore: until, held: { from: madeAt, until } }));
    platform.now = () => madeAt - 30_000;

    await deliverDue();

    expect(await ordersOf(session)).toHaveLength(1);
  });

  test('F15 asks before it is sent when the clock was set back, because its age is unknown', async () => {
    const { session, id, madeAt } = await storedOrder();
    platform.now = () => madeAt - 2 * 60_000;

    expect((await deliver(id)).state).toBe('too_old');
    expect(await ordersOf(session)).toEqual([]);
  });

  test('O4 is sent for another 20 minutes once its customer has said that they still want it', async () => {
    const { session, id, madeAt } = await storedOrder();
    platform.now = () => madeAt + 21 * 60_000;
    expect((await deliver(id)).state).toBe('too_old');
    answerCalls(isOrder, connectionLost, 1);
    await agreeToSend(id);
    platform.now = () => madeAt + 40 * 60_000;

    await deliverDue();

    expect(await ordersOf(session)).toHaveLength(1);
  });

  const cached = async (send: () => Promise<Response>) =>
    Response.json(await (await send()).json(), { headers: { 'kedai-kept-since': `${Date.now()}` } });
  const loginPage = async () => new Response('<html>Wifi</html>', { headers: { 'content-type': 'text/html' } });

  test.each<[string, (request: Request, send: () => Promise<Response>) => Promise<Response>]>([
    [
      "F13 while only the device's own stored answers arrive",
      (request, send) => (isOrder(request) || request.cache === 'no-cache' ? connectionLost() : cached(send)),
    ],
    ['F11 into a network that wants a login first', loginPage],
  ])('%s an order is not sent', async (_where, answer) => {
    const { id } = await storedOrder();
    interceptRequests(answer);
    await expect(getCategories({ noCache: true })).rejects.toThrow();

    expect(await deliver(id)).toMatchObject({ state: 'stored', everSent: false });
  });

  test('F13 is sent after a silence as soon as anything answers', async () => {
    const { id } = await storedOrder();
    const isCheck = ({ url }: Request) => url.endsWith('/categories');
    answerCalls(isCheck, () => Response.json({}, { status: 500 }));
    answerCalls(isCheck, connectionLost, 1);
    await expect(getCategories({ noCache: true })).rejects.toThrow();

    expect((await deliver(id)).state).toBe('accepted');
  });

  test('F43 holds up no later one when the shop refuses it', async () => {
    const session = await loggedIn();
    const nowhere = { ...(await anOrder('Jalan Satu')), delivery_courier: 'unknown' };
    for (const order of [nowhere, await anOrder('Jalan Dua')]) await storeOutboxOrder(session, order);

    const changed = await deliverDue();

    expect(changed.map(({ state }) => state)).toEqual(['refused', 'accepted']);
    expectConsoleError(/The shop refused/);
  });

  test('F44 is never deleted to make room for receipts', async () => {
    const { session, ...waits } = await storedOrder();
    const settled = Array.from({ length: 201 }, (_, i): [string, OutboxOrder] => {
      const id = `settled-${i}`;
      return [`intent:${id}`, { ...waits, id, seq: waits.seq + i, state: 'accepted', fingerprint: 'another' }];
    });
    await storeOnDevice(Object.fromEntries(settled));

    const next = await storeOutboxOrder(session, await anOrder('Jalan Dua'));

    const left = await outboxOrdersOf(session);
    expect(left.filter(({ state }) => state === 'stored').map(({ id }) => id)).toEqual([next.id, waits.id]);
    const receipts = left.filter(({ state }) => state === 'accepted');
    expect(receipts).toHaveLength(200);
    expect(receipts.map(({ id }) => id)).not.toContain('settled-0');
  });
});

/** A request that fails later, when the transaction has no error yet. */
function failPut(store: IDBObjectStore): IDBRequest<IDBValidKey> {
  store.add('there', 'taken');
  const request = store.add('there', 'taken');
  request.addEventListener('error', () =>
    Object.defineProperty(request, 'error', { value: new DOMException('Full', 'QuotaExceededError') }),
  );
  return request;
}

function loseConnection({ transaction }: IDBObjectStore): never {
  transaction.db.close();
  throw new DOMException('Connection is closing because of: IO error: FILE_ERROR_NO_SPACE', 'UnknownError');
}

describe('the device’s storage', () => {
  const Note = v.string();

  function deviceWith(pictures: object) {
    newDevice();
    platform.caches = () => ({ open: async () => pictures }) as unknown as CacheStorage;
  }

  test.each([
    [
      'before it is done',
      () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
    ],
    ['as Firefox does, of what was put and not of the transaction', failPut],
    ['as Chromium does whose log finds no room, of the connection', loseConnection],
  ])('F26 gives up its pictures once when it is full, and then says so: the browser tells %s', async (_how, fails) => {
    const deleted: string[] = [];
    deviceWith({ keys: async () => ['/a.svg'], delete: async (name: string) => deleted.push(name) > 0 });
    let full = 1;
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...entry) {
      return full-- > 0 ? fails(this) : put.apply(this, entry);
    });

    await change({ note: Note }, () => ({ note: 'with room' }));
    expect(deleted).toEqual(['/a.svg']);
    expect(await read({ note: Note })).toEqual({ note: 'with room' });

    full = 2;
    await expect(change({ note: Note }, () => ({ note: 'without' }))).rejects.toBeInstanceOf(StorageFailed);
    expect(await read({ note: Note })).toEqual({ note: 'with room' });
  });

  test('F26 gives up the other pictures when it is too full to give up the first', async () => {
    const forget = vi.fn(async () => true).mockRejectedValueOnce({ name: 'NS_ERROR_FILE_NO_DEVICE_SPACE' });
    deviceWith({ keys: async () => ['/a.svg', '/b.svg'], delete: forget });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });

    await change({ note: Note }, () => ({ note: 'with room' }));

    expect(forget.mock.calls).toEqual([['/a.svg'], ['/b.svg']]);
    expect(await read({ note: Note })).toEqual({ note: 'with room' });
  });

  test('keeps its pictures when the failure is not a lack of room', async () => {
    const keys = vi.fn(async () => ['/a.svg']);
    deviceWith({ keys });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk died', 'UnknownError');
    });

    await expect(change({ note: Note }, () => ({ note: 'lost' }))).rejects.toBeInstanceOf(StorageFailed);

    expect(keys).not.toHaveBeenCalled();
  });

  test('F30 lets a newer version upgrade while this one is open, and does not touch its database then', async () => {
    newDevice();
    await change({ note: Note }, () => ({ note: 'old' }));

    const upgraded = await new Promise<IDBDatabase | 'blocked'>((resolve) => {
      const request = indexedDB.open('kedai', 2);
      request.onblocked = () => resolve('blocked');
      request.onsuccess = () => resolve(request.result);
    });

    if (upgraded === 'blocked') throw new Error('The older tab holds on to its memory');
    await expect(change({ note: Note }, () => ({ note: 'downgraded' }))).rejects.toBeInstanceOf(StorageFailed);
    const value = await promisifyRequest(upgraded.transaction('keyval').objectStore('keyval').get('note'));
    upgraded.close();
    expect(value).toBe('old');
  });
});

test('F29 a frozen tab does not keep the others waiting: after a while the lock is taken from it', async () => {
  const asked: LockOptions[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const request = async (_name: string, options: LockOptions, work: () => Promise<unknown>) => {
    asked.push(options);
    if (!options.steal) throw new DOMException('The lock was not released', 'TimeoutError');
    return work();
  };
  platform.locks = () => ({ request }) as unknown as LockManager;

  const done = await withLock('kedai-outbox', async () => 'sent');

  expect(done).toBe('sent');
  expect(timeout.mock.calls).toEqual([[15_000]]);
  expect(asked[0]?.signal).toBe(timeout.mock.results[0]?.value);
  expect(asked[1]).toEqual({ steal: true });
});

describe('W12 an order that meets a pause', () => {
  const paused = (seconds: number, until?: number) => async () => {
    const response = refusal(409, 'paused', until ? { until: new Date(until).toISOString() } : {});
    response.headers.set('retry-after', `${seconds}`);
    return response;
  };

  test('is asked about with its end, waits for that once the customer has agreed, and is sent once', async () => {
    const { session, id } = await storedOrder();
    const now = Date.now();
    platform.now = () => now;
    const end = now + 30 * 60_000;
    const pause = answerOrdersWith(paused(1_800, end));
    const asked = await deliver(id);
    const agreed = await agreeToSend(id);
    await deliverDue({ all: true });

    expect(asked).toMatchObject({ state: 'too_old', paused: { hasEnd: true, until: end } });
    expect(agreed).toMatchObject({ state: 'unsure', paused: { agreed: true } });
    expect(await ordersOf(session)).toEqual([]);

    // Staff have prolonged it.
    vi.spyOn(platform, 'now').mockReturnValue(end);
    await deliverDue();
    const later = end + 30 * 60_000;
    expect(await outboxOrdersOf(session)).toMatchObject([{ state: 'unsure', paused: { until: later } }]);

    pause.cut = false;
    // Longer ago than an order is sent without asking, but the customer has agreed to the end of the pause.
    vi.spyOn(platform, 'now').mockReturnValue(later + 60_000);
    await deliverDue();

    expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted']);
    expect(await ordersOf(session)).toHaveLength(1);
  });

  test('is sent at once when staff have ended the pause early', async () => {
    const { session, id } = await storedOrder();
    const pause = answerOrdersWith(paused(1_800, Date.now() + 30 * 60_000));
    await deliver(id);
    await agreeToSend(id);
    pause.cut = false;

    expect((await deliver(id)).state).toBe('unsure');
    expect((await sendAfterPause(id)).state).toBe('accepted');
    expect(await ordersOf(session)).toHaveLength(1);
  });

  test('without an end is not asked about twice', async () => {
    const { id } = await storedOrder();
    answerOrdersWith(paused(300));
    const asked = await deliver(id);
    vi.spyOn(platform, 'now').mockReturnValue(Date.now() + 301_000);

    const agreed = await agreeToSend(id);

    expect(asked).toMatchObject({ state: 'too_old', paused: { hasEnd: false } });
    expect(agreed).toMatchObject({ state: 'unsure', paused: { hasEnd: false, agreed: true } });
    // The phone slept until it read the next answer.
    let now = (agreed.held?.until ?? 0) + 1;
    vi.spyOn(platform, 'now').mockImplementation(() => now);
    answerOrdersWith(() => {
      now += 60 * 60_000;
      return paused(300)();
    });
    expect(await deliver(id)).toMatchObject({ state: 'too_old', paused: { hasEnd: false } });
  });
});
