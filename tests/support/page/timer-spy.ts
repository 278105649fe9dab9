import { vi } from 'vitest';
import { longestWait } from '#device/client';

/** Spies on the page's timers from now on. The returned function lists their delays in ms: how long a message stays (specification §9). */
export function spyOnTimers() {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return () => timers.mock.calls.map(([, ms]) => ms);
}

/** Disables timeouts of several seconds, so that no response counts as late, however busy this machine is. */
export function disableTimeouts() {
  const { setTimeout } = globalThis;
  const patient = (work: () => void, ms = 0, ...given: []) =>
    ms >= 1_000 && ms <= longestWait ? setTimeout(() => undefined) : setTimeout(work, ms, ...given);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(patient as typeof setTimeout);
}
