import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { visit } from './support/page/visit.tsx';

// As on a first visit whose connection is lost before the panel's file arrives.
vi.mock('../src/ui/connection/storage-panel.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('a panel whose script cannot be loaded says so, and the shop goes on', async () => {
  const user = await visit('/about');
  await user.click(await screen.findByRole('button', { name: 'Menu' }));

  await user.click(await screen.findByRole('button', { name: 'Sinyal dan data di HP' }));

  expect(await screen.findByText('Belum bisa dibuka')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
});
