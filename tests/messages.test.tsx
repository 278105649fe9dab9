import { act, fireEvent, render, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { Messages, showAlert, showMessage } from '../design/messages.tsx';
import { addressNotificationsAtom } from '../src/state/account/pending-addresses.ts';
import { sessionAtom } from '../src/state/account/session.ts';
import { CustomerNotifications } from '../src/ui/feedback/customer-notifications.tsx';
import { Dialogs } from '../src/ui/feedback/notifications.tsx';
import { confirmed } from '../src/ui/feedback/questions.ts';
import { AroundComponent, loggedIn } from './support/page/visit.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a message disappears by itself, but not while the pointer is on it', async () => {
  vi.useFakeTimers();
  render(<Messages />);
  await act(async () => showAlert('Deleted!', { ms: 1_500 }));
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
  render(<Messages />);
  await act(async () => showAlert('Deleted!', { ms: 1_500 }));

  fireEvent.pointerEnter(screen.getByText('Deleted!'));
  await pass(1_600);

  expect(screen.queryByText('Deleted!')).toBeNull();
});

test('a message waits for the screen reader to finish, an urgent one does not', async () => {
  render(<Messages />);

  await act(async () => showMessage('Nomor pesanan disalin', { ms: 2_000 }));
  expect(screen.getByText('Nomor pesanan disalin').closest('[role=alert]')).toBeNull();
  expect(screen.getByText('Nomor pesanan disalin').closest('[aria-live=polite]')).not.toBeNull();

  await act(async () => showMessage('Alamat belum terhapus', { ms: 2_000, urgent: true }));
  expect(screen.getByRole('alert')).toHaveTextContent('Alamat belum terhapus');
});

test('an alert takes the place of the one before', async () => {
  render(<Messages />);
  await act(async () => showAlert('Anda berhasil menambahkan alamat', { ms: 2_000 }));

  await act(async () => showAlert('Terjadi kesalahan saat menambahkan alamat', { ms: 2_000, urgent: true }));

  expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Terjadi kesalahan saat menambahkan alamat');
  expect(screen.queryByText('Anda berhasil menambahkan alamat')).toBeNull();
});

/** What stands in each place of the strip, the lowest first. */
const places = () => screen.getAllByRole('listitem', { hidden: true }).map((row) => row.textContent);

test('a message moves no other one when it comes or goes, and takes the first empty place', async () => {
  vi.useFakeTimers();
  const undone: string[] = [];
  render(<Messages />);
  for (const [number, ms] of [
    ['A', 1_000],
    ['B', 9_000],
    ['C', 8_000],
  ] as const)
    await act(async () => showMessage(number, { ms, undo: () => undone.push(number) }));
  expect(places()).toEqual(['AUrungkan', 'BUrungkan', 'CUrungkan']);

  await pass(1_000);
  expect(screen.queryByText('A')).not.toBeVisible();
  expect(places()[1]).toBe('BUrungkan');

  await act(async () => showMessage('D', { ms: 9_000 }));
  expect(places()).toEqual(['D', 'BUrungkan', 'CUrungkan']);

  // A fourth takes the place of the oldest.
  await act(async () => showMessage('E', { ms: 9_000 }));
  expect(places()).toEqual(['D', 'E', 'CUrungkan']);

  fireEvent.click(screen.getByRole('button', { name: 'Urungkan' }));
  expect(undone).toEqual(['C']);
  expect(places()).toEqual(['D', 'E']);
});

test('an open dialog shows the newest message, and the strip all of them after it', async () => {
  const view = render(<Messages />);
  await act(async () => showMessage('A', { ms: 9_000 }));
  await act(async () => showMessage('B', { ms: 9_000 }));

  view.rerender([<Messages key="page" />, <Messages key="dialog" isInDialog />]);
  expect(places()).toEqual(['B']);

  view.rerender([<Messages key="page" />]);
  expect(places()).toEqual(['A', 'B']);
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

test('O6 a question that was left open is answered by no customer who has logged in since in another tab', async () => {
  const store = createStore();
  store.set(sessionAtom, await loggedIn());
  render(
    <AroundComponent store={store}>
      <Dialogs />
    </AroundComponent>,
  );
  const answer = confirmed('Are you sure want to delete all this product?');
  const question = await screen.findByRole('alertdialog');
  const budi = await loggedIn('Budi');

  await act(async () => store.set(sessionAtom, budi));

  expect(question).not.toBeInTheDocument();
  expect(await answer).toBe(false);
});

test('two results at the same time, an address saved and one refused, are both announced', async () => {
  const store = createStore();
  store.set(sessionAtom, await loggedIn());
  render(
    <AroundComponent store={store}>
      <Messages />
      <CustomerNotifications />
    </AroundComponent>,
  );

  await act(async () => void store.set(addressNotificationsAtom, ['saved', 'refused']));

  const told = screen.getByText('Alamat ditolak kedai').parentElement;
  expect(told).toHaveTextContent('Alasannya ada di daftar alamat Anda. · Alamat tersimpan di akun Anda');
});
