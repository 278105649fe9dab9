import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Order } from '#core/order-contract';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { endSession } from '#device/session';
import { customerAtom } from '../src/state/account/session.ts';
import { payAtom } from '../src/state/checkout/payment.ts';
import { anOrder, cutLine, holdResponse, isAboutOrders, isOrder, ordersOf } from './support/page/checkout.ts';
import { storePending } from './support/page/customer.ts';
import { bni, payWithoutResponse, unasked } from './support/page/payment-screen.ts';
import { loggedIn, openState } from './support/page/visit.tsx';

/** A page without screens whose customer has cancelled an order that may have arrived, and pays for `order` when `pay` is called. */
async function withCancelledOrder() {
  const session = await loggedIn();
  const former = await anOrder();
  await storePending(session, former, { everSent: true, keyed: true, cancelling: true, state: 'unsure' });
  const store = await openState();
  const ask = { ...unasked, stays: vi.fn(), replace: vi.fn() };
  const pay = (order: Order) => store.set(payAtom, order, ask, async () => undefined);
  return { session, former, other: { ...former, paymentMethod: bni }, store, ask, pay };
}

test('O3a a cancelled order can be ordered again only after the shop has confirmed that it is gone', async () => {
  const { session, former, ask, pay } = await withCancelledOrder();
  cutLine(isAboutOrders);

  await pay(former);

  expect(ask.stays).toHaveBeenCalledWith('unsure');
  expect(await outboxOrdersOf(session)).toHaveLength(1);
});

test('O3a an order that is being cancelled is not asked about again, and is gone before another one is sent', async () => {
  const { session, other, ask, pay } = await withCancelledOrder();

  await pay(other);

  expect(ask.replace).not.toHaveBeenCalled();
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted', 'cancelled']);
  expect(await ordersOf(session)).toMatchObject([{ paymentMethod: { name: 'BNI' } }]);
});

test('a customer who logs out while a former order is being cancelled leaves no new order behind', async () => {
  const { session, other, store, pay } = await withCancelledOrder();
  const { reached, goOn } = holdResponse(({ method }) => method === 'DELETE');
  const paying = pay(other);
  await reached;
  await endSession();
  await expect.poll(() => store.get(customerAtom)).toBe('');

  goOn();
  await paying;

  expect(await outboxOrdersOf(session)).toMatchObject([{ state: 'cancelled' }]);
});

test('O8 each of several pending orders is asked about before another is sent', async () => {
  const session = await loggedIn();
  cutLine(isOrder);
  for (const street of ['Jalan Satu', 'Jalan Dua']) await storeOutboxOrder(session, await anOrder(street));
  const replace = vi.fn(async () => true);

  await (await openState()).set(payAtom, await anOrder(), { ...unasked, replace }, async () => undefined);

  expect(replace).toHaveBeenCalledTimes(2);
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['unsure', 'cancelled', 'cancelled']);
});

test.for([
  ['arrives after', 0],
  ['has arrived before', 1],
])('O8 who wants both a pending order and a new one gets both, if the former %s the answer', async ([, arrived]) => {
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
});

test('O8 closing the question about a pending order, or cancelling that without an answer, sends nothing, and the order can be paid again, also after a double tap', async () => {
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
  cutLine(isAboutOrders);
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await user.click(await screen.findByRole('button', { name: 'Batalkan yang lama' }));

  expect(await screen.findByText('Pesanan yang lama belum pasti batal')).toBeVisible();
  expect(await outboxOrdersOf(session)).toHaveLength(1);
  line.cut = false;
});
