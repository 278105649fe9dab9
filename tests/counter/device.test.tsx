import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { platform } from '#device/platform';
import { newModules } from '../device/history/world.ts';
import { anOrder } from './board-fixture.ts';
import { closeCounters, findCard, openFake } from './open-counter.tsx';

afterEach(closeCounters);

/** The counter's connection to its database is dead from now on; another one can be opened. */
function loseDatabase() {
  let dead: IDBDatabase | undefined;
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    if (this.name === 'kedai-counter') dead ??= this;
    if (this === dead) throw new DOMException('The connection is closing', 'InvalidStateError');
    return transaction.apply(this, given);
  });
}

test('LB14: a database that is lost is opened again, and what was pressed is stored in it', async () => {
  const { shop, user } = await openFake();
  const answer = Promise.withResolvers<Response>();
  shop.onChange = () => answer.promise;
  const card = within(await findCard('KT-261127-7M4Q'));

  loseDatabase();
  await user.click(card.getByRole('button', { name: 'Sudah dibayar' }));
  await waitFor(() => expect(shop.changes).toHaveLength(1));

  const { readChanges, changesAtom } = await import('../../counter/state/changes.ts');
  const { createStore } = await import('jotai');
  const reloaded = createStore();
  await readChanges(reloaded);
  expect(reloaded.get(changesAtom)).toMatchObject([{ orderNumber: 'KT-261127-7M4Q', to: 'paid' }]);
  expect(screen.queryByText(/tidak bisa menyimpan/)).toBeNull();
  answer.resolve(Response.json(anOrder({ status: 'paid', revision: 2 })));
  await waitFor(() => expect(screen.queryByText('Belum terkirim')).toBeNull());
});

test('LB14: a device that stores nothing any more says so, and works all the same', async () => {
  const { shop, user } = await openFake();
  shop.onChange = () => Response.json(anOrder({ status: 'paid', revision: 2 }));
  const card = within(await findCard('KT-261127-7M4Q'));
  expect(screen.queryByText(/tidak bisa menyimpan/)).toBeNull();
  const { indexedDB } = platform;
  platform.indexedDB = () => {
    throw new DOMException('The database server was lost', 'UnknownError');
  };

  loseDatabase();
  await user.click(card.getByRole('button', { name: 'Sudah dibayar' }));

  expect(await screen.findByText(/Perangkat ini tidak bisa menyimpan/)).toBeVisible();
  await waitFor(() => expect(shop.changes).toHaveLength(1));
  platform.indexedDB = indexedDB;
});

test('LB14: a device that has no database says so from the start', async () => {
  const { platform } = await newModules();
  platform.indexedDB = () => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  };
  const { useIsStoring, write } = await import('../../counter/state/device.ts');

  await write('sound', true);

  expect(renderHook(useIsStoring).result.current).toBe(false);
});
