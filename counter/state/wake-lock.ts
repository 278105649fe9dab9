/** Keeps the screen on while the page is visible, where the browser can (Screen Wake Lock). Returns a function that stops it. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let stopped = false;
  const request = async () => {
    if (stopped || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    // Refused with an empty battery, for example.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (stopped) void lock?.release();
  };
  // The browser takes it back whenever the page is hidden.
  document.addEventListener('visibilitychange', request);
  void request();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', request);
    void lock?.release();
  };
}
