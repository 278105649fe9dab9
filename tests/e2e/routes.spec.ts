import type { Page } from '@playwright/test';
import { paths } from '#core/routes';
import { addToCart, loggedIn, seedCustomer, storedValue } from '../support/customer.ts';
import { overflowing, tooSmall } from '../support/fit.ts';
import { untilHydrated } from '../support/held-requests.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { expect, expectAccessible, test } from '../support/shop-test.ts';

interface Visit {
  who: 'visitor' | 'customer';
  cart: 'empty' | 'full';
  colorScheme: 'light' | 'dark';
  width: 320 | 390 | 1280;
}

/** The one with the most on its screens, on the smallest phone, or a desktop zoomed to 300 or 400 %. A visitor has no cart. */
const usual: Visit = { who: 'customer', cart: 'full', colorScheme: 'dark', width: 320 };
/** `tests/tokens.test.ts` compares the colours of both schemes. */
const rare: Visit[] = [
  { who: 'customer', cart: 'full', colorScheme: 'light', width: 390 },
  { who: 'customer', cart: 'full', colorScheme: 'light', width: 1280 },
  { who: 'customer', cart: 'empty', colorScheme: 'light', width: 1280 },
  { who: 'visitor', cart: 'empty', colorScheme: 'light', width: 320 },
];

async function enter(page: Page, { who, cart, colorScheme, width }: Visit) {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (who === 'visitor') return;
  const sari = await loggedIn(page);
  if (cart === 'empty') return;
  await seedCustomer(page, sari);
  // Orders that are not on the device yet are awaited for a second by the dashboard, and move what it shows then.
  await page.goto('/account/order-list');
  await expect.poll(() => storedValue(page, 'own-orders')).toBeDefined();
  await page.goto('/products');
  await addToCart(page, 'Kopi Tubruk');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Keranjang, \d+ barang/ })).toBeVisible();
}

for (const visit of [usual, ...rare]) {
  const { who, cart, colorScheme, width } = visit;
  const name = `every screen is accessible, fits and does not shift for a ${who}, cart ${cart}, ${colorScheme}, ${width} wide`;

  test(visit === usual ? name : `${name} @long`, async ({ page }) => {
    // Fifteen screens.
    test.slow();
    await enter(page, visit);
    await watchLayoutShift(page);

    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached();
      if (who === 'customer') await expect(page.getByRole('link', { name: 'Akun Sari' }), path).toBeVisible();
      await expectAccessible(page);
      expect(await layoutShift(page), path).toBeLessThanOrEqual(0.01);
      if (width !== 320) continue;
      // `small-screens.spec.ts` has long names on it.
      await expect.poll(() => overflowing(page), path).toEqual([]);
      await expect.poll(() => tooSmall(page), path).toEqual([]);
    }
  });
}

test('the back button closes the search and the panels before it leaves the screen', async ({ page }) => {
  await page.goto('/about');
  const device = page.getByRole('dialog', { name: 'Sinyal dan data di HP' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sinyal dan data di HP' }).click();
  await expect(device).toContainText('Tersimpan di perangkat ini');
  await page.goBack();
  await expect(device).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Utama' }).getByRole('link', { name: 'Product' }).click();
  const panel = page.getByRole('dialog', { name: 'Keranjang' });
  await page.getByRole('button', { name: 'Keranjang' }).click();
  await panel.getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect(panel).toBeHidden();

  const search = page.getByRole('searchbox', { name: 'Cari produk' });
  await page.getByRole('button', { name: 'Cari produk' }).click();
  await expect(search).toBeVisible();
  await page.reload();
  // Before that the page skips no entry.
  await untilHydrated(page);
  await expect(search).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/about');
});
