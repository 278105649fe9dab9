import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Session } from '#core/contract';
import { getCategories } from '#device/api';
import { endSession } from '#device/session';
import { answerWorker } from '../src/register-worker.ts';
import { pushState, startPush } from '../src/state/account/push.ts';
import { sessionAtom } from '../src/state/account/session.ts';
import { connectionLost, cutLine, holdResponse, interceptRequests } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { loggedIn, logInAs, stored, visit } from './support/page/visit.tsx';

/** A browser that can be notified, as far as the page sees it. */
function stubPushManager(answer: NotificationPermission = 'granted') {
  const shown = [{ close: vi.fn() }];
  let subscription: { endpoint: string; unsubscribe(): Promise<boolean>; toJSON(): object } | undefined;
  const asked: string[] = [];
  const pushManager = {
    getSubscription: async () => subscription ?? null,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (subscription && asked.at(-1) !== applicationServerKey) throw new DOMException('', 'InvalidStateError');
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
  const registration = { pushManager, getNotifications: async () => shown };
  const notification = {
    permission: 'default',
    requestPermission: vi.fn(async () => (notification.permission = answer)),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  stubNavigator(
    'serviceWorker',
    Object.assign(new EventTarget(), {
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    }),
  );
  return { asked, notification, pushManager, shown, subscription: () => subscription };
}

/** The customer's dashboard, with an order under way; resolves with the requests about notifications. */
async function withOrder() {
  await getCategories();
  const requests: string[] = [];
  interceptRequests((request, send) => {
    if (request.url.includes('/push/')) requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return send();
  });
  const { user } = await customer({ ordered: { 'kopi-tubruk': 1 } }).at('/account/dashboard');
  return { user, requests };
}

/** The same customer, who is notified. */
async function notified() {
  const browser = stubPushManager();
  const { user, requests } = await withOrder();
  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));
  await screen.findByText(/Kami beri tahu lewat HP ini/);
  return { browser, user, requests };
}

/** A customer who is notified, goes to another tab and comes back. */
async function notifiedAndBack({ between }: { between: (browser: ReturnType<typeof stubPushManager>) => unknown }) {
  const { browser, requests } = await notified();
  requests.length = 0;
  await between(browser);
  document.dispatchEvent(new Event('visibilitychange'));
  return { browser, requests };
}

test('a customer with an order under way is notified after a tap, and not before, until they end it', async () => {
  const browser = stubPushManager();
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

test('a subscription that the shop has taken goes on, and can be ended, although its answer was lost', async () => {
  stubPushManager();
  const { user } = await withOrder();
  let isCut = true;
  interceptRequests(async ({ method }, send) => {
    const answer = await send();
    return isCut && method === 'PUT' ? connectionLost() : answer;
  });
  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));
  await screen.findByText(/^Pemberitahuan belum bisa diubah/);
  isCut = false;

  document.dispatchEvent(new Event('visibilitychange'));

  expect(await screen.findByRole('button', { name: 'Matikan' })).toBeVisible();
});

test('a customer who ends it without a connection is not told that it goes on', async () => {
  const { browser, user } = await notified();
  cutLine(({ method }) => method === 'DELETE');

  await user.click(screen.getByRole('button', { name: 'Matikan' }));

  expect(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' })).toBeVisible();
  expect(browser.subscription()).toBeUndefined();
  expect(screen.queryByText(/^Pemberitahuan belum bisa diubah/)).toBeNull();
});

test('F55: a customer who refuses is told what would help', async () => {
  stubPushManager('denied');
  const { user, requests } = await withOrder();

  await user.click(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' }));

  expect(await screen.findByText(/Pemberitahuan diblokir/)).toBeVisible();
  expect(requests).toEqual([]);
});

test('F55: a customer who takes the permission back is told what would help', async () => {
  await notifiedAndBack({ between: ({ notification }) => Object.assign(notification, { permission: 'denied' }) });

  expect(await screen.findByText(/Pemberitahuan diblokir/)).toBeVisible();
});

test('F55: a browser that has forgotten its subscription is offered notifications again', async () => {
  await notifiedAndBack({ between: ({ subscription }) => subscription()?.unsubscribe() });

  expect(await screen.findByRole('button', { name: 'Beri tahu saya saat siap' })).toBeVisible();
});

test('LB9: a shop that may have lost the subscription is sent it again when the offer is shown', async () => {
  const { requests } = await notifiedAndBack({ between: () => undefined });

  await waitFor(() => expect(requests).toEqual(['GET /api/push/key', 'PUT /api/push/subscription']));
  expect(screen.getByText(/Kami beri tahu lewat HP ini/)).toBeVisible();
});

test('LB9: a browser that is subscribed for another key than that of the shop subscribes anew', async () => {
  const { browser, requests } = await notifiedAndBack({
    between: async ({ pushManager, subscription }) => {
      await subscription()?.unsubscribe();
      await pushManager.subscribe({ applicationServerKey: 'of another shop' });
    },
  });

  await waitFor(() => expect(requests).toContain('PUT /api/push/subscription'));
  expect(browser.asked.at(-1)).toBe(browser.asked[0]);
});

test('LB9: nothing is said that the shop has not just confirmed', async () => {
  const { requests } = await notifiedAndBack({
    between: () => interceptRequests((request, send) => (request.method === 'PUT' ? connectionLost() : send())),
  });

  await waitFor(() => expect(requests).toEqual(['GET /api/push/key']));
  await waitFor(() => expect(screen.queryByText(/Kami beri tahu lewat HP ini/)).toBeNull());
});

test('a customer who ends it while the shop is asked about it is not told that it goes on', async () => {
  const { user } = await notified();
  const { reached, goOn } = holdResponse(({ method }) => method === 'PUT');
  document.dispatchEvent(new Event('visibilitychange'));
  await reached;
  await user.click(screen.getByRole('button', { name: 'Matikan' }));
  const offer = await screen.findByRole('button', { name: 'Beri tahu saya saat siap' });

  goOn();
  await waitFor(async () => expect(await stored('push')).toBeUndefined());

  expect(offer).toBeVisible();
});

test('F55: an iPhone that has not installed the shop is told to install it', async () => {
  stubNavigator('standalone', false);
  await withOrder();

  expect(await screen.findByText(/Pasang kedai ini ke layar utama/)).toBeVisible();
});

test('F55: a browser that cannot be notified is offered nothing', async () => {
  const { user } = await withOrder();

  expect(await screen.findByText('Diterima kedai', { selector: 'data' })).toBeVisible();
  // The page, which has asked before, has its answer by then.
  await act(() => pushState(user.store.get(sessionAtom) as Session));
  expect(screen.queryByRole('button', { name: 'Beri tahu saya saat siap' })).toBeNull();
});

test('B62: logging out ends the notifications of this device, and closes those that are shown', async () => {
  const { browser, user } = await notified();

  await user.click(screen.getByRole('button', { name: 'Log Out' }));

  await waitFor(() => expect(browser.subscription()).toBeUndefined());
  expect(browser.shown[0]?.close).toHaveBeenCalled();
  await waitFor(async () => expect(await stored('push')).toBeUndefined());
});

test('where no worker is installed, asking to be notified fails instead of waiting without end', async () => {
  stubPushManager();
  Object.assign(navigator.serviceWorker, { getRegistration: async () => undefined, ready: new Promise(() => {}) });

  await expect(startPush(await loggedIn())).rejects.toThrow('No worker');
});

test('a customer who logs out while the shop takes the subscription leaves nothing of it', async () => {
  stubPushManager();
  const session = await loggedIn();
  const late = holdResponse(({ method }) => method === 'PUT');
  const starting = startPush(session);
  await late.reached;
  await endSession();

  late.goOn();
  await starting;

  expect(await stored('push')).toBeUndefined();
});

test('LC9: the login of another customer closes what the one before was notified of', async () => {
  const { user: budi } = await loggedIn('Budi');
  const { browser, user } = await notified();

  await user.router.navigate({ to: '/account/login', state: { sessionEnded: true } });
  await logInAs(user, budi.email);

  await waitFor(() => expect(browser.shown[0]?.close).toHaveBeenCalled());
  await waitFor(() => expect(browser.subscription()).toBeUndefined());
});

test('LB8: a page says that it can show the orders of a notification, and shows them', async () => {
  stubPushManager();
  const { router } = await visit('/about');
  answerWorker(router);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  const say = (data: { type: string }, ports: MessagePort[] = []) =>
    navigator.serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports }));

  say({ type: 'CAN_SHOW_ORDERS' }, [port2]);
  await answer;
  expect(router.state.location.pathname).toBe('/about');
  say({ type: 'SHOW_ORDERS' });

  await waitFor(() => expect(router.state.location.pathname).toBe('/account/order-list'));
  port1.close();
});
