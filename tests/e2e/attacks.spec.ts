import { addAddress, addToCart, checkOut, defaultAddress, loggedIn, pay } from '../support/customer.ts';
import { expect, test } from '../support/shop-test.ts';

test('B13: what looks like markup stays text in an address, a search and an order @long', async ({ page }) => {
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  await loggedIn(page);
  await page.goto('/products?search=%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D1%22%3E');
  await page.goto('/products');
  await addToCart(page, 'Kopi Tubruk');
  await checkOut(page);
  await addAddress(page, { ...defaultAddress, fullName: markup, fullStreet: markup });
  await expect(page.getByText(markup).first()).toBeVisible();
  await pay(page, 'Goceng', 'BCA');

  await page.goto('/account/order-list');
  await expect(page.getByRole('row', { name: /KT-/ })).toContainText(markup);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toMatch(/^[12]$/);
});

test('B37, B38: an injected script can neither register a worker of its own nor forge messages of another tab', async ({
  page,
  expected,
}) => {
  expected(/Trusted ?Type|TrustedScriptURL/);
  const sari = await loggedIn(page);
  await page.goto('/account/dashboard');
  await expect(page.getByRole('cell', { name: sari.email })).toBeVisible();

  const refusal = await page.evaluate(async () => {
    for (const data of [
      { changed: 'auth' },
      { changed: ['auth'], value: { user: { fullName: 'Budi', email: 'b@example.com' }, token: 'stolen' } },
      { type: 'auth', token: 'stolen' },
      'auth',
    ]) {
      new BroadcastChannel('kedai').postMessage(data);
    }
    return navigator.serviceWorker.register('/evil.js').then(
      () => 'registered',
      (error: Error) => error.name,
    );
  });
  await page.goto('/account/address');
  await page.goto('/account/dashboard');

  expect(refusal).toBe('TypeError');
  await expect(page.getByRole('cell', { name: sari.email })).toBeVisible();
});
