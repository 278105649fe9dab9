import { useSyncExternalStore } from 'react';

/** The current minute since 1970; undefined in a prerendered page, where it would be the build's. No atom: a first render has it, so nothing moves later. */
export const useMinute = () =>
  useSyncExternalStore<number | undefined>(
    everyMinute,
    () => Math.floor(Date.now() / 60_000),
    () => undefined,
  );

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, 15_000);
  return () => clearInterval(timer);
}
