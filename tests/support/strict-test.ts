/** `test` of the end-to-end tests: an unexpected console error fails it. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

export interface Watched {
  /** Names a console error, page error or CSP violation that this test causes; any other one fails it. */
  expected: (problem: RegExp) => void;
}

export const test = base.extend<Watched>({
  expected: [
    async ({ context }, use) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      // CSP violations are console errors, too.
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => problems.push(`${error.error().stack ?? error.error().message}`));

      await use((problem) => allowed.push(problem));

      expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser's own complaints about requests that were cut off. */
export const cut = /net::ERR_|Failed to load resource/;

/** Expects that axe finds no accessibility fault on the current screen. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();

  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(faults, page.url()).toEqual([]);
}
