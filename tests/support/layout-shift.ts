/** Cumulative layout shift (Layout Instability API). */
import type { Page } from '@playwright/test';

type Watched = typeof globalThis & { shifted: number };

/** Adds up what moves on every page from its first paint on, for tests that touch nothing there; call it before the first one. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.shifted = 0;
    // Also what follows an input: to the browser the emulated screen is one, for half a second.
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How far the page that is shown has moved until now; 0.01 is what nobody sees (performance P4). */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    // What has moved is told once it is painted.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return (globalThis as Watched).shifted;
  });
