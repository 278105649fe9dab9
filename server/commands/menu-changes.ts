/** What an import of a menu changes, and how that is told. */
import { differenceOf, rupiah } from '#core/rupiah';
import { contentOf, type Menu } from '../menu/whole-menu.ts';
import { firstOf, table, visible } from './terminal.ts';

/** What is compared, by id; `state` is equal where nothing has changed. */
type Entries = ReadonlyMap<string, { name: string; price: number; state: string }>;

type MenuChanges = ReturnType<typeof changesBetween>;

/** What makes one menu the other, of products, and of choices, which are called `Besar (Ukuran)`. */
export function changesBetween(before: Menu, after: Menu) {
  const [old, now] = [productsOf(before), productsOf(after)];
  const products = between(old, now);
  const common = [old, now].map((entries) => [...entries.keys()].filter((id) => old.has(id) && now.has(id)).join());
  const { prices, ...choices } = between(choicesOf(before), choicesOf(after));
  return {
    ...products,
    unchanged: after.products.length - products.added.length - products.changed.length,
    isReordered: common[0] !== common[1],
    // A new choice that costs nothing has no price to tell.
    choices: { ...choices, prices: prices.filter(({ from, to }) => from !== null || to !== 0) },
  };
}

/** Names, and prices in rupiah; `from` is null for what is new. */
function between(old: Entries, now: Entries) {
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
    products.map((product) => {
      const { _id, name, price, available } = product;
      return [_id, { name, price, state: `${contentOf(product)}${available !== false}` }];
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
  { added, changed, removed, unchanged, isReordered, prices, choices }: MenuChanges,
  pictures: number,
) {
  const listed = (word: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${word}: ${firstOf(names.map(visible), 10)}`];
  const free = prices.filter(({ to }) => to === 0).map(({ name }) => name);
  return [
    `${added.length} baru, ${changed.length} berubah, ${removed.length} dihapus, ${unchanged} tetap, ${pictures} gambar dibuat.`,
    ...(isReordered ? ['Urutan produknya berubah.'] : []),
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
