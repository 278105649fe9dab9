import { setImmediate as pendingWork } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PasswordQueue } from '../../server/accounts/password-queue.ts';

/** A queue whose only permit is taken, and what it serves and refuses as the permit is released again and again. */
function busyQueue(maxWaiting = 100) {
  const queue = new PasswordQueue({ permits: 1, maxWaiting });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const served: string[] = [];
  const refused: string[] = [];
  const asked = [queue.run(['first'], () => released)];
  return {
    ask(name: string, ...path: string[]) {
      const asking = queue.run(path, async () => void served.push(name));
      asked.push(asking.catch(({ code }) => void refused.push(`${name} ${code}`)));
    },
    async outcome() {
      await pendingWork();
      release();
      await Promise.all(asked);
      return { served, refused };
    },
  };
}

test('B48: networks take turns, however many of each wait', async () => {
  const { ask, outcome } = busyQueue();
  for (let at = 1; at <= 4; at++) ask(`a${at}`, 'a');
  for (let at = 1; at <= 2; at++) ask(`b${at}`, 'b');
  ask('c1', 'c');

  expect((await outcome()).served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('B48: the narrower networks of one wider network have one turn together, and take turns in it', async () => {
  const { ask, outcome } = busyQueue();
  for (let at = 1; at <= 3; at++) ask(`a${at}`, 'wide', `narrow ${at}`);
  ask('a4', 'wide', 'narrow 1');
  for (let at = 1; at <= 3; at++) ask(`b${at}`, 'b');

  expect((await outcome()).served).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4']);
});

test('B48: when too many wait, the newest of the largest network is refused', async () => {
  const { ask, outcome } = busyQueue(4);
  for (let at = 1; at <= 5; at++) ask(`a${at}`, 'a');
  for (let at = 1; at <= 2; at++) ask(`b${at}`, 'b');
  for (const name of ['c', 'd', 'e']) ask(name, name);

  const { served, refused } = await outcome();

  expect(refused).toEqual(['a5 busy', 'a4 busy', 'a3 busy', 'b2 busy', 'a2 busy', 'e busy']);
  expect(served).toEqual(['a1', 'b1', 'c', 'd']);
});

test('a queue goes on after work that failed', async () => {
  const queue = new PasswordQueue({ permits: 1, maxWaiting: 1 });

  const failed = queue.run(['a'], () => Promise.reject(new Error('no memory')));

  await expect(failed).rejects.toThrow('no memory');
  expect(await queue.run(['a'], async () => 'done')).toBe('done');
});
