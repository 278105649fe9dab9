/** `test` of the end-to-end tests: an unexpected console error fails it. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

export interface Watched {
  /** Names a console error, page error or CSP violation that this test causes from now on; any other one fails it. */
  expected: (problem: RegExp) => void;
}

export const test = base.extend<Watched>({
  expected: [
    async ({ context }, use) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      const note = (problem: string) => {
        if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
      };
      // CSP violations are console errors, too.
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(`${error.error().stack ?? error.error().message}`));

      await use((problem) => allowed.push(problem));

      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser's own complaints about requests that were cut off. */
export const cut = /net::ERR_|Failed to load resource/;

/** Expects that axe finds no accessibility fault on the current screen. */
export async function expectAccessible(page: Page) {
  // The 'legacy mode' does not open another page for each result; it leaves out frames of other origins, which cannot be reached here.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();

  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(faults, page.url()).toEqual([]);
}
