import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useBehind } from '../src/ui/use-behind.ts';

test('a module that came once is there at once for who asks again', async () => {
  const load = async () => ({ words: 'Pesanan diterima' });

  const first = renderHook(() => useBehind(load));
  expect(first.result.current).toBeUndefined();
  await waitFor(() => expect(first.result.current?.words).toBe('Pesanan diterima'));
  first.unmount();

  expect(renderHook(() => useBehind(load)).result.current?.words).toBe('Pesanan diterima');
});
