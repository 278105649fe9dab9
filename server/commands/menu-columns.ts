/** What the columns of a CSV are called: in Kedai's own files, and in those that other programs export. */
import { CommandError } from './command-error.ts';
import type { MenuIssue } from './parsed-menu.ts';

/** What a column may be called; the first name is the one that is written. */
const columns = {
  id: ['id', '_id', 'kode'],
  name: ['name', 'nama'],
  description: ['description', 'deskripsi', 'keterangan'],
  price: ['price', 'harga'],
  category: ['category', 'kategori'],
  tags: ['tags', 'tag'],
  image: ['image', 'image_url', 'gambar', 'foto'],
  stars: ['stars', 'bintang'],
  available: ['available', 'tersedia'],
} as const;
export type Column = keyof typeof columns;

/** The titles of Kedai's own files. */
export const columnNames = Object.keys(columns);

/**
 * What other programs call a column, used where the file has none of the names above; the first that the file has. As
 * Loyverse, Shopify, WooCommerce, Square and Indonesian cash registers export them.
 */
const foreignTitles: Record<Column, readonly string[]> = {
  id: ['handle', 'sku', 'token', 'kode produk', 'kode barang', 'kode menu'],
  name: [
    'title',
    'item name',
    'product name',
    'nama produk',
    'nama barang',
    'nama menu',
    'nama item',
    'produk',
    'product',
    'menu',
    'item',
  ],
  description: ['body (html)', 'body html', 'short description', 'deskripsi produk', 'deskripsi menu', 'ket'],
  price: [
    'harga jual',
    'regular price',
    'variant price',
    'selling price',
    'default price',
    'harga satuan',
    'harga produk',
  ],
  category: [
    'categories',
    'kategori produk',
    'kategori menu',
    'jenis',
    'type',
    'product category',
    'reporting category',
  ],
  tags: ['label'],
  image: ['images', 'image src', 'image name', 'foto produk', 'gambar produk'],
  stars: ['rating'],
  available: ['available for sale', 'in stock?', 'ketersediaan', 'stok', 'stock', 'published', 'status'],
};

/** Which column each cell of a row belongs to; null for one that is ignored, undefined for one without a title. */
export type Order = readonly (Column | null | undefined)[];

const allowed = `The columns are ${Object.entries(columns)
  .map(([name, [, ...others]]) => (others.length > 0 ? `${name} (${others.join(', ')})` : name))
  .join(', ')}.`;

export const missingTitle = (column: Column, why = '') =>
  new CommandError(`The first row has no title "${column}"${why}.`, [allowed]);

/**
 * The columns in the order of their titles, whether the column of categories lists several, and warnings for titles that are
 * ignored. Spreadsheets end a row with empty
 * cells, which are no titles. Throws a `CommandError` for a title that is missing or there twice, when strict also for
 * one that is ignored.
 */
export function columnsIn(
  header: readonly string[],
  isStrict: boolean,
): { order: Order; listsCategories: boolean; warnings: MenuIssue[] } {
  const all = header.map((title) => title.trim());
  const titles = all.slice(0, all.findLastIndex((title) => title !== '') + 1);
  const words = titles.map(wordOf);
  const order: (Column | null | undefined)[] = words.map((word) => (word === '' ? undefined : null));
  for (const column of Object.keys(columns) as Column[]) {
    const isOwn = (word: string) => (columns[column] as readonly string[]).includes(word);
    const [first, second] = words.flatMap((word, at) => (isOwn(word) ? [at] : []));
    // Two stores of Loyverse are no mistake: the first one counts.
    if (second !== undefined && !titles[second]?.endsWith(']'))
      throw new CommandError(`The first row has the title "${column}" twice.`, [allowed]);
    const place = first ?? foreignTitles[column].map((title) => words.indexOf(title)).find((at) => at >= 0);
    if (place !== undefined) order[place] = column;
  }
  const ignored = titles.filter((_, at) => order[at] === null).map((title) => `"${title}"`);
  for (const needed of ['name', 'price'] as const)
    if (!order.includes(needed))
      throw missingTitle(needed, ignored.length > 0 ? `; unknown titles: ${ignored.join(', ')}` : '');
  const listsCategories = words[order.indexOf('category')] === 'categories';
  if (ignored.length === 0) return { order, listsCategories, warnings: [] };
  if (isStrict)
    throw new CommandError(`The first row has titles that are no columns: ${ignored.join(', ')}.`, [allowed]);
  const message = `has titles that are no columns, which are ignored: ${ignored.join(', ')}.`;
  return { order, listsCategories, warnings: [{ where: 'row 1', message }] };
}

/** A title in lower case, without the store that Loyverse writes behind it (`Price [Kopi Tepi]`), and without the currency (`Harga (Rp)`). */
const wordOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:\[[^[\]]*\]|\((?:rp\.?|idr|rupiah)\))$/, '');
