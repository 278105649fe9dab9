import type { Page } from '@playwright/test';

/** Holds back all files that match; returns how to release them. */
export async function hold(page: Page, files: string) {
  const gate = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

/** Lets a page be painted, but holds back its scripts; returns how to release them. */
export const holdScripts = (page: Page) => hold(page, '**/assets/*.js');

/** Opens a page that is painted, but whose scripts are held back; returns how to release them. */
export async function openHeld(page: Page, address: string) {
  const letGo = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  return letGo;
}

/** From the next page on no timer of three seconds or more ends: on a slow machine no message goes too early, and no answer counts as slow. */
export const stopLongTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const later = (work: () => void, ms = 0) => setTimeout(work, ms < 3_000 ? ms : 2 ** 30);
    Object.assign(globalThis, { setTimeout: later });
  });

/** Waits until the worker serves the page, which is after it has stored its files. */
export const untilServed = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Waits until the page is hydrated and its early taps are replayed: `early` is removed then. */
export const untilHydrated = (page: Page) => page.waitForFunction(() => !Reflect.get(globalThis, 'early'));
