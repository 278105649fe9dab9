/** What the texts in a menu's file mean, as people and other programs write them. */
import { hash } from 'node:crypto';
import { decodeHTMLStrict } from 'entities';
import { rupiah } from '#core/rupiah';

/** The error texts that Excel and LibreOffice save in place of a text that begins with `-`, `+`, `=` or `@`. */
export const failedFormula = /^(#(NAME\?|VALUE!|REF!|DIV\/0!|N\/A|NUM!|NULL!)|Err:\d{3})$/;

/**
 * A text that a spreadsheet would run as a formula; an export puts an apostrophe before it. So it does before one that
 * has apostrophes already, because the import takes one away.
 */
export const formula = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** A cell without the apostrophe that keeps a spreadsheet from running it. */
export const withoutMark = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);

/** The innermost of categories that another program nests: `Minuman > Kopi` is `Kopi`. `isList`: so is `Minuman > Kopi, Promo`. */
export const innermost = (text: string, isList: boolean) => {
  const first = isList ? text.replace(/,.*/s, '') : text;
  // Magento's root.
  const parts = first.split(first.startsWith('Default Category/') ? '/' : '>');
  return parts.at(-1)?.trim() ?? '';
};

/** An element that descriptions are made of. */
const markup =
  /<\/?(?:p|br|hr|div|span|section|blockquote|pre|ul|ol|li|b|strong|i|em|u|s|small|sup|sub|mark|font|center|h[1-6]|a|img|table|tr|td)\b[^<>]*>/i;

/** The text of a description that another program wrote as HTML; any other text as it is. */
export function withoutMarkup(text: string): string {
  if (!markup.test(text)) return text;
  return text
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|hr|\/p|\/div|\/section|\/blockquote|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&[#\w]{2,31};/g, (entity) => decodeHTMLStrict(entity).replace(/[\u00a0\p{Cc}]/u, ' '))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const currency = '(?:Rp\\.?|IDR|rupiah)';
const decimals = '(?:00?|0{4,6})';
const amounts = [
  `\\d{1,3}(?:\\.\\d{3})+(?:,${decimals})?`,
  `\\d{1,3}(?:,\\d{3})+(?:\\.${decimals})?`,
  `\\d{1,3}(?: \\d{3})+(?:[.,]${decimals})?`,
  '\\d{4,12}[.,]00?',
  '\\d{1,12}[.,]0{4,6}',
  '0[.,]00?',
  '\\d{1,12}',
];
const price = new RegExp(`^(?:${currency} *)?(${amounts.join('|')})(?: *${currency})?$`, 'i');

/**
 * `24000`, `24.000`, `24 000`, `Rp 24.000`, `24.000 IDR`, `Rp24.000,-`, `24,000`, `24000.00`, `24000,00`, `24000.0` and
 * `24000.0000` are the same price; `undefined` for what is none.
 */
export function priceFrom(text: string): number | undefined {
  const digits = price.exec(text.replace(/,-{1,2}$/, '').replace(/\p{Zs}/gu, ' '))?.[1];
  return digits === undefined ? undefined : Number(digits.replace(/[.,](?:00?|0{4,6})$/, '').replace(/[., ]/g, ''));
}

/** `+6000`, `-2.000` and `−Rp2.000`: what a choice adds to a price, in rupiah, nothing where the cell is empty; `undefined` for what is none. */
export function differenceFrom(text: string): number | undefined {
  if (text === '') return 0;
  const price = priceFrom(text.replace(/^[+\-−–] */, ''));
  return price !== undefined && /^[-−–]/.test(text) ? 0 - price : price;
}

export function priceMessage(text: string) {
  if (text === '') return 'belum diisi.';
  const message = `"${text}" bukan harga dalam rupiah bulat seperti 24000 atau Rp24.000.`;
  const meant = abbreviatedPrice(text);
  return meant === undefined ? message : `${message} Maksudnya ${rupiah(meant)}?`;
}

/** `15k`, `15 rb`, `12,5 ribu` and `1,5jt` in rupiah; undefined for everything else. */
function abbreviatedPrice(text: string): number | undefined {
  const [, whole, decimals = '', unit = ''] =
    /^(?:Rp\.?\s*)?(\d{1,4})(?:[.,](\d{1,3}))?\s*(k|rb|ribu|jt|juta)$/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return Math.round(Number(`${whole}.${decimals}`) * (/^j/i.test(unit) ? 1_000_000 : 1_000));
}

const yes =
  /^(|yes|y|ya|iya|true|benar|on|ada|tersedia|available|ready|aktif|active|publish|published|enabled|instock|in stock|onbackorder|unlimited)$/i;
const no =
  /^(no|n|tidak|tidak ada|tidak tersedia|tidak aktif|nonaktif|unavailable|not available|habis|stok habis|kosong|false|salah|off|inactive|disabled|draft|archived|outofstock|out of stock|sold out)$/i;

/** Also how many are left in stock: none of them means that the product is sold out. */
export function yesOrNo(text: string): boolean | undefined {
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  return /^-?\d{1,9}([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) > 0 : undefined;
}

/** `susu|gula` is two; each of them once. */
export const listed = (text: string) =>
  [...new Set(text.split(/[|;,]/).map((one) => one.trim()))].filter((one) => one !== '');

/** `Kopi Susu – Gula Aren!` is `kopi-susu-gula-aren`. Not the search's folding: a product keeps its id when that changes. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

/** The id of a product that has none: from its name, or from a digest of a name without Latin letters. */
export const idOf = (name: string) =>
  slug(name) || (/[\p{L}\p{N}]/u.test(name) ? `menu-${hash('sha256', name.normalize('NFC')).slice(0, 10)}` : '');
