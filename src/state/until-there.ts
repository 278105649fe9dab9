/** Files that the page cannot do without, over a line that may drop before they have come. */
import type {} from './early.ts';

/** Pauses before such a file is asked for again, in ms. */
const shortestPause = 3_000;
const longestPause = 30_000;

/** Loads a module, again and again until it is there: what was rendered is read meanwhile, and what is tapped is kept (`early.ts`). */
export async function untilThere<Module>(load: () => Promise<Module>): Promise<Module> {
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
