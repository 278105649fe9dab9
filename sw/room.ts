import { forgetImages, isFull } from '#device/public-caches';

/** On a full device deletes the cached pictures and retries once (decision S4). */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await forgetImages();
    return write();
  }
}
