/** Files that the page cannot do without, over a line that may drop before they have come. */

/** Pauses before such a file is asked for again, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

type Load<Module> = () => Promise<Module>;

/** What is on its way or there, by what brings it. */
const asked = new Map<Load<unknown>, Promise<unknown>>();

/**
 * Loads a module, again and again until it is there: what was rendered is read meanwhile, and what is tapped is kept (`early.ts`).
 * Whoever asks for it with the same `load` waits with the others, and they go on in the order in which they asked, each in a task
 * of its own.
 */
export function untilThere<Module>(load: Load<Module>): Promise<Module> {
  const there = (asked.get(load) as Promise<Module> | undefined) ?? askedAgain(load);
  asked.set(load, there);
  return there.then(async (module) => {
    await nextTask();
    return module;
  });
}

/** Between two tasks a slow phone is there for a tap (performance P5). */
export const nextTask = async () => globalThis.scheduler?.yield?.();

async function askedAgain<Module>(load: Load<Module>): Promise<Module> {
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await load();
    } catch (failure) {
      console.warn('Asked again', failure);
      // Until the screens can say it themselves the page does (`index.html`).
      if (globalThis.early) document.documentElement.dataset.cut = '';
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener('online', resolve, { once: true });
      });
    }
  }
}
