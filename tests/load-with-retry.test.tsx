import { expect, onTestFinished, test, vi } from 'vitest';
import { onRequestOutcome } from '#device/reachability';
import { FileNotLoaded, loadWithRetry, missingFile } from '../src/state/connection/load-with-retry.ts';
import { connectionLost } from './support/page/checkout.ts';

/** An import that fails so many times for a file of the shop, and goes on at once. */
function lostFile({ path = '/api/tags', failures = Number.POSITIVE_INFINITY } = {}) {
  const dropped = new TypeError(`Failed to fetch dynamically imported module: ${location.origin}${path}`);
  let attempts = 0;
  const load = vi.fn(async () => {
    if (++attempts <= failures) throw dropped;
    return 'the file';
  });
  const reload = vi.spyOn(missingFile, 'reload').mockReturnValue(undefined);
  const connected = setInterval(() => dispatchEvent(new Event('online')));
  onTestFinished(() => clearInterval(connected));
  return { dropped, load, reload };
}

test('a file that only the connection had lost is requested again without a reload', async () => {
  const { load, reload } = lostFile({ failures: 1 });

  expect(await loadWithRetry(load)).toBe('the file');

  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['that a deployment removed', '/api/nowhere'],
  ['that the shop has, but the browser does not request again,', '/api/tags'],
])('F33 a file %s is loaded by a reload of the page', async (_what, path) => {
  const { load, reload, dropped } = lostFile({ path });

  const outcome = await loadWithRetry(load, 4).catch((failure: unknown) => failure);

  expect(reload).toHaveBeenCalledOnce();
  expect(outcome).toBeInstanceOf(FileNotLoaded);
  // For the browser's own message the router would reload the page, also while an order is being sent.
  expect(String(outcome)).not.toContain(dropped.message);
});

test('a page that was reloaded less than a minute ago is not reloaded again', async () => {
  const { load, reload } = lostFile();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming]);
  const sinceReload = vi.spyOn(performance, 'now').mockReturnValue(59_000);

  await expect(loadWithRetry(load, 2)).rejects.toBeInstanceOf(FileNotLoaded);
  expect(reload).not.toHaveBeenCalled();
  sinceReload.mockReturnValue(61_000);
  await expect(loadWithRetry(load, 2)).rejects.toBeInstanceOf(FileNotLoaded);

  expect(reload).toHaveBeenCalledOnce();
});

test('F33 without a connection a missing file reloads nothing, and the connection is known to be lost', async () => {
  const { load, reload } = lostFile();
  vi.stubGlobal('fetch', connectionLost);
  const outcomes = new Set<string>();
  onTestFinished(onRequestOutcome((outcome) => outcomes.add(outcome)) as () => void);

  await expect(loadWithRetry(load, 3)).rejects.toBeInstanceOf(FileNotLoaded);

  expect(reload).not.toHaveBeenCalled();
  expect([...outcomes]).toEqual(['unanswered']);
});
