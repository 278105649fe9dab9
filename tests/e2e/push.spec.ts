import type { Page } from '@playwright/test';
import { loggedIn, store } from '../support/customer.ts';
import { expect, test } from '../support/shop-test.ts';

/** Delivers a push to the worker of a page, as the browser does for a push service (Chrome DevTools Protocol). */
async function deliverPush(page: Page, data: string) {
  const debug = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    }),
  );
  await debug.send('ServiceWorker.enable');
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data,
  });
  await debug.detach();
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }));
  });

test('W9: a push names the order of the customer who is notified, and none without one', async ({ page }) => {
  await page.context().grantPermissions(['notifications']);
  const { email } = await loggedIn(page);
  await store(page, { push: { customer: email } });
  await page.goto('/about');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const order_number = 'KT-261127-AAAA';

  await deliverPush(page, JSON.stringify({ order_number, status: 'ready' }));
  await expect.poll(() => notifications(page)).toEqual([{ title: 'Pesanan AAAA sudah siap', tag: order_number }]);
  await deliverPush(page, JSON.stringify({ order_number, status: 'delivering' }));
  await expect.poll(() => notifications(page)).toEqual([{ title: 'Pesanan AAAA sedang diantar', tag: order_number }]);

  await store(page, { auth: undefined, push: undefined });
  await deliverPush(page, JSON.stringify({ order_number, status: 'ready' }));
  await expect.poll(() => notifications(page)).toContainEqual({ title: 'Ada kabar dari kedai', tag: 'kedai' });
});
