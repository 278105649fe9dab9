/** A menu as CSV, as spreadsheets write it: its products, one in a row. */
import Papa from 'papaparse';
import * as v from 'valibot';
import { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import type { Menu } from '../menu/menu.ts';
import { CommandError } from './command-error.ts';
import { categoriesOf, type MenuIssue, type ParsedMenu, tagsOf, unprintable } from './parsed-menu.ts';

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
type Column = keyof typeof columns;

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

/** The cells of a product by their columns; without those that the file does not have. */
type Row = ReadonlyMap<Column, string>;
type Report = (field: Column | undefined, message: string) => void;

/**
 * Parses the products; what a product has in a column the file does not have stays that of `current`. Unknown titles are
 * warned of and ignored. Throws a `CommandError` for a first row that names no menu's columns, when strict also for one
 * that names others.
 */
export function parseCsv(text: string, current: Menu, isStrict = false): ParsedMenu {
  // Spreadsheets take it for themselves and do not show it, so it is none of the rows that an owner counts.
  const [said = '', sign] = /^"?sep=([^"\r\n])"?(\r\n?|\n)/i.exec(text) ?? [];
  const csv = text.slice(said.length);
  const delimiter = sign ?? delimiterOf(csv);
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter, newline: newlineOf(csv) });
  const [quotes] = errors.filter(({ type }) => type === 'Quotes');
  if (quotes) return unreadable(quotes, current);
  const [header = [], ...rows] = data;
  const issues: MenuIssue[] = [];
  const { order, warnings } = columnsIn(header, isStrict);

  const known = new Map(current.products.map((product) => [product._id, product]));
  const places = new Map<string, string>();
  const otherReadings = new Map<string, number>();
  const variants: number[] = [];
  const products: Product[] = [];
  for (const [at, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const where = `row ${at + 2}`;
    if (isVariant(cells, order, places)) {
      variants.push(at + 2);
      continue;
    }
    const report: Report = (field, message) => issues.push({ where, ...(field && { field }), message });
    const row = rowFrom(cells, order, report);
    const product = productFrom(row, known, report);
    if (!product) continue;
    const { _id, name } = product;
    const earlier = places.get(_id);
    if (earlier === undefined) {
      places.set(_id, where);
      products.push(product);
      const split = splitPrice(cells, order);
      if (split) otherReadings.set(_id, split.price);
    } else if (row.get('id')) report('id', `"${_id}" stands in ${earlier} too.`);
    else report('name', `"${name}" stands in ${earlier} too; call it something else, or give each an id.`);
  }

  const menu: Menu = {
    products,
    categories: inOrderOf(current.categories, categoriesOf(products)),
    tags: inOrderOf(current.tags, tagsOf(products)),
    banks: current.banks,
    mini_markets: current.mini_markets,
  };
  if (variants.length > 0)
    warnings.push({
      where: `row ${variants[0]}`,
      message: `is another variant or picture of the product above, and is ignored${variants.length > 1 ? `; so are ${variants.length - 1} more rows` : ''}.`,
    });
  return { menu, places, issues, otherReadings, warnings };
}

/** A file whose quotation marks leave it open where a cell ends: nothing after the first one can be trusted. */
function unreadable({ row, code }: Papa.ParseError, current: Menu): ParsedMenu {
  const message =
    code === 'InvalidQuotes'
      ? 'has a cell that begins with a quotation mark which ends within it; write """Kopi"" Spesial" for "Kopi" Spesial.'
      : 'has a quotation mark that is not closed.';
  const issues = [{ where: `row ${(row ?? 0) + 1}`, message }];
  return { menu: current, places: new Map(), issues, otherReadings: new Map(), warnings: [] };
}

/** Whether a row without a name belongs to a product above: Shopify gives every variant and picture a row with its handle. */
function isVariant(cells: readonly string[], order: Order, places: ReadonlyMap<string, string>) {
  const cell = (column: Column) => (cells[order.indexOf(column)] ?? '').trim();
  return cell('name') === '' && places.has(cell('id'));
}

/** Which column each cell of a row belongs to; null for one that is ignored, undefined for one without a title. */
type Order = readonly (Column | null | undefined)[];

/** Cells by their columns; reports those that hold what no cell may hold. */
function rowFrom(cells: readonly string[], order: Order, report: Report): Row {
  const untitled = cells.findIndex((cell, place) => order[place] === undefined && cell.trim() !== '');
  if (untitled >= 0) {
    const cell = (cells[untitled] ?? '').trim();
    const split = splitPrice(cells, order);
    const fault =
      untitled < order.length
        ? `has "${cell}" in a column without a title.`
        : `has more cells than the first row has titles: "${cell}".`;
    report(undefined, split ? `${fault} Is "${split.text}" one price? Write ${split.price}.` : fault);
  }
  const row = new Map(
    order.flatMap((column, place) => (column ? [[column, (cells[place] ?? '').trim()] as const] : [])),
  );
  for (const [column, value] of row)
    if (unprintable.test(value)) report(column, 'holds a character that cannot be printed.');
  for (const [column, value] of row)
    if (failedFormula.test(value))
      report(
        column,
        `"${value}" is a text that the spreadsheet took for a formula; begin it with an apostrophe there.`,
      );
  return row;
}

/** A price that its own comma has split into two cells or three, as `15,000` in a file with commas; undefined where none looks so. */
function splitPrice(cells: readonly string[], order: Order) {
  const [first = '', ...others] = cells.slice(order.indexOf('price')).map((cell) => cell.trim());
  const thousands = priceFrom(first) ?? 0;
  if (thousands < 1 || thousands > 999) return undefined;
  const end = others.findIndex((cell) => !/^\d{3}$/.test(cell));
  const groups = others.slice(0, Math.min(end < 0 ? others.length : end, 2));
  if (groups.length === 0) return undefined;
  return { text: [first, ...groups].join(','), price: Number([thousands, ...groups].join('')) };
}

/** The product in a row; undefined, and reported, when there is none. Throws a `CommandError` when every new product would lack a category. */
function productFrom(row: Row, known: ReadonlyMap<string, Product>, report: Report): Product | undefined {
  const cell = (column: Column) => row.get(column) ?? '';
  const name = cell('name');
  const _id = cell('id') || slug(name);
  const before = known.get(_id);
  if (name === '') report('name', 'is missing.');
  else if (_id === '') report('id', 'is missing, and the name has no letters to make one from.');
  const price = priceFrom(cell('price'));
  if (price === undefined) report('price', priceMessage(cell('price')));
  const stars = cell('stars') === '' ? 0 : Number(cell('stars'));
  const available = row.has('available') ? yesOrNo(cell('available')) : before?.available !== false;
  if (available === undefined) report('available', `"${cell('available')}" is neither yes nor no.`);
  const category = row.has('category') ? innermost(cell('category')) : (before?.category ?? '');
  if (category === '' && !row.has('category'))
    throw missingTitle('category', `, which a new product like "${name}" needs`);
  if (category === '') report('category', 'is missing.');

  const product = v.safeParse(Product, {
    _id,
    name,
    price: price ?? 0,
    category,
    description: row.has('description') ? withoutMarkup(cell('description')) : before?.description,
    tags: row.has('tags') ? tagsFrom(cell('tags')) : before?.tags,
    image_url: row.has('image') ? fileName(cell('image')) : before?.image_url,
    stars: row.has('stars') ? stars : before?.stars,
    ...(available === false && { available }),
  });
  if (product.success) return product.output;
  const unsaid = product.issues.filter((issue) => !(name === '' && v.getDotPath(issue) === 'name') && _id !== '');
  for (const issue of unsaid) {
    const field = columnOf((v.getDotPath(issue) ?? '').split('.')[0] ?? '');
    report(field, fieldMessages[field] ?? 'does not fit.');
  }
  return undefined;
}

/** The error texts that Excel and LibreOffice save in place of a text that begins with `-`, `+`, `=` or `@`. */
const failedFormula = /^(#(NAME\?|VALUE!|REF!|DIV\/0!|N\/A|NUM!|NULL!)|Err:\d{3})$/;

const columnOf = (field: string): Column =>
  field === '_id' ? 'id' : field === 'image_url' ? 'image' : (field as Column);

const fieldMessages: Partial<Record<Column, string>> = {
  id: 'is longer than 128 characters.',
  name: 'is longer than 200 characters.',
  description: 'is longer than 5,000 characters.',
  price: 'must be between Rp0 and Rp1.000.000.000.',
  category: 'is longer than 100 characters.',
  tags: 'has a tag longer than 100 characters.',
  image: 'must be the name of a picture like kopi-tubruk.jpg, made of letters, digits, spaces, dots and dashes.',
  stars: 'must be a whole number from 0 to 5.',
};

/** Known names in their order, then the new ones. */
function inOrderOf<Named extends { name: string }>(known: readonly Named[], used: readonly Named[]) {
  const wanted = new Set(used.map(({ name }) => name));
  const kept = known.filter(({ name }) => wanted.has(name));
  return [...kept, ...used.filter(({ name }) => !kept.some((one) => one.name === name))];
}

const allowed = `The columns are ${Object.entries(columns)
  .map(([name, [, ...others]]) => (others.length > 0 ? `${name} (${others.join(', ')})` : name))
  .join(', ')}.`;

const missingTitle = (column: Column, why = '') =>
  new CommandError(`The first row has no title "${column}"${why}.`, [allowed]);

/** The delimiter, found in the row of titles: none of them contains one, while a description may contain any number. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const times = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((most, sign) => (times(sign) > times(most) ? sign : most));
}

/**
 * The line end. A file from Windows to which another program added a row has two kinds, so it is split at the character that both share;
 * what is left of the other is trimmed with its cell. Within quotation marks a line end is text.
 */
const newlineOf = (text: string) => (text.replace(/"[^"]*"/g, '').includes('\n') ? '\n' : '\r');

/**
 * The columns in the order of their titles, and warnings for titles that are ignored. Spreadsheets end a row with empty
 * cells, which are no titles. Loyverse writes the name of a store behind a title: `Price [Kopi Tepi]`.
 */
function columnsIn(header: readonly string[], isStrict: boolean) {
  const all = header.map((title) => title.trim());
  const titles = all.slice(0, all.findLastIndex((title) => title !== '') + 1);
  const words = titles.map((title) =>
    title
      .toLowerCase()
      .replace(/\s*\[[^[\]]*\]$/, '')
      .replaceAll(/[\s_]+/g, (space) => (space === '_' ? '_' : ' ')),
  );
  const order: (Column | null | undefined)[] = words.map((word) => (word === '' ? undefined : null));
  for (const column of Object.keys(columns) as Column[]) {
    const own = words.flatMap((word, at) => ((columns[column] as readonly string[]).includes(word) ? [at] : []));
    const [first, second] = own;
    if (second !== undefined && titles[second] !== undefined && !titles[second].includes('['))
      throw new CommandError(`The first row has the title "${column}" twice.`, [allowed]);
    const foreign = foreignTitles[column].map((title) => words.indexOf(title)).find((at) => at >= 0);
    const place = first ?? foreign;
    if (place !== undefined) order[place] = column;
  }
  const ignored = titles.filter((_, at) => order[at] === null).map((title) => `"${title}"`);
  for (const needed of ['name', 'price'] as const)
    if (!order.includes(needed))
      throw missingTitle(needed, ignored.length > 0 ? `; unknown titles: ${ignored.join(', ')}` : '');
  const sentence = `has titles that are no columns, which are ignored: ${ignored.join(', ')}.`;
  if (ignored.length > 0 && isStrict)
    throw new CommandError(`The first row has titles that are no columns: ${ignored.join(', ')}.`, [allowed]);
  return { order, warnings: ignored.length > 0 ? [{ where: 'row 1', message: sentence }] : [] };
}

/** The innermost of categories that another program nests and lists: `Minuman > Kopi, Promo` is `Kopi`. */
const innermost = (text: string) => (text.includes('>') ? (text.split(',')[0]?.split('>').at(-1)?.trim() ?? '') : text);

/** A picture as it is named in the folder of pictures; a web address is none, because nothing is fetched from there. */
const fileName = (text: string) => (/^https?:\/\//i.test(text) ? '' : text);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };

/** The text of a description that another program wrote as HTML; any other text as it is. */
export function withoutMarkup(text: string): string {
  if (!/<\/?(?:p|br|div|span|ul|ol|li|b|strong|i|em|u|h[1-6]|a|table|tr|td)\b[^<>]*>/i.test(text)) return text;
  return text
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * `24000`, `24.000`, `Rp 24.000`, `Rp24.000,-`, `24,000`, `24000.00` and `24000,00` are the same price; `undefined` for
 * what is none.
 */
export function priceFrom(text: string): number | undefined {
  const amount = /^(?:Rp\.?\s*)?(\d{1,3}(?:\.\d{3})+(?:,00)?|\d{1,3}(?:,\d{3})+(?:\.00)?|\d{4,12}[.,]00|\d{1,12})$/i;
  const digits = amount.exec(text.replace(/,-{1,2}$/, ''))?.[1];
  return digits === undefined ? undefined : Number(digits.replace(/[.,]00$/, '').replace(/[.,]/g, ''));
}

function priceMessage(text: string) {
  if (text === '') return 'is missing.';
  const message = `"${text}" is not a price in whole rupiah like 24000 or Rp24.000.`;
  const meant = abbreviatedPrice(text);
  return meant === undefined ? message : `${message} Did you mean ${rupiah(meant)}?`;
}

/** `15k`, `15 rb`, `12,5 ribu` and `1,5jt` in rupiah; undefined for everything else. */
function abbreviatedPrice(text: string): number | undefined {
  const [, whole, decimals = '', unit = ''] =
    /^(?:Rp\.?\s*)?(\d{1,4})(?:[.,](\d{1,3}))?\s*(k|rb|ribu|jt|juta)$/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return Math.round(Number(`${whole}.${decimals}`) * (/^j/i.test(unit) ? 1_000_000 : 1_000));
}

/** Also how many are left in stock: none of them means that the product is sold out. */
function yesOrNo(text: string): boolean | undefined {
  if (/^(|yes|y|ya|true|ada|tersedia|ready|active|instock|in stock|onbackorder|unlimited)$/i.test(text)) return true;
  if (/^(no|n|tidak|tidak ada|tidak tersedia|habis|kosong|false|draft|archived|outofstock|out of stock)$/i.test(text))
    return false;
  return /^-?\d{1,9}([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) > 0 : undefined;
}

const tagsFrom = (text: string) =>
  [...new Set(text.split(/[|;,]/).map((tag) => tag.trim()))].filter((tag) => tag !== '').map((name) => ({ name }));

/** `Kopi Susu – Gula Aren!` is `kopi-susu-gula-aren`. Not the search's folding: a product keeps its id when that changes. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

/**
 * The menu as CSV, for a spreadsheet; without the mark at its beginning Excel would take `Café` for `CafÃ©`, and give it back so.
 * Throws a `CommandError` for what CSV cannot hold.
 */
export function menuAsCsv({ products }: Menu): string {
  const divided = products.flatMap(({ tags }) => tags).find(({ name }) => /[|;,]/.test(name));
  if (divided)
    throw new CommandError(`The tag "${divided.name}" cannot stand in a CSV; export to a .json file instead.`);
  const rows = products.map(({ _id, name, description, price, category, tags, image_url, stars, available }) => [
    _id,
    name,
    description,
    String(price),
    category,
    tags.map((tag) => tag.name).join('|'),
    image_url,
    String(stars),
    available === false ? 'no' : 'yes',
  ]);
  return `\uFEFF${Papa.unparse([Object.keys(columns), ...rows], { newline: '\n' })}\n`;
}
