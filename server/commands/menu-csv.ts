/** A menu as CSV, as spreadsheets write it: its products, one in a row. */
import Papa from 'papaparse';
import * as v from 'valibot';
import { Product } from '#core/contract';
import type { Menu } from '../menu/menu.ts';
import { CommandError } from './command-error.ts';
import {
  failedFormula,
  fileName,
  formula,
  idOf,
  innermost,
  priceFrom,
  priceMessage,
  tagsFrom,
  withoutMark,
  withoutMarkup,
  yesOrNo,
} from './menu-cells.ts';
import { type Column, columnNames, columnsIn, isHeader, missingTitle, type Order } from './menu-columns.ts';
import { categoriesOf, type MenuIssue, type ParsedMenu, tagsOf, unprintable } from './parsed-menu.ts';

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
  const newline = newlineOf(csv);
  const delimiter = sign ?? delimiterOf(csv, newline);
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter, newline });
  const [quotes] = errors.filter(({ type }) => type === 'Quotes');
  if (quotes) return unreadable(quotes, current);
  const start = headerIn(data);
  const [header = [], ...rows] = data.slice(start);
  const issues: MenuIssue[] = [];
  const { order, listsCategories, warnings } = columnsIn(header, isStrict, start + 1);
  const groups = groupNames(rows, order.indexOf('category'));

  const known = new Map(current.products.map((product) => [product._id, product]));
  const places = new Map<string, string>();
  const otherReadings = new Map<string, number>();
  const variants: number[] = [];
  const inGroups: string[] = [];
  const products: Product[] = [];
  for (const [at, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const number = start + at + 2;
    const where = `baris ${number}`;
    if (isVariant(cells, order, places)) {
      variants.push(number);
      continue;
    }
    const report: Report = (field, message) => issues.push({ where, ...(field && { field }), message });
    const group = groups.get(cells);
    if (group !== undefined) inGroups.push(`${number} "${group}"`);
    const row = rowFrom(cells, order, report, group);
    const product = productFrom(row, { known, listsCategories, report });
    if (!product) continue;
    const { _id, name } = product;
    const earlier = places.get(_id);
    if (earlier === undefined) {
      places.set(_id, where);
      products.push(product);
      const split = splitPrice(cells, order);
      if (split) otherReadings.set(_id, split.price);
    } else if (row.get('id')) report('id', `"${_id}" juga ada di ${earlier}.`);
    else report('name', `"${name}" juga ada di ${earlier}; beri nama lain, atau beri masing-masing id.`);
  }

  const menu: Menu = {
    products,
    categories: inOrderOf(current.categories, categoriesOf(products)),
    tags: inOrderOf(current.tags, tagsOf(products)),
    ...(current.option_groups && { option_groups: current.option_groups }),
    banks: current.banks,
    mini_markets: current.mini_markets,
  };
  const [grouped, ...alike] = inGroups;
  if (grouped)
    warnings.push({
      where: `baris ${grouped.split(' ')[0]}`,
      message: `tidak punya kategori dan dimasukkan ke kelompok di atasnya, ${grouped.replace(/^\d+ /, '')}${alike.length > 0 ? `; begitu juga ${alike.length} baris lagi` : ''}.`,
    });
  if (variants.length > 0)
    warnings.push({
      where: `baris ${variants[0]}`,
      message: `varian atau gambar lain dari produk di atasnya, diabaikan${variants.length > 1 ? `; begitu juga ${variants.length - 1} baris lagi` : ''}.`,
    });
  return { menu, places, issues, otherReadings, warnings };
}

/** How many lines may stand above the titles. */
const mostAbove = 20;

/** The row of the titles: the first with those that every menu needs, else the first that is not empty. */
function headerIn(rows: readonly string[][]): number {
  const header = rows.slice(0, mostAbove + 1).findIndex(isHeader);
  return header >= 0
    ? header
    : Math.max(
        0,
        rows.findIndex((cells) => cells.some((cell) => cell.trim() !== '')),
      );
}

/** The categories of a file that names each only in the first row of its group, by the rows that have none. */
function groupNames(rows: readonly string[][], place: number): ReadonlyMap<readonly string[], string> {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const nameIn = (cells: readonly string[]) => (cells[place] ?? '').trim();
  const names = filled.map(nameIn).filter((name) => name !== '');
  const groups = new Map<readonly string[], string>();
  // Where a category is named twice, an empty cell is a gap.
  if (place < 0 || new Set(names).size < names.length || nameIn(filled[0] ?? []) === '') return groups;
  let group = '';
  for (const cells of filled) {
    if (nameIn(cells) === '') groups.set(cells, group);
    else group = nameIn(cells);
  }
  return groups;
}

/** A file whose quotation marks leave it open where a cell ends: nothing after the first one can be trusted. */
function unreadable({ row, code }: Papa.ParseError, current: Menu): ParsedMenu {
  const message =
    code === 'InvalidQuotes'
      ? 'ada sel yang tanda kutipnya ditutup di tengah; tulis """Kopi"" Spesial" untuk "Kopi" Spesial.'
      : 'ada tanda kutip yang tidak ditutup.';
  const issues = [{ where: `baris ${(row ?? 0) + 1}`, message }];
  return { menu: current, places: new Map(), issues, otherReadings: new Map(), warnings: [] };
}

/** Whether a row without a name belongs to a product above: Shopify gives every variant and picture a row with its handle. */
function isVariant(cells: readonly string[], order: Order, places: ReadonlyMap<string, string>) {
  const cell = (column: Column) => withoutMark((cells[order.indexOf(column)] ?? '').trim());
  return cell('name') === '' && places.has(cell('id'));
}

/** Cells by their columns; reports those that hold what no cell may hold. */
function rowFrom(cells: readonly string[], order: Order, report: Report, group: string | undefined): Row {
  const untitled = cells.findIndex((cell, place) => order[place] === undefined && cell.trim() !== '');
  if (untitled >= 0) {
    const cell = (cells[untitled] ?? '').trim();
    const split = splitPrice(cells, order);
    const fault =
      untitled < order.length
        ? `"${cell}" ada di kolom tanpa judul.`
        : `selnya lebih banyak daripada judul di baris pertama: "${cell}".`;
    report(undefined, split ? `${fault} Apakah "${split.text}" satu harga? Tulis ${split.price}.` : fault);
  }
  const row = new Map(
    order.flatMap((column, place) => (column ? [[column, withoutMark((cells[place] ?? '').trim())] as const] : [])),
  );
  if (group !== undefined) row.set('category', group);
  for (const [column, value] of row)
    if (unprintable.test(value)) report(column, 'berisi karakter yang tidak bisa dicetak.');
  for (const [column, value] of row)
    if (failedFormula.test(value))
      report(column, `"${value}" adalah teks yang dikira rumus oleh spreadsheet; awali dengan apostrof di sana.`);
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
function productFrom(
  row: Row,
  { known, listsCategories, report }: { known: ReadonlyMap<string, Product>; listsCategories: boolean; report: Report },
): Product | undefined {
  const cell = (column: Column) => row.get(column) ?? '';
  const name = cell('name');
  const _id = cell('id') || idOf(name);
  const before = known.get(_id);
  if (name === '') report('name', 'belum diisi.');
  else if (_id === '') report('id', 'belum diisi, dan namanya tidak punya huruf untuk dijadikan id.');
  const price = priceFrom(cell('price'));
  if (price === undefined) report('price', priceMessage(cell('price')));
  const stars = cell('stars') === '' ? 0 : Number(cell('stars'));
  const available = row.has('available') ? yesOrNo(cell('available')) : before?.available !== false;
  if (available === undefined) report('available', `"${cell('available')}" bukan yes atau no.`);
  const category = row.has('category') ? innermost(cell('category'), listsCategories) : (before?.category ?? '');
  if (category === '' && !row.has('category'))
    throw missingTitle('category', 'berkas', `, padahal produk baru seperti "${name}" memerlukannya`);
  if (category === '') report('category', 'belum diisi.');

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
    ...(before?.option_groups && { option_groups: before.option_groups }),
  });
  if (product.success) return product.output;
  const unsaid = product.issues.filter((issue) => !(name === '' && v.getDotPath(issue) === 'name') && _id !== '');
  for (const issue of unsaid) {
    const field = columnOf((v.getDotPath(issue) ?? '').split('.')[0] ?? '');
    report(field, fieldMessages[field] ?? 'tidak cocok.');
  }
  return undefined;
}

const columnOf = (field: string): Column =>
  field === '_id' ? 'id' : field === 'image_url' ? 'image' : (field as Column);

const fieldMessages: Partial<Record<Column, string>> = {
  id: 'lebih dari 128 huruf.',
  name: 'lebih dari 200 huruf.',
  description: 'lebih dari 5.000 huruf.',
  price: 'harus antara Rp0 dan Rp1.000.000.000.',
  category: 'lebih dari 100 huruf.',
  tags: 'ada tag yang lebih dari 100 huruf.',
  image: 'harus nama gambar seperti kopi-tubruk.jpg, dari huruf, angka, spasi, titik, dan tanda hubung.',
  stars: 'harus angka bulat dari 0 sampai 5.',
};

/** Known names in their order, then the new ones. */
function inOrderOf<Named extends { name: string }>(known: readonly Named[], used: readonly Named[]) {
  const wanted = new Set(used.map(({ name }) => name));
  const kept = known.filter(({ name }) => wanted.has(name));
  const names = new Set(kept.map(({ name }) => name));
  return [...kept, ...used.filter(({ name }) => !names.has(name))];
}

/**
 * The delimiter: the one that divides a row into the titles that every menu needs, else the most frequent in the first row.
 * None of the titles contains one, while a description may contain any number.
 */
function delimiterOf(text: string, newline: '\n' | '\r'): string {
  const signs = [',', ';', '\t'];
  const divides = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, newline, preview: mostAbove + 1 }).data.some(isHeader);
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const times = (sign: string) => first.split(sign).length;
  return signs.find(divides) ?? signs.reduce((most, sign) => (times(sign) > times(most) ? sign : most));
}

/**
 * The line end. A file from Windows to which another program added a row has two kinds, so it is split at the character that both share;
 * what is left of the other is trimmed with its cell. Within quotation marks a line end is text.
 */
const newlineOf = (text: string) => (text.replace(/"[^"]*"/g, '').includes('\n') ? '\n' : '\r');

/**
 * The menu as CSV, for a spreadsheet; without the mark at its beginning Excel would take `Café` for `CafÃ©`, and give it back so.
 * Throws a `CommandError` for what CSV cannot hold.
 */
export function menuAsCsv({ products }: Menu): string {
  const divided = products.flatMap(({ tags }) => tags).find(({ name }) => /[|;,]/.test(name));
  if (divided) throw new CommandError(`Tag "${divided.name}" tidak bisa ditulis di CSV; ekspor ke berkas .json.`);
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
  return `\uFEFF${Papa.unparse([columnNames, ...rows], { newline: '\n', escapeFormulae: formula })}\n`;
}
