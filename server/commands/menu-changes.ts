/** What an import of a menu changes, and how that is told. */
import type { Product } from '#core/contract';
import { differenceOf, rupiah } from '#core/rupiah';
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
  /** The same of choices, which are called `Besar (Ukuran)`. */
  choices: {
    added: string[];
    changed: string[];
    removed: string[];
    prices: { name: string; from: number | null; to: number }[];
  };
}

/** What makes one menu the other. */
export function changesBetween(before: Menu, after: Menu): MenuChanges {
  const old = new Map(before.products.map((product) => [product._id, product]));
  const kept = new Set(after.products.map(({ _id }) => _id));
  const changes: MenuChanges = {
    added: [],
    changed: [],
    removed: [],
    unchanged: 0,
    prices: [],
    choices: choicesBetween(before, after),
  };
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

/** By id; a group's rule is part of each of its choices. */
function choicesBetween(before: Menu, after: Menu): MenuChanges['choices'] {
  const choicesOf = ({ option_groups = [] }: Menu) =>
    new Map(
      option_groups.flatMap(({ name: group, min, max, choices }) =>
        choices.map(({ _id, name, price, default: isDefault, available }) => {
          const state = JSON.stringify([group, min, max, name, price, isDefault === true, available !== false]);
          return [_id, { name: `${name} (${group})`, price, state }] as const;
        }),
      ),
    );
  const [old, now] = [choicesOf(before), choicesOf(after)];
  const entries = [...now];
  return {
    added: entries.flatMap(([id, { name }]) => (old.has(id) ? [] : [name])),
    changed: entries.flatMap(([id, { name, state }]) => (old.has(id) && old.get(id)?.state !== state ? [name] : [])),
    removed: [...old].flatMap(([id, { name }]) => (now.has(id) ? [] : [name])),
    prices: entries.flatMap(([id, { name, price }]) => {
      const from = old.get(id)?.price ?? null;
      return from === price || (from === null && price === 0) ? [] : [{ name, from, to: price }];
    }),
  };
}

const inOneOrder = ({
  name,
  description,
  price,
  image_url,
  stars,
  tags,
  category,
  available,
  option_groups,
}: Product) => [
  name,
  description,
  price,
  image_url,
  stars,
  tags.map((tag) => tag.name),
  category,
  available !== false,
  option_groups ?? null,
];

const mostListed = 100;

function pricesTable(title: string, prices: MenuChanges['prices'], inWords: (price: number) => string) {
  if (prices.length === 0) return [];
  const rows = prices
    .slice(0, mostListed)
    .map(({ name, from, to }) => [name, from === null ? 'baru' : inWords(from), inWords(to)]);
  const more = prices.length > mostListed ? [`dan ${prices.length - mostListed} lagi`] : [];
  return [table([title, 'sebelumnya', 'sekarang'], rows, ['sebelumnya', 'sekarang']), ...more];
}

/** The changes in words, with the number of pictures that were made. */
export function describeChanges(
  { added, changed, removed, unchanged, prices, choices }: MenuChanges,
  pictures: number,
) {
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
    ...(choices.added.length + choices.changed.length + choices.removed.length > 0
      ? [`Pilihan: ${choices.added.length} baru, ${choices.changed.length} berubah, ${choices.removed.length} dihapus.`]
      : []),
    ...listed('Pilihan dihapus', choices.removed),
    ...pricesTable('Harga baru', prices, rupiah),
    ...pricesTable('Tambahan baru', choices.prices, differenceOf),
    ...listed('Gratis (Rp0)', free),
  ].join('\n');
}
