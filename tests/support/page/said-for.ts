import { expect, vi } from 'vitest';

/** Listens to what is said from now on; the answer expects that some of it stands for so many ms (specification §9). */
export function sayingIsTimed() {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return (ms: number) => expect(timers.mock.calls.map(([, given]) => given)).toContain(ms);
}
