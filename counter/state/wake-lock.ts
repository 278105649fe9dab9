/** How long after the system has taken the lock it is requested again, in ms. */
const pause = 1_000;

/** Keeps the screen on while the page is visible, where the browser can (Screen Wake Lock). */
export function keepScreenOn() {
  let lock: WakeLockSentinel | undefined;
  let isAsking = false;
  const request = async () => {
    if (isAsking || document.visibilityState !== 'visible' || lock?.released === false) return;
    isAsking = true;
    // Refused with an empty battery, for example.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    isAsking = false;
    lock?.addEventListener('release', () => setTimeout(request, pause));
  };
  // The browser takes it back whenever the page is hidden, the system whenever it likes.
  document.addEventListener('visibilitychange', request);
  addEventListener('pointerdown', request);
  void request();
}
