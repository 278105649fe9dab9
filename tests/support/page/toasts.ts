import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Waits for a short message. Its element is not returned, because another one replaces it when a dialog opens or closes, and because it
 * disappears.
 */
export const findToast = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible());

/** The strip with the messages: of the open dialog, else of the page. */
export async function strip(): Promise<HTMLElement> {
  const all = await screen.findAllByRole('list', { name: 'Pemberitahuan' });
  return all.find((one) => one.closest('dialog')) ?? (all[0] as HTMLElement);
}
