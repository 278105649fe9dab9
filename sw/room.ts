import { forgetImages, isFull } from '#device/public-caches';

/**
 * Runs `write`; on a full device deletes the cached pictures and retries once (decision S4). Resolves or rejects as
 * `write` does.
 */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await forgetImages();
    return write();
  }
}
