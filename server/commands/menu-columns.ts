/** What the columns of a CSV are called: in Kedai's own files, and in those that other programs export. */

import { withoutMark, yesOrNo } from '../menu/menu-cells.ts';
import type { MenuIssue } from '../menu/parsed-menu.ts';
import { CommandError } from './command-error.ts';

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
  options: ['options', 'pilihan', 'option_groups'],
  version: ['version', 'versi'],
} as const;
export type Column = keyof typeof columns;

/** The titles of Kedai's own files. */
export const columnNames = Object.keys(columns);

/**
 * What other programs call a column, used where the file has none of the names above; the first that the file has. As
 * Loyverse, Shopify, WooCommerce, Square, Odoo, Ecwid, Wix, Clover, uniCenta, TastyIgniter, OpenCart, Magento, PrestaShop and
 * Indonesian cash registers export them. Of two prices the one with tax: the shop's prices include it.
 */
const foreignTitles: Record<Column, readonly string[]> = {
  id: [
    ...['handle', 'handleid', 'product internal id', 'product id', 'menu id', 'clover id', 'sku', 'token'],
    ...['internal reference', 'reference', 'kode produk', 'kode barang', 'kode menu'],
  ],
  name: [
    ...['title', 'item name', 'product name', 'menu name', 'nama produk', 'nama barang', 'nama menu', 'nama item'],
    ...['produk', 'product', 'menu', 'item'],
  ],
  description: [
    ...['body (html)', 'body html', 'short description', 'product description', 'menu description'],
    ...['sales description', 'deskripsi produk', 'deskripsi menu', 'ket'],
  ],
  price: [
    ...['price (tax incl.)', 'price tax included', 'harga jual', 'regular price', 'variant price', 'selling price'],
    ...['sell price', 'pricesell', 'sales price', 'default price', 'product price', 'menu price', 'harga satuan'],
    ...['harga produk', 'unit price', 'list price', 'retail price', 'price (tax excl.)', 'price tax excluded'],
  ],
  category: [
    ...['categories', 'nama kategori', 'kategori produk', 'kategori menu', 'jenis', 'product category 1', 'collection'],
    ...[
      'pos product category',
      'point of sale category',
      'menu category',
      'menu categories',
      'type',
      'product category',
    ],
    ...['reporting category'],
  ],
  tags: ['label', 'labels'],
  image: [
    ...['images', 'image src', 'image name', 'image urls', 'base image', 'productimageurl', 'foto produk'],
    ...['gambar produk'],
  ],
  stars: ['rating'],
  available: [
    ...['available for sale', 'in stock?', 'ketersediaan', 'stok', 'stock', 'published', 'status', 'visible'],
    ...['product is available', 'available in pos', 'can be sold', 'menu status', 'active', 'product online'],
  ],
  options: [],
  version: [],
};

/** Titles, besides the column of `available`, that say whether a product is offered at all, or that it is not. */
const offered = /^(?:published|status|visible|active|menu status|product online|can be sold|available in pos)$/;
const hidden = /^(?:hidden|archived|disembunyikan)$/;

/** Where other programs write the variants of a product: Loyverse, Shopify and Square; cash registers have a name only. */
const optionName = /^(?:option ?(\d) ?name|option name (\d)|nama opsi (\d))$/;
const optionValue = /^(?:option ?(\d) ?value|option value (\d)|nilai opsi (\d))$/;
const variantName = /^(?:(?:variation|variant|varian|variasi)(?: (?:name|title))?|nama (?:varian|variasi))$/;
const modifier = /^modifiers?\b/;

/** The columns of one dimension of variants; `nameAt` below 0 where the file does not name it. */
export interface Dimension {
  nameAt: number;
  valueAt: number;
}

/** The numbered dimensions, and the name of the whole variant, which counts for products that have none of them. */
export interface Dimensions {
  numbered: readonly Dimension[];
  whole: readonly Dimension[];
  all: readonly Dimension[];
}

function dimensionsIn(words: readonly string[]): Dimensions {
  const numberOf = (title: RegExp, word: string) => title.exec(word)?.slice(1).find(Boolean);
  const numbered = words.flatMap((word, valueAt) => {
    const number = numberOf(optionValue, word);
    return number === undefined
      ? []
      : [{ valueAt, nameAt: words.findIndex((one) => numberOf(optionName, one) === number) }];
  });
  const valueAt = words.findIndex((word) => variantName.test(word));
  const whole = valueAt < 0 ? [] : [{ nameAt: -1, valueAt }];
  return { numbered, whole, all: [...numbered, ...whole] };
}

/** Which column each cell of a row belongs to; null for one that is ignored, undefined for one without a title. */
export type Order = readonly (Column | null | undefined)[];

/** A cell of a row; empty where the file lacks the column. */
export const cellOf = (cells: readonly string[], order: Order, column: Column) =>
  withoutMark((cells[order.indexOf(column)] ?? '').trim());

const allowed = `Kolomnya: ${Object.entries(columns)
  .map(([name, [, ...others]]) => (others.length > 0 ? `${name} (${others.join(', ')})` : name))
  .join(', ')}.`;

export const missingTitle = (column: Column, row = 'baris pertama', why = '') =>
  new CommandError(`Tidak ada judul "${column}" di ${row}${why}.`, [allowed]);

/** Whether a row has the two titles that every menu needs, so that it cannot be a line above them. */
export const isHeader = (cells: readonly string[]) => {
  const order = placesOf(cells.map(wordOf));
  return order.includes('name') && order.includes('price');
};

function placesOf(words: readonly string[]): (Column | null | undefined)[] {
  const order: (Column | null | undefined)[] = words.map((word) => (word === '' ? undefined : null));
  for (const column of Object.keys(columns) as Column[]) {
    const own = words.findIndex((word) => isOwn(column, word));
    const place = own >= 0 ? own : foreignTitles[column].map((title) => words.indexOf(title)).find((at) => at >= 0);
    if (place !== undefined) order[place] = column;
  }
  return order;
}

const isOwn = (column: Column, word: string) => columns[column].some((title) => wordOf(title) === word);

/**
 * The columns in the order of their titles, whether the column of categories lists several, and warnings for titles that are
 * ignored. Spreadsheets end a row with empty
 * cells, which are no titles. Throws a `CommandError` for a title that is missing or there twice, when strict also for
 * one that is ignored.
 */
export function columnsIn(
  header: readonly string[],
  isStrict: boolean,
  number = 1,
): {
  order: Order;
  dimensions: Dimensions;
  /** What a row's other columns say of whether the product is offered at all; undefined where there is none. */
  isOffered: (cells: readonly string[]) => boolean | undefined;
  listsCategories: boolean;
  warnings: MenuIssue[];
} {
  const all = header.map((title) => title.trim());
  const titles = all.slice(0, all.findLastIndex((title) => title !== '') + 1);
  const words = titles.map(wordOf);
  const row = number === 1 ? 'baris pertama' : `baris ${number}`;
  for (const column of Object.keys(columns) as Column[]) {
    const [, second] = words.flatMap((word, at) => (isOwn(column, word) ? [at] : []));
    // Two stores of Loyverse are no mistake: the first one counts.
    if (second !== undefined && !titles[second]?.endsWith(']'))
      throw new CommandError(`Judul "${column}" ada dua kali di ${row}.`, [allowed]);
  }
  const order = placesOf(words);
  const dimensions = dimensionsIn(words);
  const isVariants = (word: string) => [optionName, optionValue, variantName].some((title) => title.test(word));
  const says = words.flatMap((word, at) =>
    order[at] === null && (offered.test(word) || hidden.test(word)) ? [at] : [],
  );
  const isIgnored = (at: number) => order[at] === null && !isVariants(words[at] ?? '') && !says.includes(at);
  const isOffered = (cells: readonly string[]) => {
    const isRefused = (at: number) => {
      const cell = (cells[at] ?? '').trim();
      return hidden.test(words[at] ?? '') ? cell !== '' && yesOrNo(cell) === true : yesOrNo(cell) === false;
    };
    return says.length > 0 ? !says.some(isRefused) : undefined;
  };
  const ignored = titles.filter((_, at) => isIgnored(at)).map((title) => `"${title}"`);
  for (const needed of ['name', 'price'] as const)
    if (!order.includes(needed))
      throw missingTitle(needed, row, ignored.length > 0 ? `; judul yang tidak dikenal: ${ignored.join(', ')}` : '');
  const listsCategories = words[order.indexOf('category')] === 'categories';
  if (isStrict && ignored.length > 0)
    throw new CommandError(`Ada judul yang bukan kolom di ${row}: ${ignored.join(', ')}.`, [allowed]);
  const isModifier = (at: number) => isIgnored(at) && modifier.test(words[at] ?? '');
  const named = (is: (at: number) => boolean) =>
    titles
      .filter((_, at) => is(at))
      .map((title) => `"${title}"`)
      .join(', ');
  const messages = [
    [named((at) => isIgnored(at) && !isModifier(at)), 'judul yang bukan kolom diabaikan: TITLES.'],
    [named(isModifier), 'kolom modifier tanpa harga diabaikan: TITLES; tulis pilihannya di berkas pilihan.'],
  ] as const;
  const warnings = messages.flatMap(([some, message]) =>
    some === '' ? [] : [{ where: `baris ${number}`, message: message.replace('TITLES', () => some) }],
  );
  return { order, dimensions, isOffered, listsCategories, warnings };
}

/**
 * A title in lower case, with blanks for `_`, and without what stands behind it: the store of Loyverse (`Price [Kopi
 * Tepi]`), a currency (`Harga (Rp)`), a language (`name(en-gb)`), and what PrestaShop explains (`Active (0/1)`, `Name *`).
 */
export const wordOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/ ?:$/, '')
    .replace(
      /(?: rp\.?| ?(?:\[[^[\]]*\]|\((?:rp\.?|idr|rupiah|[a-z]{2}(?:-[a-z]{2})?|x,y,z(?:\.{3})?|0\/1)\)|\*))$/,
      '',
    )
    .trim();
