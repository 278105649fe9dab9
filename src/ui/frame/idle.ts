/** Runs `work` once the browser has nothing better to do, and a second later at the latest. */
export const whenIdle = (work: () => unknown): void => {
  if (!globalThis.requestIdleCallback) setTimeout(work, 200);
  else requestIdleCallback(work, { timeout: 1_000 });
};
