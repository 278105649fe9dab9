/** Which menu titles a page has shown, from its first frame on. */
import type { Page } from '@playwright/test';

type Watched = typeof globalThis & { titles: Set<string> };

/** Records every menu title that a frame shows, on all pages opened from now on. */
export const watchMenuTitles = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.titles = new Set();
    const look = () => {
      const title = document.getElementById('menu-title');
      if (title?.checkVisibility({ visibilityProperty: true })) watched.titles.add(title.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** The titles recorded on the current page. */
export const menuTitles = (page: Page) => page.evaluate(() => [...(globalThis as Watched).titles]);
