import { expect, test, vi } from 'vitest';
import { customerOf } from '#core/contract';
import { pushKeys } from '#device/push';
import { endSession, storeSession } from '#device/session';
import { change } from '#device/store';
import { openOrders, renewSubscription, showNotification } from '../../sw/notifications.ts';
import { requestsSent } from '../support/page/checkout.ts';
import { stubNavigator } from '../support/page/stub-navigator.ts';
import { loggedIn } from '../support/page/visit.tsx';
import { json, startWorker } from '../support/page/worker-scope.ts';

const session = { user: { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890' }, token: 'a' };

/** Delivers a push; resolves with what the browser was to show. */
async function pushed(message: { order_number: string; status: string }) {
  const shown = vi.fn(async (_title: string, _options: NotificationOptions) => undefined);
  vi.stubGlobal('registration', { showNotification: shown });
  await showNotification({ text: () => JSON.stringify(message) } as Parameters<typeof showNotification>[0]);
  return shown.mock.calls.map(([title, options]) => ({ title, ...options }));
}

test.each([
  ['ready', 'Pesanan 7QKM sudah siap'],
  ['cancelled', 'Pesanan 7QKM dibatalkan'],
  ['di_jalan', 'Pesanan 7QKM berubah'],
  ['constructor', 'Pesanan 7QKM berubah'],
  ['__proto__', 'Pesanan 7QKM berubah'],
])('a notification of the status %s says %j', async (status, said) => {
  const order_number = 'KT-261127-7QKM';
  await storeSession(session);
  await change(pushKeys, () => ({ push: { customer: customerOf(session) } }));
  const setAppBadge = vi.fn(async () => undefined);
  stubNavigator('setAppBadge', setAppBadge);

  expect(await pushed({ order_number, status })).toMatchObject([{ title: said, tag: order_number, renotify: true }]);
  expect(setAppBadge.mock.calls).toEqual(status === 'ready' ? [[1]] : []);
});

test.each([
  ['has not asked for notifications', undefined, async () => {}],
  ['is another one than who has asked for them', { customer: 'budi@example.com' }, async () => {}],
  ['has logged out', { customer: customerOf(session) }, endSession],
])('W9: on a phone whose customer %s a push shows no number', async (_what, push, before) => {
  await storeSession(session);
  await change(pushKeys, () => ({ push }));
  await before();
  const setAppBadge = vi.fn(async () => undefined);
  stubNavigator('setAppBadge', setAppBadge);

  const shown = await pushed({ order_number: 'KT-261127-7QKM', status: 'ready' });

  expect(shown).toMatchObject([{ title: 'Ada kabar dari kedai', tag: 'kedai' }]);
  expect(setAppBadge).not.toHaveBeenCalled();
});

/** An open window, and what it was told; one that `answers` says that it can show the order list. */
function openWindow(path: string, { answers }: { answers: boolean }) {
  const told: unknown[] = [];
  return {
    url: `http://kedai.example${path}`,
    told,
    postMessage(message: { type: string }, [port]: MessagePort[] = []) {
      told.push(message.type);
      if (answers) port?.postMessage(true);
    },
    focus: vi.fn(async () => undefined),
  };
}

test.each([
  [
    'the counter and the screen in the shop',
    [openWindow('/counter', { answers: true }), openWindow('/counter/screen', { answers: true })],
  ],
  ['a page that still loads', [openWindow('/products', { answers: false })]],
  ['no window', []],
])('LB8: a tap on a notification opens a window where there is only %s', async (_what, windows) => {
  const openNew = vi.fn(async () => null);
  vi.stubGlobal('clients', { matchAll: async () => windows, openWindow: openNew });

  await openOrders();

  expect(openNew.mock.calls).toEqual([['/account/order-list']]);
  for (const { told, focus } of windows) {
    expect(told).not.toContain('SHOW_ORDERS');
    expect(focus).not.toHaveBeenCalled();
  }
});

test('LB8: a tap on a notification shows the orders in the page used last of those that can', async () => {
  const silent = openWindow('/products', { answers: false });
  const [used, older] = [openWindow('/about', { answers: true }), openWindow('/carts', { answers: true })];
  vi.stubGlobal('clients', { matchAll: async () => [silent, used, older] });

  await openOrders();

  expect(used.told).toContain('SHOW_ORDERS');
  expect(used.focus).toHaveBeenCalled();
  for (const { told } of [silent, older]) expect(told).toEqual(['CAN_SHOW_ORDERS']);
});

test('LB9: the shop is told of a subscription that the browser has replaced, of the customer who is notified only', async () => {
  const sari = await loggedIn();
  const sent = requestsSent(({ method }) => method === 'PUT');
  const subscription = { endpoint: 'https://push.example/2', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
  vi.stubGlobal('registration', { pushManager: { subscribe: async () => ({ toJSON: () => subscription }) } });

  await renewSubscription();
  expect(sent).toEqual([]);
  await change(pushKeys, () => ({ push: { customer: customerOf(sari) } }));
  await renewSubscription();

  expect(await Promise.all(sent.map((request) => request.json()))).toEqual([subscription]);
});

test('W9: the worker hears a tap on a notification, and that the browser has another subscription', async () => {
  await storeSession(session);
  await change(pushKeys, () => ({ push: { customer: customerOf(session) } }));
  const shop = { '/api/push/key': () => json({ key: 'key' }), '/api/push/subscription': () => json({}) };
  const { fire, registration, told, asked } = await startWorker({ shop });
  Object.assign(registration, { pushManager: { subscribe: async () => ({ toJSON: () => ({}) }) } });
  const notification = { close: vi.fn() };

  await fire('notificationclick', { notification });
  await fire('pushsubscriptionchange', {});

  expect(notification.close).toHaveBeenCalled();
  expect(told).toContain('/account/order-list');
  expect(asked()).toEqual(['/api/push/key', '/api/push/subscription']);
});
