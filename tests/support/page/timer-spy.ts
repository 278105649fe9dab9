import { vi } from 'vitest';

/** Spies on the page's timers from now on. The returned function lists their delays in ms: how long a message stays (specification §9). */
export function spyOnTimers() {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return () => timers.mock.calls.map(([, ms]) => ms);
}
