/** How many taps an order takes, 'Bayar' included (decision O13). */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { changeOutboxOrder } from '#device/outbox-store';
import { anOrder, interceptRequests, ordersOf, storeOnDevice } from './support/page/checkout.ts';
import { setStatusAtCounter } from './support/page/counter.ts';
import { customer } from './support/page/customer.ts';
import { accepted } from './support/page/payment-screen.ts';
import { loggedIn, stored, visit } from './support/page/visit.tsx';

/** A customer whose taps are counted. */
async function scan(address: string) {
  const user = await visit(address);
  const count = { taps: 0 };
  return {
    count,
    /** `inside` is asked again until it contains the control: the next screen may still load. */
    async taps(role: string, name: string | RegExp, inside = () => document.body) {
      await user.click(await waitFor(() => within(inside()).getByRole(role, { name })));
      count.taps++;
    },
  };
}

const card = () => screen.getByRole('listitem', { name: 'Kopi Tubruk' });
const main = () => screen.getByRole('main');

test('with the bar at the lower edge of the menu it takes three taps', async () => {
  const session = await loggedIn();
  await storeOnDevice({ method: 'banks/bca' });
  const { count, taps } = await scan('/products?meja=7');
  await taps('button', 'Add to cart', card);
  await taps('link', '1 barang · Rp15.000 Checkout');

  await taps('button', 'Bayar');

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(count.taps).toBe(3);
  expect(await ordersOf(session)).toMatchObject([{ delivery_address: { fullStreet: 'Meja 7' } }]);
  expect(screen.queryByRole('link', { name: /barang · Rp/ })).not.toBeInTheDocument();
});

test('a new drink with three choices is in the cart with five taps', async () => {
  await loggedIn();
  const { count, taps } = await scan('/products');
  const name = 'Es Kopi Susu Gula Aren';
  await taps('link', `Lihat detail ${name}`);
  const form = () => screen.getByRole('dialog', { name });
  await taps('radio', /^Besar/, form);
  await taps('radio', /^Susu oat/, form);
  await taps('checkbox', /^Espresso shot/, form);

  await taps('button', 'Add to cart', form);

  await waitFor(async () =>
    expect(await stored('cart')).toMatchObject([{ qty: 1, choices: { 0: { _id: 'besar' }, length: 5 } }]),
  );
  expect(count.taps).toBe(5);
});

test('the last order is ordered again with three taps', async () => {
  const session = await customer({ handover: 'dine-in', table: '7' }).onDevice();
  await storeOnDevice({ method: 'banks/bca' });
  const { id } = await storeOutboxOrder(session, await anOrder());
  const { order } = await deliver(id);
  await setStatusAtCounter(order?.order_number ?? '', { from: 'waiting_payment', to: 'paid' });
  // An hour ago: the shop asks about the same lines only within half an hour.
  await changeOutboxOrder(id, () => ({ settledAt: Date.now() - 3_600_000 }));
  interceptRequests((request, send) => {
    request.headers.delete('kedai-repeat');
    return send();
  });
  const { count, taps } = await scan('/products');
  await taps('button', 'Pesan lagi');
  await taps('link', 'Checkout', main);

  await taps('button', 'Bayar');

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(count.taps).toBe(3);
  expect(await ordersOf(session)).toHaveLength(2);
});

test('without a table, or with another handover, the checkout leads to the delivery screen', async () => {
  await customer({ cart: { klepon: 1 }, handover: 'pickup', table: '7' }).at('/carts');

  expect(await screen.findByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/carts/delivery');
});
