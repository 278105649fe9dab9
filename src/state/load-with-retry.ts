/** Files that the page cannot do without, over a line that may drop before they have come. */

/** Pauses before such a file is asked for again, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

type Load<Module> = () => Promise<Module>;

/** The modules that were asked for, each under the function that imports it. */
const asked = new Map<Load<unknown>, Promise<unknown>>();

/**
 * Imports a module by `load`, again and again until it has come; never rejects. Meanwhile the prerendered page can be
 * read, and taps are held (`early.ts`). All callers with the same `load` wait for one import, and continue in the order
 * in which they called, each in a task of its own.
 */
export function loadWithRetry<Module>(load: Load<Module>): Promise<Module> {
  const there = (asked.get(load) as Promise<Module> | undefined) ?? askedAgain(load);
  asked.set(load, there);
  return there.then(async (module) => {
    await nextTask();
    return module;
  });
}

/** Lets the browser handle a tap before the caller goes on, where it can (performance P5). */
export const nextTask = async () => globalThis.scheduler?.yield?.();

async function askedAgain<Module>(load: Load<Module>): Promise<Module> {
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await load();
    } catch (failure) {
      console.warn('Asked again', failure);
      // Until the screens can say it themselves the page does (`index.html`).
      if (globalThis.early) document.documentElement.dataset.cut = '';
      const listening = new AbortController();
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener('online', resolve, listening);
      });
      listening.abort();
    }
  }
}
