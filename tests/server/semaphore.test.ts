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
