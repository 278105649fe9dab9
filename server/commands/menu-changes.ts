/** What an import of a menu changes, and how that is told. */
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import type { Menu } from '../menu/menu.ts';
import { table, visible } from './terminal.ts';

/** Names of products, and prices in rupiah. */
interface MenuChanges {
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  /** `from` is null for a new product. */
  prices: { name: string; from: number | null; to: number }[];
}

/** What makes one menu the other. */
export function changesBetween(before: Menu, after: Menu): MenuChanges {
  const old = new Map(before.products.map((product) => [product._id, product]));
  const kept = new Set(after.products.map(({ _id }) => _id));
  const changes: MenuChanges = { added: [], changed: [], removed: [], unchanged: 0, prices: [] };
  for (const product of after.products) {
    const known = old.get(product._id);
    if (!known) changes.added.push(product.name);
    else if (JSON.stringify(inOneOrder(known)) === JSON.stringify(inOneOrder(product))) changes.unchanged++;
    else changes.changed.push(product.name);
    if (known?.price !== product.price)
      changes.prices.push({ name: product.name, from: known?.price ?? null, to: product.price });
  }
  changes.removed = before.products.filter(({ _id }) => !kept.has(_id)).map(({ name }) => name);
  return changes;
}

const inOneOrder = ({ name, description, price, image_url, stars, tags, category, available }: Product) => [
  name,
  description,
  price,
  image_url,
  stars,
  tags.map((tag) => tag.name),
  category,
  available !== false,
];

const mostListed = 100;

/** The changes in words, with the number of pictures that were made. */
export function describeChanges({ added, changed, removed, unchanged, prices }: MenuChanges, pictures: number) {
  const listed = (word: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          `${word}: ${names.slice(0, 10).map(visible).join(', ')}${names.length > 10 ? ` dan ${names.length - 10} lagi` : ''}`,
        ];
  const free = prices.filter(({ to }) => to === 0).map(({ name }) => name);
  return [
    `${added.length} baru, ${changed.length} berubah, ${removed.length} dihapus, ${unchanged} tetap, ${pictures} gambar dibuat.`,
    ...listed('Dihapus', removed),
    ...(prices.length > 0
      ? [
          table(
            ['Harga baru', 'sebelumnya', 'sekarang'],
            prices
              .slice(0, mostListed)
              .map(({ name, from, to }) => [name, from === null ? 'baru' : rupiah(from), rupiah(to)]),
            ['sebelumnya', 'sekarang'],
          ),
        ]
      : []),
    ...(prices.length > mostListed ? [`dan ${prices.length - mostListed} lagi`] : []),
    ...listed('Gratis (Rp0)', free),
  ].join('\n');
}
