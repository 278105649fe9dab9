import type { Page } from '@playwright/test';
import {
  addAddress,
  addToCart,
  checkOut,
  defaultAddress,
  join,
  loggedIn,
  newPerson,
  pay,
  products,
  seedCustomer,
} from '../support/customer.ts';
import { everything, missing } from '../support/menu-on-device.ts';
import { expect, expectAccessible, test } from '../support/shop-test.ts';

test('a new customer has a coffee delivered; nothing personal is in Cache Storage', async ({ page, isMobile }) => {
  const sari = newPerson();
  await join(page, sari);

  await page.goto('/products');
  // Above a phone's keyboard.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (isMobile) await page.setViewportSize({ width, height: 508 });
  await page.getByRole('button', { name: 'Cari produk' }).click();
  await page.getByRole('searchbox').fill('tubruk');
  await expect(products(page)).toHaveCount(1);
  await expect(products(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width, height });
  await addToCart(page, 'Kopi Tubruk');
  await addToCart(page, 'Kopi Tubruk');
  await expectAccessible(page);
  await checkOut(page);
  await addAddress(page, { ...defaultAddress, fullName: 'Sari Dewi Rahasia' });
  await expectAccessible(page);
  await pay(page, 'Mantap', 'BCA');

  const placed = page.getByRole('region', { name: /^Pesanan KT-/ });
  const title = await placed.getByRole('heading').first().textContent();
  const number = title?.split(' ')[1] ?? '';
  await page.goto('/account/order-list');
  const order = page.getByRole('row', { name: new RegExp(number) });
  await expect(order).toContainText('Rp37.000');
  await expect(order).toContainText('Menunggu pembayaran');

  await page.goto('/account/address');
  await expect(page.getByText('Sari Dewi Rahasia').first()).toBeVisible();
  await expect.poll(() => missing(page), { timeout: 60_000 }).toEqual([]);
  const cached = await page.evaluate(async () => {
    const all: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        const { pathname, search } = new URL(request.url);
        all.push({ path: pathname + search, text });
      }
    }
    return all;
  });
  expect(cached.length).toBeGreaterThan(everything.length);
  expect(cached.filter(({ path }) => /^\/api\/(carts|orders|delivery-address|auth)/.test(path))).toEqual([]);
  for (const secret of [sari.email, 'Sari Dewi Rahasia', 'Jalan Tepi Situ 7', '"token"']) {
    expect(cached.filter(({ text, path }) => text.includes(secret) && path.startsWith('/api/'))).toEqual([]);
  }
});

/** Opens the invoice of an order of so many products. */
async function openInvoice(page: Page, kinds: number) {
  await seedCustomer(page, await loggedIn(page), { kinds, qty: 1 });
  await page.goto('/account/order-list');
  await page.getByRole('link', { name: /^Invoice/ }).click();
  const invoice = page.getByRole('dialog', { name: 'Invoice' });
  await expect(invoice).toContainText('Menteng');
  return invoice;
}

test('a long invoice is printed on as many sheets as it needs, and says its total once @long', async ({ page }) => {
  await openInvoice(page, 36);

  const printed = (await page.pdf({ format: 'A4' })).toString('latin1');
  await page.setViewportSize({ width: 800, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(2);
  // A `tfoot` would be repeated at the end of every printed page.
  const sums = page.getByRole('rowgroup').filter({ hasText: 'Total belanja' });
  await expect(sums).not.toHaveCSS('display', 'table-footer-group');
});

test('on a roll of receipts the sums are aligned with the prices @long', async ({ page }) => {
  const invoice = await openInvoice(page, 2);

  await page.setViewportSize({ width: 272, height: 800 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  const rightEdgeOf = (row: RegExp) =>
    invoice
      .locator('tr', { hasText: row })
      .locator('td')
      .last()
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().right));
  expect(await rightEdgeOf(/Total belanja/)).toBe(await rightEdgeOf(/1 × Rp/));
  // Its background is not printed, so its padding must not shift the text.
  await expect(invoice.getByText('Menunggu pembayaran')).toHaveCSS('padding-left', '0px');
  // Whatever theme the screen has.
  await expect(invoice.getByText('Total belanja')).toHaveCSS('color', 'rgb(0, 0, 0)');
});
