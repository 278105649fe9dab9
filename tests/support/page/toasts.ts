import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Waits for a short message. Its element is not returned, because another one replaces it when a dialog opens or closes, and because it
 * disappears.
 */
export const findToast = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible());
