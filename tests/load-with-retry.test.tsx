import { expect, onTestFinished, test, vi } from 'vitest';
import { FileNotLoaded, loadWithRetry } from '../src/state/connection/load-with-retry.ts';

test('a screen whose file does not arrive is asked for a second time, and then said to be not loaded', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dropped = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(async () => Promise.reject(dropped));

  const outcome = loadWithRetry(load, { attempts: 2 }).catch((failure: unknown) => failure);
  await vi.runAllTimersAsync();

  expect(load).toHaveBeenCalledTimes(2);
  expect(await outcome).toBeInstanceOf(FileNotLoaded);
  // For the browser's own message the router would reload the page, also while an order is being sent (fault F33).
  expect(String(await outcome)).not.toContain(dropped.message);
});

test('a screen whose file arrives at the second attempt is shown', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn(async () => 'the screen').mockRejectedValueOnce(new TypeError('Failed to fetch'));

  const screen = loadWithRetry(load, { attempts: 2 });
  await vi.runAllTimersAsync();

  expect(await screen).toBe('the screen');
});
