import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Session } from '#core/contract';
import { betweenShopAndPhone } from './support/page/checkout.ts';
import { onNavigator } from './support/page/on-navigator.ts';
import { ordered } from './support/page/placed-orders.ts';
import { loggedIn, stored, visit } from './support/page/visit.tsx';

/** A browser that can be notified, as far as the page sees it. */
function browserThatNotifies(answer: NotificationPermission = 'granted') {
  let subscription: { endpoint: string; unsubscribe(): Promise<boolean>; toJSON(): object } | undefined;
  const asked: string[] = [];
  const pushManager = {
    getSubscription: async () => subscription ?? null,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(applicationServerKey);
      const endpoint = 'https://push.example/browser';
      subscription = {
        endpoint,
        unsubscribe: async () => {
          subscription = undefined;
          return true;
        },
        toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
      };
      return subscription;
    },
  };
  const registration = { pushManager };
  const notification = {
    permission: 'default',
    requestPermission: vi.fn(async () => (notification.permission = answer)),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  onNavigator(
    'serviceWorker',
    Object.assign(new EventTarget(), {
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    }),
  );
  return { asked, notification, subscription: () => subscription };
}

/** The customer's dashboard, with an order under way; resolves with the requests about notifications. */
async function withOrder() {
  const session: Session = await loggedIn();
  await ordered(session, { 'kopi-tubruk': 1 });
  const requests: string[] = [];
  betweenShopAndPhone((request, send) => {
    if (request.url.includes('/push/')) requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return send();
  });
  const user = await visit('/account/dashboard');
  return { user, requests };
}

test('a customer with an order under way is notified after a tap, and not before, until they end it', async () => {
  const browser = browserThatNotifies();
  const { user, requests } = await withOrder();

  const offer = await screen.findByRole('button', { name: 'Beri tahu saya saat siap' });
  expect(browser.notification.requestPermission).not.toHaveBeenCalled();
  await user.click(offer);

  expect(await screen.findByText(/Kami beri tahu lewat HP ini/)).toBeVisible();
  expect(browser.asked).toEqual([expect.stringMatching(/^[\w-]{87}$/)]);
  expect(requests).toEqual(['GET /api/push/key', 'PUT /api/push/subscription']);
  await user.click(screen.getByRole('button', { name: 'Matikan' }));
  expect(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' })).toBeVisible();
  expect(browser.subscription()).toBeUndefined();
  expect(requests.at(-1)).toBe('DELETE /api/push/subscription');
});

test('F55: a customer who refuses is told what would help', async () => {
  browserThatNotifies('denied');
  const { user, requests } = await withOrder();

  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));

  expect(await screen.findByText(/Pemberitahuan diblokir/)).toBeVisible();
  expect(requests).toEqual([]);
});

test('F55: a customer who takes the permission back is told what would help', async () => {
  const browser = browserThatNotifies();
  const { user } = await withOrder();
  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));
  await screen.findByText(/Kami beri tahu lewat HP ini/);
  browser.notification.permission = 'denied';

  document.dispatchEvent(new Event('visibilitychange'));

  expect(await screen.findByText(/Pemberitahuan diblokir/)).toBeVisible();
});

test('F55: a browser that has forgotten its subscription is offered notifications again', async () => {
  const browser = browserThatNotifies();
  const { user } = await withOrder();
  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));
  await screen.findByText(/Kami beri tahu lewat HP ini/);
  await browser.subscription()?.unsubscribe();

  document.dispatchEvent(new Event('visibilitychange'));

  expect(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' })).toBeVisible();
});

test('F55: an iPhone that has not installed the shop is told to install it', async () => {
  onNavigator('standalone', false);
  await withOrder();

  expect(await screen.findByText(/Pasang kedai ini ke layar utama/)).toBeVisible();
});

test('F55: a browser that cannot be notified is offered nothing', async () => {
  await withOrder();

  expect(await screen.findByText('Diterima kedai', { selector: 'data' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Beri tahu saya saat siap' })).toBeNull();
});

test('B62: logging out ends the notifications of this device', async () => {
  const browser = browserThatNotifies();
  const { user } = await withOrder();
  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));
  await screen.findByText(/Kami beri tahu lewat HP ini/);

  await user.click(screen.getByRole('button', { name: 'Log Out' }));

  await waitFor(() => expect(browser.subscription()).toBeUndefined());
  await waitFor(async () => expect(await stored('push')).toBeUndefined());
});
