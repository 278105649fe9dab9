import { expect, test } from 'vitest';
import { getFilteredProducts } from '#device/api';
import { requestsSent } from '../support/page/checkout.ts';

test('a filtered call that names no category, tag or keyword is an error and does not leave', async () => {
  const sent = requestsSent();

  await expect(getFilteredProducts({ category: '', tags: [], keyword: ' ' })).rejects.toThrow('Invalid filter');
  expect(sent).toEqual([]);
});
