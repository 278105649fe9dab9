/**
 * The browser's functions that these modules use, in one place, so that a test can simulate a second phone, a dead disk
 * or a bad network. Functions that browsers offer only in a secure context are replaced where they are missing (a shop's
 * trial over plain http).
 */
export const platform = {
  indexedDB: () => indexedDB,
  fetch: (request: Request) => fetch(request),
  caches: (): CacheStorage | undefined => globalThis.caches,
  locks: (): LockManager | undefined => navigator.locks,
  /** Milliseconds since 1970 on this device's clock, which may be wrong. */
  now: () => Date.now(),
  /** At least 0, less than 1. */
  random: () => Math.random(),
};

/** A random UUID (RFC 9562, version 4). */
export const randomId = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
        const [byte = 0] = (crypto as Crypto).getRandomValues(new Uint8Array(1));
        return (Number(digit) ^ (byte & (15 >> (Number(digit) / 4)))).toString(16);
      });
