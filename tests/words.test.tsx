import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { tell, Words } from '../src/ui/words.tsx';

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a word goes by itself, but not from under the pointer', async () => {
  vi.useFakeTimers();
  render(<Words />);
  await act(async () => void tell('Deleted!', { ms: 1_500 }));
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

test('a word that arrives under a resting pointer goes by itself, too', async () => {
  vi.useFakeTimers();
  render(<Words />);
  await act(async () => void tell('Deleted!', { ms: 1_500 }));

  fireEvent.pointerEnter(screen.getByText('Deleted!'));
  await pass(1_600);

  expect(screen.queryByText('Deleted!')).toBeNull();
});

test('a calm word waits its turn with a screen reader, an urgent one does not', async () => {
  render(<Words />);

  await act(async () => void tell('Anda berhasil menambahkan alamat', { ms: 2_000 }));
  expect(screen.getByText('Anda berhasil menambahkan alamat').closest('[aria-live]')).toHaveAttribute(
    'aria-live',
    'polite',
  );

  await act(async () => void tell('Terjadi kesalahan saat menambahkan alamat', { ms: 2_000, urgent: true }));
  expect(screen.getByRole('alertdialog').closest('[aria-live]')).toHaveAttribute('aria-live', 'assertive');
  expect(screen.queryByText('Anda berhasil menambahkan alamat')).toBeNull();
});
