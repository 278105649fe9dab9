/** What the columns of a CSV are called: in Kedai's own files, and in those that other programs export. */

import { withoutMark, yesOrNo } from '../menu/menu-cells.ts';
import { CommandError } from './command.ts';
import type { csvRows } from './csv-rows.ts';

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
const foreignTitles: Partial<Record<Column, string>> = {
  id: `handle, handleid, product internal id, product id, menu id, clover id, sku, token, internal reference, reference,
    kode produk, kode barang, kode menu`,
  name: `title, item name, product name, menu name, nama produk, nama barang, nama menu, nama item, produk, product, menu,
    item`,
  description: `body (html), body html, short description, product description, menu description, sales description,
    deskripsi produk, deskripsi menu, ket`,
  price: `price (tax incl.), price tax included, harga jual, regular price, variant price, selling price, sell price,
    pricesell, sales price, default price, product price, menu price, harga satuan, harga produk, unit price, list price,
    retail price, price (tax excl.), price tax excluded`,
  category: `categories, category name, nama kategori, kategori produk, kategori menu, jenis, product category 1, collection,
    pos product category, point of sale category, menu category, menu categories, type, product category,
    reporting category`,
  tags: 'label, labels',
  image: 'images, image src, image name, image urls, base image, productimageurl, foto produk, gambar produk',
  stars: 'rating',
  available: `available for sale, in stock?, ketersediaan, stok, stock, published, status, visible, product is available,
    available in pos, can be sold, menu status, active, product online`,
};

/** Titles, besides the column of `available`, that say whether a product is offered at all, or that it is not. */
const offered = /^(?:published|status|visible|active|menu status|product online|can be sold|available in pos)$/;
const hidden = /^(?:hidden|archived|disembunyikan)$/;

/** Where other programs write the variants of a product: Loyverse, Shopify and Square; cash registers have a name only. */
const optionName = /^(?:option ?(\d) ?name|option name (\d)|nama opsi (\d))$/;
const optionValue = /^(?:option ?(\d) ?value|option value (\d)|nilai opsi (\d))$/;
const variantName = /^(?:(?:variation|variant|varian|variasi)(?: (?:name|title))?|nama (?:varian|variasi))$/;
const modifier = /^modifiers?\b/;

export type Dimensions = ReturnType<typeof dimensionsIn>;

/**
 * The columns of the numbered dimensions of variants, `nameAt` below 0 where the file does not name one, and of the name of the whole
 * variant, which counts for products that have none of them.
 */
function dimensionsIn(words: readonly string[]) {
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

/** What the columns of a file may be called, for a person. */
export const allowedIn = (columns: Readonly<Record<string, readonly string[]>>) =>
  `Kolomnya: ${Object.entries(columns)
    .map(([name, [, ...others]]) => (others.length > 0 ? `${name} (${others.join(', ')})` : name))
    .join(', ')}.`;

const allowed = allowedIn(columns);

export const missingTitle = (column: Column, row = 'baris pertama', why = '') =>
  new CommandError(`Tidak ada judul "${column}" di ${row}${why}.`, [allowed]);

/** Whether a row has the two titles that every menu needs, so that it cannot be a line above them. */
export const isHeader = (cells: readonly string[]) => {
  const order = placesOf(cells.map(wordOf));
  return order.includes('name') && order.includes('price');
};

/** Of what other programs write, a column with a cell in `rows` goes before an empty one, but for ids: they stay what they were. */
function placesOf(
  words: readonly string[],
  rows: readonly { cells: readonly string[] }[] = [],
): (Column | null | undefined)[] {
  const isFilled = (at: number) => rows.some(({ cells }) => cells[at]?.trim());
  const order: (Column | null | undefined)[] = words.map((word) => (word === '' ? undefined : null));
  for (const column of Object.keys(columns) as Column[]) {
    const own = words.findIndex((word) => isTitleIn(columns[column], word));
    const foreign = foreignTitles[column]?.split(/,\s+/) ?? [];
    const places = own >= 0 ? [own] : foreign.map((title) => words.indexOf(title)).filter((at) => at >= 0);
    const place = (column === 'id' ? undefined : places.find(isFilled)) ?? places[0];
    if (place !== undefined) order[place] = column;
  }
  return order;
}

export const isTitleIn = (titles: readonly string[], word: string) => titles.some((title) => wordOf(title) === word);

/**
 * The columns in the order of their titles, what a row's other columns say of whether the product is offered at all (undefined
 * where there is none), whether the column of categories lists several, and warnings for titles that are ignored. Spreadsheets
 * end a row with empty cells, which are no titles. Throws a `CommandError` for a title that is missing or there twice, when strict also for
 * one that is ignored.
 */
export function columnsIn(
  { header, headerNumber, rows }: Pick<ReturnType<typeof csvRows>, 'header' | 'headerNumber' | 'rows'>,
  isStrict: boolean,
) {
  const all = header.map((title) => title.trim());
  const titles = all.slice(0, all.findLastIndex((title) => title !== '') + 1);
  const words = titles.map(wordOf);
  const row = headerNumber === 1 ? 'baris pertama' : `baris ${headerNumber}`;
  for (const column of Object.keys(columns) as Column[]) {
    const [, second] = words.flatMap((word, at) => (isTitleIn(columns[column], word) ? [at] : []));
    // Two stores of Loyverse are no mistake: the first one counts.
    if (second !== undefined && !titles[second]?.endsWith(']'))
      throw new CommandError(`Judul "${column}" ada dua kali di ${row}.`, [allowed]);
  }
  const order = placesOf(words, rows);
  const dimensions = dimensionsIn(words);
  const isVariants = (word: string) => [optionName, optionValue, variantName].some((title) => title.test(word));
  const says = words.flatMap((word, at) =>
    order[at] === null && (offered.test(word) || hidden.test(word)) ? [at] : [],
  );
  const isOffered = (cells: readonly string[]) => {
    const isRefused = (at: number) => {
      const cell = (cells[at] ?? '').trim();
      return hidden.test(words[at] ?? '') ? cell !== '' && yesOrNo(cell) === true : yesOrNo(cell) === false;
    };
    return says.length > 0 ? !says.some(isRefused) : undefined;
  };
  const isIgnored = (word: string, at: number) => order[at] === null && !isVariants(word) && !says.includes(at);
  const ignored = titles.filter((_, at) => isIgnored(words[at] ?? '', at));
  const listed = (some: readonly string[]) => some.map((title) => `"${title}"`).join(', ');
  const unknown = ignored.length > 0 ? `; judul yang tidak dikenal: ${listed(ignored)}` : '';
  for (const needed of ['name', 'price'] as const)
    if (!order.includes(needed)) throw missingTitle(needed, row, unknown);
  const listsCategories = words[order.indexOf('category')] === 'categories';
  if (isStrict && ignored.length > 0)
    throw new CommandError(`Ada judul yang bukan kolom di ${row}: ${listed(ignored)}.`, [allowed]);
  const modifiers = ignored.filter((title) => modifier.test(wordOf(title)));
  const others = ignored.filter((title) => !modifiers.includes(title));
  const messages = [
    others.length > 0 && `judul yang bukan kolom diabaikan: ${listed(others)}.`,
    modifiers.length > 0 &&
      `kolom modifier tanpa harga diabaikan: ${listed(modifiers)}; tulis pilihannya di berkas pilihan.`,
  ];
  const warnings = messages.flatMap((message) => (message ? { where: `baris ${headerNumber}`, message } : []));
  return { order, dimensions, isOffered, listsCategories, unknown, warnings };
}

/**
 * A title in lower case, with blanks for `_`, and without what stands behind it: the store of Loyverse (`Price [Kopi
 * Tepi]`), a currency (`Harga (Rp)`), a language (`name(en-gb)`), and what a template explains (`Active (0/1)`, `Name *`, `Harga Jual (Rp)*`).
 */
export const wordOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/ ?:$/, '')
    .replace(
      /(?: rp\.?| ?(?:\[[^[\]]*\]|\((?:rp\.?|idr|rupiah|wajib|opsional|[a-z]{2}(?:-[a-z]{2})?|x,y,z(?:\.{3})?|0\/1)\)|\*)){1,2}$/,
      '',
    )
    .trim();
