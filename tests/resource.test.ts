import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { resource } from '../src/state/connection/resource.ts';

test('data loaded for one customer is not shown to the next, also when it arrives late', async () => {
  const customer = atom('sari');
  const late = Promise.withResolvers<string[]>();
  const answers = [Promise.resolve(['a latte for Sari']), late.promise];
  const list = resource(async () => answers.shift() ?? [], customer);
  const store = createStore();
  await store.set(list);
  expect(store.get(list)).toEqual({ status: 'success', data: ['a latte for Sari'] });
  const asked = store.set(list);

  store.set(customer, 'budi');
  expect(store.get(list)).toEqual({ status: 'idle' });
  late.resolve(['a mocha for Sari']);
  await asked;

  expect(store.get(list)).toEqual({ status: 'idle' });
});
