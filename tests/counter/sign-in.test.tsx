import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createStore } from 'jotai';
import * as v from 'valibot';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { StaffSession } from '#core/counter';
import { inTurn } from '#device/locks';
import { read } from '../../counter/state/device.ts';
import { hasDrafts, writeDraft } from '../../counter/state/form-drafts.ts';
import { sessionAtom, signIn } from '../../counter/state/session.ts';
import { openCounterShop } from '../support/counter-shop.ts';
import { cutLine, holdResponse, requestsSent } from '../support/page/checkout.ts';
import { closeCounters, findCard, openCounter } from './open-counter.tsx';

const shop = await openCounterShop();
afterAll(() => shop.close());
afterEach(closeCounters);

const usePhone = () => screen.findByRole('button', { name: 'Pakai perangkat ini' });

test('the link of an invitation signs the device in after a tap, also after a reload, and leaves the address', async () => {
  const number = await shop.order();
  const exchanged = requestsSent(({ url }) => url.endsWith('/staff/session'));

  const user = await openCounter(shop, { path: `/counter#undangan=${await shop.invite()}` });
  const button = await usePhone();
  expect(exchanged).toEqual([]);
  expect(location.hash).not.toBe('');
  await user.click(button);

  expect(await findCard(number)).toHaveTextContent('Meja 7');
  expect(exchanged).toHaveLength(1);
  expect(location.href).toBe(`${shop.url}/counter`);
  // `close` forgets the session in memory only.
  await user.close();
  await openCounter(shop);
  await findCard(number);
});

test('an invitation that is used or late is refused in words', async () => {
  const secret = await shop.invite();
  const first = await openCounter(shop, { path: `/counter#undangan=${secret}` });
  await first.click(await usePhone());
  await screen.findByRole('heading', { name: 'Papan pesanan' });
  await closeCounters();

  const second = await openCounter(shop, { path: `/counter#undangan=${secret}` });
  await second.click(await usePhone());

  expect(await screen.findByRole('alert')).toHaveTextContent('Undangan ini sudah dipakai atau kedaluwarsa.');
  expect(screen.queryByRole('button', { name: 'Pakai perangkat ini' })).toBeNull();
  expect(location.hash).toBe('');
});

test('without a connection the invitation can be tried again', async () => {
  const user = await openCounter(shop, { path: `/counter#undangan=${await shop.invite()}` });
  const line = cutLine();

  await user.click(await usePhone());
  expect(await screen.findByRole('alert')).toHaveTextContent('Kedai tidak menjawab');
  line.cut = false;
  await user.click(await usePhone());

  await screen.findByRole('heading', { name: 'Papan pesanan' });
});

test('a link that was cut short is told apart from a used one', async () => {
  await openCounter(shop, { path: '/counter#undangan=abc' });

  expect(await screen.findByRole('alert')).toHaveTextContent('Tautan ini tidak lengkap');
  expect(screen.queryByRole('button', { name: 'Pakai perangkat ini' })).toBeNull();
});

test('an invitation for a device that is in use does not end that by itself', async () => {
  const session = await shop.signIn();
  const user = await openCounter(shop, { path: `/counter#undangan=${await shop.invite('Joko')}`, session });

  expect(await screen.findByText('Perangkat ini sedang dipakai Rina.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tetap seperti sekarang' }));

  await screen.findByRole('heading', { name: 'Papan pesanan' });
});

/** A device with an order that is begun, and a press that has not reached the shop; the invitation is opened on it. */
async function openInvitation(name: string) {
  const number = await shop.order();
  const session = await shop.signIn();
  const user = await openCounter(shop, { path: '/counter#baru', session });
  await user.click(await screen.findByRole('button', { name: /^Klepon/ }));
  const line = cutLine(({ method }) => method === 'PATCH');
  await user.click(screen.getByRole('link', { name: 'Pesanan' }));
  await user.click(within(await findCard(number)).getByRole('button', { name: 'Sudah dibayar' }));
  await screen.findByText('Belum terkirim');
  location.hash = `#undangan=${await shop.invite(name)}`;
  await screen.findByRole('heading', { name: `Halo ${name}` });
  return { user, session, number, line };
}

test('signing in once more ends the session before, and loses nothing of what its member has done', async () => {
  const { user, session, number, line } = await openInvitation('Rina');
  expect(screen.queryByText(/akan hilang/)).toBeNull();

  await user.click(await usePhone());

  await expect.poll(() => askFor(session)).toBe(401);
  expect(await screen.findByText('Belum terkirim')).toBeVisible();
  line.cut = false;
  dispatchEvent(new Event('online'));
  await expect.poll(async () => (await shop.seen(number)).status).toBe('paid');
  location.hash = '#baru';
  expect(await screen.findByRole('button', { name: 'Kurangi Klepon' })).toBeVisible();
});

test('another member is told first what is lost by signing in', async () => {
  const { user, number } = await openInvitation('Joko');
  expect(screen.getByText('1 pesanan punya perubahan yang belum terkirim; itu akan hilang.')).toBeVisible();
  expect(screen.getByText('Pesanan baru yang belum dikirim akan hilang.')).toBeVisible();

  await user.click(await usePhone());

  await findCard(number);
  await waitFor(() => expect(screen.queryByText('Belum terkirim')).toBeNull());
  location.hash = '#baru';
  expect(await screen.findByText('Ketuk produk untuk menambahkannya.')).toBeVisible();
});

test('a page of the device that is still with the member before goes along with the next one, who stays signed in', async () => {
  const before = await shop.signIn();
  const board = await openCounter(shop, { session: before });
  await screen.findByRole('heading', { name: 'Papan pesanan' });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});

  const other = createStore();
  other.set(sessionAtom, before);
  await signIn(other, await shop.invite('Joko'));
  dispatchEvent(new Event('online'));

  await expect.poll(() => reload.mock.calls).not.toEqual([]);
  await board.close();
  const reloaded = await openCounter(shop);
  expect(reloaded.store.get(sessionAtom)).toMatchObject({ staff: { name: 'Joko' } });
});

async function leave(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: /^Perangkat/ }));
  await user.click(screen.getByRole('button', { name: 'Keluar dari perangkat ini' }));
  await user.click(screen.getByRole('button', { name: 'Ya, keluar' }));
  await screen.findByText(/Minta kode QR dari pemilik kedai/);
}

const askFor = ({ token }: StaffSession) =>
  fetch('/api/counter/board', { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);

test('leaving the device ends its session at the shop and removes what it knew', async () => {
  const number = await shop.order();
  const session = await shop.signIn();
  const user = await openCounter(shop, { session });
  await findCard(number);
  const stored = (key: string) => read(key, v.unknown());
  await expect.poll(() => stored('board')).toBeDefined();
  writeDraft('menu', 'Kopi Baru');

  await leave(user);

  await expect.poll(() => askFor(session)).toBe(401);
  for (const key of ['session', 'board', 'changes', 'draft', 'menu']) expect(await stored(key), key).toBeUndefined();
  expect([hasDrafts(), sessionStorage.length]).toEqual([false, 0]);
});

test('a menu that comes after its member has left is not stored', async () => {
  const menu = holdResponse(({ url }) => url.endsWith('/products'));
  const user = await openCounter(shop, { path: '/counter#menu', session: await shop.signIn() });
  await menu.reached;
  await leave(user);

  menu.goOn();
  await inTurn('menu', async () => undefined);

  expect(await read('menu', v.unknown())).toBeUndefined();
});

test('leaving without a connection ends the session when the shop is reached again', async () => {
  const session = await shop.signIn();
  const user = await openCounter(shop, { session });
  await screen.findByRole('heading', { name: 'Papan pesanan' });
  const line = cutLine();

  await leave(user);
  line.cut = false;
  await openCounter(shop);

  await expect.poll(() => askFor(session)).toBe(401);
});
