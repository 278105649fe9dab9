import { expect, onTestFinished, test, vi } from 'vitest';
import { loadWithRetry } from '../src/state/load-with-retry.ts';

/** A file that fails to load until `mend` is called, with fake timers. */
function fileOnADroppedLine() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let cut = true;
  const load = vi.fn(async () => {
    if (cut) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the file';
  });
  return {
    load,
    mend: () => {
      cut = false;
    },
  };
}

test('a file that does not load is asked for with growing pauses', async () => {
  const { load, mend } = fileOnADroppedLine();
  const file = loadWithRetry(load);

  for (const [asked, pause] of [3_000, 6_000, 12_000, 24_000, 30_000, 30_000].entries()) {
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(load).toHaveBeenCalledTimes(asked + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(asked + 2);
  }
  mend();
  await vi.advanceTimersByTimeAsync(30_000);

  expect(await file).toBe('the file');
});

test('once a file has loaded, nothing listens for the network any more', async () => {
  const { load, mend } = fileOnADroppedLine();
  const listens = vi.spyOn(globalThis, 'addEventListener');
  const file = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(3_000 + 6_000);
  mend();
  await vi.advanceTimersByTimeAsync(12_000);
  await file;

  const signals = listens.mock.calls.flatMap(([type, , options]) =>
    type === 'online' ? (options as AbortController) : [],
  );
  expect(signals.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('a file that did not load is asked for at once when the browser finds a network', async () => {
  const { load, mend } = fileOnADroppedLine();
  const file = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(0);
  mend();

  dispatchEvent(new Event('online'));

  expect(await file).toBe('the file');
});

test('whoever asks for a file that is being loaded waits for the same request', async () => {
  const { load, mend } = fileOnADroppedLine();
  const went: string[] = [];
  void loadWithRetry(load).then(() => went.push('who reads'));
  await vi.advanceTimersByTimeAsync(1_000);
  void loadWithRetry(load).then(() => went.push('who writes what was read'));

  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  mend();
  await vi.advanceTimersByTimeAsync(6_000);

  expect(load).toHaveBeenCalledTimes(3);
  expect(went).toEqual(['who reads', 'who writes what was read']);
});
