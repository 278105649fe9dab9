/** Replaced in tests (a second phone, a dead disk, a bad network), and where a browser offers a function in a secure context only. */
export const platform = {
  indexedDB: () => indexedDB,
  fetch: (request: Request) => fetch(request),
  caches: (): CacheStorage | undefined => globalThis.caches,
  locks: (): LockManager | undefined => navigator.locks,
  /** This device's clock may be wrong. */
  now: () => Date.now(),
  random: () => Math.random(),
  isPage: () => 'document' in globalThis,
};

/** Undefined where a browser has none, or refuses it because storage is blocked. */
export function channelNamed(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** RFC 9562, version 4. */
export const randomId = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
        const [byte = 0] = (crypto as Crypto).getRandomValues(new Uint8Array(1));
        return (Number(digit) ^ (byte & (15 >> (Number(digit) / 4)))).toString(16);
      });
