/** A file did not arrive. Not the browser's own error, for whose message the router would reload the page (fault F33). */
export class FileNotLoaded extends Error {
  override name = 'FileNotLoaded';

  /** Imports the file again. */
  readonly load: () => Promise<unknown>;

  constructor(load: () => Promise<unknown>, options?: ErrorOptions) {
    super('A file of the page was not loaded', options);
    this.load = load;
  }
}

/** The pause before a file is requested again, the second time and later, in ms. */
const pauseAfter = (attempts: number) => (attempts === 1 ? 1_000 : 3_000);

/**
 * Imports a file, and retries until it arrives, or rejects with `FileNotLoaded` after so many `attempts`. Some browsers remember a failed import:
 * `missing-files.ts` reloads the page for them.
 */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  { attempts = Number.POSITIVE_INFINITY } = {},
): Promise<Module> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load();
    } catch (cause) {
      if (attempt >= attempts) throw new FileNotLoaded(load, { cause });
      console.warn('A file did not arrive', cause);
      const listening = new AbortController();
      await new Promise((resolve) => {
        setTimeout(resolve, pauseAfter(attempt));
        addEventListener('online', resolve, listening);
      });
      listening.abort();
    }
  }
}
