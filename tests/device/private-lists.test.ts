import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewAddress, Session } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { detectCapabilities, getCategories } from '#device/api';
import { noteCapabilities } from '#device/capabilities';
import { StorageFailed } from '#device/disk';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import {
  editUnsavedAddress,
  pendingAddresses,
  saveAddress,
  sendPendingAddresses,
  undoPendingAddress,
} from '#device/pending-addresses';
import { platform } from '#device/platform';
import { type CustomerList, customerAddresses, customerOrders } from '#device/private-lists';
import { endSession } from '#device/session';
import { change, disk } from '#device/store';
import {
  answerCalls,
  anyOrder,
  chooseAddress,
  cikini,
  cutLine,
  holdResponse,
  interceptRequests,
  isAboutOrders,
  loseResponse,
  offline,
  postAddress,
  refusal,
  requestsSent,
  savedAddresses,
} from '../support/page/checkout.ts';
import { customer } from '../support/page/customer.ts';
import { grantAllLocks } from '../support/page/devices.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const nothing = () => undefined;
const kemang: NewAddress = { ...cikini, fullStreet: 'Jalan Kemang Raya No. 1' };

const isAddress = ({ url }: Request) => url.endsWith('/delivery-address');

const sessionEnded = () => refusal(401, 'unauthorized');
const gateways401 = () => Response.json({ message: 'who?' }, { status: 401 });

const isNewAddress = (request: Request) => isAddress(request) && request.method === 'POST';

/** Saves an address without a connection, so that it is stored on the device. */
const saveOffline = async (session: Session, address: NewAddress) =>
  expect(await offline(() => saveAddress(session, address))).toBe('stored');

/** A customer with an address that waits on the device. */
async function withUnsaved(address = cikini) {
  const session = await loggedIn();
  await saveOffline(session, address);
  return session;
}

/** A customer whose saved addresses are on the device. */
async function withStoredList(saved: NewAddress[] = [cikini]) {
  const session = await customer({ saved }).onDevice();
  const list = await customerAddresses(session, nothing);
  await expect.poll(() => stored('own-addresses')).toBeDefined();
  return { session, list };
}

test.for([500, 503, 504])('a %s is no answer: the stored list is given with its age', async (status) => {
  const { session, list: fresh } = await withStoredList();
  answerCalls(isAddress, () => new Response(null, { status }));

  const given = await customerAddresses(session, nothing);

  expect(fresh).toMatchObject({ items: [cikini], isStored: false });
  expect(given).toMatchObject({ items: [cikini], count: 1, isStored: true, asOf: fresh.asOf });
});

test('orders that have not changed are not sent again, to the same customer only', async () => {
  const sari = await loggedIn();
  await getCategories();
  await deliver((await storeOutboxOrder(sari, anyOrder())).id);
  const answered: number[] = [];
  interceptRequests(async (request, send) => {
    const response = await send();
    if (isAboutOrders(request)) answered.push(response.status);
    return response;
  });

  const first = await customerOrders(sari, nothing);
  const second = await customerOrders(sari, nothing);
  const budi = await loggedIn('Budi');
  const other = await customerOrders(budi, nothing);
  await deliver((await storeOutboxOrder(budi, anyOrder())).id);
  answered.pop();

  expect(answered).toEqual([200, 304, 200]);
  expect(second).toMatchObject({ items: first.items, isStored: false });
  expect(second.items).toHaveLength(1);
  expect(other.items).toEqual([]);
  expect((await customerOrders(budi, nothing)).items).toHaveLength(1);
});

test('the stored list is given while the shop is slow, and not after its response', async () => {
  const { session } = await withStoredList();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = Promise.withResolvers<Response>();
  interceptRequests(() => answer.promise.then((given) => given.clone()));
  const meanwhile = vi.fn();

  const first = customerAddresses(session, meanwhile);
  vi.advanceTimersByTime(400);
  await expect.poll(() => meanwhile.mock.calls, { interval: 0 }).toMatchObject([[{ items: [cikini], isStored: true }]]);
  answer.resolve(Response.json([cikini]));
  await first;
  // It comes while the device is read.
  const second = customerAddresses(session, meanwhile);
  vi.advanceTimersByTime(400);
  await second;
  await stored('own-addresses');

  expect(meanwhile).toHaveBeenCalledOnce();
});

test.for<[string, () => Response]>([
  ['F11 a captive portal’s page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ["a gateway's 401", gateways401],
])('%s is no answer: the stored list stays, and an address waits without asking for a login', async ([, answer]) => {
  await getCategories();
  const { session } = await withStoredList();
  answerCalls(isAddress, answer);

  expect(await customerAddresses(session, nothing)).toMatchObject({ items: [cikini], isStored: true });
  expect(await saveAddress(session, kemang)).toBe('stored');
  expect(await sendPendingAddresses({ all: true })).toEqual({ needsLogin: false });
  expect(await stored('own-addresses')).toMatchObject({ items: [cikini] });
});

test.for<[string, () => Response, Record<string, string>]>([
  ['the shop’s', sessionEnded, { 'kedai-api': '1' }],
  ['a plain host’s', gateways401, {}],
])('after %s 401 the stored list is not shown', async ([_whose, answer, headers]) => {
  noteCapabilities(new Response(null, { headers }), 1);
  const { session } = await withStoredList();
  answerCalls(isAddress, answer);

  expect(await customerAddresses(session, nothing)).toMatchObject({ items: [], hasEnded: true });
});

test.for([
  ['the logout', endSession],
  ['another customer’s login', () => loggedIn('Budi')],
] as const)('an answer that comes after %s stores nothing', async ([_when, leaves]) => {
  const session = await customer({ saved: [cikini] }).onDevice();
  const late = holdResponse(isAddress);
  const asked = customerAddresses(session, nothing);
  await late.reached;
  const warned = vi.mocked(console.warn).mock.calls.length;

  await leaves();
  late.goOn();

  expect((await asked).items).toMatchObject([cikini]);
  // A later transaction, so that the earlier one has ended.
  await change({ probe: v.boolean() }, () => ({ probe: true }));
  expect(await stored('own-addresses')).toBeUndefined();
  expect(vi.mocked(console.warn).mock.calls.length).toBe(warned);
});

test('a list that another customer left on this device is not shown', async () => {
  const sari = await loggedIn();
  await customerOrders(sari, nothing);
  await expect.poll(() => stored('own-orders')).toBeDefined();
  const before = await stored('own-orders');
  const budi = await loggedIn('Budi');
  // As if deleting it had failed.
  await change({ 'own-orders': v.unknown() }, () => ({ 'own-orders': before }));
  cutLine();
  const given: CustomerList<PlacedOrder>[] = [];

  await expect(customerOrders(budi, (list) => given.push(list))).rejects.toThrow();

  expect(given).toEqual([]);
});

test('the same address written twice without a connection is saved once', async () => {
  const session = await withUnsaved();
  await saveOffline(session, cikini);

  expect(await pendingAddresses(session)).toHaveLength(1);
  expect(await sendPendingAddresses({ all: true })).toEqual({ needsLogin: false });

  expect(await savedAddresses(session)).toEqual([cikini]);
});

/** This customer's only address that is not saved. */
async function unsavedAddress(session: Session) {
  const [unsaved] = await pendingAddresses(session);
  if (unsaved?.addressId !== undefined || !unsaved) throw new Error('Nothing is unsaved');
  return unsaved;
}

const editUnsaved = async (session: Session, edited = kemang) =>
  editUnsavedAddress(await unsavedAddress(session), edited);

test('an address that is edited before it was saved is saved as edited, and stays chosen', async () => {
  const session = await withUnsaved();
  await chooseAddress(cikini);

  await editUnsaved(session);
  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([kemang]);
  expect(await stored('address')).toEqual(kemang);
  expect(await pendingAddresses(session)).toEqual([]);
});

test('an address that had arrived when it was edited is in the account once, as edited', async () => {
  const session = await loggedIn();
  await getCategories();
  answerCalls(isNewAddress, loseResponse, 1);
  expect(await saveAddress(session, cikini)).toBe('stored');
  await editUnsaved(session);
  // Once more before it is sent.
  await editUnsaved(session, { ...kemang, fullName: 'Sari' });

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([{ ...kemang, fullName: 'Sari' }]);
  expect([await pendingAddresses(session), await stored('address-changes')]).toEqual([[], []]);
});

test('an address that arrives while it is edited is in the account once, as edited', async () => {
  const session = await withUnsaved();
  interceptRequests(async (request) => {
    if (isNewAddress(request)) await editUnsaved(session);
  });
  await sendPendingAddresses({ all: true });
  expect(await pendingAddresses(session)).toMatchObject([{ address: kemang }]);

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([kemang]);
});

test('a refusal of an address does not count for what it was edited into meanwhile', async () => {
  const session = await withUnsaved();
  answerCalls(isNewAddress, async () => {
    await editUnsaved(session);
    return refusal(422, 'unknown_region');
  });
  await sendPendingAddresses({ all: true });

  expect(await pendingAddresses(session)).toMatchObject([{ address: kemang }]);
  expect((await pendingAddresses(session))[0]?.refused).toBeUndefined();
});

test.for<[string, (id: string) => Promise<unknown>]>([
  ['saved', () => sendPendingAddresses({ all: true })],
  ['removed', undoPendingAddress],
])('an address that was %s since its form was opened is in the account once, as edited', async ([, end]) => {
  const session = await withUnsaved();
  const opened = await unsavedAddress(session);
  await end(opened.id);

  await editUnsavedAddress(opened, kemang);
  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([kemang]);
  expect(await pendingAddresses(session)).toEqual([]);
});

test('an edit that ends after the logout stores nothing', async () => {
  const session = await withUnsaved();
  const opened = await unsavedAddress(session);
  await endSession();

  await editUnsavedAddress(opened, kemang);

  expect(await stored('unsaved-addresses')).toBeUndefined();
});

test('two tabs send each address once, also when they are robbed of their locks', async () => {
  const session = await withUnsaved();
  await saveOffline(session, kemang);
  grantAllLocks();
  const sent = requestsSent(isNewAddress);

  const tab = () => sendPendingAddresses({ all: true });
  await Promise.all([tab(), tab(), tab()]);

  expect(sent).toHaveLength(2);
  expect(await savedAddresses(session)).toHaveLength(2);
});

test('an address that one tab is sending is not sent by another', async () => {
  await withUnsaved();
  grantAllLocks();
  const sent = requestsSent(isNewAddress);
  let other: Promise<unknown> | undefined;
  interceptRequests(async (request) => {
    if (!isNewAddress(request)) return;
    other ??= sendPendingAddresses({ all: true });
    await other;
  });

  await sendPendingAddresses({ all: true });

  expect(sent).toHaveLength(1);
});

test('B41 no cache of the browser keeps a customer’s own lists', async () => {
  const session = await loggedIn();
  const sent = requestsSent();

  await customerAddresses(session, nothing);
  await customerOrders(session, nothing);
  await detectCapabilities();
  await customerOrders(session, nothing);

  const own = sent.filter(({ headers }) => headers.has('authorization'));
  expect(own.map(({ cache }) => cache)).toEqual(['no-store', 'no-store', 'no-store']);
});

test('an answer that is lost on the second try is noticed on the third', async () => {
  const session = await withUnsaved();
  answerCalls(isNewAddress, loseResponse, 1);

  await sendPendingAddresses({ all: true });
  expect(await pendingAddresses(session)).toHaveLength(1);
  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([cikini]);
  expect(await pendingAddresses(session)).toEqual([]);
});

test('a pause is over when the customer asks, unless the server asked for it', async () => {
  const session = await loggedIn();
  const now = Date.now();
  const clock = vi.spyOn(platform, 'now').mockReturnValue(now);
  answerCalls(isNewAddress, () => new Response(null, { status: 503, headers: { 'retry-after': '120' } }), 1);
  expect(await saveAddress(session, cikini)).toBe('stored');
  await saveOffline(session, kemang);

  await sendPendingAddresses();
  expect(await savedAddresses(session)).toEqual([]);
  await sendPendingAddresses({ all: true });
  expect(await savedAddresses(session)).toEqual([kemang]);
  clock.mockReturnValue(now + 121_000);
  await sendPendingAddresses();

  expect(await savedAddresses(session)).toEqual([kemang, cikini]);
});

test('an ended session keeps the address and says that only a login helps', async () => {
  const session = await withUnsaved();
  answerCalls(isAddress, sessionEnded);

  expect(await sendPendingAddresses({ all: true })).toEqual({ needsLogin: true });

  expect(await pendingAddresses(session)).toMatchObject([{ address: cikini }]);
});

test('one refused address does not hold up the next', async () => {
  const session = await withUnsaved({ ...cikini, kelurahan: '51.71.01.1001' });
  await saveOffline(session, kemang);

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([kemang]);
  expect(await pendingAddresses(session)).toMatchObject([{ refused: { code: 'unknown_region' } }]);
  const sent = requestsSent(isNewAddress);
  const later = Date.now() + 60_000;
  vi.spyOn(platform, 'now').mockReturnValue(later);
  await sendPendingAddresses({ all: true });
  expect(sent).toEqual([]);
});

test('an address that arrives when another customer has logged in is not among theirs', async () => {
  const sari = await loggedIn();
  interceptRequests(async (request) => {
    if (!isNewAddress(request)) return;
    await customerAddresses(await loggedIn('Budi'), nothing);
    await expect.poll(() => stored('own-addresses')).toBeDefined();
  });

  expect(await saveAddress(sari, cikini)).toBe('saved');

  expect(await savedAddresses(sari)).toEqual([cikini]);
  expect(await stored('own-addresses')).toMatchObject({ items: [] });
});

test('F28 nothing is called stored where the device stores nothing', async () => {
  const session = await loggedIn();
  cutLine();
  vi.spyOn(platform, 'indexedDB').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  disk.forgetConnection();

  await expect(saveAddress(session, cikini)).rejects.toBeInstanceOf(StorageFailed);
});

test('an outdated answer does not remove a newer address from the device', async () => {
  const { session } = await withStoredList([]);
  const late = holdResponse((request) => isAddress(request) && request.method === 'GET');
  const slow = customerAddresses(session, nothing);
  await late.reached;

  expect(await saveAddress(session, cikini)).toBe('saved');
  late.goOn();
  expect((await slow).items).toEqual([]);
  // What is written next is written after the late answer.
  await change({ probe: v.number() }, () => ({ probe: 1 }));

  expect(await stored('own-addresses')).toMatchObject({ items: [cikini] });
});

test('F15 a list that was stored before the clock was set back is replaced', async () => {
  const { session } = await withStoredList([]);
  await postAddress(session, cikini);
  const now = platform.now();
  vi.spyOn(platform, 'now').mockReturnValue(now - 3_600_000);

  await customerAddresses(session, nothing);

  await expect.poll(() => stored('own-addresses')).toMatchObject({ items: [cikini], asOf: now - 3_600_000 });
});
