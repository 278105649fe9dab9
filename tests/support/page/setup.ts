/**
 * Setup of every page and device test: a new device before it; after it, a check for unexpected console errors, and everything that was
 * replaced is restored, also the clock.
 */
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, expect, inject, type MockInstance, vi } from 'vitest';
import { shop } from '#core/shop';
import { weekdays } from '#core/weekdays';
import { platform } from '#device/platform';
import { leave } from './visit.tsx';

declare const happyDOM: { setURL(url: string): void };

// The real one, because a test may fake timers.
const { setImmediate } = globalThis;
const { asyncWrapper } = getConfig();

configure({
  // What was done or found has its consequences (a rendering, its effects, two frames) before the test goes on, however busy this machine is.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work();
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      return result;
    }),
  // As generous as `expect.poll` in vite.config.ts.
  asyncUtilTimeout: 30_000,
  // The page is printed for a failure only: a query that waits for an element fails many times before.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    const get = () => `${message}\n\n${prettyDOM(container)}`;
    return Object.defineProperty(error, 'message', { configurable: true, get });
  },
});

const ownPlatform = { ...platform };

/** The hours of `shop.config.json`. In all tests that do not set these the shop never closes, so that none depends on the time of day. */
export const configuredHours = shop.openingHours;

let complaints: MockInstance<typeof console.error>;

beforeEach(() => {
  shop.openingHours = [{ days: [...weekdays], opens: '00:00', closes: '00:00' }];
  happyDOM.setURL(`${inject('shopUrl')}/`);
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  // Restores what the test replaced.
  vi.useRealTimers();
  Object.assign(platform, ownPlatform);
  shop.openingHours = configuredHours;
  cleanup();
  await leave();
  const unexpected = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(unexpected, 'console.error').toEqual([]);
});

/** Expects a console error that matches, and removes it from the record; any that remains fails the test. */
export function expectConsoleError(pattern: RegExp) {
  const calls = complaints.mock.calls;
  const index = calls.findIndex((call) => pattern.test(call.map(String).join(' ')));
  expect(index, `console.error ${pattern}`).toBeGreaterThanOrEqual(0);
  calls.splice(index, 1);
}
