/** `menu.pilihan.csv` beside `menu.csv`: the choices of the option groups, one a row (decision M11). */
import Papa from 'papaparse';
import { maxChosen, type OptionGroup } from '#core/contract';
import { folded } from '#core/folding';
import { differenceFrom, formula, idOf, priceMessage, withoutMark, yesOrNo } from '../menu/menu-cells.ts';
import { type MenuIssue, nameFrom } from '../menu/whole-menu.ts';
import { CommandError } from './command.ts';
import { csvRows, faultsOf, versionIn } from './csv-rows.ts';
import { allowedIn, isTitleIn, wordOf } from './menu-columns.ts';

/** What a column may be called; the first name is the one that is written. */
const columns = {
  group: ['group', 'kelompok'],
  group_name: ['group_name', 'nama_kelompok'],
  min: ['min', 'minimal'],
  max: ['max', 'maksimal'],
  id: ['id', '_id', 'kode'],
  name: ['name', 'nama', 'pilihan'],
  price: ['price', 'harga', 'selisih'],
  default: ['default', 'bawaan'],
  available: ['available', 'tersedia'],
  version: ['version', 'versi'],
} as const;
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];

const orderOf = (header: readonly string[]) =>
  header.map((title) => columnNames.find((column) => isTitleIn(columns[column], wordOf(title))));

/** The file of choices beside a menu's CSV; undefined for another file. */
export const choicesFileOf = (file: string) =>
  /\.csv$/i.test(file) ? file.replace(/\.csv$/i, '.pilihan.csv') : undefined;

/** Parses the choices; what the file has no column for, and a group's name and limits where it is silent, stay those of `current`. Throws a `CommandError`. */
export function parseChoices(text: string, current: readonly OptionGroup[]) {
  const issues: MenuIssue[] = [];
  const warnings: MenuIssue[] = [];
  /** The row of each group and of each choice. */
  const optionPlaces = new Map<object, string>();
  const missingIn = (order: readonly unknown[]) =>
    (['group', 'name'] as const).find((column) => !order.includes(column));
  const file = csvRows(text, (cells) => missingIn(orderOf(cells)) === undefined);
  if (file.unclosed) issues.push({ where: placeOf(file.unclosed.row), message: file.unclosed.message });
  const order = orderOf(file.header);
  const missing = missingIn(order);
  if (issues.length === 0 && missing)
    throw new CommandError(`Tidak ada judul "${missing}" di berkas pilihan.`, [allowedIn(columns)]);
  const twice = order.find((column, at) => column !== undefined && order.indexOf(column) !== at);
  if (twice) throw new CommandError(`Judul "${twice}" ada dua kali di berkas pilihan.`);
  const ignored = file.header.filter((title, at) => title.trim() !== '' && order[at] === undefined);
  if (ignored.length > 0)
    warnings.push({
      where: placeOf(file.headerNumber),
      message: `judul yang bukan kolom diabaikan: ${ignored.map((title) => `"${title.trim()}"`).join(', ')}.`,
    });

  const rows = file.rows.map(({ number, cells }) => {
    const where = placeOf(number);
    const report = (field: Column, message: string) => issues.push({ where, field, message });
    const cell = (column: Column) => {
      const text = withoutMark((cells[order.indexOf(column)] ?? '').trim());
      return column === 'name' || column === 'group_name' ? nameFrom(text) : text;
    };
    for (const column of columnNames) for (const fault of faultsOf(cell(column))) report(column, fault);
    const untitled = cells.find((text, at) => text.trim() !== '' && (file.header[at] ?? '').trim() === '');
    if (untitled) issues.push({ where, message: `"${untitled.trim()}" ada di kolom tanpa judul.` });
    if (cell('group') === '') report('group', 'belum diisi.');
    return { where, cell, report };
  });
  const before = new Map(current.map((group) => [group._id, group]));
  const groups = [...Map.groupBy(rows, ({ cell }) => cell('group')).entries()].map(([_id, own]) => {
    const known = before.get(_id);
    /** What the rows of the group agree about. */
    const said = (column: Column) => {
      const [first, ...others] = own.filter(({ cell }) => cell(column) !== '');
      for (const other of others)
        if (other.cell(column) !== first?.cell(column))
          other.report(column, `"${other.cell(column)}", padahal di ${first?.where} "${first?.cell(column)}".`);
      return first?.cell(column) ?? '';
    };
    const whole = (column: 'min' | 'max', from: number, most: number, otherwise: number) => {
      const text = said(column);
      const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
      if (text === '') return otherwise;
      if (number >= from && number <= most) return number;
      own[0]?.report(column, `harus angka bulat dari ${from} sampai ${most}.`);
      return otherwise;
    };
    const choices = own.map(({ where, cell, report }) => {
      const name = cell('name');
      const former =
        known?.choices.find((choice) => choice._id === cell('id')) ??
        known?.choices.find((choice) => folded(choice.name) === folded(name));
      const price = order.includes('price') ? differenceFrom(cell('price')) : (former?.price ?? 0);
      const isDefault = order.includes('default')
        ? cell('default') !== '' && yesOrNo(cell('default'))
        : former?.default === true;
      const available = order.includes('available') ? yesOrNo(cell('available')) : former?.available !== false;
      const id = cell('id') || former?._id || `${_id}-${idOf(name)}`;
      if (name === '') report('name', 'belum diisi.');
      if (name.length > 60) report('name', 'lebih dari 60 huruf.');
      if (id.length > 128) report('id', 'lebih dari 128 huruf.');
      if (price === undefined) report('price', priceMessage(cell('price')));
      for (const [column, answer] of [
        ['default', isDefault],
        ['available', available],
      ] as const)
        if (answer === undefined) report(column, `"${cell(column)}" bukan yes atau no.`);
      const choice = {
        ...{ _id: id, name, price: price ?? 0 },
        ...(isDefault && { default: true }),
        ...(available === false && { available: false }),
      };
      optionPlaces.set(choice, where);
      return choice;
    });
    const min = whole('min', 0, maxChosen, known?.min ?? (choices.some((choice) => choice.default) ? 1 : 0));
    const max = whole('max', 1, 20, known?.max ?? Math.max(min, 1));
    const name = said('group_name') || known?.name || _id;
    const report = own[0]?.report ?? (() => 0);
    if (name.length > 60) report('group_name', 'lebih dari 60 huruf.');
    if (_id.length > 128) report('group', 'lebih dari 128 huruf.');
    if (choices.length > 20) report('group', `${choices.length} pilihan terlalu banyak: paling banyak 20.`);
    if (min > max || min > choices.length)
      report('min', `${min} harus dipilih, padahal paling banyak ${Math.min(max, choices.length)}.`);
    const group = { _id, name, min, max, choices };
    optionPlaces.set(group, own[0]?.where ?? '');
    return group;
  });
  return { groups, issues, warnings, optionPlaces, version: versionIn(rows) };
}

const placeOf = (row: number) => `pilihan baris ${row}`;

/** The groups of a version as CSV, like `menuAsCsv`. Differences are numbers, which no spreadsheet takes for a formula. */
export function choicesAsCsv(groups: readonly OptionGroup[], version: number): string {
  const rows = groups.flatMap(({ _id: group, name: groupName, min, max, choices }) =>
    choices.map(({ _id, name, price, default: isDefault, available }) => [
      ...[group, groupName, min, max, _id, name, price],
      ...[isDefault ? 'yes' : 'no', available === false ? 'no' : 'yes', version],
    ]),
  );
  return `\uFEFF${Papa.unparse([columnNames, ...rows], { newline: '\n', escapeFormulae: formula })}\n`;
}
