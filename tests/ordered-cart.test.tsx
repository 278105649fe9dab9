/** What a customer sees of a cart whose order was accepted (decision C5); what is stored is in `device/ordered-cart.test.ts`. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CartItem } from '#core/contract';
import { getProducts } from '#device/api';
import { interceptRequests, isAboutOrders, storeOnDevice } from './support/page/checkout.ts';
import { setStatusAtCounter } from './support/page/counter.ts';
import { accepted, atPayment, payBy } from './support/page/payment-screen.ts';
import { ordered } from './support/page/placed-orders.ts';
import { findToast } from './support/page/toasts.ts';
import { closeTabs, stored, visit } from './support/page/visit.tsx';

/** A customer at a table who has ordered two Kopi Tubruk and one Klepon, and is on the menu again. */
async function backOnTheMenu() {
  const { session, user } = await atPayment({ handover: 'dine-in', table: '7' });
  await payBy(user, 'BCA');
  await findToast(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  await screen.findByRole('button', { name: 'Keranjang' });
  const number = /KT-\S+/.exec((await screen.findByRole('heading', { name: /^Pesanan KT-/ })).textContent)?.[0] ?? '';
  return { session, user, number };
}

const add = async (name: string) =>
  within(await screen.findByRole('listitem', { name })).getByRole('button', { name: 'Add to cart' });
const inCart = async () => ((await stored('cart')) as CartItem[]).map(({ _id, qty }) => `${qty} ${_id}`);
const badge = (count: number) => screen.findByRole('button', { name: `Keranjang, ${count} barang` });

test('an ordered cart is marked, with no number at its icon', async () => {
  const { user, number } = await backOnTheMenu();

  await user.click(screen.getByRole('button', { name: 'Keranjang' }));

  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });
  expect(await within(panel).findAllByText(`Sudah dipesan (${number})`)).toHaveLength(2);
  expect(within(panel).getByRole('heading', { name: 'Keranjang 3' })).toBeVisible();
});

test('what is added to an ordered cart begins a new one, which says so, and can be put together with the old one', async () => {
  const { user, number } = await backOnTheMenu();

  await user.click(await add('Cappuccino'));

  await findToast(`Keranjang baru, tanpa yang sudah dipesan (${number})`);
  await badge(1);
  await waitFor(async () => expect(await inCart()).toEqual(['1 cappuccino']));
  await user.click(screen.getByRole('button', { name: 'Urungkan' }));
  await badge(4);
  await waitFor(async () => expect(await inCart()).toEqual(['2 kopi-tubruk', '1 klepon', '1 cappuccino']));
  expect(screen.queryByText(/^Keranjang baru/)).not.toBeInTheDocument();
  await user.router.navigate({ to: '/carts' });
  expect(await screen.findByRole('listitem', { name: 'Klepon' })).not.toHaveTextContent('Sudah dipesan');
});

test('M9 an order that is ordered again replaces an ordered cart', async () => {
  const { session, user } = await backOnTheMenu();
  const { order_number } = await ordered(session, { klepon: 1 });
  await user.router.navigate({ to: '/account/order-list' });
  const row = await screen.findByRole('row', { name: new RegExp(order_number) });

  await user.click(within(row).getByRole('button', { name: 'Pesan lagi' }));

  await findToast('Pesanan ini ada di keranjang');
  await badge(1);
  expect(await inCart()).toEqual(['1 klepon']);
});

test('C6 a product that was wanted before the session ended begins a new cart, also one of the ordered', async () => {
  await backOnTheMenu();
  closeTabs();
  const product = (await getProducts()).items.find(({ _id }) => _id === 'klepon');
  await storeOnDevice({ wanted: { product, wantedAt: Date.now() } });

  await visit('/about');

  await badge(1);
  expect(await inCart()).toEqual(['1 klepon']);
});

test('an order that is cancelled at the counter leaves its cart as one to be ordered', async () => {
  const { user, number } = await backOnTheMenu();

  await setStatusAtCounter(number, { from: 'waiting_payment', to: 'cancelled', reason: 'Kopi habis' });

  await badge(3);
  await user.click(await add('Cappuccino'));
  await badge(4);
  await waitFor(async () => expect(await stored('ordered')).toBeUndefined());
});

test('F44 so does an order that the shop does not know any more', async () => {
  const { user } = await backOnTheMenu();
  interceptRequests(async (request, send) =>
    request.method === 'GET' && isAboutOrders(request) ? Response.json({ data: [], count: 0 }) : send(),
  );

  await user.router.navigate({ to: '/account/order-list' });

  expect(await screen.findByText('Tidak ditemukan di server')).toBeVisible();
  await badge(3);
  await waitFor(async () => expect(await stored('ordered')).toBeUndefined());
});
