/** A menu as CSV, as spreadsheets write it: its products, one in a row. */
import Papa from 'papaparse';
import * as v from 'valibot';
import { type OptionGroup, Product } from '#core/contract';
import {
  formula,
  idOf,
  innermost,
  listed,
  priceFrom,
  priceMessage,
  withoutMark,
  withoutMarkup,
  yesOrNo,
} from '../menu/menu-cells.ts';
import {
  fieldMessages,
  inOneLine,
  type Menu,
  type MenuIssue,
  nameFrom,
  type ParsedMenu,
  parsedFrom,
  type Report,
  withNames,
} from '../menu/whole-menu.ts';
import { CommandError } from './command.ts';
import { csvRows, faultsOf, versionIn } from './csv-rows.ts';
import { type Column, cellOf, columnNames, columnsIn, isHeader, missingTitle, type Order } from './menu-columns.ts';
import {
  dimensionsOf,
  entriesOf,
  type FileRow,
  groupsOfVariants,
  groupsWith,
  hasValue,
  variantFrom,
  withGroups,
} from './menu-variants.ts';
import { firstOf } from './terminal.ts';

/** The cells of a product by their columns; without those that the file does not have. */
type Row = Map<Column, string>;

/**
 * Parses the products; what a product has in a column the file does not have stays that of `current`. Unknown titles are
 * warned of and ignored. Throws a `CommandError` for a first row that names no menu's columns, when strict also for one
 * that names others.
 */
export function parseCsv(text: string, current: Menu, isStrict = false): ParsedMenu {
  const parsed = parsedFrom(current);
  const { places, issues, otherReadings, warnings } = parsed;
  const { unclosed, ...file } = csvRows(text, isHeader);
  if (unclosed) {
    issues.push({ where: `baris ${unclosed.row}`, message: unclosed.message });
    return parsed;
  }
  const { order, dimensions, isOffered, listsCategories, unknown, ...titles } = columnsIn(file, isStrict);
  warnings.push(...titles.warnings);
  const rows = file.rows.map(({ number, cells }): FileRow => {
    const where = `baris ${number}`;
    return {
      ...{ where, cells, cell: (column) => cellOf(cells, order, column) },
      report: (field, message) => issues.push({ where, ...(field && { field }), message }),
    };
  });
  const entries = entriesOf(rows, dimensions);
  const inGroup = groupNames(entries.map(([head]) => head));

  const known = new Map(current.products.map((product) => [product._id, product]));
  const groups = new Map(current.option_groups?.map((group) => [group._id, group]));
  const ignored: MenuIssue[] = [];
  const inGroups: MenuIssue[] = [];
  const linked: MenuIssue[] = [];
  const usual: MenuIssue[] = [];
  const products: Product[] = [];
  const variantGroups: OptionGroup[] = [];
  for (const entry of entries) {
    const [head, ...more] = entry;
    const { where, cells, report } = head;
    const group = inGroup.get(head);
    if (group !== undefined)
      inGroups.push({ where, message: `tidak punya kategori dan dimasukkan ke kelompok di atasnya, "${group}"` });
    const row = rowFrom(head, order, group);
    if (/^https?:\/\//i.test(row.get('image') ?? '')) {
      row.delete('image');
      linked.push({
        where,
        message: 'gambar di alamat web tidak diambil; simpan di folder gambar, lalu tulis namanya',
      });
    }
    const offer = isOffered(cells);
    if (offer === false || (offer && !row.has('available'))) row.set('available', offer ? 'yes' : 'no');
    const own = dimensionsOf(entry, dimensions);
    const named = entry.filter((one) => own.some((dimension) => hasValue(one, dimension)));
    const sold = named.length > 1 ? named : [];
    const message = 'varian atau gambar lain dari produk di atasnya, diabaikan';
    ignored.push(...more.flatMap((one) => (sold.includes(one) ? [] : { where: one.where, message })));
    // Shopify says it in the product's own row only.
    const availableOf = (one: FileRow) =>
      isOffered(one.cells) === false ? 'no' : one.cell('available') || (row.get('available') ?? '');
    const variants = sold.map((one) => variantFrom(one, own, availableOf(one)));
    if (variants.length > 0) {
      row.set('price', String(Math.min(...variants.map(({ price }) => price))));
      if (row.has('available')) row.set('available', variants.some(({ available }) => available) ? 'yes' : 'no');
      const ids = sold.map(({ cell }) => cell('id'));
      row.set('id', ids.find((id) => known.has(id)) ?? ids[0] ?? '');
    }
    const product = productFrom(row, { known, listsCategories, unknown, isOwn: order.includes('version'), report });
    if (!product) continue;
    const { _id, name } = product;
    const earlier = places.get(_id);
    if (earlier === undefined) {
      places.set(_id, where);
      const split = splitPrice(cells, order);
      if (split && variants.length === 0) otherReadings.set(_id, split.price);
      const made = groupsOfVariants(product, { names: own.map(({ name }) => name), variants }, parsed);
      if (made.usual) usual.push({ where, message: `${name} (${made.usual})` });
      variantGroups.push(...made.groups);
      products.push(dimensions.all.length > 0 ? withGroups(product, made.groups, groups) : product);
    } else if (row.get('id')) report('id', `"${_id}" juga ada di ${earlier}.`);
    else report('name', `"${name}" juga ada di ${earlier}; beri nama lain, atau beri masing-masing id.`);
  }

  const option_groups = groupsWith(current.option_groups ?? [], variantGroups, {
    products,
    keepsAvailable: !order.includes('available'),
  });
  const hasGroups = current.option_groups || option_groups.length > 0;
  const menu = withNames({ ...current, products, ...(hasGroups && { option_groups }) }, current);
  for (const [first, ...others] of [inGroups, ignored, linked]) {
    const more = others.length > 0 ? `; begitu juga ${others.length} baris lagi` : '';
    if (first) warnings.push({ ...first, message: `${first.message}${more}.` });
  }
  if (usual[0]) {
    const names = usual.map(({ message }) => message);
    const message = `varian menjadi pilihan, yang termurah bawaannya: ${firstOf(names, 10)}.`;
    warnings.push({ where: usual[0].where, message });
  }
  return { ...parsed, menu, version: versionIn(rows) };
}

/** The categories of a file that names each only in the first row of its group, by the rows that have none. */
function groupNames(rows: readonly FileRow[]): ReadonlyMap<FileRow, string> {
  const names = rows.map(({ cell }) => cell('category')).filter((name) => name !== '');
  const groups = new Map<FileRow, string>();
  let group = rows[0]?.cell('category') ?? '';
  // Where a category is named twice, an empty cell is a gap.
  if (group === '' || new Set(names).size < names.length) return groups;
  for (const row of rows) {
    if (row.cell('category') === '') groups.set(row, group);
    else group = row.cell('category');
  }
  return groups;
}

/** Cells by their columns; reports those that hold what no cell may hold. */
function rowFrom({ cells, report }: FileRow, order: Order, group: string | undefined): Row {
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
    order.flatMap((column, place) => {
      const cell = withoutMark((cells[place] ?? '').trim());
      return column ? [[column, textIn(column, cell)] as const] : [];
    }),
  );
  if (group !== undefined) row.set('category', group);
  for (const [column, value] of row) for (const fault of faultsOf(value)) report(column, fault);
  return row;
}

function textIn(column: Column, cell: string) {
  if (column === 'description') return cell;
  // A line that was divided in its cell is one line of a ticket.
  return ['name', 'category', 'tags'].includes(column) ? nameFrom(cell) : inOneLine(cell);
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

interface RowContext {
  known: ReadonlyMap<string, Product>;
  listsCategories: boolean;
  /** What to add where a title is missing: those that are no columns. */
  unknown: string;
  /** Kedai has exported the file: its texts are no other program's notation. */
  isOwn: boolean;
  report: Report;
}

/** The product in a row; undefined, and reported, when there is none. Throws a `CommandError` when every new product would lack a category. */
function productFrom(row: Row, { known, listsCategories, unknown, isOwn, report }: RowContext): Product | undefined {
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
  const named = isOwn ? cell('category') : innermost(cell('category'), listsCategories);
  const category = row.has('category') ? named : (before?.category ?? '');
  if (category === '' && !row.has('category'))
    throw missingTitle('category', 'berkas', `, padahal produk baru seperti "${name}" memerlukannya${unknown}`);
  if (category === '') report('category', 'belum diisi.');
  // OpenCart lists the numbers of its categories.
  if (listsCategories && /^\d+$/.test(category))
    report('category', `"${category}" adalah nomor; tulis nama kategorinya.`);

  const described = isOwn ? cell('description') : withoutMarkup(cell('description'));
  const option_groups = row.has('options') ? optionsFrom(cell('options')) : before?.option_groups;
  if (option_groups && option_groups.length > 8) report('options', 'lebih dari 8 kelompok.');
  const product = v.safeParse(Product, {
    _id,
    name,
    price: price ?? 0,
    category,
    description: row.has('description') ? described : before?.description,
    tags: row.has('tags') ? listed(cell('tags')).map((name) => ({ name })) : before?.tags,
    image_url: row.has('image') ? cell('image') : before?.image_url,
    stars: row.has('stars') ? stars : before?.stars,
    ...(available === false && { available }),
    ...(option_groups && { option_groups }),
  });
  if (product.success) return product.output;
  const unsaid = product.issues.filter((issue) => !(name === '' && v.getDotPath(issue) === 'name') && _id !== '');
  for (const issue of unsaid) {
    const field = columnOf((v.getDotPath(issue) ?? '').split('.')[0] ?? '');
    report(field, fieldMessages[field] ?? 'tidak cocok.');
  }
  return undefined;
}

/** For a product without a group that takes a note; an empty cell is a product without either (decision M4). */
const noteOnly = 'catatan';

const optionsFrom = (text: string) => (text === '' ? undefined : /^(catatan|note)$/i.test(text) ? [] : listed(text));

const columnOf = (field: string): Column =>
  field === '_id' ? 'id' : field === 'image_url' ? 'image' : (field as Column);

/**
 * The menu as CSV, for a spreadsheet; without the mark at its beginning Excel would take `Café` for `CafÃ©`, and give it back so.
 * Throws a `CommandError` for what CSV cannot hold.
 */
export function menuAsCsv({ products, option_groups = [] }: Menu, version: number): string {
  const refused = (what: string) => new CommandError(`${what} tidak bisa ditulis di CSV; ekspor ke berkas .json.`);
  const divided = products.flatMap(({ tags }) => tags).find(({ name }) => /[|;,]/.test(name));
  if (divided) throw refused(`Tag "${divided.name}"`);
  const group = option_groups.find(({ _id }) => /[|;,]|^\s|\s$|^(catatan|note)$/i.test(_id));
  if (group) throw refused(`Id kelompok "${group._id}"`);
  const rows = products.map(({ _id, name, description, price, category, tags, image_url, stars, ...more }) => [
    _id,
    name,
    description,
    String(price),
    category,
    tags.map((tag) => tag.name).join('|'),
    image_url,
    String(stars),
    more.available === false ? 'no' : 'yes',
    more.option_groups?.length === 0 ? noteOnly : (more.option_groups ?? []).join('|'),
    String(version),
  ]);
  return `\uFEFF${Papa.unparse([columnNames, ...rows], { newline: '\n', escapeFormulae: formula })}\n`;
}
