/** Runs `work` once the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  (globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 200)))(work);
};
