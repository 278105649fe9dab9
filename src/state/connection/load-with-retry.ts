/** Imports files of this page that may not arrive, because the connection dropped or a deployment removed them. */
import { apiHost } from '#device/host';
import { reachUncached } from '#device/reachability';

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

/** `main.tsx` lets it wait until no order is being sent, and does not call it where a reload would lose what only the page has. */
export const missingFile = { reload: (): unknown => location.reload() };

/**
 * Imports a file, and retries until it arrives, or rejects with `FileNotLoaded` after so many attempts. Reloads the page for a file that does not
 * arrive although the shop answers for it: a deployment may have removed it, and many browsers never request a module again that did not arrive.
 */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  attempts = Number.POSITIVE_INFINITY,
): Promise<Module> {
  for (let attempt = 1, isAnswered = false, isReloading = false; ; attempt++) {
    try {
      return await load();
    } catch (cause) {
      if (isAnswered && !isReloading && !wasJustReloaded()) {
        isReloading = true;
        void missingFile.reload();
      }
      if (attempt >= attempts) throw new FileNotLoaded(load, { cause });
      console.warn('A file did not arrive', cause);
      await pauseAfter(attempt);
      isAnswered = await isAnsweredFor(cause);
    }
  }
}

/** Another reload would not help. */
const wasJustReloaded = () =>
  performance.now() < 60_000 &&
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';

/** A second before a file is requested the second time, later three, or until the device is connected. */
async function pauseAfter(attempts: number) {
  const listening = new AbortController();
  await new Promise((resolve) => {
    setTimeout(resolve, attempts === 1 ? 1_000 : 3_000);
    addEventListener('online', resolve, listening);
  });
  listening.abort();
}

/** Chromium and Firefox name the file in the error's message, Safari does not. */
const isAnsweredFor = (cause: unknown) =>
  reachUncached(/https?:\S+/.exec(`${cause}`)?.[0] ?? `${apiHost}/categories`).then(
    ({ status }) => status < 500,
    () => false,
  );
