import type { OptionGroup, Product } from '#core/contract';

export const product = (_id: string, more: Partial<Product> = {}): Product => ({
  _id,
  name: `Kopi ${_id}`,
  description: '',
  price: 15_000,
  image_url: '',
  stars: 0,
  tags: [],
  category: '',
  ...more,
});

export const choice = (_id: string, name: string, price = 0, more = {}) => ({ _id, name, price, ...more });

/** A group of which one choice must be made, unless it has other limits. */
export const group = (_id: string, name: string, choices: OptionGroup['choices'], { min = 1, max = 1 } = {}) =>
  ({ _id, name, min, max, choices }) satisfies OptionGroup;

export const size = group('size', 'Ukuran', [
  choice('regular', 'Reguler', 0, { default: true }),
  choice('large', 'Besar', 6_000),
]);
