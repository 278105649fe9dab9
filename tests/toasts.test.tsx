import { act, fireEvent, render, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { addressNotificationsAtom } from '../src/state/account/new-addresses.ts';
import { sessionAtom } from '../src/state/account/session.ts';
import { Dialogs } from '../src/ui/feedback/dialogs.tsx';
import { Notifications } from '../src/ui/feedback/notifications.tsx';
import { confirmed } from '../src/ui/feedback/questions.ts';
import { showToast, Toasts } from '../src/ui/feedback/toasts.tsx';
import { AroundComponent, loggedIn } from './support/page/visit.tsx';

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a message disappears by itself, but not while the pointer is on it', async () => {
  vi.useFakeTimers();
  render(<Toasts />);
  await act(async () => void showToast('Deleted!', { ms: 1_500 }));
  await pass(1_400);

  fireEvent.pointerMove(screen.getByText('Deleted!'));
  await pass(60_000);
  expect(screen.getByText('Deleted!')).toBeVisible();

  fireEvent.pointerLeave(screen.getByText('Deleted!'));
  await pass(1_400);
  expect(screen.getByText('Deleted!')).toBeVisible();
  await pass(200);
  expect(screen.queryByText('Deleted!')).toBeNull();
});

test('a message that appears under a resting pointer disappears by itself, too', async () => {
  vi.useFakeTimers();
  render(<Toasts />);
  await act(async () => void showToast('Deleted!', { ms: 1_500 }));

  fireEvent.pointerEnter(screen.getByText('Deleted!'));
  await pass(1_600);

  expect(screen.queryByText('Deleted!')).toBeNull();
});

test('a calm message waits for the screen reader to finish, an urgent one does not', async () => {
  render(<Toasts />);

  await act(async () => void showToast('Anda berhasil menambahkan alamat', { ms: 2_000 }));
  expect(screen.getByText('Anda berhasil menambahkan alamat').closest('[aria-live]')).toHaveAttribute(
    'aria-live',
    'polite',
  );

  await act(async () => void showToast('Terjadi kesalahan saat menambahkan alamat', { ms: 2_000, urgent: true }));
  expect(screen.getByRole('alertdialog').closest('[aria-live]')).toHaveAttribute('aria-live', 'assertive');
  expect(screen.queryByText('Anda berhasil menambahkan alamat')).toBeNull();
});

test('a screen reader reads a question together with its explanation', async () => {
  render(
    <AroundComponent>
      <Dialogs />
    </AroundComponent>,
  );

  await act(async () => void confirmed('Masih ada pesanan lain yang menunggu', { detail: '2 × Kopi Tubruk' }));
  // What was tapped is painted first.
  expect(screen.queryByRole('alertdialog')).toBeNull();

  const question = await screen.findByRole('alertdialog', { name: 'Masih ada pesanan lain yang menunggu' });
  expect(question).toHaveAccessibleDescription('2 × Kopi Tubruk');
});

test('two results at the same time, an address saved and one refused, are both announced', async () => {
  const store = createStore();
  store.set(sessionAtom, await loggedIn());
  render(
    <AroundComponent store={store}>
      <Toasts />
      <Notifications />
    </AroundComponent>,
  );

  await act(async () => void store.set(addressNotificationsAtom, ['saved', 'refused']));

  const told = screen.getByText('Alamat ditolak toko').parentElement;
  expect(told).toHaveTextContent('Alasannya ada di daftar alamat Anda. · Alamat tersimpan di akun Anda');
});
