/** The shape of a whole menu, what all its readers share (CSV, JSON, counter), and what is wrong with it. */
import * as v from 'valibot';
import { type Category, type OptionGroup, type PaymentMethod, Product, type Tag } from '#core/contract';
import { folded } from '#core/folding';
import { normalised } from '#core/normalised';
import { priceFrom } from './menu-cells.ts';

/** A whole menu, as `menu.json` holds it. */
export interface Menu {
  categories: Category[];
  tags: Tag[];
  products: Product[];
  option_groups?: OptionGroup[];
  banks: PaymentMethod[];
  mini_markets: PaymentMethod[];
}

/** More products would be more than the storefront holds. */
export const maxProducts = 20_000;

/** What is wrong with a file, and where: `baris` is the row a spreadsheet shows, otherwise it is the position in a JSON list. */
export interface MenuIssue {
  where: string;
  field?: string;
  message: string;
}

/** Adds an issue of one row. */
export type Report = (field: string | undefined, message: string) => void;

/** A menu that was read, each product with the place it came from; it may be used when there are no issues. */
export interface ParsedMenu {
  menu: Menu;
  /** By product or payment method `_id`: 'baris 5' of a CSV, 'products[3]' of a JSON. */
  places: Map<string, string>;
  /** The same of the choices of option groups that the file has. */
  choicePlaces: Map<string, string>;
  /** The same of option groups and choices as they were read, whose ids may occur twice. */
  optionPlaces: Map<object, string>;
  issues: MenuIssue[];
  /** By product `_id`: the price in rupiah that its text in the file would be in another notation, as `25.000` in a JSON. */
  otherReadings: Map<string, number>;
  /** What was ignored; the menu may be used. */
  warnings: MenuIssue[];
  /** The version of the menu that was exported into the file; of rows and files from several the oldest. */
  version?: number | undefined;
}

/** A menu without issues yet. */
export const parsedFrom = (
  menu: Menu,
  places: Partial<Pick<ParsedMenu, 'places' | 'choicePlaces'>> = {},
): ParsedMenu => ({
  ...{ menu, places: new Map(), choicePlaces: new Map(), optionPlaces: new Map() },
  ...{ issues: [], otherReadings: new Map(), warnings: [] },
  ...places,
});

/** Whether an import has made the group of variants. */
export const isVariantGroup = ({ _id }: { _id: string }) => _id.startsWith('varian-');

/** The place of an issue at the beginning of a sentence. */
export const capitalised = (where: string) =>
  where.replace(/^(?:baris|pilihan)\b/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);

/** Nothing that a terminal, a label printer or PostgreSQL would choke on, nor what is left of a wrong encoding; a line's end and a tab are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** Whether a text anywhere in a value has what `unprintable` finds, or half a surrogate pair. */
export function unprintableIn(value: unknown): boolean {
  if (typeof value === 'string') return unprintable.test(value) || !value.isWellFormed();
  return Object.values(value ?? {}).some(unprintableIn);
}

/** The cell of a CSV, or any text, on one line. */
export const inOneLine = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ');

/** A name in a file, as it is cleaned at the counter (decision F10); what is refused stays as it is. */
export const nameFrom = (text: string) => (unprintableIn(text) ? text : normalised(inOneLine(text)));

/** The categories that the products name, in their order. */
export const categoriesOf = (products: readonly Product[]) =>
  [...new Set(products.map(({ category }) => category))].filter((name) => name !== '').map((name) => ({ name }));

/** The tags that the products name, in their order. */
export const tagsOf = (products: readonly Product[]) =>
  [...new Set(products.flatMap(({ tags }) => tags.map(({ name }) => name)))].map((name) => ({ name }));

/** What is wrong with a field of a product that does not fit, by its column in a file. */
export const fieldMessages: Partial<Record<string, string>> = {
  id: 'lebih dari 128 huruf.',
  name: 'lebih dari 200 huruf.',
  description: 'lebih dari 5.000 huruf.',
  price: 'harus antara Rp0 dan Rp1.000.000.000.',
  category: 'lebih dari 100 huruf.',
  tags: 'ada tag yang lebih dari 100 huruf.',
  image: 'harus nama gambar seperti kopi-tubruk.jpg, dari huruf, angka, spasi, titik, dan tanda hubung.',
  stars: 'harus angka bulat dari 0 sampai 5.',
};

/** With the categories and tags that its products name: those of the menu before in their order, then the new ones. */
export const withNames = (menu: Menu, before: Menu): Menu => ({
  ...menu,
  categories: inOrderOf(before.categories, categoriesOf(menu.products)),
  tags: inOrderOf(before.tags, tagsOf(menu.products)),
});

function inOrderOf<Named extends { name: string }>(known: readonly Named[], used: readonly Named[]) {
  const [former, wanted] = [namesOf(known), namesOf(used)];
  return [...known.filter(({ name }) => wanted.has(name)), ...used.filter(({ name }) => !former.has(name))];
}

/** Issues for ids and names that occur twice but must be unique. */
export function duplicateIssues({ menu, places }: ParsedMenu): MenuIssue[] {
  const issues: MenuIssue[] = [];
  const seen = new Set<string>();
  for (const { _id } of [...menu.products, ...menu.banks, ...menu.mini_markets]) {
    if (seen.has(_id))
      issues.push({ where: places.get(_id) ?? _id, field: 'id', message: `"${_id}" ditulis dua kali.` });
    seen.add(_id);
  }
  for (const [list, named, namedBy] of [
    ['categories', menu.categories, ({ category }: Product) => [category]],
    ['tags', menu.tags, ({ tags }: Product) => tags.map(({ name }) => name)],
  ] as const) {
    const first = new Map<string, string>();
    for (const { name } of named) {
      const word = folded(name);
      const other = first.get(word);
      if (other === undefined) first.set(word, name);
      else if (other === name) issues.push({ where: list, message: `"${name}" ditulis dua kali.` });
      else
        issues.push({
          where: places.get(menu.products.find((product) => namedBy(product).includes(name))?._id ?? '') ?? list,
          message: `"${name}" sama dengan "${other}", hanya hurufnya lain; tulislah dengan satu cara.`,
        });
    }
  }
  return issues;
}

/** `1E+05` and `8,99E+12`: what a spreadsheet saves in place of a long id. */
const exponent = /^\d+(?:[.,]\d+)?E[+-]\d+$/i;

/** Issues for new ids that a spreadsheet has rounded, so that their digits are lost. */
export const roundedIds = ({ menu, places }: ParsedMenu, current: Menu): MenuIssue[] => {
  const idsOf = ({ products, banks, mini_markets }: Menu) =>
    [...products, ...banks, ...mini_markets].map(({ _id }) => _id);
  const known = new Set(idsOf(current));
  return idsOf(menu)
    .filter((id) => exponent.test(id) && !known.has(id))
    .map((id) => ({
      where: places.get(id) ?? id,
      field: 'id',
      message: `"${id}" dibuat spreadsheet dari id yang lebih panjang; jadikan kolomnya teks di sana, lalu tulis lagi id-nya.`,
    }));
};

/** What an owner says of a product, as one text. Whether it is sold out today is none of it. */
export const contentOf = ({ name, description, price, image_url, stars, tags, category, option_groups }: Product) =>
  JSON.stringify([
    ...[name, description, price, image_url, stars, tags.map((tag) => tag.name), category],
    option_groups ?? null,
  ]);

/** The same of an option group. */
export const groupContentOf = ({ name, min, max, choices }: OptionGroup) =>
  JSON.stringify([
    ...[name, min, max],
    choices.map((choice) => [choice._id, choice.name, choice.price, choice.default === true]),
  ]);

export const namesOf = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => name));

/** Stricter than the contract's schemas, which forgive what is a mistake in an owner's file: `"24.000"` would be read as Rp24, and half a rupiah is no price. */
export const WholeProduct = v.object({
  ...Product.entries,
  price: v.pipe(
    v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.transform((text) => priceFrom(text.trim()) ?? Number.NaN),
      ),
    ]),
    v.check(
      (price) => Number.isInteger(price) && v.is(Product.entries.price, price),
      'harga ditulis dalam rupiah bulat, paling banyak Rp1.000.000.000, seperti 24000 atau "24.000"',
    ),
  ),
  category: v.pipe(
    Product.entries.category,
    v.check((name) => name.trim() !== '', 'setiap produk memerlukannya'),
  ),
  tags: v.pipe(
    Product.entries.tags,
    v.check((tags) => tags.every(({ name }) => name.trim() !== ''), 'ada tag tanpa nama'),
    // In a CSV and at the counter they separate two tags.
    v.check((tags) => tags.every(({ name }) => !/[,;|]/.test(name)), 'ada tag dengan koma, titik koma, atau |'),
    v.transform((tags) => [...namesOf(tags)].map((name) => ({ name }))),
  ),
});
