import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createStore } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getProducts } from '#device/api';
import { withLock } from '#device/locks';
import { clearMessages, showMessage } from '../design/messages.tsx';
import { followUpdates, registerWorker } from '../src/register-worker.ts';
import { wantedProductAtom } from '../src/state/cart/cart.ts';
import { readOutboxAtom } from '../src/state/checkout/outbox.ts';
import { paymentAtom, sendingOrdersAtom } from '../src/state/checkout/stored-orders.ts';
import { followConnection } from '../src/state/connection/connection.ts';
import { isQuiet } from '../src/state/installation/update.ts';
import { deviceFailureAtom, followDevice, onlyThisPageAtom, readDeviceAtom } from '../src/state/storage/stored-atom.ts';
import { requestsSent } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { openPage } from './support/page/visit.tsx';

/** A new worker, with the events that workbox-window fires in every tab. */
function fakeWorker() {
  const listeners: Record<string, (event: { isUpdate: boolean }) => void> = {};
  return {
    addEventListener: vi.fn((type: string, listener: (event: { isUpdate: boolean }) => void) => {
      listeners[type] = listener;
    }),
    messageSkipWaiting: vi.fn(),
    update: vi.fn(async () => undefined),
    waits: () => act(async () => listeners.waiting?.({ isUpdate: true })),
    takesOver: ({ isUpdate = true } = {}) => act(async () => listeners.controlling?.({ isUpdate })),
  };
}

/** A tab with a worker that may be replaced, and a `reload` that is only counted. */
async function tab(path = '/about') {
  const store = createStore();
  const user = userEvent.setup();
  const worker = fakeWorker();
  const reload = vi.fn();
  const stops = [followConnection(store)];
  const router = await openPage(store, path);
  stops.push(followUpdates(store, router, worker as never, { networkIdle: async () => undefined, reload }));
  onTestFinished(async () => {
    // Ends the takeover, during which no other test's tab may send an order or take over, for up to ten seconds.
    await worker.takesOver();
    for (const stop of stops) stop();
  });
  stops.push(await followDevice(store));
  await screen.findByRole('main');
  return { store, router, user, worker, reload };
}

/** The same while a new version waits. */
async function tabWithUpdate(path?: string) {
  const opened = await tab(path);
  await opened.worker.waits();
  return opened;
}

const prompted = () => screen.findByRole('button', { name: 'Perbarui' });

test.for([
  ['it has taken over', true],
  ['ten seconds have passed', false],
] as const)('a new version holds orders back until %s, and no longer', async ([, takesOver]) => {
  const { worker } = await tabWithUpdate();
  const button = await prompted();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(button);
  await pass(0);
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
  const sent = vi.fn();

  const sending = withLock('kedai-outbox', async () => sent());
  await pass(9_900);
  expect(sent).not.toHaveBeenCalled();
  await (takesOver ? worker.takesOver() : pass(100));
  await sending;

  expect(sent).toHaveBeenCalledOnce();
});

test('the page is not reloaded while an order is being sent', async () => {
  await customer({}).onDevice();
  const { store, user, worker, reload } = await tabWithUpdate();
  act(() => store.set(sendingOrdersAtom, ['an order']));

  await user.click(await prompted());
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  act(() => store.set(sendingOrdersAtom, []));
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());
  act(() => store.set(paymentAtom, { sending: true }));
  await worker.takesOver();
  expect(reload).not.toHaveBeenCalled();
  act(() => store.set(paymentAtom, { sending: false }));

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a worker that was deleted with all stored data is not announced as a new version', async () => {
  const { worker, reload } = await tab();
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { controller: null } });

  await worker.takesOver();
  expect(screen.queryByRole('button', { name: 'Perbarui' })).not.toBeInTheDocument();
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { controller: {} } });
  await worker.takesOver();

  expect(await prompted()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('the very first worker is not announced as a new version either', async () => {
  const { worker, reload } = await tab();

  await worker.takesOver({ isUpdate: false });

  expect(screen.queryByRole('button', { name: 'Perbarui' })).not.toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
});

test('going to another screen takes a waiting new version', async () => {
  const { router, worker, reload } = await tabWithUpdate();
  await router.navigate({ to: '/about', hash: 'part' });
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();

  await router.navigate({ to: '/contact' });
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());
  await worker.takesOver();

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test.for([
  ['a customer is paying', '/carts/payment'],
  ['a customer logs in', '/account/login'],
] as const)('F31 going to another screen takes no new version while %s', async ([, to]) => {
  const { router, worker } = await tabWithUpdate();

  await router.navigate({ to });
  await screen.findByRole('main');

  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  expect(await prompted()).toBeVisible();
});

test('no new version is taken while an order is being sent, a message or a number is shown, a product waits for the login, or only the page keeps what there is', async () => {
  const { store } = await tab();
  const [coffee = null] = (await getProducts()).items;
  expect(isQuiet(store, '/about')).toBe(true);

  for (const [begin, end] of [
    [() => store.set(sendingOrdersAtom, ['an order']), () => store.set(sendingOrdersAtom, [])],
    [() => store.set(wantedProductAtom, coffee), () => store.set(wantedProductAtom, null)],
    [() => store.set(onlyThisPageAtom, true), () => store.set(onlyThisPageAtom, false)],
    [() => store.set(deviceFailureAtom, { cause: { name: 'Full' } }), () => store.set(deviceFailureAtom, undefined)],
    [() => showMessage('Anda berhasil menambahkan alamat', { ms: 2_000 }), clearMessages],
  ] as const) {
    await act(async () => void begin());
    expect(isQuiet(store, '/about'), `${begin}`).toBe(false);
    await act(async () => void end());
    expect(isQuiet(store, '/about'), `${end}`).toBe(true);
  }

  await customer({ accepted: true }).onDevice();
  await act(() => store.set(readDeviceAtom));
  await act(() => store.set(readOutboxAtom));
  expect(isQuiet(store, '/about')).toBe(false);
});

test('no new version is taken while the customer types or is asked something', async () => {
  const { store, user } = await tab();
  expect(isQuiet(store, '/about')).toBe(true);

  await user.click(screen.getByRole('button', { name: 'Cari produk' }));
  expect(screen.getByRole('searchbox', { name: 'Cari produk' })).toHaveFocus();
  expect(isQuiet(store, '/about')).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Keranjang' }));
  expect(await screen.findByRole('dialog', { name: 'Keranjang' })).toBeVisible();
  expect(isQuiet(store, '/about')).toBe(false);
});

test.for([
  ['', true],
  [', also where its first worker came during its visit', false],
] as const)(
  'a tab is reloaded only when it asks after another one has taken the new version%s',
  async ([, isUpdate]) => {
    const { user, worker, reload } = await tab();
    if (!isUpdate) await worker.takesOver({ isUpdate });
    await worker.waits();

    await worker.takesOver({ isUpdate });
    expect(reload).not.toHaveBeenCalled();
    await user.click(await prompted());

    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  },
);

test('F31 a new version that comes late does not reload a form that is being filled in', async () => {
  const { router, user, worker, reload } = await tabWithUpdate();
  await router.navigate({ to: '/contact' });
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());
  await router.navigate({ to: '/account/register' });

  await worker.takesOver();
  await user.type(await screen.findByLabelText('Nama lengkap'), 'Sari');
  expect(reload).not.toHaveBeenCalled();
  await user.click(await prompted());

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
});

test('a customer who agreed to the update sees that it is under way, and is not asked twice', async () => {
  const { router, user, worker, reload } = await tabWithUpdate('/account/register');

  await user.click(await prompted());

  expect(await screen.findByText('Memperbarui . . .')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Perbarui' })).not.toBeInTheDocument();
  await worker.takesOver();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(router.state.location.pathname).toBe('/account/register');
});

test.for<[string, (user: UserEvent) => Promise<void>]>([
  ['taps', (user) => user.click(screen.getByLabelText('Nama lengkap'))],
  ['types', (user) => user.keyboard('S')],
])('a customer who agreed to the update and %s on meanwhile is asked again', async ([, goOn]) => {
  const { user, worker, reload } = await tabWithUpdate('/account/register');
  await user.click(await prompted());
  await goOn(user);

  await worker.takesOver();
  expect(await prompted()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  await user.click(await prompted());

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a newer version that comes before the one agreed to replaces it', async () => {
  const { user, worker, reload } = await tabWithUpdate('/account/register');
  await user.click(await prompted());
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());

  await worker.waits();

  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledTimes(2));
  await worker.takesOver();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a worker of which a file did not arrive is installed again after a while', async () => {
  vi.stubEnv('PROD', true);
  Object.defineProperty(document, 'fonts', { value: { load: async () => [] }, configurable: true });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(document, 'fonts');
  });
  const register = vi
    .fn()
    .mockReturnValue(new Promise(() => {}))
    .mockRejectedValueOnce(new TypeError());
  stubNavigator('serviceWorker', Object.assign(new EventTarget(), { register }));
  const store = createStore();
  const settled = vi.fn();

  registerWorker(store, await openPage(store, '/about'), settled);

  await waitFor(() => expect(settled).toHaveBeenCalled());
  await waitFor(() => expect(register).toHaveBeenCalledTimes(2));
});

/** A tab behind another one, and its requests for the menu. */
async function hiddenTab() {
  const { worker } = await tab();
  const menus = requestsSent(({ url }) => url.endsWith('/api/products'));
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  return { worker, menus, visible };
}

test('a tab that comes back after a moment looks for a new version, but not for a new menu', async () => {
  const { worker, menus, visible } = await hiddenTab();
  visible.mockReturnValue('visible');

  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await act(() => new Promise(setImmediate));

  expect(worker.update).toHaveBeenCalledOnce();
  expect(menus).toEqual([]);
});

test('a tab that stays open looks for a new version every hour', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const { worker } = await tab();

  for (const [look, ms] of timers.mock.calls) if (ms === 60 * 60_000) (look as () => void)();

  expect(worker.update).toHaveBeenCalledOnce();
});

test('F35 a page that comes back after hours looks for a new version and a fresh menu', async () => {
  const { worker, menus, visible } = await hiddenTab();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 3 * 60 * 60_000);
  visible.mockReturnValue('visible');

  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

  expect(worker.update).toHaveBeenCalledOnce();
  await waitFor(() => expect(menus).not.toEqual([]));
});
