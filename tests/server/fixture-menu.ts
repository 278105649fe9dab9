/** A small menu with known prices, in which `stale-bun` is sold out. */
import type { Menu } from '../../server/menu/whole-menu.ts';

const product = (
  _id: string,
  name: string,
  price: number,
  more: Partial<Menu['products'][number]> = {},
): Menu['products'][number] => ({
  _id,
  name,
  description: `${name} dari kedai.`,
  price,
  image_url: `${_id}.svg`,
  stars: 4,
  tags: [{ name: 'Panas' }],
  category: 'Kopi',
  ...more,
});

export const fixtureMenu: Menu = {
  categories: [{ name: 'Kopi' }, { name: 'Teh' }, { name: 'Roti' }],
  tags: [{ name: 'Panas' }, { name: 'Dingin' }, { name: 'Favorit' }],
  products: [
    product('tubruk', 'Kopi Tubruk', 12_000, { tags: [{ name: 'Panas' }, { name: 'Favorit' }] }),
    product('es-kopi', 'Es Kopi Susu', 22_000, { tags: [{ name: 'Dingin' }] }),
    product('cafe-au-lait', 'Café au Lait', 25_000),
    product('teh-tarik', 'Teh Tarik 100% asli', 15_000, { category: 'Teh' }),
    product('stale-bun', 'Roti Kemarin', 9_000, { category: 'Roti', available: false }),
    product('emas', 'Kopi Emas', 900_000_000, { category: 'Kopi' }),
  ],
  banks: [
    { _id: 'bank-tepi', name: 'Bank Tepi', image_url: 'bank-tepi.svg' },
    { _id: 'bank-air', name: 'Bank Air', image_url: 'bank-air.svg' },
  ],
  mini_markets: [{ _id: 'mini-tepi', name: 'Mini Tepi', image_url: 'mini-tepi.svg' }],
};

/** The same menu with changes of one product. */
export const withProduct = (id: string, changes: Partial<Menu['products'][number]>): Menu => ({
  ...fixtureMenu,
  products: fixtureMenu.products.map((one) => (one._id === id ? { ...one, ...changes } : one)),
});
