import type { Page } from '@playwright/test';
import { paths } from '#core/routes';
import { addToCart, loggedIn, seedCustomer } from '../support/customer.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { expect, expectAccessible, test } from '../support/shop-test.ts';

interface Visit {
  who: 'visitor' | 'customer';
  cart: 'empty' | 'full';
  colorScheme: 'light' | 'dark';
  width: 390 | 1280;
}

/** The one with the most on its screens. A visitor has no cart. */
const usual: Visit = { who: 'customer', cart: 'full', colorScheme: 'dark', width: 390 };

const every: Visit[] = (['visitor', 'customer'] as const)
  .flatMap((who) => (['empty', 'full'] as const).map((cart) => ({ who, cart })))
  .filter(({ who, cart }) => who === 'customer' || cart === 'empty')
  .flatMap((some) => (['light', 'dark'] as const).map((colorScheme) => ({ ...some, colorScheme })))
  .flatMap((some) => ([390, 1280] as const).map((width) => ({ ...some, width })));

const isUsual = (visit: Visit) => JSON.stringify(visit) === JSON.stringify(usual);

async function enter(page: Page, { who, cart, colorScheme, width }: Visit) {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (who === 'visitor') return;
  const sari = await loggedIn(page);
  if (cart === 'full') {
    await seedCustomer(page, sari);
    await page.goto('/products');
    await addToCart(page, 'Kopi Tubruk');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Keranjang, \d+ barang/ })).toBeVisible();
  }
}

for (const visit of every) {
  const { who, cart, colorScheme, width } = visit;
  const name = `every screen is accessible and does not shift for a ${who}, cart ${cart}, ${colorScheme}, ${width} wide`;

  test(isUsual(visit) ? name : `${name} @long`, async ({ page }) => {
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
    }
  });
}
