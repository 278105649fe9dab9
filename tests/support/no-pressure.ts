/** Limits of `under-pressure` for a shop in a test's own process, which does more than a shop: its load must refuse nothing. */
export const noPressure = { maxEventLoopDelay: 0, maxHeapUsedBytes: 0 };
