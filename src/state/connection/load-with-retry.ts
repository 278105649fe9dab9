/** How long to wait before a file is asked for again, in ms. */
const pauseMs = 3_000;

/**
 * Imports what the page loads by itself, again and again until it arrives; never rejects. A browser that remembers a
 * failed import is helped by `missing-files.ts`.
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
