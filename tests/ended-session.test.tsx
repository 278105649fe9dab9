import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outboxOrdersOf } from '#device/outbox-store';
import { holdResponse, isOrder } from './support/page/checkout.ts';
import { accepted, atPayment, payBy } from './support/page/payment-screen.ts';
import { findToast } from './support/page/toasts.ts';
import { closeTabs, logInAs, visit } from './support/page/visit.tsx';

test("after logging in again the customer sees the order being sent, not 'Kedai belum menjawab'", async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await payBy(user, 'BCA');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Sesi Anda sudah berakhir');
  const login = within(notice).getByRole('link', { name: 'Log In' });
  const { goOn } = holdResponse(isOrder);
  await user.click(login);
  await logInAs(user, session.user.email);

  expect(await screen.findByText('Anda sudah masuk lagi, dan pesanan ini sedang dikirim ke kedai.')).toBeVisible();
  expect(screen.queryByText('Kedai belum menjawab')).not.toBeInTheDocument();
  goOn();
  await findToast(accepted);
  await waitFor(() => expect(user.router.state.location.pathname).toBe('/products'));
});

test('O8 an order pending until a login is asked about before another is sent', async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await payBy(user, 'BCA');
  expect(await screen.findByRole('alert')).toHaveTextContent('dan pesanan ini langsung dikirim');

  await payBy(user, 'BNI');

  const question = await screen.findByRole('alertdialog', { name: 'Masih ada pesanan lain yang menunggu' });
  await user.click(within(question).getByRole('button', { name: 'Batalkan yang lama' }));
  expect(await screen.findByText(/Log In lagi, lalu tekan Bayar lagi/)).toBeVisible();
  expect(await outboxOrdersOf(session)).toMatchObject([{ state: 'needs_login', cancelling: true }]);
  // No response can arrive before a login, so the notice offers only that.
  const notice = await screen.findByRole('alert', { name: '' });
  expect(within(notice).getByRole('link', { name: 'Log In' })).toBeVisible();
});

test("F37 after a reload the login leads to the order list, where the order's number will be shown", async () => {
  const { session, user } = await atPayment();
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  await payBy(user, 'BCA');
  await screen.findByText('Sesi Anda sudah berakhir');
  closeTabs();
  const later = await visit('/carts/payment');

  const [waiting] = await screen.findAllByText('Perlu masuk lagi');
  await later.click(within(waiting?.closest('li') as HTMLElement).getByRole('link', { name: 'Log In' }));

  expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
  // Not to the payment screen, which would seem to ask for another order.
  expect(later.router.state.location.state.returnTo).toBe('/account/order-list');
});
