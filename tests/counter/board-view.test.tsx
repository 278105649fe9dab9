import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { shortNumber } from '#core/order-steps';
import { openCounterShop } from '../support/counter-shop.ts';
import { requestsSent } from '../support/page/checkout.ts';
import { FakeAudio } from './fake-audio.ts';
import { closeCounters, column, findCard, openCounter } from './open-counter.tsx';

const shop = await openCounterShop();
const session = await shop.signIn();
afterAll(() => shop.close());
afterEach(async () => {
  vi.useRealTimers();
  await closeCounters();
});

const isIn = (name: string, number: string) =>
  column(name).queryByRole('article', { name: new RegExp(`\\b${shortNumber(number)}$`) }) !== null;
const press = (card: HTMLElement, name: string | RegExp) => within(card).getByRole('button', { name });

/** Presses the large button of an order and waits until the shop has it. */
async function step(user: Awaited<ReturnType<typeof openCounter>>, number: string, name: string, status: string) {
  await user.click(press(await findCard(number), name));
  await expect.poll(async () => (await shop.seen(number)).status).toBe(status);
}

test('a card has the number to call, the short number, the table, the customer, the lines and what is paid', async () => {
  const number = await shop.order('Meja 7');
  const [first, second] = shop.products;

  await openCounter(shop, { session });

  const card = await findCard(number);
  const { queue_number } = await shop.seen(number);
  expect(within(card).getByRole('heading')).toHaveAccessibleName(`${queue_number} ${shortNumber(number)}`);
  expect(within(card).getByText('Meja 7')).toBeVisible();
  expect(within(card).getByText('Sari Dewi')).toBeVisible();
  for (const product of [first, second])
    expect(within(card).getByRole('button', { name: `1× ${product?.name}` })).toBeVisible();
  expect(card).toHaveTextContent(/Rp[\d.]+BCA/);
  expect(within(card).getByText('0 mnt')).toBeVisible();
});

test('an order with a courier shows its address, and stays among the ready ones while it is on its way', async () => {
  const number = await shop.order('Jalan Cikini Raya No. 73', { delivery_courier: 'mantap', delivery_fee: 7_000 });
  const user = await openCounter(shop, { session });
  await findCard(number);
  for (const [name, status] of [
    ['Sudah dibayar', 'paid'],
    ['Mulai buat', 'processing'],
    ['Siap', 'ready'],
    ['Diantar', 'delivering'],
  ] as const)
    await step(user, number, name, status);

  const card = await findCard(number);
  expect(isIn('Siap', number)).toBe(true);
  expect(card).toHaveTextContent('Diantar');
  expect(card).toHaveTextContent('Mantap');
  expect(card).toHaveTextContent(/Jalan Cikini Raya No\. 73, Cikini, Menteng/);
  expect(within(card).getByRole('link', { name: '081234567890' })).toHaveAttribute('href', 'tel:081234567890');
  await step(user, number, 'Selesai', 'completed');
});

test('W2 an order that is begun without being paid says so until it is; how it was paid is one tap; both can be taken back', async () => {
  const number = await shop.order();
  const user = await openCounter(shop, { session });
  await user.click(press(await findCard(number), /^Lainnya untuk \d+$/));
  await user.click(screen.getByRole('button', { name: 'Siap' }));
  await expect.poll(async () => (await shop.seen(number)).status).toBe('ready');
  const card = await findCard(number);
  expect(within(card).getByText('Belum dibayar')).toBeVisible();
  await step(user, number, 'Selesai', 'completed');
  await user.click(await screen.findByRole('link', { name: /^Selesai hari ini .*, 1 belum dibayar$/ }));

  await user.click(press(await findCard(number), 'Sudah dibayar'));
  await expect.poll(async () => (await shop.seen(number)).paid).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Urungkan' }));
  await expect.poll(async () => (await shop.seen(number)).paid).toBe(false);
  expect((await shop.seen(number)).status).toBe('completed');
  await user.click(press(await findCard(number), 'Sudah dibayar'));
  await expect.poll(async () => (await shop.seen(number)).paid).toBe(true);
  await user.click(press(await findCard(number), 'Dibayar dengan BCA. Ganti ke Tunai'));

  await expect.poll(async () => (await shop.seen(number)).paid_with).toBe('kasir');
  expect(await shop.seen(number)).toMatchObject({ status: 'completed', paid: true });
  expect(within(await findCard(number)).queryByText('Belum dibayar')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Urungkan' }));
  await expect.poll(async () => (await shop.seen(number)).paid_with).toBe('bca');
});

test('who cancels a paid order is told what is to be paid back, and the card keeps saying it', async () => {
  const number = await shop.order();
  const user = await openCounter(shop, { session });
  await step(user, number, 'Sudah dibayar', 'paid');
  await user.click(press(await findCard(number), /^Lainnya untuk \d+$/));
  await user.click(screen.getByRole('button', { name: 'Batalkan…' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/Sudah dibayar \(BCA\): Rp[\d.]+ harus dikembalikan\./);

  await user.click(screen.getByRole('radio', { name: 'Stok habis' }));
  await user.click(screen.getByRole('button', { name: 'Batalkan pesanan' }));
  await user.click(await screen.findByRole('link', { name: /^Selesai hari ini/ }));

  expect(within(await findCard(number)).getByText('Harus dikembalikan')).toBeVisible();
  expect(await findCard(number)).toHaveTextContent('Stok habis');
});

test('after ten seconds there is nothing to undo', async () => {
  const number = await shop.order();
  await openCounter(shop, { session });
  const button = press(await findCard(number), 'Sudah dibayar');
  const undo = () => screen.queryByRole('button', { name: 'Urungkan' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(9_999));
  expect(undo()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));

  expect(undo()).toBeNull();
});

test('F48 a double tap makes one change; a paid order that is made offers "Siap"', async () => {
  const number = await shop.order();
  const sent = requestsSent(({ method }) => ['PATCH', 'PUT'].includes(method));
  const user = await openCounter(shop, { session });
  const [first, second] = shop.products.map(({ name }) => `1× ${name}`) as [string, string];

  await user.dblClick(press(await findCard(number), 'Sudah dibayar'));
  await expect.poll(async () => (await shop.seen(number)).status).toBe('paid');
  await user.dblClick(press(await findCard(number), first));
  await user.click(press(await findCard(number), second));

  await expect.poll(async () => (await shop.seen(number)).lines.map(({ struck }) => struck)).toEqual([true, true]);
  expect(press(await findCard(number), first)).toHaveAttribute('aria-pressed', 'true');
  expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PUT', 'PUT']);
  await step(user, number, 'Siap', 'ready');
});

test('the menu of an order has the other statuses, and cancels it with a reason in own words', async () => {
  const number = await shop.order();
  const user = await openCounter(shop, { session });
  await user.click(press(await findCard(number), /^Lainnya untuk \d+$/));
  const menu = within(screen.getByRole('dialog', { name: /^Pesanan \d+$/ }));
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Mulai buat',
    'Siap',
    'Selesai',
    'Cetak tiket dapur',
    'Batalkan…',
    'Tutup',
  ]);

  await user.click(menu.getByRole('button', { name: 'Batalkan…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Batalkan pesanan' })).toBeDisabled();
  await user.click(dialog.getByRole('radio', { name: 'Stok habis' }));
  await user.type(dialog.getByRole('textbox', { name: 'Alasan lain' }), ' Mesin rusak ');
  expect(dialog.getByRole('radio', { name: 'Stok habis' })).not.toBeChecked();
  const form = dialog.getByRole('button', { name: 'Batalkan pesanan' }).closest('form') as HTMLFormElement;
  expect(fireEvent.submit(form), 'sent by the browser').toBe(false);

  await expect.poll(async () => (await shop.seen(number)).status).toBe('cancelled');
  expect((await shop.seen(number)).reason).toBe('Mesin rusak');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('W18 an order that its customer has taken back leaves the board, and one line says so', async () => {
  const number = await shop.order();
  await openCounter(shop, { session });
  const card = await findCard(number);

  await shop.withdraw(number);

  expect(await screen.findByText(/^\d+ dibatalkan pelanggan$/)).toBeVisible();
  expect(card).not.toBeInTheDocument();
});

test('a new order calls until its card is touched, and is counted in the title', async () => {
  const user = await openCounter(shop, { session });
  await screen.findByRole('heading', { name: 'Papan pesanan' });
  await waitFor(() => expect(document.title).toBe('Kasir · Kopi Tepi'));

  const number = await shop.order('Meja 3');
  const card = await findCard(number);

  await waitFor(() => expect(document.title).toBe('(1) Kasir · Kopi Tepi'));
  expect(screen.getByRole('button', { name: '1 pesanan masuk' })).toBeVisible();
  expect(await screen.findByText(/^Pesanan masuk: \d+, Meja 3$/)).toHaveAttribute('role', 'status');
  await user.click(within(card).getByText('Meja 3'));
  expect(screen.queryByRole('button', { name: '1 pesanan masuk' })).toBeNull();
  expect(document.title).toBe('Kasir · Kopi Tepi');
});

test('before the first touch the board says that it cannot ring; that touch switches nothing off', async () => {
  vi.stubGlobal('AudioContext', FakeAudio);
  const user = await openCounter(shop, { session });
  const bell = await screen.findByRole('button', { name: 'Bunyi: sentuh layar dulu' });

  await user.click(bell);
  await waitFor(() => expect(bell).toHaveTextContent('Bunyi: nyala'));
  await user.click(bell);

  expect(bell).toHaveTextContent('Bunyi: mati');
});

test('a browser without sound says so all the time', async () => {
  const user = await openCounter(shop, { session });

  await user.click(await screen.findByRole('button', { name: 'Bunyi: sentuh layar dulu' }));

  expect(screen.getByRole('button', { name: 'Bunyi: sentuh layar dulu' })).toBeVisible();
});

test('the focus follows an order that is pressed by keyboard', async () => {
  const number = await shop.order();
  const user = await openCounter(shop, { session });
  press(await findCard(number), 'Sudah dibayar').focus();

  await user.keyboard('{Enter}');

  await waitFor(async () => expect(press(await findCard(number), 'Mulai buat')).toHaveFocus());
  await user.click(within(await findCard(number)).getByRole('button', { name: /^Lainnya/ }));
  press(await screen.findByRole('dialog'), 'Siap').focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(press(await findCard(number), 'Selesai')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Siap' })).toHaveFocus());
});
