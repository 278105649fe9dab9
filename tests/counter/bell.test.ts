import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canRingAtom, isSoundOnAtom, readSound, ringForNewOrders, switchSound } from '../../counter/state/bell.ts';
import { newOrdersAtom, touchOrders } from '../../counter/state/board.ts';
import { clearDevice } from '../../counter/state/device.ts';
import { FakeAudio } from './fake-audio.ts';

let store = createStore();
let stop = () => {};
const vibrate = vi.fn();
const ring = (pause = 4_000) => vi.advanceTimersByTimeAsync(pause);
const arrive = (...numbers: string[]) => store.set(newOrdersAtom, new Set(numbers));

beforeEach(() => {
  FakeAudio.tones = 0;
  vibrate.mockClear();
  vi.stubGlobal('AudioContext', FakeAudio);
  Object.assign(navigator, { vibrate, userActivation: { hasBeenActive: true } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  store = createStore();
  stop = ringForNewOrders(store);
});

afterEach(async () => {
  stop();
  vi.useRealTimers();
  await clearDevice();
});

async function touchScreen() {
  dispatchEvent(new Event('pointerdown'));
  await expect.poll(() => store.get(canRingAtom)).toBe(true);
}

test('new orders ring and vibrate until each one is touched', async () => {
  await touchScreen();

  arrive('KT-1', 'KT-2');
  const once = FakeAudio.tones;
  expect(once).toBeGreaterThan(0);
  await ring();
  touchOrders(store, ['KT-1']);
  await ring();
  expect(FakeAudio.tones).toBe(3 * once);
  expect(vibrate).toHaveBeenCalledTimes(3);

  touchOrders(store, ['KT-2']);
  await ring();
  expect(FakeAudio.tones).toBe(3 * once);
});

test('nothing sounds before the page was touched; from the touch on it does at once', async () => {
  arrive('KT-1');
  await ring();
  expect(FakeAudio.tones).toBe(0);
  expect(store.get(canRingAtom)).toBe(false);

  await touchScreen();

  expect(FakeAudio.tones).toBeGreaterThan(0);
});

test('LB14: a sound that the browser suspends, as for a call, is resumed at once, or at the next touch', async () => {
  await touchScreen();
  const suspend = () => {
    FakeAudio.last.state = 'suspended';
    FakeAudio.last.onstatechange();
  };

  suspend();
  await expect.poll(() => store.get(canRingAtom)).toBe(true);
  FakeAudio.isRefused = true;
  suspend();
  expect(store.get(canRingAtom)).toBe(false);
  FakeAudio.isRefused = false;
  await touchScreen();
  const { last } = FakeAudio;
  last.state = 'closed';
  last.onstatechange();
  await touchScreen();

  expect(FakeAudio.last).not.toBe(last);
});

test('a page that was never touched does not vibrate: the browser would only complain', () => {
  Object.assign(navigator, { userActivation: { hasBeenActive: false } });

  arrive('KT-1');

  expect(vibrate).not.toHaveBeenCalled();
});

test('the bell can be switched off, also for the next time', async () => {
  await touchScreen();
  arrive('KT-1');
  const once = FakeAudio.tones;

  switchSound(store, false);
  await ring();
  expect(FakeAudio.tones).toBe(once);

  const next = createStore();
  await readSound(next);
  expect(next.get(isSoundOnAtom)).toBe(false);
});
