import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { platform } from '#device/platform';
import { anOrder } from './board-fixture.ts';
import { fakeShop, json } from './fake-shop.ts';
import { closeCounters, findCard, openCounter } from './open-counter.tsx';

const page = { url: 'http://kedai.example' };
const session = { staff: { id: 1, name: 'Rina' }, token: 'secret' };

afterEach(closeCounters);

/** The connections of the counter to its database; the last one may be of an earlier test. */
const connections: IDBDatabase[] = [];

async function openWatched() {
  const { open } = IDBFactory.prototype;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    const request = open.apply(this, given);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  return openCounter(page, { session });
}

test('LB14: a database that is lost is opened again, and what was pressed is stored in it', async () => {
  const shop = fakeShop([anOrder()]);
  const user = await openWatched();
  const answer = Promise.withResolvers<Response>();
  shop.onChange = () => answer.promise;
  const card = within(await findCard('KT-261127-7M4Q'));

  for (const connection of connections) connection.close();
  await user.click(card.getByRole('button', { name: 'Sudah dibayar' }));
  await waitFor(() => expect(shop.changes).toHaveLength(1));

  const { readChanges, changesAtom } = await import('../../counter/state/changes.ts');
  const { createStore } = await import('jotai');
  const reloaded = createStore();
  await readChanges(reloaded);
  expect(reloaded.get(changesAtom)).toMatchObject([{ orderNumber: 'KT-261127-7M4Q', to: 'paid' }]);
  expect(screen.queryByText(/tidak bisa menyimpan/)).toBeNull();
  answer.resolve(json(anOrder({ status: 'paid', revision: 2 })));
  await waitFor(() => expect(screen.queryByText('Belum terkirim')).toBeNull());
});

test('LB14: a device that stores nothing any more says so, and works all the same', async () => {
  const shop = fakeShop([anOrder()]);
  const user = await openWatched();
  shop.onChange = () => json(anOrder({ status: 'paid', revision: 2 }));
  const card = within(await findCard('KT-261127-7M4Q'));
  expect(screen.queryByText(/tidak bisa menyimpan/)).toBeNull();
  const { indexedDB } = platform;
  platform.indexedDB = () => {
    throw new DOMException('The database server was lost', 'UnknownError');
  };

  for (const connection of connections) connection.close();
  await user.click(card.getByRole('button', { name: 'Sudah dibayar' }));

  expect(await screen.findByText(/Perangkat ini tidak bisa menyimpan/)).toBeVisible();
  await waitFor(() => expect(shop.changes).toHaveLength(1));
  platform.indexedDB = indexedDB;
});
