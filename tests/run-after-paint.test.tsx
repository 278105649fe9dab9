import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterPaint, runAfterPaint } from '../design/run-after-paint.ts';

function showButton() {
  const work = vi.fn();
  render(
    <button type="button" onClick={({ currentTarget }) => runAfterPaint(currentTarget, work)}>
      Keranjang
    </button>,
  );
  return { button: screen.getByRole('button'), work };
}

test('a control is drawn as pressed first, and does its work after that paint', async () => {
  const { button, work } = showButton();

  fireEvent.click(button);

  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(work).not.toHaveBeenCalled();
  await waitFor(() => expect(work).toHaveBeenCalledOnce());
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
});

test('two taps run the work twice', async () => {
  const { button, work } = showButton();

  fireEvent.click(button);
  fireEvent.click(button);

  await waitFor(() => expect(work).toHaveBeenCalledTimes(2));
});

test('work that was cancelled before the paint is not done', async () => {
  const cancelled = vi.fn();
  const cancel = afterPaint(cancelled);
  const work = vi.fn();

  cancel();
  afterPaint(work);

  await waitFor(() => expect(work).toHaveBeenCalledOnce());
  expect(cancelled).not.toHaveBeenCalled();
});
