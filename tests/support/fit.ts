/** Whether a screen fits the window, and a thumb. */
import type { Page } from '@playwright/test';

/** Elements that stick out of the page, or of the open dialog, to the right; empty if none does. */
export const overflowing = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const dialog = document.querySelector('dialog[open]');
    const scrolling = [document.documentElement, ...(dialog?.querySelectorAll(':scope, ul') ?? [])];
    const wide = scrolling.find((element) => element.scrollWidth > element.clientWidth);
    if (!wide) return [];
    const whole = dialog ?? document.body;
    const isClipped = ({ parentElement: around }: Element): boolean =>
      !!around && around !== whole && (getComputedStyle(around).overflowX !== 'visible' || isClipped(around));
    const found = [...whole.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !isClipped(element))
      .map((element) => element.outerHTML.slice(0, 150))
      .slice(0, 8);
    return [`${wide.scrollWidth} of ${wide.clientWidth}`, ...found];
  });

/** Controls that are too small for a thumb: under 44 pixels, except links within a sentence (WCAG 2.5.5). */
export const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [role=link], [role=combobox]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'))
      .flatMap((control) => {
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
        const sentence = control.closest('p')?.textContent?.trim() ?? '';
        if (control.tagName === 'A' && sentence.length > (control.textContent?.trim().length ?? 0)) return [];
        return Math.min(width, height) >= 43.5 || width === 1
          ? []
          : [`${control.outerHTML.slice(0, 120)} is ${Math.round(width)} × ${Math.round(height)}`];
      }),
  );
