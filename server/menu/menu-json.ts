/** A menu as JSON, and the one that a new shop opens with. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Category, Choice, OptionGroup, PaymentMethod, Product, Tag } from '#core/contract';
import { issueWords } from '#core/issue-words';
import { StartupError } from '../startup-error.ts';
import { idOf, priceFrom } from './menu-cells.ts';
import { settleOptions } from './menu-options.ts';
import { isPayable } from './menu-snapshot.ts';
import {
  categoriesOf,
  duplicateIssues,
  type Menu,
  type MenuIssue,
  nameFrom,
  namesOf,
  type ParsedMenu,
  parsedFrom,
  tagsOf,
  unprintableIn,
  WholeProduct,
} from './whole-menu.ts';

/** As in a CSV, a product without an id gets one from its name. */
const ProductOnFile = v.pipe(
  v.looseObject({}),
  v.transform((product) => {
    const _id = product._id || (typeof product.name === 'string' && idOf(product.name)) || undefined;
    return { ...product, _id };
  }),
  WholeProduct,
);

/**
 * Parses a list of products, or an object that holds it; lists of payment methods that it does not have stay those of `current`. Throws a
 * `StartupError` for anything else.
 */
export function parseJson(text: string, current: Menu): ParsedMenu {
  const { whole, priceTexts } = listsIn(text);
  const parsed = parsedFrom(current);
  const { issues, places, otherReadings, optionPlaces } = parsed;
  function list<const Schema extends v.GenericSchema>(
    name: string,
    schema: Schema,
    fields: object,
  ): v.InferOutput<Schema>[] | undefined {
    const entries = whole[name];
    if (entries === undefined) return undefined;
    if (!Array.isArray(entries)) {
      issues.push({ where: name, message: 'harus daftar.' });
      return [];
    }
    return entries.flatMap((entry, at) => {
      const where = `${name}[${at}]`;
      issues.push(...strangeFields(where, entry, fields));
      const read = v.safeParse(schema, entry);
      const priceText = priceTexts.get(entry);
      const otherPrice = priceText === undefined ? undefined : priceFrom(priceText);
      if (!read.success) {
        issues.push(...read.issues.map((issue) => issueFrom(where, issue, otherPrice)));
        return [];
      }
      if (unprintableIn(read.output)) issues.push({ where, message: 'berisi karakter yang tidak bisa dicetak.' });
      const id = (read.output as { _id?: string })._id;
      if (id !== undefined && !places.has(id)) {
        places.set(id, where);
        if (otherPrice !== undefined) otherReadings.set(id, otherPrice);
      }
      if (name === 'option_groups') {
        optionPlaces.set(read.output as OptionGroup, where);
        for (const [at, choice] of (read.output as OptionGroup).choices.entries()) {
          const place = `${where}.choices[${at}]`;
          optionPlaces.set(choice, place);
          issues.push(...strangeFields(place, entry.choices[at], Choice.entries));
        }
      }
      return [read.output];
    });
  }

  const listed = list('products', ProductOnFile, Product.entries) ?? [];
  const ownGroups = list('option_groups', OptionGroup, OptionGroup.pipe[0].entries);
  // A file without groups keeps those that exist (decision M11).
  const before = new Map(current.products.map(({ _id, option_groups }) => [_id, option_groups]));
  const products = listed.map((product) => {
    const option_groups = product.option_groups ?? (ownGroups ? undefined : before.get(product._id));
    return { ...product, ...(option_groups && { option_groups }) };
  });
  const option_groups = ownGroups ?? current.option_groups;
  const categories = list('categories', Category, Category.entries);
  const tags = list('tags', Tag, Tag.entries);
  const categoryNames = categories && namesOf(categories);
  const tagNames = tags && namesOf(tags);
  for (const { _id, category, tags: own } of products) {
    const where = places.get(_id) ?? _id;
    if (categoryNames && !categoryNames.has(category)) {
      issues.push({ where, field: 'category', message: `"${category}" tidak ada di daftar kategori.` });
    }
    const unlisted = tagNames && own.find(({ name }) => !tagNames.has(name));
    if (unlisted) issues.push({ where, field: 'tags', message: `"${unlisted.name}" tidak ada di daftar tag.` });
  }
  const menu: Menu = {
    categories: categories ?? categoriesOf(products),
    tags: tags ?? tagsOf(products),
    products,
    ...(option_groups && { option_groups }),
    banks: list('banks', PaymentMethod, PaymentMethod.entries) ?? current.banks,
    mini_markets: list('mini_markets', PaymentMethod, PaymentMethod.entries) ?? current.mini_markets,
  };
  const emptied = (['banks', 'mini_markets'] as const).find((name) => whole[name] !== undefined);
  if (emptied && issues.length === 0 && ![...menu.banks, ...menu.mini_markets].some(isPayable))
    issues.push({ where: emptied, message: 'kosong, sehingga tidak ada cara membayar: pelanggan tidak bisa memesan.' });
  const version = v.is(v.pipe(v.number(), v.safeInteger()), whole.version) ? { version: whole.version } : {};
  return { ...parsed, menu, ...version };
}

/** A number with three decimals: `25.000` is 25 in JSON, and the owner's 25000. */
const groupedNumber = /^\d{1,3}\.\d{3}$/;

/** The lists of a menu's file with clean names, each of them yet to be checked, and the prices that are a `groupedNumber`, by the object that has them. */
function listsIn(text: string) {
  const priceTexts = new Map<unknown, string>();
  const clean = (value: unknown) => (typeof value === 'string' ? nameFrom(value) : value);
  function cleanName(this: unknown, key: string, value: unknown, context?: { source?: string }) {
    if (key === 'price' && groupedNumber.test(context?.source ?? '')) priceTexts.set(this, context?.source ?? '');
    if (key === 'tags' && Array.isArray(value)) return value.map(clean);
    return ['name', 'category', 'tags'].includes(key) ? clean(value) : value;
  }
  let content: unknown;
  try {
    content = JSON.parse(text, cleanName);
  } catch (error) {
    throw new StartupError(`Berkas ini bukan JSON yang benar: ${(error as Error).message}.`);
  }
  const whole = Array.isArray(content) ? { products: content } : (content as Record<string, unknown>);
  const known = ['products', 'option_groups', 'categories', 'tags', 'banks', 'mini_markets', 'version'];
  const strange = Object.keys(whole).find((key) => !known.includes(key));
  if (strange !== undefined)
    throw new StartupError(`Ada "${strange}" di berkas ini, padahal isi menu hanya ${known.join(', ')}.`);
  if (!Array.isArray(whole.products))
    throw new StartupError('Berkas ini harus berisi daftar produk, atau objek dengan "products".');
  return { whole, priceTexts };
}

/** Unknown keys are issues: an ignored `id` would make another product, an ignored `image` or `avaliable` would have no effect. */
function strangeFields(where: string, entry: unknown, fields: object): MenuIssue[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
  const message = `tidak dikenal; yang ada: ${Object.keys(fields).join(', ')}.`;
  return Object.keys(entry).flatMap((field) => (Object.hasOwn(fields, field) ? [] : { where, field, message }));
}

function issueFrom(where: string, issue: v.BaseIssue<unknown>, otherPrice?: number): MenuIssue {
  const field = v.getDotPath(issue);
  // Of a whole entry only an option group has such a rule.
  const words =
    issue.type === 'check' && !field ? 'min lebih dari max, atau dari banyaknya pilihan' : issueWords(issue);
  const meant = field === 'price' && otherPrice !== undefined ? ` Maksudnya ${otherPrice}?` : '';
  return { where, ...(field && { field }), message: `${words}.${meant}` };
}

/** The whole menu as JSON, with its version. */
export const menuAsJson = (menu: Menu, version: number) => `${JSON.stringify({ ...menu, version }, null, 2)}\n`;

const bundledFile = fileURLToPath(new URL('./menu.json', import.meta.url));

/** The menu that a new shop opens with, by the rules of an import. Throws a `StartupError` that names the file and the field. */
export async function bundledMenu(): Promise<Menu> {
  const none: Menu = { categories: [], tags: [], products: [], banks: [], mini_markets: [] };
  try {
    const parsed = parseJson(await readFile(bundledFile, 'utf8'), none);
    settleOptions(parsed, none);
    const [issue] = [...parsed.issues, ...duplicateIssues(parsed)];
    if (issue) throw new Error(`${issue.where}${issue.field ? `, ${issue.field}` : ''}: ${issue.message}`);
    return parsed.menu;
  } catch (error) {
    throw new StartupError(`Menu ${bundledFile} tidak benar: ${(error as Error).message}`);
  }
}
