import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { pendingChanges } from '#device/pending-changes';
import { change, read } from '#device/store';
import { newDevice } from '../support/page/devices.ts';

const pending = pendingChanges({ read, change }, { pending: v.object({ id: v.string() }) });
const stored = async () => (await read({ pending: v.unknown() })).pending;

beforeEach(() => void newDevice());

test('a change that this version does not know is left as it is', async () => {
  const later = { kind: 'of a later version' };
  await change({ pending: v.unknown() }, () => ({ pending: [{ id: 'one' }, later] }));

  expect(await pending.read()).toEqual([{ id: 'one' }]);
  await pending.edit((changes) => ({ changes: [...changes, { id: 'two' }] }));

  expect(await stored()).toEqual([later, { id: 'one' }, { id: 'two' }]);
});

test('what is no list is none', async () => {
  await change({ pending: v.unknown() }, () => ({ pending: 'broken' }));

  expect(await pending.read()).toEqual([]);
  await pending.edit(() => ({ changes: [{ id: 'one' }] }));

  expect(await stored()).toEqual([{ id: 'one' }]);
});
