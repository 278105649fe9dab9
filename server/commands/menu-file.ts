/** A menu as a file that its owner edits: JSON, or CSV as spreadsheets write it. */
import type { Menu } from '../menu/menu.ts';
import { CommandError } from './command-error.ts';
import { roundedIds } from './doubtful-products.ts';
import { parseCsv } from './menu-csv.ts';
import { parseJson } from './menu-json.ts';
import { duplicateIssues, type ParsedMenu } from './parsed-menu.ts';

const maxBytes = 20 * 1_024 * 1_024;
const maxProducts = 20_000;

/**
 * Parses CSV or JSON, told apart by the content. CSV holds products; categories and tags follow from them and the payment
 * methods stay those of `current`, as does what a product has in a column the file does not have. When strict, unknown
 * titles of a CSV are refused. Throws a `CommandError`
 * when the file as a whole cannot be read.
 */
export function parseMenuFile(bytes: Buffer, current: Menu, isStrict = false): ParsedMenu {
  const text = decoded(bytes);
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text, current) : parseCsv(text, current, isStrict);
  if (parsed.menu.products.length > maxProducts) {
    throw new CommandError(`A menu has at most ${maxProducts} products; this file has ${parsed.menu.products.length}.`);
  }
  parsed.issues.push(...duplicateIssues(parsed), ...roundedIds(parsed, current));
  if (parsed.menu.products.length === 0 && parsed.issues.length === 0) {
    throw new CommandError('The file has no products; a shop without a menu cannot sell anything.');
  }
  return parsed;
}

function decoded(bytes: Buffer) {
  if (bytes.length > maxBytes) throw new CommandError('The file is larger than 20 MB, which no menu is.');
  const workbook = new CommandError(
    'This is a workbook, not a CSV: in the spreadsheet choose "Save as" and "CSV UTF-8".',
  );
  // A ZIP archive (.xlsx, .ods, .numbers), or an old workbook.
  if (['PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(bytes.toString('latin1', 0, 4))) throw workbook;
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  let text: string;
  try {
    text = new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('The file is not in UTF-8: in the spreadsheet choose "Save as" and "CSV UTF-8".');
  }
  // A page, which other programs save under a workbook's name.
  if (/^\s*</.test(text)) throw workbook;
  return text;
}
