/** A clock of the test's own, for what the page plans: it stands while this machine works, however busy that is. */
import { onTestFinished, vi } from 'vitest';
import { stored } from './visit.tsx';

/** By how much it goes on at once, in ms. */
const tick = 10;

/** Stands from now on until the test ends. Taken before anything stands between shop and phone: what is asked of nobody is not waited for. */
export function ownClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let underWay = 0;
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    underWay++;
    return reach(...asked).finally(() => underWay--);
  });

  /** Goes on until it is so, and stands whenever the shop is asked something or the device is at work. */
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
  /** For `expect.poll`, which by itself lets this clock go on with every look. Testing Library's waiting would wait for it. */
  const still = { interval: 0 };
  return { goOn, goOnUntil, still };
}
