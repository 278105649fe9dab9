/** Cumulative layout shift (Layout Instability API), without what the customer brought about. */
import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}
type Watched = typeof globalThis & { shifted: number };

/** Adds the shifts of every page up, from its first paint on; call it before the first one. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) watched.shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How far the page that is shown has moved until now; 0.01 is what nobody sees (performance P4). */
export const layoutShift = (page: Page) => page.evaluate(() => (globalThis as Watched).shifted);
