import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import type { Order } from '#core/contract';
import { changeCart } from '#device/cart-sync';
import { intentsOf, keepIntent, note } from '#device/intents';
import { agreeToQuote, deliver, deliverDue } from '#device/outbox';
import { platform, withLock } from '#device/platform';
import { change } from '#device/store';
import {
  anOrder,
  anyOrder,
  betweenShopAndPhone,
  choosesAddress,
  choosesHandover,
  cikini,
  connectionLost,
  inTheCart,
  isOrder,
  ordersOf,
  ordersSent,
} from './support/page/checkout.ts';
import { watchFor } from './support/page/ever.ts';
import { ownClock } from './support/page/own-clock.ts';
import { silentOfItself } from './support/page/plain-host.ts';
import { sayingIsTimed } from './support/page/said-for.ts';
import { expectComplaint } from './support/page/setup.ts';
import { closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

const accepted = 'Congratulations, you successfully created an order';
const pay = () => screen.getByRole('button', { name: 'Bayar' });

async function atPayment({
  handover = 'goceng',
  table = '',
  pieces = { 'kopi-tubruk': 2, klepon: 1 } as Record<string, number>,
  prices = {} as Record<string, number>,
} = {}) {
  const session = await loggedIn();
  await inTheCart(pieces, prices);
  // Cart calls fail, because a synced cart would get the shop's prices.
  if (Object.keys(prices).length > 0) {
    betweenShopAndPhone(({ url }, send) => (url.endsWith('/carts') ? connectionLost() : send()));
  }
  await choosesAddress(cikini);
  if (handover) await choosesHandover(handover, table);
  const user = await visit('/carts/payment');
  await screen.findByRole('radio', { name: 'BCA' });
  await screen.findByRole('radio', { name: 'Indomaret' });
  return { session, user };
}

/** Places an order, and returns to the payment screen with the same cart. */
async function paidOnce() {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  await user.router.navigate({ to: '/carts/payment' });
  return { session, user };
}

/** Presses 'Bayar' while no order gets through; `line.cut = false` restores the connection. */
async function paidIntoSilence() {
  const { session, user } = await atPayment();
  const line = { cut: true };
  betweenShopAndPhone((request, send) => (line.cut && isOrder(request) ? connectionLost() : send()));
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText('Toko belum menjawab');
  return { session, user, line };
}

/** From now on everything fails that reads or writes on the device. */
function diskDies() {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The quota is used up', 'QuotaExceededError');
  });
  return { isBack: () => transaction.mockRestore() };
}

test('banks and mini-markets are offered with their pictures, beside the address and the sum', async () => {
  await atPayment();

  expect(screen.getAllByRole('radio').length).toBe(8);
  expect(screen.getByRole('radio', { name: 'Indomaret' }).closest('label')?.querySelector('img')).toHaveAttribute(
    'src',
    '/api/images/mini-markets/indomaret.svg',
  );
  expect(screen.getByText('Jalan Cikini Raya No. 73')).toBeVisible();
  expect(screen.getByText(/Total Harga \(3 barang\)/).nextElementSibling).toHaveTextContent('Rp45.000');
  expect(screen.getByText('Total Belanja').closest('p')).toHaveTextContent('Rp50.000');
});

test('without a method nothing is sent, and the focus is led to the choice', async () => {
  const { session, user } = await atPayment();

  await user.click(pay());

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You have not choosen a payment method, please choose a payment method first!',
  );
  expect(screen.getByRole('radio', { name: 'BCA' })).toHaveFocus();
  expect(await ordersOf(session)).toEqual([]);
});

test('an order is on the specified wire, accepted once, and leaves the cart as it is', async () => {
  const { session, user } = await atPayment();
  const sent = ordersSent();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const isSaidFor = sayingIsTimed();

  await user.click(pay());

  expect(await screen.findByText(accepted)).toBeVisible();
  isSaidFor(1_500);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(sent).toEqual([
    {
      delivery_courier: 'goceng',
      delivery_fee: 5_000,
      delivery_address: cikini,
      totalQty: 3,
      subTotal: 45_000,
      totalShopping: 50_000,
      order_items: [
        { name: 'Kopi Tubruk', price: 15_000, qty: 2, product: 'kopi-tubruk' },
        { name: 'Klepon', price: 15_000, qty: 1, product: 'klepon' },
      ],
      paymentMethod: { _id: 'bca', name: 'BCA', image_url: 'bca.svg' },
      status: 'waiting_payment',
    } satisfies Order,
  ]);
  const [placed] = await ordersOf(session);
  expect(placed).toMatchObject({ totalShopping: 50_000, status: 'waiting_payment', delivery_courier: 'goceng' });
  expect(await stored('counter')).toBe(3);
  expect(placed?.order_number).toMatch(/\d/);
  expect(await screen.findByRole('heading', { name: new RegExp(`${placed?.order_number}`) })).toBeVisible();
});

test('the answer leads from the payment, and is not told there on the way', async () => {
  const { user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const wasEverTold = watchFor(() => screen.queryByText('Lihat cara membayarnya') !== null);

  await user.click(pay());
  await screen.findByText(accepted);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bayar' })).not.toBeInTheDocument());

  expect(wasEverTold()).toBe(false);
});

test('O3 an accepted order is found again without a connection, and its card stays until it is closed', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  closeTabs();
  betweenShopAndPhone((request, send) => (/orders$/.test(request.url) ? connectionLost() : send()));

  const later = await visit('/account/order-list');
  expect(await screen.findByRole('row', { name: new RegExp(number) })).toBeVisible();
  expect(screen.queryByText('No order history')).not.toBeInTheDocument();

  await later.router.navigate({ to: '/products' });
  const card = await screen.findByRole('region', { name: `Pesanan ${number} diterima toko` });
  expect(card).not.toHaveTextContent('Rp50.000');
  await later.click(within(card).getByRole('button', { name: 'Cara bayar' }));
  expect(card).toHaveTextContent('Rp50.000');
  await later.click(within(card).getByRole('button', { name: 'Tutup' }));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  closeTabs();
  await visit('/products');
  await screen.findByRole('list', { name: 'Produk' });
  expect(screen.queryByRole('region', { name: /diterima toko/ })).not.toBeInTheDocument();
});

test('F15 an order that is placed after the clock was set back is shown with its number', async () => {
  const { session, user } = await atPayment();
  const former = await keepIntent(session, await anOrder());
  const order = { order_number: 'KT-BESOK-1', totalQty: 2, totalShopping: 37_000, status: 'waiting_payment' };
  const settledAt = Date.now() + 24 * 60 * 60_000;
  const key = `intent:${former.id}`;
  await change({ [key]: v.unknown() }, () => ({ [key]: { ...former, state: 'accepted', settledAt, order } }));
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  const card = await screen.findByRole('region', { name: `Pesanan ${number} diterima toko` });
  expect(card).toHaveTextContent('Rp50.000');
});

test('C5 the cart that a placed order leaves behind is emptied on request, as any cart is', async () => {
  const { user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  await user.click(await screen.findByRole('button', { name: 'Kosongkan keranjang' }));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure want to delete all this product?' });
  await user.click(within(question).getByRole('button', { name: 'Yes, delete it!' }));

  expect(await screen.findByText('Deleted!')).toBeVisible();
  await waitFor(async () => expect(await stored('counter')).toBe(0));
});

test('a host that numbers banks and mini-markets alike is sent the one that was chosen', async () => {
  const numbered: Record<string, object> = {
    banks: [
      { _id: 1, name: 'BCA' },
      { _id: 2, name: 'BNI' },
    ],
    'mini-markets': [
      { _id: 1, name: 'Alfamart' },
      { _id: 2, name: 'Indomaret' },
    ],
  };
  betweenShopAndPhone(async ({ url }, send) => {
    const list = numbered[url.split('/').at(-1) ?? ''];
    return list ? Response.json(list) : send();
  });
  const { user } = await atPayment();
  const sent = ordersSent();

  await user.click(screen.getByRole('radio', { name: 'Indomaret' }));
  expect(screen.getByRole('radio', { name: 'Indomaret' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'BNI' })).not.toBeChecked();
  await user.click(pay());

  await waitFor(() => expect(sent[0]?.paymentMethod).toMatchObject({ _id: '2', name: 'Indomaret' }));
  await screen.findByText('Pesanan ditolak toko');
  expectComplaint(/The shop refused order/);
});

test('the way to pay that was chosen survives a reload', async () => {
  const { user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'Indomaret' }));
  await waitFor(async () => expect(await stored('method')).toMatch(/^mini-markets\//));
  closeTabs();

  await visit('/carts/payment');

  await waitFor(() => expect(screen.getByRole('radio', { name: 'Indomaret' })).toBeChecked());
});

test('the way to pay that one customer chose is not chosen for the next one', async () => {
  const { user: budi } = await loggedIn('Budi');
  const { user } = await atPayment({ handover: 'pickup', pieces: { klepon: 1 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await waitFor(async () => expect(await stored('cart-sync')).toMatchObject({ base: { klepon: 1 } }));
  await user.router.navigate({ to: '/account/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));

  await user.type(await screen.findByRole('textbox', { name: 'Email' }), budi.email);
  await user.type(screen.getByLabelText('Password'), 'kopi123');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await screen.findByRole('link', { name: 'Akun Budi' });
  await user.router.navigate({ to: '/products' });
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));
  await user.router.navigate({ to: '/carts/payment' });

  expect(await screen.findByRole('radio', { name: 'BCA' })).not.toBeChecked();
});

test('who picks up sends a name, a phone number and no region', async () => {
  const { session, user } = await atPayment({ handover: 'pickup' });
  await user.click(screen.getByRole('radio', { name: 'Alfamart' }));

  await user.click(pay());

  await screen.findByText(accepted);
  const nowhere = { provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
  expect(await ordersOf(session)).toMatchObject([
    {
      delivery_courier: 'pickup',
      delivery_fee: 0,
      totalShopping: 45_000,
      delivery_address: { ...nowhere, fullName: 'Sari', phoneNumber: '081234567890', fullStreet: 'Ambil di toko' },
    },
  ]);
});

test('who eats in sends the table', async () => {
  const { session, user } = await atPayment({ handover: 'dine-in', table: '7' });
  expect(screen.getByText('Meja 7')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  await screen.findByText(accepted);
  expect(await ordersOf(session)).toMatchObject([
    { delivery_courier: 'dine-in', delivery_fee: 0, delivery_address: { fullStreet: 'Meja 7' } },
  ]);
});

test('pressing twice is one order', async () => {
  const { session, user } = await atPayment();
  const sent = ordersSent();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.dblClick(pay());

  await screen.findByText(accepted);
  expect(sent).toHaveLength(1);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('O3a who orders anew what they have taken back waits until the shop has said that it is gone', async () => {
  const { session, user } = await atPayment();
  const line = { cut: true };
  // Orders arrive, but the response is lost.
  betweenShopAndPhone(async (request, send) => {
    if (!line.cut || !request.url.endsWith('/orders')) return send();
    if (isOrder(request)) await send();
    return connectionLost();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
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
  expect(await intentsOf(session)).toHaveLength(1);
  line.cut = false;
  await deliverDue({ all: true });
  expect(await ordersOf(session)).toHaveLength(1);
});

/** An order that was paid and cancelled without a connection, which is back now. */
async function takenBackInSilence() {
  const paid = await paidIntoSilence();
  // Under the lock, so between two attempts: one that is under way would report the cancellation itself.
  await withLock('kedai-outbox', async () => {
    const [intent] = await intentsOf(paid.session);
    const key = `intent:${intent?.id}`;
    await change({ [key]: v.unknown() }, () => ({ [key]: { ...intent, cancelling: true } }));
    paid.line.cut = false;
  });
  return paid;
}

test('O3a what is taken back already is not asked about again, and goes before another order does', async () => {
  const { session, user } = await takenBackInSilence();
  await user.click(screen.getByRole('radio', { name: 'BNI' }));

  await user.click(await screen.findByRole('button', { name: 'Bayar' }));

  expect(await screen.findByText(accepted)).toBeVisible();
  expect((await intentsOf(session)).map(({ state }) => state)).toEqual(['accepted', 'cancelled']);
  expect(await ordersOf(session)).toMatchObject([{ paymentMethod: { name: 'BNI' } }]);
});

test('who leaves while the shop is asked about a former order leaves no other one behind', async () => {
  const { session, user } = await takenBackInSilence();
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone(async (request, send) => {
    const answer = await send();
    if (request.method === 'DELETE') await answers.promise;
    return answer;
  });
  await user.click(screen.getByRole('radio', { name: 'BNI' }));
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await user.router.navigate({ to: '/account/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('1 pesanan');
  await user.click(within(question).getByRole('button', { name: 'Log Out' }));
  await screen.findByRole('textbox', { name: 'Email' });

  answers.resolve();

  await waitFor(async () => expect((await intentsOf(session)).map(({ state }) => state)).toContain('cancelled'));
  await user.router.navigate({ to: '/about' });
  await screen.findByRole('heading', { level: 1 });
  expect(await intentsOf(session)).toHaveLength(1);
});

test('O8 each other order that waits is asked about, not only the last of them', async () => {
  const session = await loggedIn();
  betweenShopAndPhone((request, send) => (isOrder(request) ? connectionLost() : send()));
  await keepIntent(session, await anOrder('Jalan Satu'));
  await keepIntent(session, await anOrder('Jalan Dua'));
  await inTheCart({ klepon: 1 });
  await choosesHandover('pickup');
  const user = await visit('/carts/payment');
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  await user.click(pay());
  await user.click(await screen.findByRole('button', { name: 'Batalkan yang lama' }));
  await waitFor(async () => expect((await intentsOf(session))[0]).toMatchObject({ state: 'cancelled' }));
  await user.click(await screen.findByRole('button', { name: 'Batalkan yang lama' }));

  await waitFor(async () =>
    expect((await intentsOf(session)).map(({ state }) => state)).toEqual(['unsure', 'cancelled', 'cancelled']),
  );
});

test('O8 who wants the order that waits and the new one gets both', async () => {
  const { session, user, line } = await paidIntoSilence();
  await user.click(screen.getByRole('radio', { name: 'BNI' }));
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  const both = await screen.findByRole('button', { name: 'Kirim keduanya' });
  line.cut = false;

  await user.click(both);

  await waitFor(async () =>
    expect((await ordersOf(session)).map(({ paymentMethod }) => paymentMethod?.name).sort()).toEqual(['BCA', 'BNI']),
  );
});

test('O8 who closes the question about an order that waits has sent nothing', async () => {
  const { session, user, line } = await paidIntoSilence();
  await user.click(screen.getByRole('radio', { name: 'BNI' }));

  // Escape: browsers fire `cancel` on the dialog.
  const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));
  const goBack = (dialog: HTMLElement) => user.click(within(dialog).getByRole('button', { name: 'Kembali' }));
  for (const close of [pressEscape, goBack]) {
    await user.click(await screen.findByRole('button', { name: 'Bayar' }));
    await close(await screen.findByRole('alertdialog', { name: 'Masih ada pesanan lain yang menunggu' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  }

  expect(await intentsOf(session)).toHaveLength(1);
  line.cut = false;
});

test('while the order is on its way the button waits with it', async () => {
  const { user } = await atPayment();
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone((request, send) => (isOrder(request) ? answers.promise.then(send) : send()));
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  const sending = await screen.findByRole('button', { name: 'Mengirim pesanan…' });
  expect(sending).toHaveAttribute('aria-disabled', 'true');
  // The button keeps the focus.
  expect(sending).toHaveFocus();
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
  answers.resolve();
  expect(await screen.findByText(accepted)).toBeVisible();
});

test('an order whose answer was lost is safe to send again, and stays one order', async () => {
  const { session, user } = await atPayment();
  const pressedAgain = Promise.withResolvers<void>();
  let lost = false;
  betweenShopAndPhone(async (request, send) => {
    if (!isOrder(request)) return send();
    // The page repeats it by itself, too; those requests wait until the button was pressed again.
    if (lost) return pressedAgain.promise.then(send);
    lost = true;
    await send();
    return connectionLost();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('mungkin sudah sampai');
  expect(notice).toHaveTextContent('tidak akan dibuat dua kali');
  expect(notice).toHaveFocus();
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
  await user.click(pay());
  pressedAgain.resolve();

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
});

test.each([
  ['at once', 0],
  ['an hour later', 60 * 60_000],
])(
  'a host that knows no keys is sent an order a second time, %s, only when the customer takes the risk',
  async (_when, later) => {
    silentOfItself();
    const { now } = platform;
    const { user } = await atPayment();
    let sent = 0;
    betweenShopAndPhone((request, send) => (isOrder(request) && ++sent === 1 ? connectionLost() : send()));
    const question = { name: 'Kirim pesanan ini sekali lagi?' };
    await user.click(screen.getByRole('radio', { name: 'BCA' }));

    await user.click(pay());
    expect(await screen.findByRole('alert')).toHaveTextContent('mungkin sudah sampai');
    expect(screen.queryByRole('alertdialog', question)).not.toBeInTheDocument();
    platform.now = () => now() + later;
    await user.click(pay());
    await user.click(within(await screen.findByRole('alertdialog', question)).getByRole('button', { name: 'Batal' }));
    await waitFor(() => expect(pay()).toHaveAttribute('aria-disabled', 'false'));
    expect(sent).toBe(1);
    await user.click(pay());
    await user.click(await screen.findByRole('button', { name: 'Ya, kirim lagi' }));

    expect(await screen.findByText(accepted)).toBeVisible();
    expect(sent).toBe(2);
  },
);

test('an order that never arrived leaves by itself when the shop is opened again', async () => {
  const { session, line } = await paidIntoSilence();
  closeTabs();
  // Under the lock, after all attempts of the closed page: their success would be reported to nobody.
  await withLock('kedai-outbox', async () => {
    line.cut = false;
  });

  await visit('/products');

  expect(await screen.findByText(/^Pesanan diterima toko, /)).toBeVisible();
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
  expect(await ordersOf(session)).toHaveLength(1);
  expect(await screen.findByRole('heading', { name: /^Pesanan .+ diterima toko$/ })).toBeVisible();
});

test('an order that arrived while the page was loaded again stands on the payment screen', async () => {
  const { session, line } = await paidIntoSilence();
  closeTabs();
  await withLock('kedai-outbox', async () => {
    line.cut = false;
  });
  const [pressed] = await intentsOf(session);
  // As the worker does when it is woken.
  expect((await deliver(`${pressed?.id}`)).state).toBe('accepted');

  await visit('/carts/payment');

  expect(await screen.findByText('Pesanan diterima toko,')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lihat cara membayarnya' })).toBeVisible();
});

test('an order that the woken worker brought is a placed order, whoever was faster', async () => {
  const { session, user } = await atPayment();
  let cut = true;
  betweenShopAndPhone((request, send) => {
    if (!cut || !isOrder(request)) return send();
    cut = false;
    // Waits for the lock next, like the worker.
    void deliverDue({ all: true });
    return connectionLost();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  expect(
    await screen.findByRole('heading', { name: /^Pesanan (KT-.* diterima toko|diterima toko, KT-)/ }),
  ).toBeVisible();
  expect(screen.queryByText('Toko belum menjawab')).not.toBeInTheDocument();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('an order that was brought while the customer waited at the payment says so there', async () => {
  const { session, user, line } = await paidIntoSilence();
  line.cut = false;

  dispatchEvent(new Event('online'));

  const goodNews = await screen.findByRole('heading', { name: /^Pesanan diterima toko, KT-/ });
  expect(goodNews).toBeVisible();
  expect(goodNews.closest('[role=status]')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Lihat cara membayarnya' }));
  expect(await screen.findByRole('heading', { name: /^Pesanan KT-.* diterima toko$/ })).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('what is sent from the list of waiting orders is said to have arrived, and not offered as if it had not', async () => {
  const { session, line } = await paidIntoSilence();
  closeTabs();
  const user = await visit('/carts/payment');
  const send = await screen.findByRole('button', { name: 'Kirim sekarang' });
  line.cut = false;

  await user.click(send);

  const goodNews = await screen.findByRole('heading', { name: /^Pesanan diterima toko, KT-/ });
  expect(goodNews.closest('[role=status]')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Lihat cara membayarnya' })).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('an order that is sent by itself after a reload shows its number on the payment screen, once', async () => {
  const { session, line } = await paidIntoSilence();
  const plain = pay().className;
  closeTabs();
  await visit('/carts/payment');
  await screen.findByRole('button', { name: 'Kirim sekarang' });
  // 'Bayar' is not highlighted while the waiting order is the thing to press.
  expect(pay().className).not.toBe(plain);
  line.cut = false;

  dispatchEvent(new Event('online'));

  expect(await screen.findByRole('heading', { name: /^Pesanan diterima toko, KT-/ })).toBeVisible();
  expect(screen.queryByText(/^Pesanan diterima toko, KT-/)).not.toBeInTheDocument();
  expect(pay().className).not.toBe(plain);
  expect(await ordersOf(session)).toHaveLength(1);
});

test('what leaves while the customer looks elsewhere on their phone is said when they come back', async () => {
  const { session, user, line } = await paidIntoSilence();
  await user.router.navigate({ to: '/about' });
  const clock = ownClock();
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  line.cut = false;
  dispatchEvent(new Event('online'));
  await expect.poll(() => intentsOf(session), clock.still).toMatchObject([{ state: 'accepted' }]);
  // Longer than a message is shown.
  await clock.goOn(5_000);

  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(() => screen.queryByText(/^Pesanan diterima toko, KT-/), clock.still).toBeVisible();
});

test('what another tab has decided meanwhile is not said to wait for a decision', async () => {
  const session = await loggedIn();
  const user = await visit('/account/order-list');
  const old = anyOrder();
  old.order_items = old.order_items.map((line) => ({ ...line, price: 1_000 }));
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const otherTab = new BroadcastChannel('kedai');
  const isHeard = () => otherTab.postMessage({ changed: ['intent:'] });
  const { id } = await keepIntent(session, old);
  isHeard();
  await screen.findByText('Pesanan yang menunggu');
  await deliver(id);
  isHeard();
  await screen.findByText('Perlu persetujuan');
  await agreeToQuote(session, id);
  isHeard();
  await waitFor(() => expect(screen.queryByText('Pesanan yang menunggu')).not.toBeInTheDocument());
  otherTab.close();
  const ever = watchFor(() => screen.queryByText('Pesanan Anda perlu persetujuan') !== null);

  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await user.router.navigate({ to: '/products' });

  expect(await screen.findByRole('heading', { name: /^Pesanan KT-.* diterima toko$/ })).toBeVisible();
  expect(ever()).toBe(false);
});

test('F41 another courier’s fee that was agreed to is what the order is sent with', async () => {
  const { user } = await atPayment();
  const sent: Order[] = [];
  betweenShopAndPhone(async (request, send) => {
    if (!isOrder(request)) return send();
    const order = (await request.clone().json()) as Order;
    const { subTotal } = order;
    const quote = { lines: [], delivery_fee: 6_000, subTotal, totalShopping: subTotal + 6_000 };
    const error = { code: 'quote_changed', message: 'Another fee.', quote };
    return sent.push(order) === 1 ? Response.json({ error }, { status: 409 }) : connectionLost();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());
  expect(await screen.findByRole('row', { name: 'Ongkos Kirim Rp5.000 Rp6.000' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Setuju dengan harga baru' }));

  await expect.poll(() => sent.slice(0, 2).map(({ delivery_fee }) => delivery_fee)).toEqual([5_000, 6_000]);
});

test('new prices that are agreed to after a reload are an order, and its number is said', async () => {
  const { session, user: before } = await atPayment({ prices: { klepon: 1_000 } });
  await before.click(screen.getByRole('radio', { name: 'BCA' }));
  await before.click(pay());
  await screen.findByText('Harga berubah');
  closeTabs();
  const user = await visit('/carts/payment');

  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText(/^Pesanan diterima toko, KT-/)).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('who has logged in again sees the order leave, and no word of a shop that does not answer', async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  const login = within(await screen.findByRole('alert')).getByRole('link', { name: 'Log In' });
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone(async (request, send) => {
    if (isOrder(request)) await answers.promise;
    return send();
  });
  await user.click(login);
  await user.type(await screen.findByLabelText('Email'), session.user.email);
  await user.type(screen.getByLabelText('Password'), 'kopi123');

  await user.click(screen.getByRole('button', { name: 'Log In' }));

  expect(await screen.findByText('Anda sudah masuk lagi, dan pesanan ini sedang dikirim ke toko.')).toBeVisible();
  expect(screen.queryByText('Toko belum menjawab')).not.toBeInTheDocument();
  answers.resolve();
  expect(await screen.findByRole('heading', { name: /^Pesanan diterima toko, KT-/ })).toBeVisible();
});

test('once the cart is another one its order can be paid as any', async () => {
  const { user } = await atPayment({ prices: { klepon: 1_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const plain = pay().className;
  await user.click(pay());
  await screen.findByText('Harga berubah');
  expect(pay().className).not.toBe(plain);

  await user.router.navigate({ to: '/carts' });
  await user.click(await screen.findByRole('button', { name: 'Tambah Klepon' }));
  await user.router.navigate({ to: '/carts/payment' });

  await waitFor(() => expect(pay().className).toBe(plain));
  expect(screen.queryByText('Harga berubah')).not.toBeInTheDocument();
});

test('pressing again after half an hour sends the order that waited, and only that one', async () => {
  const { session, user, line } = await paidIntoSilence();
  // Under the lock, so between two attempts: one that is under way still thinks the order is young, and would send it without a press.
  const id = await withLock('kedai-outbox', async () => {
    const [intent] = await intentsOf(session);
    const key = `intent:${intent?.id}`;
    await change({ [key]: v.unknown() }, () => ({ [key]: { ...intent, madeAt: Date.now() - 30 * 60_000 } }));
    line.cut = false;
    return intent?.id;
  });

  await user.click(pay());

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toMatchObject([{ client_ref: id }]);
});

test('a changed price is shown beside the old one, and only the agreed one is ordered', async () => {
  const { session, user } = await atPayment({ prices: { 'kopi-tubruk': 12_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  const quote = await screen.findByRole('table');
  expect(within(quote).getByRole('row', { name: /2 × Kopi Tubruk/ })).toHaveTextContent('Rp24.000Rp30.000');
  expect(within(quote).getByRole('row', { name: /Total Belanja/ })).toHaveTextContent('Rp44.000Rp50.000');
  expect(screen.getByText('Total tadi').closest('p')).toHaveTextContent('Rp44.000');
  expect(await ordersOf(session)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toMatchObject([{ totalShopping: 50_000 }]);
  expect(await stored('cart')).toMatchObject([{ price: 15_000 }, {}]);
});

test('an order of more rupiah than a shop can count reaches the shop, which has the last word', async () => {
  const { user } = await atPayment({ pieces: { klepon: 2 }, prices: { klepon: 999_999_999 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  expect(await screen.findByText('Harga berubah')).toBeVisible();
});

test('O5 new prices that are agreed to while the cart grows are not ordered, and that is said', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  betweenShopAndPhone(async (request, send) => {
    if (request.method !== 'DELETE') return send();
    await changeCart((lines) => lines.map((line) => ({ ...line, qty: line.qty + 1 })));
    const otherTab = new BroadcastChannel('kedai');
    otherTab.postMessage({ changed: ['cart', 'counter'] });
    otherTab.close();
    await screen.findByText(/Total Harga \(5 barang\)/);
    return send();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText('Keranjang berubah')).toBeVisible();
  expect(await ordersOf(session)).toEqual([]);
});

test('O8 new prices are agreed to once, however long the shop takes to close the former order', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  const asked: string[] = [];
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone(async (request, send) => {
    if (request.method === 'DELETE') await answers.promise;
    if (request.url.endsWith('/orders')) asked.push(request.method);
    return send();
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  await user.dblClick(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));
  expect(pay()).toHaveAttribute('aria-busy', 'true');
  await user.click(pay());
  answers.resolve();

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
  expect(asked.filter((method) => method !== 'GET')).toEqual(['POST', 'DELETE', 'POST']);
});

test.each<[string, (request: Request) => Promise<Response>, string]>([
  [
    'has come all the same',
    async ({ headers }) =>
      Response.json(
        { order_number: 'KT-1', client_ref: headers.get('idempotency-key') },
        { headers: { 'kedai-api': '1' } },
      ),
    'Pesanan yang lama sudah diterima toko',
  ],
  ['may still come', connectionLost, 'Pesanan yang lama belum pasti batal'],
])('O5 where the order at the old prices %s, none at the new ones is made', async (_what, answer, words) => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  betweenShopAndPhone((request, send) => (request.method === 'DELETE' ? answer(request) : send()));
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  await user.click(await screen.findByRole('button', { name: 'Setuju dengan harga baru' }));

  expect(await screen.findByText(words)).toBeVisible();
  await waitFor(() => expect(pay()).toHaveAttribute('aria-busy', 'false'));
  expect(await stored('cart')).toMatchObject([{}, { price: 1_000 }]);
  expect(await ordersOf(session)).toEqual([]);
});

test('new prices that are agreed to on a device that keeps nothing any more are not ordered', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  const agree = await screen.findByRole('button', { name: 'Setuju dengan harga baru' });
  const disk = diskDies();

  await user.click(agree);

  expect(await screen.findByText('Pesanan belum dikirim')).toBeVisible();
  expect(pay()).toHaveAttribute('aria-busy', 'false');
  expectComplaint(/Former order not closed/);
  disk.isBack();
  expect(await ordersOf(session)).toEqual([]);
});

test('who does not agree orders nothing', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText('Harga berubah');
  expect(screen.getByRole('link', { name: '1 pesanan menunggu' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Batal' }));

  expect(await screen.findByText('Pesanan dibatalkan')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Harga berubah')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByRole('link', { name: /menunggu/ })).not.toBeInTheDocument());
  expect(await ordersOf(session)).toEqual([]);
  expect(await stored('cart')).toMatchObject([{}, { price: 1_000 }]);
});

test('what is sold out leaves the order and the cart once agreed', async () => {
  const { session, user } = await atPayment({ pieces: { klepon: 1, 'lapis-legit': 2 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  expect(await screen.findByRole('row', { name: /2 × Lapis Legit/ })).toHaveTextContent('Rp50.000Habis');
  expect(screen.getByRole('heading', { name: 'Ada yang habis' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pesan tanpa yang habis' }));

  await screen.findByText(accepted);
  expect(await ordersOf(session)).toMatchObject([{ totalQty: 1, totalShopping: 20_000 }]);
  expect(await stored('cart')).toMatchObject([{ _id: 'klepon' }]);
});

test('who agrees to a new price is told that something is sold out, too', async () => {
  const { session, user } = await atPayment({
    pieces: { 'kopi-tubruk': 1, 'lapis-legit': 2 },
    prices: { 'kopi-tubruk': 12_000 },
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());

  expect(await screen.findByRole('heading', { name: 'Ada yang habis, harga berubah' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Setuju dengan harga baru' }));

  await screen.findByText(accepted);
  expect(await ordersOf(session)).toMatchObject([{ totalQty: 1, totalShopping: 20_000 }]);
});

test('the very same order again asks before it becomes a second one', async () => {
  const { session, user } = await paidOnce();

  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  const question = await screen.findByRole('alertdialog', { name: 'Pesan lagi yang sama?' });
  // Nothing is being sent while the question is open.
  expect(pay()).toBeVisible();
  const [{ order_number: number } = { order_number: '' }] = await ordersOf(session);
  expect(within(question).getByText(number), 'in one piece').toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Batal' }));
  expect(await ordersOf(session)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await user.click(await screen.findByRole('button', { name: 'Ya, pesan lagi' }));

  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await ordersOf(session)).toHaveLength(2);

  // The third time, too, there is only one question, however many equal orders came before.
  await user.router.navigate({ to: '/carts/payment' });
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await user.click(await screen.findByRole('button', { name: 'Ya, pesan lagi' }));
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
  expect(await ordersOf(session)).toHaveLength(3);
});

test('who goes back in the browser has left the question behind, and has ordered nothing', async () => {
  const { session, user } = await paidOnce();
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await screen.findByRole('alertdialog', { name: 'Pesan lagi yang sama?' });

  user.router.history.back();

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(user.router.state.location.pathname).toBe('/products');
  expect(await ordersOf(session)).toHaveLength(1);
});

test('an answer that comes while the customer looks elsewhere is said, and leads nowhere', async () => {
  const { user } = await atPayment();
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone((request, send) => (isOrder(request) ? answers.promise.then(send) : send()));
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByRole('button', { name: 'Mengirim pesanan…' });
  await user.router.navigate({ to: '/about' });

  answers.resolve();

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(user.router.state.location.pathname).toBe('/about');
});

test('an answer that comes after the logout is told to nobody else', async () => {
  const { session, user } = await atPayment();
  const answers = Promise.withResolvers<void>();
  betweenShopAndPhone(async (request, send) => {
    const answer = await send();
    if (isOrder(request)) await answers.promise;
    return answer;
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await user.router.navigate({ to: '/account/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Log Out' }));
  await screen.findByRole('textbox', { name: 'Email' });

  answers.resolve();

  await waitFor(async () => expect(await intentsOf(session)).toMatchObject([{ state: 'accepted' }]));
  await user.router.navigate({ to: '/about' });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(accepted)).not.toBeInTheDocument();
});

test('an ended session keeps the order and asks to log in again', async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Sesi Anda sudah berakhir');
  await user.click(within(notice).getByRole('link', { name: 'Log In' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(user.router.state.location.state.returnTo).toBe('/carts/payment');
});

test('O8 an order that waits for a login is asked about before another is sent', async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  expect(await screen.findByRole('alert')).toHaveTextContent('dan pesanan ini langsung dikirim');
  await user.click(screen.getByRole('radio', { name: 'BNI' }));

  await user.click(pay());

  const question = await screen.findByRole('alertdialog', { name: 'Masih ada pesanan lain yang menunggu' });
  await user.click(within(question).getByRole('button', { name: 'Batalkan yang lama' }));
  expect(await screen.findByText(/Log In lagi, lalu tekan Bayar lagi/)).toBeVisible();
  expect(await intentsOf(session)).toMatchObject([{ state: 'needs_login', cancelling: true }]);
  // No response can arrive before a login, so the notice offers only that.
  const notice = await screen.findByRole('alert', { name: '' });
  expect(within(notice).getByRole('link', { name: 'Log In' })).toBeVisible();
});

test('F37 whose page was loaded anew comes from the login to where the order’s number is said', async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText('Sesi Anda sudah berakhir');
  closeTabs();
  const later = await visit('/carts/payment');

  const [waiting] = await screen.findAllByText('Perlu masuk lagi');
  await later.click(within(waiting?.closest('li') as HTMLElement).getByRole('link', { name: 'Log In' }));

  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
  // Not to the payment screen, which would seem to ask for another order.
  expect(later.router.state.location.state.returnTo).toBe('/account/order-list');
});

test('F40 prices that were not agreed to are asked about after a reload, and no more once another order is paid', async () => {
  const { session, user } = await atPayment({ prices: { klepon: 1_000 } });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText('Harga berubah');
  closeTabs();
  await inTheCart({ 'kopi-tubruk': 1 });
  const later = await visit('/carts/payment');
  expect(await screen.findByText('Perlu persetujuan')).toBeVisible();

  await later.click(await screen.findByRole('radio', { name: 'BCA' }));
  await later.click(pay());

  expect(await screen.findByText(accepted)).toBeVisible();
  expect((await intentsOf(session)).map(({ state }) => state)).toEqual(['accepted', 'cancelled']);
  await waitFor(() => expect(screen.queryByRole('link', { name: /menunggu/ })).not.toBeInTheDocument());
});

test('a refusal says why and that nothing was ordered', async () => {
  const { session, user } = await atPayment();
  betweenShopAndPhone(async (request, send) =>
    isOrder(request)
      ? Response.json(
          { error: { code: 'unknown_courier', message: 'This shop has no such courier.' } },
          { status: 422 },
        )
      : send(),
  );
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  expect(await screen.findByRole('alert')).toHaveTextContent('Toko ini tidak memakai kurir tersebut');
  expectComplaint(/refused/);
  expect(await ordersOf(session)).toEqual([]);
});

test('where nothing can be kept nothing is sent, and the customer is told so', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const disk = diskDies();

  await user.click(pay());
  const notice = await screen.findByRole('alert');
  disk.isBack();

  expect(notice).toHaveTextContent('pesanan ini tidak dikirim dan tidak tersimpan');
  expect(notice).toHaveTextContent('Kosongkan sedikit ruang penyimpanan, lalu tekan Bayar lagi.');
  expectComplaint(/Order not kept/);
  expect(await ordersOf(session)).toEqual([]);
});

test('an answer that the device can keep no more is none, and pressing again stays one order', async () => {
  const { session, user } = await atPayment();
  let disk: ReturnType<typeof diskDies> | undefined;
  betweenShopAndPhone(async (request, send) => {
    const answer = await send();
    if (isOrder(request)) disk ??= diskDies();
    return answer;
  });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  expect(await screen.findByText('Toko belum menjawab')).toBeVisible();
  expectComplaint(/Answer not kept/);
  disk?.isBack();
  await user.click(pay());
  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toHaveLength(1);
});

test('F30 where a newer version has taken the memory over, who pays is told to load the page again', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const newer = indexedDB.open('kedai', 2);
  await new Promise((resolve) => newer.addEventListener('success', resolve));

  await user.click(pay());
  const notice = await screen.findByRole('alert');
  newer.result.close();

  expect(notice).toHaveTextContent('Muat ulang dulu, lalu tekan Bayar lagi.');
  expect(await screen.findByRole('button', { name: 'Muat ulang' })).toBeVisible();
  expectComplaint(/Order not kept/);
  expect(await ordersOf(session)).toEqual([]);
});

test('an order that a phone has room for again ends the word that it keeps nothing', async () => {
  const session = await loggedIn();
  await inTheCart({ klepon: 1 });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const user = await visit('/carts/payment?meja=7');
  const notice = await screen.findByText(/^Penyimpanan di perangkat ini tidak bisa dipakai/);
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  put.mockRestore();
  await user.click(pay());

  await waitFor(async () => expect(await ordersOf(session)).toHaveLength(1));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});

test('a list that could not load says so, and comes when asked again', async () => {
  await loggedIn();
  await inTheCart({ klepon: 1 });
  await choosesHandover('pickup');
  let cut = true;
  betweenShopAndPhone((request, send) => (cut && request.url.endsWith('/banks') ? connectionLost() : send()));
  const user = await visit('/carts/payment');

  expect(await screen.findByRole('alert')).toHaveTextContent('Daftar bank gagal dimuat.');
  expect(await screen.findByRole('radio', { name: 'Indomaret' })).toBeVisible();
  cut = false;
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }));

  expect(await screen.findByRole('radio', { name: 'BCA' })).toBeVisible();
});

test('a list that could not load comes by itself when the shop answers again', async () => {
  await loggedIn();
  await inTheCart({ klepon: 1 });
  await choosesHandover('pickup');
  let cut = true;
  betweenShopAndPhone((_request, send) => (cut ? connectionLost() : send()));
  await visit('/carts/payment');
  expect(await screen.findByText('Daftar bank gagal dimuat.')).toBeVisible();
  cut = false;

  dispatchEvent(new Event('online'));

  expect(await screen.findByRole('radio', { name: 'BCA' })).toBeVisible();
});

test('who comes here without a courier is led back to the choice', async () => {
  const { session, user } = await atPayment({ handover: '' });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));

  await user.click(pay());

  expect(await screen.findByRole('alert')).toHaveTextContent('Anda harus memilih kurir terlebih dahulu');
  const mend = screen.getByRole('link', { name: 'Pilih kurir' });
  expect(mend).toHaveFocus();
  expect(await ordersOf(session)).toEqual([]);
  await user.click(mend);
  expect(await screen.findByRole('heading', { level: 1, name: 'Pengiriman' })).toBeVisible();
});

test('an empty cart has nothing to pay', async () => {
  await loggedIn();
  await visit('/carts/payment');

  expect(await screen.findByText('Cart is empty')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bayar' })).not.toBeInTheDocument();
});

test('an order that waits is shown after another way to pay was chosen, too', async () => {
  const { session, user } = await paidIntoSilence();
  const [intent] = await intentsOf(session);
  await note(`${intent?.id}`, () => ({ state: 'stored', everSent: false, notBefore: Date.now() + 60_000 }));
  const worker = new BroadcastChannel('kedai');
  worker.postMessage({ changed: [`intent:${intent?.id}`] });
  await screen.findByText('Tersimpan di HP');
  worker.close();

  await user.click(screen.getByRole('radio', { name: 'Indomaret' }));

  expect(await screen.findByRole('region', { name: 'Pesanan yang menunggu' })).toHaveTextContent('BCA');
});
