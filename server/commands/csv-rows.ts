/** The rows of a CSV, as spreadsheets write it. */
import Papa from 'papaparse';
import { failedFormula } from '../menu/menu-cells.ts';
import { unprintable } from '../menu/whole-menu.ts';

/**
 * The rows below the titles, each with its number in a spreadsheet, without those that are empty. `isHeader` says whether a row has
 * the titles that the file needs. `unclosed`: quotation marks leave a cell of this row open where it ends, so that nothing can be
 * trusted; the message is for the owner.
 */
export function csvRows(text: string, isHeader: (cells: readonly string[]) => boolean) {
  // Spreadsheets take it for themselves and do not show it, so it is none of the rows that an owner counts.
  const [said = '', sign] = /^"?sep=([^"\r\n])"?(\r\n?|\n)/i.exec(text) ?? [];
  const csv = text.slice(said.length);
  const newline = newlineOf(csv);
  const delimiter = sign ?? delimiterOf(csv, newline, isHeader);
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter, newline });
  const [quotes] = errors.filter(({ type }) => type === 'Quotes');
  if (quotes) {
    const message =
      quotes.code === 'InvalidQuotes'
        ? 'ada sel yang tanda kutipnya ditutup di tengah; tulis """Kopi"" Spesial" untuk "Kopi" Spesial.'
        : 'ada tanda kutip yang tidak ditutup.';
    return { header: [], rows: [], headerNumber: 1, unclosed: { row: (quotes.row ?? 0) + 1, message } };
  }
  const start = headerIn(data, isHeader);
  const rows = data
    .map((cells, at) => ({ number: at + 1, cells }))
    .slice(start + 1)
    .filter(({ cells }) => !isEmpty(cells));
  return { header: data[start] ?? [], rows, headerNumber: start + 1 };
}

/** What no cell may hold, in words. */
export const faultsOf = (cell: string) => [
  ...(unprintable.test(cell) ? ['berisi karakter yang tidak bisa dicetak.'] : []),
  ...(failedFormula.test(cell)
    ? [`"${cell}" adalah teks yang dikira rumus oleh spreadsheet; awali dengan apostrof di sana.`]
    : []),
];

/** The oldest of the versions of the menu that files were exported from; undefined without any. */
export const oldestOf = (versions: readonly (number | undefined)[]) =>
  versions.filter((version) => version !== undefined).toSorted((one, other) => one - other)[0];

/** The version that the rows of a file name. */
export const versionIn = (rows: readonly { cell: (column: 'version') => string }[]) =>
  oldestOf(rows.map(({ cell }) => (/^\d{1,15}$/.test(cell('version')) ? Number(cell('version')) : undefined)));

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** How many lines may stand above the titles. */
const mostAbove = 20;

/** The row of the titles: the first with those that the file needs, else the first that is not empty. */
function headerIn(rows: readonly string[][], isHeader: (cells: readonly string[]) => boolean): number {
  const first = rows.findIndex((cells) => !isEmpty(cells));
  return [rows.slice(0, mostAbove + 1).findIndex(isHeader), first].find((at) => at >= 0) ?? 0;
}

/**
 * The delimiter: the one that divides a row into the titles that the file needs, else the most frequent in the first row.
 * None of the titles contains one, while a description may contain any number.
 */
function delimiterOf(text: string, newline: '\n' | '\r', isHeader: (cells: readonly string[]) => boolean): string {
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
