import { atom, createStore } from 'jotai';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessionAtom } from '../src/state/account/session.ts';
import { startRetryLoop } from '../src/state/connection/retry-loop.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/**
 * Something of a customer's waits, in ms, and is sent in a retry loop; `nextPause` is asked in each run, of which so many began. Returns when they
 * began, in ms since the start; the array grows.
 */
function retry(pause: number, nextPause: (runs: number) => number | Promise<number> = () => pause) {
  const start = Date.now();
  const began: number[] = [];
  const store = createStore();
  store.set(sessionAtom, {
    token: 'a token',
    user: { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890' },
  });
  const pendingAtom = atom([{ id: 'an order', notBefore: start + pause }]);
  const send = async () => {
    const next = await nextPause(began.push(Date.now() - start));
    store.set(pendingAtom, [{ id: 'an order', notBefore: Date.now() + next }]);
  };
  onTestFinished(startRetryLoop(store, { pendingAtom, send }));
  return began;
}

test('retries that could not store their pause come with growing pauses', async () => {
  const began = retry(0);

  await pass(10 * 60_000);

  expect(began.slice(0, 8)).toEqual([0, 2_000, 6_000, 14_000, 30_000, 62_000, 122_000, 182_000]);
});

test('F21 the browser is asked once to wake the worker for what waits', async () => {
  const register = vi.fn();
  stubNavigator('serviceWorker', { getRegistration: async () => ({ sync: { register } }) });
  const began = retry(0);

  await pass(10_000);

  expect(began).toHaveLength(3);
  expect(register).toHaveBeenCalledOnce();
});

test('F15 a clock that was set back does not stop retries for days', async () => {
  const began = retry(3 * 24 * 60 * 60_000);

  await pass(3 * 60_000);

  expect(began).toEqual([0, 60_000, 120_000, 180_000]);
});

test('a network that is found during a retry starts the next one at once', async () => {
  const answer = Promise.withResolvers<number>();
  const began = retry(0, (runs) => (runs === 1 ? answer.promise : 20_000));

  dispatchEvent(new Event('online'));
  await pass(1_000);
  answer.resolve(20_000);
  await pass(1_000);

  expect(began).toEqual([0, 1_000]);
});

test('a focused window retries only while it is visible', async () => {
  const began = retry(0, () => 20_000);
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(1_000);
  dispatchEvent(new Event('focus'));
  await pass(1_000);
  visible.mockReturnValue('visible');

  dispatchEvent(new Event('focus'));
  await pass(1_000);

  expect(began).toEqual([0, 2_000]);
});

test('a pause that ends during a retry does not start another one', async () => {
  const answer = Promise.withResolvers<number>();
  const began = retry(2_500, (runs) => (runs === 1 ? 2_500 : answer.promise));
  await pass(1_500);

  dispatchEvent(new Event('online'));
  await pass(2_000);
  answer.resolve(20_000);
  await pass(10_000);

  expect(began).toEqual([0, 1_500]);
});
