import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { anyOrder, connectionLost, interceptRequests, ordersOf } from './support/page/checkout.ts';
import { setStatusAtCounter } from './support/page/counter.ts';
import { customer } from './support/page/customer.ts';
import { atPlainHost } from './support/page/plain-host.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { findToast } from './support/page/toasts.ts';
import { arrived, visit } from './support/page/visit.tsx';

const isWithdrawal = ({ method, url }: Request) => method === 'PATCH' && url.includes('/api/orders/');

/** A customer whose order was accepted a moment ago, on the list of orders. */
async function atAcceptedOrder() {
  await getCategories();
  const { session, user } = await customer({ accepted: true }).at('/account/order-list');
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  const press = async () => user.click(await screen.findByRole('button', { name: 'Batalkan pesanan' }));
  const confirm = async () => user.click(await screen.findByRole('button', { name: 'Ya, batalkan' }));
  const now = async () => (await ordersOf(session)).find(({ order_number }) => order_number === number);
  return { number, user, press, confirm, now };
}

test('W18 an order is cancelled after one question, and shown as that at once', async () => {
  const { user, press, confirm, now } = await atAcceptedOrder();

  await press();
  await user.click(await screen.findByRole('button', { name: 'Tidak jadi' }));
  expect((await now())?.status).toBe('waiting_payment');
  await press();
  await confirm();

  await findToast('Pesanan dibatalkan');
  expect(await now()).toMatchObject({ status: 'cancelled', reason: 'Dibatalkan pelanggan' });
  expect(screen.queryByRole('button', { name: 'Batalkan pesanan' })).toBeNull();
  expect(within(screen.getByRole('table')).getByText('Dibatalkan pelanggan')).toBeVisible();
  await user.router.navigate({ to: '/contact' });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/dibatalkan kedai/)).toBeNull();
});

test('W18 who is slower than the barista is told, and finds the way to the shop', async () => {
  const { number, press, confirm, now } = await atAcceptedOrder();
  interceptRequests(async (request, send) => {
    if (isWithdrawal(request)) await setStatusAtCounter(number, { from: 'waiting_payment', to: 'processing' });
    return send();
  });

  await press();
  await confirm();

  await findToast(/^Terlambat: pesanan sudah "Sedang dibuat"/);
  expect((await now())?.status).toBe('processing');
  const contact = await screen.findByRole('link', { name: 'Hubungi kedai' });
  expect(contact).toHaveAttribute('href', expect.stringContaining(number));
});

test('W18 a lost answer is asked for: the customer is told what is true', async () => {
  const { press, confirm, now } = await atAcceptedOrder();
  interceptRequests(async (request, send) => {
    const answer = await send();
    return isWithdrawal(request) ? connectionLost() : answer;
  });

  await press();
  await confirm();

  await findToast('Pesanan dibatalkan');
  expect((await now())?.status).toBe('cancelled');
});

test('W18 when the shop cannot be reached, nothing is said to be cancelled', async () => {
  const { press, confirm, now } = await atAcceptedOrder();
  const line = { isCut: false };
  interceptRequests((request, send) => {
    line.isCut ||= isWithdrawal(request);
    return line.isCut ? connectionLost() : send();
  });

  await press();
  await confirm();

  await findToast(/^Kedai belum menjawab, jadi pesanan mungkin belum batal/);
  line.isCut = false;
  expect((await now())?.status).toBe('waiting_payment');
});

test('W18 without a connection nothing is asked or sent', async () => {
  const line = { isCut: false };
  let sent = 0;
  // Also what is under way when it is cut: its answer would be taken for a connection.
  interceptRequests(async (request, send) => {
    sent += Number(isWithdrawal(request));
    const answer = line.isCut ? connectionLost() : arrived(await send());
    return (await answer) && line.isCut ? connectionLost() : answer;
  });
  const { press } = await atAcceptedOrder();
  line.isCut = true;
  await screen.findByRole('button', { name: 'Batalkan pesanan' });
  stubNavigator('onLine', false);
  dispatchEvent(new Event('offline'));
  await screen.findByText(/^Offline/);

  await press();

  await findToast('Membatalkan perlu koneksi. Coba lagi setelah tersambung.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toBe(0);
});

test('W18 a host that has not announced itself offers no cancelling', async () => {
  const { shop, session } = await atPlainHost();
  await deliver((await storeOutboxOrder(session, anyOrder())).id);
  await visit('/account/order-list');

  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1));
  expect(screen.queryByRole('button', { name: 'Batalkan pesanan' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Hubungi kedai' })).toBeNull();
  expect(shop.orders).toHaveLength(1);
});
