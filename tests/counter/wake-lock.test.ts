import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCounter } from '../../counter/start.ts';

class Lock extends EventTarget {
  released = false;
  async release() {
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}

let locks: Lock[] = [];
let isRefused = false;
let stop = () => {};

beforeEach(() => {
  locks = [];
  isRefused = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const request = async () => {
    if (isRefused) throw new DOMException('Low battery', 'NotAllowedError');
    const lock = new Lock();
    locks.push(lock);
    return lock;
  };
  Object.assign(navigator, { wakeLock: { request } });
  const starting = startCounter(createStore(), { isBoard: false });
  stop = () => void starting.then((stopped) => stopped());
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  Object.assign(navigator, { wakeLock: undefined });
});

const pass = () => vi.advanceTimersByTimeAsync(2_000);

test('LB14: a lock that the system takes is asked for again', async () => {
  await pass();
  await locks[0]?.release();

  await pass();

  expect(locks).toHaveLength(2);
  expect(locks[1]?.released).toBe(false);
});

test.for([
  ['at the next touch', () => dispatchEvent(new Event('pointerdown'))],
  ['at the return to the page', () => document.dispatchEvent(new Event('visibilitychange'))],
] as const)('LB14: a lock that is refused is asked for %s', async ([, act]) => {
  await pass();
  isRefused = true;
  await locks[0]?.release();
  await pass();
  expect(locks).toHaveLength(1);
  isRefused = false;

  for (let times = 0; times < 2; times++) {
    act();
    await pass();
    expect(locks).toHaveLength(2);
  }
  stop();
  await pass();

  expect(locks.map(({ released }) => released)).toEqual([true, true]);
  act();
  await pass();
  expect(locks).toHaveLength(2);
});
