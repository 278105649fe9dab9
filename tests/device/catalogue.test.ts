import { expect, test } from 'vitest';
import { getFilteredProducts } from '#device/api';
import { interceptRequests } from '../support/page/checkout.ts';

test('a filtered call that names no category, tag or keyword is an error and does not leave', async () => {
  let asked = 0;
  interceptRequests((_request, send) => {
    asked++;
    return send();
  });

  await expect(getFilteredProducts({ category: '', tags: [], keyword: ' ' })).rejects.toThrow('Invalid filter');
  expect(asked).toBe(0);
});
