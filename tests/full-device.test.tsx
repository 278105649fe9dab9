import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { interceptRequests, isOrder, ordersOf } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { accepted, atPayment, failStorage, fillDisk, pay, payBy } from './support/page/payment-screen.ts';
import { expectConsoleError } from './support/page/setup.ts';
import { findToast } from './support/page/toasts.ts';
import { visit } from './support/page/visit.tsx';

test('F26 a device that cannot store the order sends none, and tells the customer', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const disk = failStorage();

  await user.click(pay());
  const notice = await screen.findByRole('alert');
  disk.isBack();

  expect(notice).toHaveTextContent('pesanan ini tidak dikirim dan tidak tersimpan');
  expect(notice).toHaveTextContent('Kosongkan sedikit ruang penyimpanan, lalu tekan Bayar lagi.');
  expectConsoleError(/Order not stored/);
  expect(await ordersOf(session)).toEqual([]);
});

test('an answer that the device cannot store counts as none, and pressing again stays one order', async () => {
  const { session, user } = await atPayment();
  let disk: ReturnType<typeof failStorage> | undefined;
  interceptRequests(async (request, send) => {
    const answer = await send();
    if (isOrder(request)) disk ??= failStorage();
    return answer;
  });

  await payBy(user, 'BCA');

  expect(await screen.findByText('Kedai belum menjawab')).toBeVisible();
  expectConsoleError(/Response not stored/);
  disk?.isBack();
  await user.click(pay());
  await findToast(accepted);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('the warning that nothing can be stored goes away once an order could be stored', async () => {
  const session = await customer({ cart: { klepon: 1 } }).onDevice();
  const put = fillDisk();
  const user = await visit('/carts/payment?meja=7');
  const notice = await screen.findByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/);
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  put.mockRestore();
  await user.click(pay());

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});

test('F30 a customer who pays after a newer version has taken over the storage is told to reload the page', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const newer = indexedDB.open('kedai', 2);
  await new Promise((resolve) => newer.addEventListener('success', resolve));

  await user.click(pay());
  const notice = await screen.findByRole('alert');
  newer.result.close();

  expect(notice).toHaveTextContent('Muat ulang dulu, lalu tekan Bayar lagi.');
  expect(await screen.findByRole('button', { name: 'Muat ulang' })).toBeVisible();
  expectConsoleError(/Order not stored/);
  expect(await ordersOf(session)).toEqual([]);
});
