/** Runs `work` once the browser has nothing better to do. */
export const whenIdle = (work: () => unknown): void => {
  (globalThis.requestIdleCallback ?? ((later: () => unknown) => setTimeout(later, 200)))(work);
};
