/** The rhythm of the streams that say 'look again' (decision W4). */

/** The server sends a comment so often, in ms. */
export const heartbeatMs = 15_000;

/** After so many ms without a byte the line is broken. */
export const silenceMs = 3 * heartbeatMs;
