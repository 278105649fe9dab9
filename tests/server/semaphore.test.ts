import { setImmediate as pendingWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Semaphore } from '../../server/semaphore.ts';

test('a semaphore admits a limited number at once, and the others in the order of their requests', async () => {
  const semaphore = new Semaphore(2);
  const held: string[] = [];
  const ask = async (name: string) => {
    await semaphore.acquire();
    held.push(name);
  };

  const asking = ['one', 'two', 'three', 'four'].map(ask);
  await Promise.all(asking.slice(0, 2));
  expect(held).toEqual(['one', 'two']);
  semaphore.release();
  // A newcomer does not overtake those who already wait.
  const last = ask('last');
  semaphore.release();
  semaphore.release();
  await Promise.all([...asking, last]);

  expect(held).toEqual(['one', 'two', 'three', 'four', 'last']);
});

test('B48: those with priority go first, each lane in the order it came, and a full lane refuses its own newest only', async () => {
  const semaphore = new Semaphore(1, { maxWaiting: 2 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const served: string[] = [];
  const refused: string[] = [];
  const ask = (name: string, hasPriority: boolean) =>
    semaphore
      .run(async () => void served.push(name), hasPriority)
      .catch(({ code, details }) => void refused.push(`${name} ${code} ${details.retryAfter}`));

  const first = semaphore.run(() => released);
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

test('a semaphore goes on after work that failed', async () => {
  const semaphore = new Semaphore(1);

  const failed = semaphore.run(() => Promise.reject(new Error('no memory')));

  await expect(failed).rejects.toThrow('no memory');
  expect(await semaphore.run(async () => 'done')).toBe('done');
});
