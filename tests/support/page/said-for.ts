import { expect, vi } from 'vitest';

/** Records timers from now on. The returned function expects that a message was shown for so many ms (specification §9). */
export function sayingIsTimed() {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return (ms: number) => expect(timers.mock.calls.map(([, given]) => given)).toContain(ms);
}
