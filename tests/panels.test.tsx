import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { visit } from './support/page/visit.tsx';

// As on a first visit whose connection is lost before the panels' file came.
vi.mock('../src/ui/cart-panel.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('a panel whose script cannot be loaded says so, and the shop goes on', async () => {
  const user = await visit('/about');
  const cart = await screen.findByRole('button', { name: 'Keranjang' });

  await user.click(cart);

  expect(await screen.findByText('Belum bisa dibuka')).toBeVisible();
  await waitFor(() => expect(cart).toHaveAttribute('aria-expanded', 'false'));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
});
