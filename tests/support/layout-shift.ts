/** Cumulative layout shift (Layout Instability API). */
import type { Page } from '@playwright/test';

type Watched = typeof globalThis & { shifted: number };

/** Sums up the layout shift of every page from its first paint on, for tests without input; call it before opening the first page. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.shifted = 0;
    // Includes shifts after an input: emulating a screen size counts as one for half a second.
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The layout shift of the current page so far; below 0.01 it is not visible (performance G1). */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    // Shifts are reported after they are painted.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return (globalThis as Watched).shifted;
  });
