/** What an import of a menu changes, and how that is told. */
import { differenceOf, rupiah } from '#core/rupiah';
import type { Menu } from '../menu/parsed-menu.ts';
import { table, visible } from './terminal.ts';

/** Names, and prices in rupiah; `from` is null for what is new. */
interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
  prices: { name: string; from: number | null; to: number }[];
}

/** Of products, and of choices, which are called `Besar (Ukuran)`. */
interface MenuChanges extends Changes {
  unchanged: number;
  choices: Changes;
}

/** What is compared, by id; `state` is equal where nothing has changed. */
type Entries = ReadonlyMap<string, { name: string; price: number; state: string }>;

/** What makes one menu the other. */
export function changesBetween(before: Menu, after: Menu): MenuChanges {
  const products = between(productsOf(before), productsOf(after));
  const { prices, ...choices } = between(choicesOf(before), choicesOf(after));
  return {
    ...products,
    unchanged: after.products.length - products.added.length - products.changed.length,
    // A new choice that costs nothing has no price to tell.
    choices: { ...choices, prices: prices.filter(({ from, to }) => from !== null || to !== 0) },
  };
}

function between(old: Entries, now: Entries): Changes {
  const entries = [...now];
  return {
    added: entries.flatMap(([id, { name }]) => (old.has(id) ? [] : name)),
    changed: entries.flatMap(([id, { name, state }]) => ((old.get(id)?.state ?? state) === state ? [] : name)),
    removed: [...old].flatMap(([id, { name }]) => (now.has(id) ? [] : name)),
    prices: entries.flatMap(([id, { name, price }]) => {
      const from = old.get(id)?.price ?? null;
      return from === price ? [] : { name, from, to: price };
    }),
  };
}

const productsOf = ({ products }: Menu): Entries =>
  new Map(
    products.map(({ _id, name, description, price, image_url, stars, tags, category, available, option_groups }) => {
      const rest = [tags.map((tag) => tag.name), category, available !== false, option_groups ?? null];
      return [_id, { name, price, state: JSON.stringify([name, description, price, image_url, stars, ...rest]) }];
    }),
  );

/** A group's rule is part of each of its choices. */
const choicesOf = ({ option_groups = [] }: Menu): Entries =>
  new Map(
    option_groups.flatMap(({ name: group, min, max, choices }) =>
      choices.map(({ _id, name, price, default: isDefault, available }) => {
        const state = JSON.stringify([group, min, max, name, price, isDefault === true, available !== false]);
        return [_id, { name: `${name} (${group})`, price, state }] as const;
      }),
    ),
  );

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
