/** The pause before a file is requested again, in ms. */
const pauseMs = 3_000;

/**
 * Imports a file that the page loads automatically, and retries until it arrives; never rejects. Some browsers remember a
 * failed import: `missing-files.ts` reloads the page for them.
 */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (failure) {
      console.warn('A file did not arrive', failure);
      const listening = new AbortController();
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
        addEventListener('online', resolve, listening);
      });
      listening.abort();
    }
  }
}
