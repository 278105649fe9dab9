import { loggedIn } from '../support/customer.ts';
import { expect, test } from '../support/shop-test.ts';

test('B37, B38: an injected script can neither register a worker nor forge messages', async ({ page, expected }) => {
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
