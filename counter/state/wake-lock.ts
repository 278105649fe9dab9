/** How long after the system has taken the lock it is requested again, in ms. */
const pause = 1_000;

/** Keeps the screen on while the page is visible, where the browser can (Screen Wake Lock). Returns a function that stops it. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isAsking = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();
  const request = async () => {
    if (isAsking || stopping.signal.aborted || document.visibilityState !== 'visible' || lock?.released === false)
      return;
    isAsking = true;
    // Refused with an empty battery, for example.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    isAsking = false;
    if (stopping.signal.aborted) return void lock?.release();
    lock?.addEventListener('release', () => {
      clearTimeout(retry);
      retry = setTimeout(request, pause);
    });
  };
  // The browser takes it back whenever the page is hidden, the system whenever it likes.
  document.addEventListener('visibilitychange', request, stopping);
  addEventListener('pointerdown', request, stopping);
  void request();
  return () => {
    stopping.abort();
    clearTimeout(retry);
    void lock?.release();
  };
}
