/** A customer at a table: from the scan of its code to the cup, while the counter takes the order through its steps. */
import type { Page } from '@playwright/test';
import { addToCart, agreeToStart, newPerson, payUntilAccepted, typeRegistration } from '../support/customer.ts';
import { test as base, cut, expect, expectAccessible } from '../support/shop-test.ts';
import { tcpProxyTo } from '../support/tcp-proxy.ts';

const test = base.extend({ baseURL: ({ counterShop }, use) => use(counterShop.url) });

const step = (page: Page) => page.locator('[aria-current=step]').filter({ visible: true });

/** From the menu with one product in the cart to the accepted order; resolves with its number. */
async function orderAtTable(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Keranjang, 1 barang' }).click();
  await page.getByRole('dialog', { name: 'Keranjang' }).getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/carts\/payment$/);
  await expect(
    page
      .getByText(/^Meja 7/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'BCA' }).check();
  await agreeToStart(page);
  await payUntilAccepted(page);
  const heading = page.getByRole('heading', { name: /^Pesanan KT-/ });
  return /KT-\S+/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
}

// Nine taps from the menu and five fields (decision O13).
test('a new customer scans a table, orders, and sees it come', async ({ page, counterShop: shop, expected }) => {
  expected(cut);
  const sari = newPerson();
  const line = await tcpProxyTo(shop.url);
  await page.goto(`${line.url}/?meja=7`);
  await expect(page.getByText('Anda di meja 7: kami antar ke sana.')).toBeVisible();
  await page.getByRole('link', { name: 'Beli Sekarang' }).click();
  await addToCart(page, 'Kopi Tubruk');
  const offer = page.getByRole('complementary', { name: 'Tadi Anda memilih' });
  await expect(offer).toContainText('Kopi Tubruk');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expectAccessible(page);
  await offer.getByRole('link', { name: 'Sign Up' }).click();
  await typeRegistration(page, sari);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(sari.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/products/);
  await expect(offer).toContainText('Kopi Tubruk ada di keranjang');
  const number = await orderAtTable(page);
  await expect(step(page)).toHaveText('Diterima kedai');

  await shop.change(number, 'waiting_payment', 'paid');
  await expect(step(page)).toHaveText('Dibayar');
  line.goesDead();
  await page.context().setOffline(true);
  await shop.change(number, 'paid', 'processing');
  await shop.change(number, 'processing', 'ready');
  await expect(page.getByText(/^Keadaan per pukul \d\d\.\d\d, belum tersambung$/)).toBeVisible();
  await expect(step(page)).toHaveText('Dibayar');
  line.isMended();
  await page.context().setOffline(false);

  await expect(step(page)).toHaveText('Siap');
  await expect(page.getByText('Kami antar ke meja 7')).toBeVisible();
  await expectAccessible(page);
  await line.close();
});
