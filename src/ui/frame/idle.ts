/** Runs `work` when the browser is idle, at the latest after a second. */
export const whenIdle = (work: () => unknown): void => {
  if (!globalThis.requestIdleCallback) setTimeout(work, 200);
  else requestIdleCallback(work, { timeout: 1_000 });
};
