import { expect, test } from 'vitest';
import { headOf, international } from '#core/head';

test.each([
  ['0812-3456-7890', '+6281234567890'],
  ['(021) 555 1234', '+62215551234'],
  ['+62 812 3456 7890', '+6281234567890'],
  ['+62(0)812 3456 7890', '+6281234567890'],
  ['62812 3456 7890', '+6281234567890'],
  ['+65 6123 4567', '+6561234567'],
])('a search engine is told the phone number %s with its country code', (phone, number) => {
  expect(international(phone)).toBe(number);
});

test('the shop is described for search engines where people find it', () => {
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(headOf('/contact', '')) ?? [];

  expect(JSON.parse(data)).toMatchObject({ '@type': 'CafeOrCoffeeShop', telephone: '+6281234567890' });
});
