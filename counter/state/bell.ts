/** Rings for new orders until they are touched (decision W5): by Web Audio, so that no file is needed, and by vibrating. */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { newOrdersAtom } from './board.ts';
import { read, write } from './device.ts';

/** Whether this counter rings at all. */
export const isSoundOnAtom = atom(true);

/** Whether a browser lets this page make a sound: not before it was touched. */
export const canRingAtom = atom(false);

/** Whether new orders are heard: `locked` until the page is touched. */
export const soundAtom = atom((get) => (get(isSoundOnAtom) ? (get(canRingAtom) ? 'on' : 'locked') : 'off'));

/** While an order of this device's own is sent: the stream may bring it before its answer does. */
export const isSendingAtom = atom(false);

const isRingingAtom = atom((get) => get(isSoundOnAtom) && !get(isSendingAtom) && get(newOrdersAtom).size > 0);

const key = 'sound';

export async function readSound(store: Store) {
  store.set(isSoundOnAtom, (await read(key, v.boolean())) ?? true);
}

export function switchSound(store: Store, isOn: boolean) {
  store.set(isSoundOnAtom, isOn);
  void write(key, isOn);
}

/** The time from one ring to the next, in ms. */
const pause = 4_000;

/** Two notes that are heard over a grinder: the pitch in Hz, and when they begin, in s. */
const notes = [
  [880, 0],
  [1_174.7, 0.22],
  [880, 0.6],
  [1_174.7, 0.82],
] as const;
const noteLength = 0.45;

function chime(context: AudioContext) {
  for (const [pitch, from] of notes) {
    const start = context.currentTime + from;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.8, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteLength);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + noteLength);
  }
}

/** Rings as long as there are new orders; returns a function that stops it. */
export function ringForNewOrders(store: Store): () => void {
  let context: AudioContext | undefined;
  let ringing: ReturnType<typeof setInterval> | undefined;

  // Browsers allow sound from the first touch on, and may take it back, as iOS does after a call.
  const unlock = () => {
    if (!('AudioContext' in window)) return;
    if (!context || context.state === 'closed') {
      context = new AudioContext();
      context.onstatechange = onSuspended;
    }
    resume();
  };
  const resume = () => void context?.resume().then(follow, () => undefined);
  const follow = () => store.set(canRingAtom, context?.state === 'running');
  // A page that was touched may resume it by itself; where it may not, the next touch does.
  const onSuspended = () => {
    follow();
    if (context?.state !== 'running' && context?.state !== 'closed') resume();
  };

  const ring = () => {
    if (context?.state === 'running') chime(context);
    // Without a touch it would only be an error in the console.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  };
  const update = () => {
    clearInterval(ringing);
    ringing = undefined;
    if (!store.get(isRingingAtom)) return;
    ring();
    ringing = setInterval(ring, pause);
  };
  const ringAtOnce = () => {
    if (ringing !== undefined && store.get(canRingAtom)) ring();
  };

  const stopping = new AbortController();
  const { signal } = stopping;
  for (const touch of ['pointerdown', 'pointerup', 'keydown'])
    addEventListener(touch, unlock, { capture: true, signal });
  document.addEventListener('visibilitychange', onSuspended, { signal });
  const subscriptions = [store.sub(isRingingAtom, update), store.sub(canRingAtom, ringAtOnce)];
  update();
  return () => {
    stopping.abort();
    for (const stop of subscriptions) stop();
    clearInterval(ringing);
    void context?.close().catch(() => undefined);
    store.set(canRingAtom, false);
  };
}
