/** Before every page and device test: a new device at the shop's address; after it: nothing unexpected on the console, and the browser as it was. */
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, inject, type MockInstance, vi } from 'vitest';
import { platform } from '#device/platform';
import { leave } from './visit.tsx';

declare const happyDOM: { setURL(url: string): void };

// As generous as `expect.poll` in vite.config.ts.
configure({ asyncUtilTimeout: 15_000 });

const ownPlatform = { ...platform };

let complaints: MockInstance<typeof console.error>;

beforeEach(() => {
  happyDOM.setURL(`${inject('shopUrl')}/`);
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  // What the test had the browser do.
  Object.assign(platform, ownPlatform);
  cleanup();
  await leave();
  const unexpected = complaints.mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(unexpected, 'console.error').toEqual([]);
});

/** Takes what the test expects to have been complained about; everything else fails it. */
export function expectComplaint(pattern: RegExp) {
  const calls = complaints.mock.calls;
  const index = calls.findIndex((call) => pattern.test(call.map(String).join(' ')));
  expect(index, `console.error ${pattern}`).toBeGreaterThanOrEqual(0);
  calls.splice(index, 1);
}
