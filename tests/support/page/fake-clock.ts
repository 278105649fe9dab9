/** A fake clock for the page's timers that stops while requests or storage are busy, so that a slow machine changes nothing. */
import { vi } from 'vitest';
import { arrived, stored } from './visit.tsx';

/** The size of one step, in ms. */
const tick = 10;

/** Stops all that tells the page the time, until the test ends; storage goes on. */
export const stopClock = ({ shouldAdvanceTime = false } = {}) =>
  void vi.useFakeTimers({
    shouldAdvanceTime,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });

/** The same for a test that moves it. Call it before faking the connection: faked requests are not waited for. */
export function fakeClock() {
  stopClock();
  let underWay = 0;
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    underWay++;
    try {
      return await arrived(await reach(...asked));
    } finally {
      underWay--;
    }
  });

  /** Advances the clock until `isSo`, but only while no request is under way and the device is idle. */
  const goOnUntil = async (isSo: () => boolean) => {
    while (!isSo()) {
      await stored('auth');
      if (underWay === 0) await vi.advanceTimersByTimeAsync(tick);
    }
  };
  const goOn = (ms: number) => {
    const then = Date.now() + ms;
    return goOnUntil(() => Date.now() >= then);
  };
  /** Options for `expect.poll`, so that its polling does not advance this clock. Testing Library's own waiting would never end with it. */
  const still = { interval: 0 };
  return { goOn, goOnUntil, still };
}
