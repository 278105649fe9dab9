import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shop } from '#core/shop';
import { chooseAddress, cikini, ordersOf } from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { accepted, pay } from './support/page/payment-screen.ts';
import { configuredHours } from './support/page/setup.ts';
import { closeTabs, stored, visit } from './support/page/visit.tsx';

beforeEach(() => {
  shop.openingHours = configuredHours;
});

/** Sets the date only; timers run normally. */
const setClock = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });

/** A Friday, on which the shop opens at 07.00. */
const night = '2026-11-27T00:54:00+07:00';

const toPayment = () => screen.getByRole('button', { name: 'Pilih metode pembayaran' });
const question = () => screen.queryByRole('alertdialog');

async function atNight(address: string, moment = night) {
  setClock(moment);
  return customer({ cart: { klepon: 1 } }).at(address);
}

test.each([
  ['Makan di sini', 'Meja 7', 'Meja 7'],
  ['Ambil sendiri', 'Ambil sendiri di kedai', 'Ambil di toko'],
])('before opening “%s” is confirmed once; the order says when it is', async (handover, shown, street) => {
  const name = new RegExp(handover);
  const { session, user } = await atNight('/carts/delivery');
  const closed = 'Kedai sedang tutup. Pesanan Anda kami lihat saat buka lagi, hari ini 07.00.';
  expect(await screen.findByText(closed)).toBeVisible();

  await user.click(await screen.findByRole('radio', { name }));
  const question = await screen.findByRole('alertdialog', { name: `${handover} mulai pukul 07.00?` });
  await user.click(within(question).getByRole('button', { name: /^Ya, mulai/ }));
  await waitFor(() => expect(screen.getByRole('radio', { name })).toBeChecked());
  expect(await screen.findByText(/ mulai pukul 07\.00\. Tidak perlu alamat/)).toBeVisible();
  const table = screen.queryByRole('textbox', { name: 'Nomor meja' });
  if (table) await user.type(table, '7');
  await user.click(toPayment());
  expect(await screen.findByText(`${shown}, mulai 07.00`)).toBeVisible();
  // Also after a reload.
  await waitFor(async () => expect(await stored('handover')).toMatchObject({ agreedStart: '07.00' }));
  closeTabs();
  const later = await visit('/carts/payment');
  await later.click(await screen.findByRole('radio', { name: 'BCA' }));
  await later.click(pay());

  expect(await screen.findByText(accepted)).toBeVisible();
  expect(await ordersOf(session)).toMatchObject([{ delivery_address: { fullStreet: `${street}, mulai 07.00` } }]);
});

test('dine-in that is chosen on the menu before opening is confirmed there, and not again on the way to the payment', async () => {
  const { user } = await atNight('/products');
  const dineIn = await screen.findByRole('button', { name: /Dine In/ });

  await user.click(dineIn);
  await user.click(await screen.findByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(dineIn).toHaveAttribute('aria-pressed', 'false');
  await user.click(dineIn);
  await user.click(await screen.findByRole('button', { name: 'Ya, mulai pukul 07.00' }));
  await waitFor(() => expect(dineIn).toHaveAttribute('aria-pressed', 'true'));

  await user.router.navigate({ to: '/carts/delivery' });
  await user.type(await screen.findByRole('textbox', { name: 'Nomor meja' }), '7');
  await user.click(toPayment());
  expect(await screen.findByText('Meja 7, mulai 07.00')).toBeVisible();
  expect(question()).toBeNull();
});

test('a customer who does not want to wait until the shop opens has chosen nothing', async () => {
  const { user } = await atNight('/carts/delivery');
  const dineIn = await screen.findByRole('radio', { name: /Makan di sini/ });

  await user.click(dineIn);
  await user.click(await screen.findByRole('button', { name: 'Batal' }));

  await waitFor(() => expect(question()).toBeNull());
  expect(dineIn).not.toBeChecked();
});

test("a table's code that is used before opening is confirmed on the way to the payment", async () => {
  const { user } = await atNight('/carts/delivery?meja=7', '2026-11-27T22:30:00+07:00');
  await screen.findByText(/ mulai Sabtu pukul 08\.00\./);

  await user.click(toPayment());
  await user.click(await screen.findByRole('button', { name: 'Ya, mulai Sabtu pukul 08.00' }));

  expect(await screen.findByText('Meja 7, mulai Sabtu 08.00')).toBeVisible();
});

test('what was chosen while the shop was open is confirmed before it is ordered after closing', async () => {
  setClock('2026-11-27T20:59:00+07:00');
  const session = await customer({ cart: { klepon: 1 }, handover: 'pickup' }).onDevice();
  setClock('2026-11-27T21:01:00+07:00');
  const user = await visit('/carts/payment');
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));

  await user.click(pay());
  await user.click(await screen.findByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(question()).toBeNull());

  expect(await ordersOf(session)).toEqual([]);
});

test.each([
  ['a courier', /Goceng/, night],
  ['pick-up while the shop is open', /Ambil sendiri/, '2026-11-27T07:00:00+07:00'],
])('%s is chosen without a question', async (_what, name, moment) => {
  await chooseAddress(cikini);
  const { user } = await atNight('/carts/delivery', moment);

  await user.click(await screen.findByRole('radio', { name }));
  await user.click(toPayment());

  expect(await screen.findByRole('heading', { level: 1, name: 'Pembayaran' })).toBeVisible();
  expect(question()).toBeNull();
  expect(screen.queryByText(/, mulai /)).toBeNull();
});
