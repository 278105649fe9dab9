/** A menu as a file that its owner edits: JSON, or CSV as spreadsheets write it. */

import type { Choice, Product } from '#core/contract';
import { parseJson } from '../menu/menu-json.ts';
import { settleOptions } from '../menu/menu-options.ts';
import { duplicateIssues, type Menu, maxProducts, type ParsedMenu, roundedIds } from '../menu/whole-menu.ts';
import { CommandError } from './command.ts';
import { oldestOf } from './csv-rows.ts';
import { parseChoices } from './menu-choices.ts';
import { parseCsv } from './menu-csv.ts';
import { firstOf } from './terminal.ts';

const maxBytes = 20 * 1_024 * 1_024;

/**
 * Parses CSV or JSON, told apart by the content. CSV holds products; categories and tags follow from them and the payment
 * methods stay those of `current`, as does what a product has in a column the file does not have. When strict, unknown
 * titles of a CSV are refused. Throws a `CommandError`
 * when the file as a whole cannot be read.
 */
export function parseMenuFile(bytes: Buffer, current: Menu, isStrict = false, choices?: Buffer): ParsedMenu {
  const text = decoded(bytes);
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text, current) : withChoices(text, current, isStrict, choices);
  settleOptions(parsed, current);
  keepSoldOut(parsed, current, choices !== undefined);
  if (parsed.menu.products.length > maxProducts) {
    throw new CommandError(
      `Menu paling banyak berisi ${maxProducts} produk; berkas ini ${parsed.menu.products.length}.`,
    );
  }
  parsed.issues.push(...duplicateIssues(parsed), ...roundedIds(parsed, current));
  if (parsed.menu.products.length === 0 && parsed.issues.length === 0) {
    throw new CommandError('Tidak ada produk di berkas ini; kedai tanpa menu tidak bisa berjualan.');
  }
  return parsed;
}

/**
 * An export says what was available when it was made: what is sold out by now stays so, and is warned of (decision W8). So do choices
 * from a file of their own, which may have been beside the menu for long.
 */
function keepSoldOut(parsed: ParsedMenu, current: Menu, hasChoices: boolean) {
  const kept: string[] = [];
  function keptIn<Entry extends Product | Choice>(entries: readonly Entry[], before: readonly Entry[], group = '') {
    const soldOut = new Set(before.flatMap(({ _id, available }) => (available === false ? _id : [])));
    return entries.map((entry) => {
      if (entry.available === false || !soldOut.has(entry._id)) return entry;
      kept.push(`${entry.name}${group}`);
      return { ...entry, available: false };
    });
  }
  const { products, option_groups } = parsed.menu;
  const isExport = parsed.version !== undefined;
  const choices = isExport || hasChoices ? (current.option_groups ?? []).flatMap((group) => group.choices) : [];
  parsed.menu = {
    ...parsed.menu,
    products: keptIn(products, isExport ? current.products : []),
    ...(option_groups && {
      option_groups: option_groups.map((group) => ({
        ...group,
        choices: keptIn(group.choices, choices, ` (${group.name})`),
      })),
    }),
  };
  if (kept.length === 0) return;
  const message = `tetap habis seperti di kedai: ${firstOf(kept, 10)}; kalau sudah ada lagi, tekan 'Ada' di kasir.`;
  parsed.warnings.push({ where: 'menu', message });
}

/** A CSV with the choices beside it; without that file the groups that exist stay (decision M11). */
function withChoices(text: string, current: Menu, isStrict: boolean, bytes: Buffer | undefined) {
  const choices = bytes && parseChoices(decoded(bytes, 'Berkas pilihan'), current.option_groups ?? []);
  const parsed = parseCsv(text, choices ? { ...current, option_groups: choices.groups } : current, isStrict);
  if (!choices) return parsed;
  return {
    ...parsed,
    issues: [...parsed.issues, ...choices.issues],
    warnings: [...parsed.warnings, ...choices.warnings],
    optionPlaces: choices.optionPlaces,
    version: oldestOf([parsed.version, choices.version]),
  };
}

function decoded(bytes: Buffer, name = 'Berkas ini') {
  if (bytes.length > maxBytes) throw new CommandError(`${name} lebih besar dari 20 MB; menu tidak sebesar itu.`);
  const workbook = new CommandError(
    `${name} adalah buku kerja, bukan CSV: di spreadsheet pilih "Save as", lalu "CSV UTF-8".`,
  );
  // A ZIP archive (.xlsx, .ods, .numbers), or an old workbook.
  if (['PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(bytes.toString('latin1', 0, 4))) throw workbook;
  const encoding = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[bytes.toString('latin1', 0, 2)];
  const notUtf8 = new CommandError(`${name} bukan UTF-8: di spreadsheet pilih "Save as", lalu "CSV UTF-8".`);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8;
  }
  // UTF-16 without its mark.
  if (text.slice(0, 2).includes('\0')) throw notUtf8;
  // A page, which other programs save under a workbook's name.
  if (/^\s*</.test(text)) throw workbook;
  return text;
}
