import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { withLock } from '#device/locks';
import { deliverDue } from '#device/outbox';
import { changeOutboxOrder, outboxOrdersOf } from '#device/outbox-store';
import { platform } from '#device/platform';
import { orderNotificationsAtom } from '../src/state/checkout/outbox.ts';
import { connectionLost, holdResponse, interceptRequests, isOrder, ordersOf } from './support/page/checkout.ts';
import { fakeClock } from './support/page/fake-clock.ts';
import { watchFor } from './support/page/page-observer.ts';
import { accepted, atPayment, pay, payBy, payWithoutResponse } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { findToast } from './support/page/toasts.ts';
import { type Customer, closeTabs, tellTabs, visit } from './support/page/visit.tsx';

test('an order whose answer was lost is safe to send again, and stays one order', async () => {
  const { session, user } = await atPayment();
  const pressedAgain = Promise.withResolvers<void>();
  let lost = false;
  interceptRequests(async (request, send) => {
    if (!isOrder(request)) return send();
    // The page also retries it automatically; those requests wait until the button was pressed again.
    if (lost) return pressedAgain.promise.then(send);
    lost = true;
    await send();
    return connectionLost();
  });

  await payBy(user, 'BCA');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('mungkin sudah sampai');
  expect(notice).toHaveTextContent('tidak akan dibuat dua kali');
  expect(notice).toHaveFocus();
  const toPending = within(notice).getByRole('link', { name: 'Lihat atau batalkan pesanan yang menunggu' });
  expect(toPending).toHaveAttribute('href', '/account/order-list');
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
  await user.click(pay());
  pressedAgain.resolve();

  await findToast(accepted);
  expect(await ordersOf(session)).toHaveLength(1);
});

test.each([
  ['at once', 0],
  ['an hour later', 60 * 60_000],
])('an API without keys is sent an order again, %s, only when the customer takes the risk', async (_when, later) => {
  hideApiHeader();
  const { now } = platform;
  const { user } = await atPayment();
  let sent = 0;
  interceptRequests((request, send) => (isOrder(request) && ++sent === 1 ? connectionLost() : send()));
  const question = { name: 'Kirim pesanan ini sekali lagi?' };

  await payBy(user, 'BCA');
  expect(await screen.findByRole('alert')).toHaveTextContent('mungkin sudah sampai');
  expect(screen.queryByRole('alertdialog', question)).not.toBeInTheDocument();
  platform.now = () => now() + later;
  await user.click(pay());
  await user.click(within(await screen.findByRole('alertdialog', question)).getByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(pay()).toHaveAttribute('aria-disabled', 'false'));
  expect(sent).toBe(1);
  await user.click(pay());
  await user.click(await screen.findByRole('button', { name: 'Ya, kirim lagi' }));

  await findToast(accepted);
  expect(sent).toBe(2);
});

test('pressing again after half an hour sends the pending order, and only that one', async () => {
  const { session, user, mend } = await payWithoutResponse();
  const id = await mend({ madeAt: Date.now() - 30 * 60_000 });

  await user.click(pay());

  await findToast(accepted);
  expect(await ordersOf(session)).toMatchObject([{ client_ref: id }]);
});

test('a pending order is still shown after another payment method was chosen', async () => {
  const { session, user } = await payWithoutResponse();
  const [entry] = await outboxOrdersOf(session);
  // Under the lock, so that no attempt of this page changes its state again.
  await withLock('kedai-outbox', async () => {
    const stored = { state: 'stored', everSent: false, notBefore: Date.now() + 60_000 } as const;
    await changeOutboxOrder(`${entry?.id}`, () => stored);
    tellTabs([`intent:${entry?.id}`]);
    await screen.findByText('Tersimpan di HP');

    await user.click(screen.getByRole('radio', { name: 'Indomaret' }));

    expect(await screen.findByRole('region', { name: 'Pesanan yang menunggu' })).toHaveTextContent('BCA');
  });
});

test('an order that the woken worker sent first is shown as accepted, not as unanswered', async () => {
  const { session, user } = await atPayment();
  let cut = true;
  interceptRequests((request, send) => {
    if (!cut || !isOrder(request)) return send();
    cut = false;
    // Waits for the lock next, like the worker.
    void deliverDue({ all: true });
    return connectionLost();
  });

  await payBy(user, 'BCA');

  await findToast(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await screen.findByRole('heading', { name: /^Pesanan KT-.* diterima kedai$/ })).toBeVisible();
  expect(screen.queryByText('Kedai belum menjawab')).not.toBeInTheDocument();
  expect(await ordersOf(session)).toHaveLength(1);
});

const sendNow = () => screen.findByRole('button', { name: 'Kirim sekarang' });

test.for<[string, isReloaded: boolean, (user: Customer) => unknown]>([
  ['by itself', false, () => dispatchEvent(new Event('online'))],
  ['by itself after a reload', true, () => dispatchEvent(new Event('online'))],
  ['by a press in its list after a reload', true, async (user) => user.click(await sendNow())],
])('an order that is sent %s ends the payment', async ([, isReloaded, send]) => {
  const { session, line, ...paid } = await payWithoutResponse();
  let { user } = paid;
  if (isReloaded) {
    const plain = pay().className;
    closeTabs();
    user = await visit('/carts/payment');
    await sendNow();
    // 'Bayar' is not highlighted while the pending order is the thing to press.
    await waitFor(() => expect(pay().className).not.toBe(plain));
  }
  line.cut = false;

  await send(user);

  await findToast(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await screen.findByRole('heading', { name: /^Pesanan KT-.* diterima kedai$/ })).toBeVisible();
  expect(screen.queryByText(/^Pesanan diterima kedai, KT-/)).not.toBeInTheDocument();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('an order that is accepted before the menu has arrived again ends the payment', async () => {
  const { line } = await payWithoutResponse();
  closeTabs();
  const { goOn } = holdResponse(({ url }) => url.endsWith('/products'));
  const user = await visit('/carts/payment');
  await screen.findByRole('link', { name: '1 pesanan menunggu' });
  line.cut = false;
  dispatchEvent(new Event('online'));
  const notifications = () => user.store.get(orderNotificationsAtom);
  await waitFor(() => expect(notifications()).toMatchObject([{ state: 'accepted' }]));
  await act(async () => undefined);
  expect(notifications()).toHaveLength(1);

  goOn();

  await findToast(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
});

test('an order that is sent while the tab is hidden is announced when the customer comes back', async () => {
  const { session, user, line } = await payWithoutResponse();
  await user.router.navigate({ to: '/about' });
  const clock = fakeClock();
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  line.cut = false;
  dispatchEvent(new Event('online'));
  await expect.poll(() => outboxOrdersOf(session), clock.still).toMatchObject([{ state: 'accepted' }]);
  // Longer than a message is shown.
  await clock.goOn(5_000);

  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(() => screen.queryByText(/^Pesanan diterima kedai, KT-/), clock.still).toBeVisible();
});

/** A customer who has pressed 'Bayar', and is on `path` when the shop answers. */
async function answeredAt(path: '/about' | '/carts/payment', refusal?: object) {
  const { user } = await atPayment();
  const refused = () => Response.json({ error: refusal }, { status: 409, headers: { 'kedai-api': '1' } });
  interceptRequests(async (request, send) => (refusal && isOrder(request) ? refused() : send()));
  const { goOn } = holdResponse(isOrder);
  await payBy(user, 'BCA');
  await screen.findByRole('button', { name: 'Mengirim pesanan…' });
  await user.router.navigate({ to: path });
  goOn();
  return user;
}

test('an answer that comes while the customer is on another screen is announced, and leads nowhere', async () => {
  const user = await answeredAt('/about');

  await findToast(accepted);
  expect(user.router.state.location.pathname).toBe('/about');
});

test.for([
  ['said on another screen', '/about', true],
  ['not said beside what the payment screen shows', '/carts/payment', false],
] as const)('O8 an answer that needs the customer is %s', async ([, path, isSaid]) => {
  const said = () => screen.queryByText('Pesanan Anda perlu persetujuan');
  const ever = watchFor(() => said() !== null);
  const user = await answeredAt(path, { code: 'paused', message: 'x' });

  if (isSaid) await waitFor(() => expect(said()).toBeVisible());
  else expect(await screen.findByRole('button', { name: 'Kirim nanti' })).toBeVisible();
  await user.router.navigate({ to: '/contact' });

  expect(ever()).toBe(isSaid);
});
