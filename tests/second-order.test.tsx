import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliverDue } from '#device/outbox';
import { outboxOrdersOf } from '#device/outbox-store';
import {
  anOrder,
  connectionLost,
  cutLine,
  holdResponse,
  interceptRequests,
  isAboutOrders,
  isOrder,
  ordersOf,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { accepted, atPayment, pay, payBy, payWithoutResponse } from './support/page/payment-screen.ts';
import { findToast } from './support/page/toasts.ts';
import { visit } from './support/page/visit.tsx';

test('O3a a cancelled order can be ordered again only after the shop has confirmed that it is gone', async () => {
  const { session, user } = await atPayment();
  const line = { cut: true };
  // Orders arrive, but the response is lost.
  interceptRequests(async (request, send) => {
    if (!line.cut || !isAboutOrders(request)) return send();
    if (isOrder(request)) await send();
    return connectionLost();
  });
  await payBy(user, 'BCA');
  await user.click(await screen.findByRole('link', { name: 'Lihat atau batalkan pesanan yang menunggu' }));
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }));
  await user.click(await screen.findByRole('button', { name: 'Ya, batalkan' }));
  expect(await screen.findByText('Membatalkan')).toBeVisible();
  await user.router.navigate({ to: '/carts/payment' });
  await screen.findByRole('radio', { name: 'BCA' });
  // Waits for an attempt that is under way.
  await waitFor(() => expect(screen.queryByText(/tidak akan dibuat dua kali/)).not.toBeInTheDocument());

  await user.click(pay());

  expect(await screen.findByText('Pesanan yang lama belum pasti batal')).toBeVisible();
  expect(await outboxOrdersOf(session)).toHaveLength(1);
  line.cut = false;
  await deliverDue({ all: true });
  expect(await ordersOf(session)).toHaveLength(1);
});

/** An order that was paid and cancelled without a connection, which is back now. */
async function cancelWithoutResponse() {
  const paid = await payWithoutResponse();
  await paid.mend({ cancelling: true });
  return paid;
}

test('O3a an order that is being cancelled is not asked about again, and is gone before another one is sent', async () => {
  const { session, user } = await cancelWithoutResponse();
  await user.click(screen.getByRole('radio', { name: 'BNI' }));

  await user.click(await screen.findByRole('button', { name: 'Bayar' }));

  await findToast(accepted);
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted', 'cancelled']);
  expect(await ordersOf(session)).toMatchObject([{ paymentMethod: { name: 'BNI' } }]);
});

test('a customer who logs out while a former order is being cancelled leaves no new order behind', async () => {
  const { session, user } = await cancelWithoutResponse();
  const { reached, goOn } = holdResponse(({ method }) => method === 'DELETE');
  await user.click(screen.getByRole('radio', { name: 'BNI' }));
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await reached;
  await user.router.navigate({ to: '/account/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('1 pesanan');
  await user.click(within(question).getByRole('button', { name: 'Log Out' }));
  await screen.findByRole('textbox', { name: 'Email' });

  goOn();

  await waitFor(async () => expect((await outboxOrdersOf(session)).map(({ state }) => state)).toContain('cancelled'));
  await user.router.navigate({ to: '/about' });
  await screen.findByRole('heading', { level: 1 });
  expect(await outboxOrdersOf(session)).toHaveLength(1);
});

test('O8 each of several pending orders is asked about before another is sent', async () => {
  const session = await customer({ cart: { klepon: 1 }, handover: 'pickup' }).onDevice();
  cutLine(isOrder);
  for (const street of ['Jalan Satu', 'Jalan Dua']) await storeOutboxOrder(session, await anOrder(street));
  const user = await visit('/carts/payment');
  await screen.findByRole('radio', { name: 'BCA' });

  await payBy(user, 'BCA');
  await user.click(await screen.findByRole('button', { name: 'Batalkan yang lama' }));
  await waitFor(async () => expect((await outboxOrdersOf(session))[0]).toMatchObject({ state: 'cancelled' }));
  await user.click(await screen.findByRole('button', { name: 'Batalkan yang lama' }));

  await waitFor(async () =>
    expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['unsure', 'cancelled', 'cancelled']),
  );
});

test.for([
  ['arrives after', 0],
  ['has arrived before', 1],
])(
  'O8 a customer who wants both the pending order and the new one gets both, if the former %s the answer',
  async ([, arrived]) => {
    const { session, user, line } = await payWithoutResponse();
    await user.click(screen.getByRole('radio', { name: 'BNI' }));
    await user.click(await screen.findByRole('button', { name: 'Bayar' }));
    const both = await screen.findByRole('button', { name: 'Kirim keduanya' });
    line.cut = arrived === 0;
    await waitFor(async () => expect(await ordersOf(session)).toHaveLength(Number(arrived)));

    await user.click(both);

    line.cut = false;
    await waitFor(async () =>
      expect((await ordersOf(session)).map(({ paymentMethod }) => paymentMethod?.name).sort()).toEqual(['BCA', 'BNI']),
    );
  },
);

test('O8 closing the question about a pending order sends nothing, and the order can be paid again, also after a double tap', async () => {
  const { session, user, line } = await payWithoutResponse();
  await user.click(screen.getByRole('radio', { name: 'BNI' }));

  // Escape: browsers fire `cancel` on the dialog.
  const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));
  const goBack = (dialog: HTMLElement) => user.click(within(dialog).getByRole('button', { name: 'Kembali' }));
  for (const close of [pressEscape, goBack]) {
    const button = await screen.findByRole('button', { name: 'Bayar' });
    // The second tap of a slow phone comes before the screen has changed.
    button.click();
    button.click();
    await close(await screen.findByRole('alertdialog', { name: 'Masih ada pesanan lain yang menunggu' }));
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  }

  expect(await outboxOrdersOf(session)).toHaveLength(1);
  line.cut = false;
});
