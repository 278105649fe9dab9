import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlacedOrder } from '#core/order-contract';
import { shop } from '#core/shop';
import { cikini, connectionLost, cutLine, interceptRequests } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { changeListedOrders, ordered } from './support/page/placed-orders.ts';
import { closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

const streets = { 'dine-in': 'Meja 7', pickup: 'Ambil di toko', goceng: cikini.fullStreet };

/** The way of the customer's only order, on the list of orders. */
async function listedOrder(handover: keyof typeof streets, status: string, more: Partial<PlacedOrder> = {}) {
  changeListedOrders((listed) => ({ ...listed, ...more, status }));
  const how = { handover, address: { ...cikini, fullStreet: streets[handover] } };
  return (await customer({ ordered: { klepon: 2 }, how }).at('/account/order-list')).order;
}

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Perjalanan pesanan' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const currentStep = async () =>
  (await screen.findByRole('list', { name: 'Perjalanan pesanan' })).querySelector('[aria-current=step]')?.textContent;

test.for([
  ['dine-in', 'waiting_payment', 'Diterima kedai', 'Diterima kedai ', 5],
  ['dine-in', 'paid', 'Dibayar', 'Dibayar ', 5],
  ['pickup', 'processing', 'Sedang dibuat', 'Sedang dibuat ', 5],
  ['goceng', 'delivering', 'Diantar', 'Diantar ', 6],
  ['dine-in', 'ready', 'Siap', 'Pesananmu siap 12 Kami antar ke meja 7', 5],
  ['pickup', 'ready', 'Siap', 'Pesananmu siap 12 Ambil di kasir', 5],
  ['goceng', 'ready', 'Siap', 'Pesananmu siap 12 Menunggu kurir', 6],
] as const)(
  'an order (%s) with the status %s is at %s, and says “%s”',
  async ([handover, status, step, words, all]) => {
    await listedOrder(handover, status, { queue_number: 12 });

    expect(await currentStep()).toBe(step);
    expect(await steps()).toHaveLength(all);
    const now = screen.getAllByRole('status').find((line) => line.querySelector(`data[value=${status}]`));
    expect(now?.textContent).toBe(words);
  },
);

test('W19 an order has its number to call while it is made; one of another host, or of before, shows none until it is ready', async () => {
  await listedOrder('pickup', 'processing', { queue_number: 12 });
  expect(await screen.findByText('Nomor panggilan')).toBeVisible();
  expect(screen.getByText('12')).toBeVisible();
  closeTabs();

  await listedOrder('pickup', 'processing', { queue_number: undefined });
  expect(await currentStep()).toBe('Sedang dibuat');
  expect(screen.queryByText('Nomor panggilan')).toBeNull();
  closeTabs();

  const { order_number } = await listedOrder('pickup', 'ready', { queue_number: undefined });
  expect(await screen.findByText(order_number.slice(-4))).toBeVisible();
});

test('W17 an order says how many are ahead and how long it takes, until it is ready', async () => {
  await listedOrder('pickup', 'processing', { queue: { ahead: 3, from: 6, to: 11 } });
  expect(await screen.findByText('3 pesanan di depanmu.')).toBeVisible();
  expect(screen.getByText('Biasanya siap 6–11 menit setelah dipesan.')).toBeVisible();
  closeTabs();

  await listedOrder('pickup', 'paid', { queue: { ahead: 0, from: 6, to: 6 } });
  expect(await screen.findByText('Biasanya siap 6 menit setelah dipesan.')).toBeVisible();
  expect(screen.queryByText(/di depanmu/)).toBeNull();
  closeTabs();

  await listedOrder('pickup', 'ready', { queue: { ahead: 0, from: 6, to: 11 } });
  expect(await currentStep()).toBe('Siap');
  expect(screen.queryByText(/Biasanya siap/)).toBeNull();
});

test('W17 the card of an order says so too: in its line, and before how to pay when it is opened', async () => {
  changeListedOrders((listed) => ({ ...listed, queue: { ahead: 3, from: 6, to: 11 } }));
  const { user } = await customer({ ordered: { klepon: 2 } }).at('/products');
  expect(await screen.findByText('3 di depan · 6–11 menit')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Cara bayar' }));

  const howLong = await screen.findByText('Biasanya siap 6–11 menit setelah dipesan.');
  expect(howLong.compareDocumentPosition(screen.getByText('Total Belanja'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('W17 how long it takes is not said from a list that the device has stored', async () => {
  await listedOrder('pickup', 'waiting_payment', { queue: { ahead: 3, from: 6, to: 11 } });
  await screen.findByText('3 pesanan di depanmu.');
  await waitFor(async () => expect(await stored('own-orders')).toBeDefined());
  closeTabs();
  interceptRequests(() => connectionLost());

  await visit('/account/order-list');

  expect(await currentStep()).toBe('Diterima kedai');
  expect(screen.queryByText(/di depanmu|Biasanya siap/)).toBeNull();
});

test('W17 how long it takes is not said while the shop is not heard', async () => {
  await listedOrder('pickup', 'waiting_payment', { queue: { ahead: 3, from: 6, to: 11 } });
  await screen.findByText('3 pesanan di depanmu.');

  const line = cutLine();
  dispatchEvent(new Event('offline'));
  await waitFor(() => expect(screen.queryByText(/di depanmu|Biasanya siap/)).toBeNull());
  expect(await currentStep()).toBe('Diterima kedai');
  line.cut = false;
  dispatchEvent(new Event('online'));

  expect(await screen.findByText('3 pesanan di depanmu.')).toBeVisible();
});

test('an order that is not paid yet says so beside its way', async () => {
  await customer({ ordered: { klepon: 1 } }).at('/account/dashboard');

  const card = await screen.findByRole('region', { name: /^Pesanan KT-/ });

  expect(card).toHaveTextContent('Diterima kedai Menunggu pembayaran');
});

test('W2 an order that is begun without being paid is not shown as paid, and can still be paid', async () => {
  await listedOrder('pickup', 'ready', { paid: false });

  expect(await steps()).toEqual(['Diterima kedai', 'Sedang dibuat', 'Siap', 'Selesai']);
  expect(screen.getByText('Belum dibayar')).toBeVisible();
  fireEvent.click(await screen.findByText('Cara bayar'));
  const link = await screen.findByRole('link', { name: 'Konfirmasi lewat WhatsApp' });
  const message = link.getAttribute('href') ?? '';
  expect(decodeURIComponent(message)).toMatch(/pesanan KT-.* Status: Siap \(Ambil di kasir · Belum dibayar\)\.$/);
});

test('W2 the card of an order keeps the way to pay until it is paid, also after it has ended', async () => {
  changeListedOrders((listed) => ({ ...listed, status: 'completed', paid: false }));
  const { user } = await customer({ accepted: true }).at('/products');
  const card = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  await waitFor(() => expect(card).toHaveTextContent('Selesai Belum dibayar'));

  await user.click(within(card).getByRole('button', { name: 'Cara bayar' }));

  expect(within(card).getByRole('link', { name: 'Konfirmasi lewat WhatsApp' })).toBeVisible();
  expect(within(card).getByRole('button', { name: 'Tutup' })).toBeVisible();
});

test('a cancelled order names the reason, on the list, the menu and the invoice', async () => {
  changeListedOrders((listed) => ({ ...listed, status: 'cancelled', reason: 'Klepon habis' }));
  const { user } = await customer({ accepted: true }).at('/products');
  const card = await screen.findByRole('region', { name: /^Pesanan KT-/ });

  await waitFor(() => expect(card).toHaveTextContent('Dibatalkan Klepon habis'));
  await user.router.navigate({ to: '/account/order-list' });
  expect(await screen.findByText('Klepon habis')).toBeVisible();
  expect(screen.getByRole('row', { name: /KT-/ })).toHaveTextContent('Dibatalkan');
  expect(screen.queryByRole('list', { name: 'Perjalanan pesanan' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('link', { name: /^Invoice/ }));
  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(invoice).toHaveTextContent('Dibatalkan (Klepon habis)');
  // Without the account to pay to.
  await waitFor(() => expect(invoice).toHaveTextContent('BCA'));
  expect(invoice).not.toHaveTextContent('•••• 4471');
});

test('what was paid for a cancelled order is given back, says its card, the list and the invoice, which does not thank', async () => {
  changeListedOrders((listed) => ({ ...listed, status: 'cancelled', reason: 'Klepon habis', paid: true }));
  const { user } = await customer({ accepted: true }).at('/products');
  const card = await screen.findByRole('region', { name: /^Pesanan KT-/ });
  await waitFor(() => expect(card).toHaveTextContent('Dibatalkan Klepon habis · Uang dikembalikan di kasir'));
  const asks = (within: HTMLElement) => {
    const link = [...within.querySelectorAll('a')].find(({ textContent }) => textContent?.includes('WhatsApp'));
    return decodeURIComponent(link?.href ?? '');
  };
  const question = /pesanan KT-.* dibatalkan setelah saya bayar Rp15\.000\./;

  await user.click(within(card).getByRole('button', { name: 'Lihat' }));
  expect(asks(card)).toMatch(question);
  expect(within(card).getByText('Uang dikembalikan di kasir')).toBeVisible();
  expect(card).toHaveTextContent(/Tunjukkan nomor \d+ \(KT-[^)]+\) di kasir/);
  await user.router.navigate({ to: '/account/order-list' });
  const row = (await screen.findByText('Uang dikembalikan di kasir')).closest('tbody') as HTMLElement;
  expect(asks(row)).toMatch(question);
  await user.click(screen.getByRole('link', { name: /^Invoice/ }));

  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(asks(invoice)).toMatch(question);
  expect(invoice).toHaveTextContent('DIBATALKAN');
  expect(within(invoice).getByRole('row', { name: /^Dibayar, lalu dibatalkan/ })).toHaveTextContent('Rp15.000');
  expect(invoice).not.toHaveTextContent(/Terima kasih|Total belanja/);
});

test.for([
  [{ status: 'ready', paid: true }, 'LUNAS'],
  [{ status: 'ready', paid: false }, 'BELUM DIBAYAR'],
  [{ status: 'waiting_payment' }, 'BELUM DIBAYAR'],
  [{ status: 'cancelled', paid: false }, 'DIBATALKAN'],
  [{ status: 'di_jalan' }, undefined],
] as const)('the invoice of an order that is %o is stamped %s', async ([changes, stamp]) => {
  const session = await loggedIn();
  const { order_number: number } = await ordered(session, { klepon: 1 });
  changeListedOrders((listed) => ({ ...listed, ...changes }));

  await visit(`/account/order-list?invoice=${number}`);

  const invoice = await screen.findByRole('dialog', { name: 'Invoice' });
  expect(/LUNAS|BELUM DIBAYAR|DIBATALKAN/.exec(invoice.textContent ?? '')?.[0]).toBe(stamp);
});

/** Orders of this device and of another one, and what becomes of them when the shop cancels them. */
async function twoOrders() {
  const session = await customer({ accepted: true }).onDevice();
  await ordered(session, { klepon: 2 });
  let isCancelled = false;
  const changed_at = new Date().toISOString();
  changeListedOrders((listed) =>
    isCancelled ? { ...listed, status: 'cancelled', reason: 'Klepon habis', changed_at } : listed,
  );
  return {
    /** The page hears of it when its customer returns to it. */
    cancel() {
      isCancelled = true;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const cards = () => screen.queryAllByRole('region', { name: /^Pesanan KT-/ });

test('an order that is cancelled keeps its card on the dashboard until that is closed, for good', async () => {
  const { cancel } = await twoOrders();
  const user = await visit('/account/dashboard');
  await waitFor(() => expect(cards()).toHaveLength(2));

  cancel();

  await waitFor(() => {
    for (const card of cards()) expect(card).toHaveTextContent('Dibatalkan Klepon habis');
  });
  for (const left of [1, 0]) {
    await user.click(screen.getAllByRole('button', { name: 'Tutup' })[0] as HTMLElement);
    await waitFor(() => expect(cards()).toHaveLength(left));
  }
  await waitFor(async () => expect(await stored('closed')).toHaveLength(2));
  closeTabs();
  await visit('/account/dashboard');
  await screen.findByRole('link', { name: /Lihat pesanan Anda/ });
  await waitFor(() => expect(cards()).toEqual([]));
});

test.for(['di_jalan', 'constructor'])('F50 the unknown status %s of a host is shown as returned', async (status) => {
  changeListedOrders((listed) => ({ ...listed, status }));
  const { user } = await customer({ accepted: true }).at('/account/dashboard');

  const card = await screen.findByRole('region', { name: /^Pesanan KT-/ });

  await waitFor(() => expect(within(card).getByText(status)).toHaveAttribute('value', status));
  expect(within(card).queryByRole('list', { name: 'Perjalanan pesanan' })).not.toBeInTheDocument();
  await user.router.navigate({ to: '/products' });
  expect(await screen.findByText(status)).toBeVisible();
  await user.router.navigate({ to: '/account/order-list' });
  expect(await screen.findByRole('row', { name: /KT-/ })).toHaveTextContent(status);
  expect(screen.queryByText('Cara bayar')).not.toBeInTheDocument();
});

test('an order that a closed shop has not seen says when the shop opens', async () => {
  // From now on for one minute of the week, so that it is closed whenever this runs.
  const soon = new Date(Date.now() + 3 * 24 * 60 * 60_000);
  const day = new Intl.DateTimeFormat('id-ID', { weekday: 'long', timeZone: shop.timeZone }).format(soon);
  shop.openingHours = [{ days: [day as never], opens: '07:00', closes: '07:01' }];
  await listedOrder('pickup', 'waiting_payment', { queue: { ahead: 0, from: 6, to: 11 } });

  expect(await screen.findByText(`Kedai buka ${day} pukul 07.00`)).toBeVisible();
  expect(screen.queryByText(/Biasanya siap/)).toBeNull();
});

test('an order that is being made is shown as such outside the opening hours, too', async () => {
  shop.openingHours = [];
  await listedOrder('pickup', 'processing');

  expect(await currentStep()).toBe('Sedang dibuat');
  expect(screen.queryByText(/^Kedai buka/)).not.toBeInTheDocument();
});

test('the dashboard shows every order under way first, also of another phone, and none that is completed or old', async () => {
  const session = await loggedIn();
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000).toISOString();
  const states = [
    { status: 'processing' },
    { status: 'cancelled', created_at: yesterday, changed_at: new Date().toISOString() },
    { status: 'completed' },
    { created_at: yesterday },
    { status: 'cancelled', changed_at: yesterday },
  ];
  const numbers: string[] = [];
  for (const at of states.keys()) numbers.push((await ordered(session, { klepon: at + 1 })).order_number);
  changeListedOrders((listed) => ({ ...listed, ...states[numbers.indexOf(listed.order_number)] }));
  await visit('/account/dashboard');

  const card = await screen.findByRole('region', { name: `Pesanan ${numbers[0]}` });

  expect(card).toHaveTextContent('Sedang dibuat');
  expect(card).toHaveTextContent(/Total Rp/);
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(cards()[0]).toBe(card);
  expect(cards()[1]).toHaveTextContent(`Pesanan ${numbers[1]}`);
});
