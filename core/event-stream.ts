/** Between two comments of the server (decision W4). */
export const heartbeatMs = 15_000;

/** After so many ms without a byte the line is broken. */
export const silenceMs = 3 * heartbeatMs;
