import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { changeOutboxOrder, outboxOrdersOf } from '#device/outbox-store';
import {
  chooseAddress,
  cikini,
  connectionLost,
  fillCart,
  interceptRequests,
  isOrder,
  postAddress,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { payWithoutResponse } from './support/page/payment-screen.ts';
import { strip } from './support/page/toasts.ts';
import { translatePage } from './support/page/translated-page.ts';
import { loggedIn, visit } from './support/page/visit.tsx';

test('a translated list of pending orders shows that one of them is being sent', async () => {
  const { session, user } = await payWithoutResponse();
  const [{ id } = { id: '' }] = await outboxOrdersOf(session);
  await changeOutboxOrder(id, () => ({ state: 'stored', everSent: false, notBefore: Date.now() + 60_000 }));
  const worker = new BroadcastChannel('kedai');
  worker.postMessage({ changed: [`intent:${id}`] });
  onTestFinished(() => worker.close());
  await user.router.navigate({ to: '/account/order-list' });
  await screen.findByText('Tersimpan di HP');
  const noAnswer = new Promise<Response>(() => undefined);
  interceptRequests((request, send) => (isOrder(request) ? noAnswer : send()));
  translatePage();

  await user.click(screen.getByRole('button', { name: 'Kirim sekarang' }));

  const waiting = screen.getByRole('region', { name: 'Pesanan yang menunggu' });
  await waitFor(() => expect(within(waiting).getByRole('status')).toHaveTextContent('Mengirim'));
});

test('the counts of a translated cart change with it', async () => {
  const { user } = await customer({ cart: { klepon: 2 } }).at('/carts');
  await screen.findByText(/^2 barang di keranjang\./);
  translatePage();

  await user.click(screen.getByRole('button', { name: 'Tambah Klepon' }));

  expect(await screen.findByText(/^3 barang di keranjang\./)).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'Klepon' })).toHaveTextContent('Rp45.000');
});

test('a translated page tells of a lost connection and of its return', async () => {
  let cut = true;
  interceptRequests((_request, send) => (cut ? connectionLost() : send()));
  const user = await visit('/products');
  await waitFor(async () => expect(await strip()).toHaveTextContent('Kedai belum bisa dihubungi'));
  translatePage();

  cut = false;
  await user.click(within(await strip()).getByRole('button'));
  await user.click(await screen.findByRole('button', { name: 'Periksa lagi' }));

  await waitFor(async () => expect(await strip()).toHaveTextContent('Tersambung lagi'));
});

test('an address is chosen from a translated list', async () => {
  const session = await loggedIn();
  const menteng = { ...cikini, fullStreet: 'Jalan Menteng Raya 1' };
  await postAddress(session, cikini);
  await postAddress(session, menteng);
  await fillCart({ klepon: 1 });
  await chooseAddress(cikini);
  const user = await visit('/carts/choose-address');
  const other = await screen.findByRole('button', { name: /Jalan Menteng Raya 1/ });
  translatePage();

  await user.click(other);

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/carts/delivery'));
  expect(await screen.findByText('Jalan Menteng Raya 1')).toBeVisible();
});
