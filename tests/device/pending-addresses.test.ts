import { beforeEach, expect, test, vi } from 'vitest';
import type { NewAddress, SavedAddress, Session } from '#core/contract';
import { getProducts } from '#device/api';
import { withPending } from '#device/pending-address';
import {
  changeAddress,
  pendingAddresses,
  saveAddress,
  sendPendingAddresses,
  undoPendingAddress,
} from '#device/pending-addresses';
import { platform } from '#device/platform';
import { customerAddresses } from '#device/private-lists';
import { endSession, storeSession } from '#device/session';
import {
  answerCalls,
  chooseAddress,
  cikini,
  connectionLost,
  interceptRequests,
  listedAddresses,
  offline,
  requestsSent,
  savedAddresses,
} from '../support/page/checkout.ts';
import { customer } from '../support/page/customer.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';

const office: NewAddress = { ...cikini, fullName: 'Kantor', fullStreet: 'Jalan Kantor 1' };

// So that the device knows its host.
beforeEach(() => getProducts());

/** A customer with an address that the shop has and the device shows. */
async function withSavedAddress({ isChosen = false } = {}) {
  const session = await customer({ saved: [cikini], ...(isChosen && { address: cikini }) }).onDevice();
  const [before] = (await customerAddresses(session, () => undefined)).items;
  await expect.poll(() => stored('own-addresses')).toMatchObject({ items: [{}] });
  return { session, before: before as SavedAddress & { _id: string } };
}

async function changesOffline(session: Session, before: SavedAddress & { _id: string }, address?: NewAddress) {
  expect(await offline(() => changeAddress(session, before, address))).toBe('stored');
}

test('an edit is saved at once, and the chosen address follows it', async () => {
  const { session, before } = await withSavedAddress({ isChosen: true });

  expect(await changeAddress(session, before, office)).toBe('saved');

  expect(await savedAddresses(session)).toEqual([office]);
  expect(await stored('address')).toEqual(office);
  expect(await stored('own-addresses')).toMatchObject({ items: [{ ...office, _id: before._id }] });
  expect(await pendingAddresses(session)).toEqual([]);
});

test('an address that is not chosen is edited without a change of the chosen one', async () => {
  const { session, before } = await withSavedAddress();
  const other = { ...cikini, fullName: 'Lain' };
  await chooseAddress(other);

  await changeAddress(session, before, office);
  await changeAddress(session, { ...office, _id: before._id }, undefined);

  expect(await stored('address')).toEqual(other);
});

test.for([
  ['edit', office],
  ['deletion', undefined],
] as const)('an %s without an answer waits on the phone, is shown at once, and arrives later', async ([, address]) => {
  const { session, before } = await withSavedAddress({ isChosen: true });

  await changesOffline(session, before, address);

  const expected = address ? [address] : [];
  expect(await stored('address')).toEqual(address);
  expect(await savedAddresses(session)).toEqual([cikini]);
  const shown = withPending(await listedAddresses(session), await pendingAddresses(session));
  expect(shown).toMatchObject(expected.map((one) => ({ address: one })));
  expect(shown).toHaveLength(expected.length);
  await offline(() => sendPendingAddresses({ all: true }));
  expect(await pendingAddresses(session)).toMatchObject([{ attempts: 2 }]);
  expect(await sendPendingAddresses({ all: true })).toEqual({ needsLogin: false });
  expect(await savedAddresses(session)).toEqual(expected);
  expect(await pendingAddresses(session)).toEqual([]);
  expect(await stored('address')).toEqual(address);
});

test('of two changes of one phone only the later is sent', async () => {
  const { session, before } = await withSavedAddress();
  await changesOffline(session, before, office);
  await changesOffline(session, { ...office, _id: before._id }, undefined);
  const sent = requestsSent();

  await sendPendingAddresses({ all: true });

  expect(sent.map(({ method }) => method)).toEqual(['DELETE']);
  expect(await savedAddresses(session)).toEqual([]);
});

test('an edit that is made while an earlier one is being sent is sent, too', async () => {
  const { session, before } = await withSavedAddress();
  const morning = { ...cikini, fullName: 'Pagi' };
  await changesOffline(session, before, morning);
  interceptRequests(async (request) => {
    const isLater = (await request.clone().text()).includes(office.fullStreet);
    if (isLater) return connectionLost();
    if (request.method !== 'PUT') return;
    vi.spyOn(platform, 'now').mockReturnValue(Date.now() + 60_000);
    await changeAddress(session, { ...morning, _id: before._id }, office);
  });
  await sendPendingAddresses({ all: true });
  vi.unstubAllGlobals();

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([office]);
});

test('an edit that arrives when another customer has logged in leaves the address that they have chosen', async () => {
  const { session, before } = await withSavedAddress();
  interceptRequests(async (request) => {
    if (request.method !== 'PUT') return;
    await loggedIn('Budi');
    await chooseAddress(cikini);
  });

  expect(await changeAddress(session, before, office)).toBe('saved');

  expect(await stored('address')).toEqual(cikini);
});

test('of the edits of two phones the later wins, although it arrives first, and the other phone shows it', async () => {
  const { session, before } = await withSavedAddress({ isChosen: true });
  await changesOffline(session, before, { ...cikini, fullName: 'Pagi' });
  const now = Date.now();
  vi.spyOn(platform, 'now').mockReturnValue(now + 3_600_000);
  const onOtherPhone = await fetch(`/api/delivery-address/${before._id}?age=60000`, {
    method: 'PUT',
    body: JSON.stringify(office),
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
  });
  expect(onOtherPhone.status).toBe(200);

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([office]);
  expect(await stored('address')).toEqual(office);
  expect(await stored('own-addresses')).toMatchObject({ items: [office] });
});

test('an edit of an address that was deleted elsewhere ends, and the address is chosen no more', async () => {
  const { session, before } = await withSavedAddress({ isChosen: true });
  await changesOffline(session, before, office);
  await fetch(`/api/delivery-address/${before._id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${session.token}` },
  });

  await sendPendingAddresses({ all: true });

  expect(await pendingAddresses(session)).toEqual([]);
  expect(await stored('address')).toBeUndefined();
  await expect(changeAddress(session, before, office)).rejects.toThrow();
});

test('an edit and a deletion of an ended session wait for the login', async () => {
  const { session, before } = await withSavedAddress();
  const headers = { authorization: `Bearer ${session.token}` };
  await fetch('/api/auth/logout', { method: 'POST', headers });

  expect(await changeAddress(session, before, office)).toBe('stored');
  expect(await pendingAddresses(session)).toMatchObject([{ addressId: before._id, address: office }]);
  expect(await changeAddress(session, before)).toBe('stored');
  expect(await pendingAddresses(session)).toMatchObject([{ addressId: before._id }]);
  expect(await saveAddress(session, office)).toBe('needs_login');
});

test('an edit that the shop refuses later stays until it is undone, and then the chosen address is as before', async () => {
  const { session, before } = await withSavedAddress({ isChosen: true });
  await changesOffline(session, before, { ...cikini, kelurahan: '51.71.01.1001' });

  await sendPendingAddresses({ all: true });

  const [refused] = await pendingAddresses(session);
  expect(refused).toMatchObject({ refused: { code: 'unknown_region' } });
  await undoPendingAddress(refused?.id ?? '');
  expect(await pendingAddresses(session)).toEqual([]);
  expect(await stored('address')).toEqual(cikini);
});

test('a deleted address that is added again stays', async () => {
  const { session, before } = await withSavedAddress();
  await changesOffline(session, before);

  expect(await saveAddress(session, cikini)).toBe('saved');
  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([cikini]);
});

test('a deleted address that is added again without a connection stays', async () => {
  const { session, before } = await withSavedAddress();
  await changesOffline(session, before);
  expect(await offline(() => saveAddress(session, cikini))).toBe('stored');

  await sendPendingAddresses({ all: true });

  expect(await savedAddresses(session)).toEqual([cikini]);
});

test('what answers in the place of the shop saves and changes nothing: all of it stays pending', async () => {
  const { session, before } = await withSavedAddress();
  answerCalls(
    ({ method }) => method !== 'GET',
    ({ method }) => (method === 'POST' ? Response.json({}) : new Response('{}')),
  );

  expect(await saveAddress(session, office)).toBe('stored');
  expect(await changeAddress(session, before, office)).toBe('stored');
  expect(await changeAddress(session, { ...office, _id: before._id }, undefined)).toBe('stored');
});

test.for([
  ['the shop’s 500', 500, { error: { code: 'internal', message: 'y' } }],
  ['another shop’s 422', 422, { errors: ['street'] }],
] as const)('%s is an answer: nothing is pending, and a retry makes no second address', async ([, status, body]) => {
  const { session, before } = await withSavedAddress();
  const line = answerCalls(
    ({ method }) => method !== 'GET',
    async (_request, send) => {
      await send();
      return Response.json(body, { status, headers: { 'kedai-api': '1' } });
    },
  );

  await expect(saveAddress(session, office)).rejects.toThrow();
  await expect(changeAddress(session, before, { ...cikini, fullName: 'Rumah' })).rejects.toThrow();

  expect(await pendingAddresses(session)).toEqual([]);
  line.cut = false;
  expect(await saveAddress(session, office)).toBe('saved');
  expect(await savedAddresses(session)).toEqual([{ ...cikini, fullName: 'Rumah' }, office]);
});

test('changes belong to their customer, and are deleted with the session', async () => {
  const { session: sari, before } = await withSavedAddress();
  await changesOffline(sari, before, office);
  await loggedIn('Budi');
  await endSession();
  await storeSession(sari);
  expect(await pendingAddresses(sari)).toHaveLength(1);

  await endSession();

  expect(await stored('address-changes')).toBeUndefined();
});
