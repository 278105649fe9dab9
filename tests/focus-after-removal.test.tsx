import { render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { keepFocusAfterRemoval } from '../design/focus-after-removal.ts';
import { letFocusGo } from './support/page/visit.tsx';

test('closing what the address has opened, before anything else runs, leaves the focus on the heading', async () => {
  letFocusGo();
  const { rerender } = render(
    <>
      <h1>Pemesanan</h1>
      <dialog open>
        <button type="button">Tutup</button>
      </dialog>
    </>,
  );
  screen.getByRole('button', { name: 'Tutup' }).focus();
  onTestFinished(keepFocusAfterRemoval());

  rerender(<h1>Pemesanan</h1>);

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Pemesanan' })).toHaveFocus());
});
