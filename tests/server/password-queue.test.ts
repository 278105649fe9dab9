import { setImmediate as pendingWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PasswordQueue } from '../../server/accounts/password-queue.ts';

test('B48: known devices go first, each lane in the order it came, and a full lane refuses its own newest only', async () => {
  const queue = new PasswordQueue({ permits: 1, maxWaiting: 2 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const served: string[] = [];
  const refused: string[] = [];
  const ask = (name: string, isKnown: boolean) =>
    queue
      .run(isKnown, async () => void served.push(name))
      .catch(({ code, details }) => void refused.push(`${name} ${code} ${details.retryAfter}`));

  const first = queue.run(false, () => released);
  const asked = [
    ...['other 1', 'other 2', 'other 3'].map((name) => ask(name, false)),
    ...['known 1', 'known 2', 'known 3'].map((name) => ask(name, true)),
  ];
  await pendingWork();
  release();
  await Promise.all([first, ...asked]);

  expect(served).toEqual(['known 1', 'known 2', 'other 1', 'other 2']);
  expect(refused).toEqual(['other 3 busy 2', 'known 3 busy 2']);
});

test('a queue goes on after work that failed', async () => {
  const queue = new PasswordQueue({ permits: 1, maxWaiting: 1 });

  const failed = queue.run(false, () => Promise.reject(new Error('no memory')));

  await expect(failed).rejects.toThrow('no memory');
  expect(await queue.run(false, async () => 'done')).toBe('done');
});
