import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLazyModule } from '../src/ui/lazy-module.ts';

test('a module that was loaded once is returned at once when asked for again', async () => {
  const load = async () => ({ words: 'Pesanan diterima' });

  const first = renderHook(() => useLazyModule(load));
  expect(first.result.current).toBeUndefined();
  await waitFor(() => expect(first.result.current?.words).toBe('Pesanan diterima'));
  first.unmount();

  expect(renderHook(() => useLazyModule(load)).result.current?.words).toBe('Pesanan diterima');
});
