/** Which menu a page has shown, from its first frame on. */
import type { Page } from '@playwright/test';

type Watched = typeof globalThis & { titles: Set<string> };

/** Notes every title of the menu that is seen in a frame, on every page from the next one on. */
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

/** Those that were seen on the page that is shown. */
export const menuTitles = (page: Page) => page.evaluate(() => [...(globalThis as Watched).titles]);
