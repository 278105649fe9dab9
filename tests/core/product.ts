import type { Product } from '#core/contract';

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
