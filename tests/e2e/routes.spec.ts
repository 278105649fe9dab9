import { paths } from '#core/routes';
import { join, somebodyNew } from '../support/customer.ts';
import { expect, expectAccessible, test } from '../support/shop-test.ts';

test.describe('every screen is accessible and complains about nothing', () => {
  test('to a visitor, in light colours', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });

    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached();
      await expectAccessible(page);
    }
  });

  test('to a customer, in dark colours', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await join(page, somebodyNew());

    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Akun Sari' }), path).toBeVisible();
      await expectAccessible(page);
    }
  });
});
