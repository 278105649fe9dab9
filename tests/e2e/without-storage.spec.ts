/** A browser in which the shop may store nothing (private mode, policy): the shop works online, as long as the page is open (fault F28). */
import type { Page } from '@playwright/test';
import { cartButton, fromMenuToPayment, join, newPerson, payUntilAccepted, pressPay } from '../support/customer.ts';
import { cut, expect, expectAccessible, test } from '../support/shop-test.ts';

/** Makes every kind of storage fail as Chromium does when its settings forbid storing; taken from a real one, call by call. */
function denyStorage() {
  const rejects = (name: string) => () => Promise.reject(new DOMException('Denied', name));
  const throws = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  IDBFactory.prototype.open = () => {
    const request = { error: new DOMException('Denied', 'UnknownError') } as IDBOpenDBRequest;
    setTimeout(() => request.onerror?.(new Event('error')));
    return request;
  };
  LockManager.prototype.request = rejects('SecurityError');
  for (const call of ['has', 'open', 'match', 'keys'] as const) CacheStorage.prototype[call] = rejects('SecurityError');
  for (const call of ['register', 'getRegistration'] as const)
    ServiceWorkerContainer.prototype[call] = rejects('NotSupportedError');
  for (const storage of ['localStorage', 'sessionStorage']) Object.defineProperty(window, storage, { get: throws });
}

/** Registers, and goes on to the payment screen without loading another page. */
async function shopping(page: Page) {
  await page.addInitScript(denyStorage);
  await join(page, newPerson());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Product' }).click();
  await fromMenuToPayment(page);
}

test('F28 a browser without storage sends cart and order, and says what it cannot', async ({ page, expected }) => {
  expected(cut);
  const cartAtShop = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await shopping(page);
  await cartAtShop;
  await expect(page.getByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/)).toBeVisible();
  const keys: string[] = [];
  const pressedAgain = Promise.withResolvers<void>();
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    // The page also retries it automatically; those requests wait until the button was pressed again.
    if (keys.length > 1) return pressedAgain.promise.then(() => route.continue());
    // The order arrives, but the response is lost.
    await route.fetch();
    return route.abort();
  });

  await pressPay(page);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Kedai belum menjawab');
  await expect(notice).toContainText('Jangan tutup halaman ini sebelum kedai menjawab.');
  await expectAccessible(page);

  await payUntilAccepted(page, async () => {
    await pressPay(page);
    pressedAgain.resolve();
  });

  await expect(page.getByRole('heading', { name: /KT-/ })).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await page.getByRole('link', { name: /^Akun/ }).click();
  await page.getByRole('link', { name: 'Lihat pesanan Anda' }).click();
  await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(1);
});

test('F28 an order that it could not send is called unsent, and sent later @long', async ({ page, expected }) => {
  expected(cut);
  await shopping(page);
  await page.route('**/api/**', (route) => route.abort());
  // Once this has failed, the page knows that the shop is unreachable, and sends no order.
  const silent = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await cartButton(page).click();
  await page.getByRole('button', { name: 'Tambah Kopi Tubruk' }).click();
  await silent;
  await page.getByRole('dialog', { name: 'Keranjang' }).getByRole('button', { name: 'Tutup' }).click();

  await pressPay(page);
  await expect(page.getByRole('alert')).toContainText('Belum terkirim');
  await page.getByRole('link', { name: 'Lihat atau batalkan pesanan yang menunggu' }).click();

  const waiting = page.getByRole('region', { name: 'Pesanan yang menunggu' });
  await expect(waiting.getByRole('status')).toHaveText('Belum terkirim');
  await expect(waiting).toContainText('Jangan tutup halaman ini sebelum kedai menjawab.');
  await expect(page.getByText(/tersimpan di HP/i)).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('**/api/**');

  // It is sent automatically when its pause is over.
  await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(1, { timeout: 60_000 });
  await expect(waiting).toHaveCount(0);
});
