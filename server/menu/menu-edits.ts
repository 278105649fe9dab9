/** One product of the menu, as its owner changes it at the counter: by the rules of an import (decision W15). `group-edits.ts` has the option groups. */
import * as v from 'valibot';
import type { Product } from '#core/contract';
import type { EditedProduct, MenuRefused, ProductEdit } from '#core/counter';
import { folded } from '#core/folding';
import { issueWords } from '#core/issue-words';
import { normalised } from '#core/normalised';
import { ApiError } from '../http/api-error.ts';
import { idOf, priceFrom, priceMessage } from './menu-cells.ts';
import { settleOptions } from './menu-options.ts';
import { askedPrice, equalNames, implausiblePrices, type PriceQuestion } from './menu-questions.ts';
import type { MenuSnapshot } from './menu-snapshot.ts';
import {
  contentOf,
  fieldMessages,
  type Menu,
  maxProducts,
  type ParsedMenu,
  parsedFrom,
  unprintableIn,
  WholeProduct,
  withNames,
} from './whole-menu.ts';

export type Fault = MenuRefused['error']['faults'][number];

/** What an edit makes of the menu, and what it says of what it was about: undefined `before` it was added, and `after` it was removed. */
export interface MenuEdit<Entry> {
  menu: Menu;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** A product of the menu, with its revision. Throws `not_found`. */
export function editedProduct(snapshot: MenuSnapshot, id: string): EditedProduct {
  const product = snapshot.menu.products.find(({ _id }) => _id === id);
  if (!product) throw new ApiError('not_found');
  return { product, revision: snapshot.revisionOf('products', id) };
}

/**
 * The menu with a product changed, or added where there is no `id`; only the product's id when it is so already, as after a lost
 * answer. Throws `not_found`, `menu_changed` and `menu_refused`.
 */
export function withProduct(snapshot: MenuSnapshot, edit: ProductEdit, id?: string): MenuEdit<Product> | string {
  const before = id === undefined ? undefined : editedProduct(snapshot, id);
  const { menu } = snapshot;
  const { product, faults } = productFrom(edit, menu, before?.product);
  const isSame = (one: Product) => contentOf(one) === contentOf({ ...product, stars: one.stars });
  const same = (before ? [before.product] : menu.products).find(isSame);
  if (same && faults.length === 0) return same._id;
  if (before && before.revision !== edit.revision) throw new ApiError('menu_changed', { menu: before });

  const _id = id ?? newId(snapshot.everNamed.products, menu.products, product.name);
  // One that comes back has the stars that it had.
  const after = { ...product, _id, stars: snapshot.product(_id)?.stars ?? 0 };
  const products = placed(menu.products, after);
  if (products.length > maxProducts)
    faults.push({ message: `Menu paling banyak berisi ${maxProducts.toLocaleString('id')} produk.` });
  const places = new Map(products.map(({ _id, category }) => [_id, category]));
  const parsed = parsedFrom({ ...menu, products }, { places });
  if (faults.length === 0) settleOptions(parsed, menu);
  requireUsable(parsed, menu, faults, edit.confirmed);
  return { menu: withNames(parsed.menu, menu), before: before?.product, after };
}

/** The menu without a product. Throws `not_found`, `menu_changed` and, for the last one, `menu_refused`. */
export function withoutProduct(snapshot: MenuSnapshot, id: string, revision: number): MenuEdit<Product> {
  const before = editedProduct(snapshot, id);
  if (before.revision !== revision) throw new ApiError('menu_changed', { menu: before });
  const { menu } = snapshot;
  const products = menu.products.filter(({ _id }) => _id !== id);
  if (products.length === 0) refuse([{ message: 'Kedai tanpa menu tidak bisa berjualan.' }]);
  return { menu: withNames({ ...menu, products }, menu), before: before.product, after: undefined };
}

/** The product that was typed. A category or a tag that only differs in its capitals from one that is there is that one. */
function productFrom(edit: ProductEdit, { categories, tags }: Menu, before: Product | undefined) {
  const faults: Fault[] = [];
  const price = typeof edit.price === 'string' ? priceFrom(edit.price.trim()) : edit.price;
  if (price === undefined) faults.push({ field: 'price', message: priceMessage(String(edit.price).trim()) });
  const tagNames = (edit.tags ?? []).map((tag) => spelledAs(tags, normalised(tag)));
  const written = {
    _id: before?._id ?? 'new',
    name: normalised(edit.name),
    description: (edit.description ?? '').replace(/\r\n?/g, '\n').trim(),
    price: price ?? 0,
    category: spelledAs(categories, normalised(edit.category)),
    tags: [...new Set(tagNames)].filter((name) => name !== '').map((name) => ({ name })),
    image_url: edit.image_url ?? '',
    ...(before?.available === false && { available: false }),
    ...(edit.option_groups && { option_groups: edit.option_groups }),
  };
  const read = v.safeParse(WholeProduct, written);
  for (const issue of read.issues ?? []) {
    const field = (v.getDotPath(issue) ?? '').split('.')[0] ?? '';
    const isOurs = !issue.message.startsWith('Invalid');
    const said = isOurs ? undefined : fieldMessages[field === 'image_url' ? 'image' : field];
    const isBlank = written[field as 'name' | 'category'] === '';
    faults.push({ field, message: isBlank ? 'belum diisi.' : (said ?? `${issueWords(issue)}.`) });
  }
  for (const field of ['name', 'description', 'category', 'tags'] as const)
    if (unprintableIn(written[field])) faults.push({ field, message: 'berisi karakter yang tidak bisa dicetak.' });
  if (written.name !== '' && idOf(written.name) === '')
    faults.push({ field: 'name', message: 'tidak punya huruf atau angka.' });
  return { product: read.success ? read.output : (written as Product), faults };
}

const spelledAs = (known: readonly { name: string }[], text: string) =>
  known.find(({ name }) => folded(name) === folded(text) && text !== '')?.name ?? text;

/** An id that nothing else has or had: only what comes back under its name, and `isFree`, gets its own again. */
export function newId(
  ever: ReadonlyMap<string, string>,
  offered: readonly { _id: string }[],
  name: string,
  { wanted = idOf(name), isFree = (_id: string): boolean => true } = {},
) {
  const isTaken = (id: string) => offered.some(({ _id }) => _id === id) || !isFree(id);
  const former = [...ever].findLast(([id, formerName]) => folded(formerName) === folded(name) && !isTaken(id));
  if (former) return former[0];
  for (let count = 1; ; count++) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!ever.has(id) && !isTaken(id)) return id;
  }
}

/** A changed product in its place; a new one, or one of another category than before, after the last of its category. */
function placed(products: readonly Product[], product: Product): Product[] {
  const at = products.findIndex(({ _id }) => _id === product._id);
  if (products[at]?.category === product.category) return products.with(at, product);
  const others = products.filter(({ _id }) => _id !== product._id);
  const last = others.findLastIndex(({ category }) => category === product.category);
  return others.toSpliced(last < 0 ? others.length : last + 1, 0, product);
}

/** Throws `menu_refused` for what is wrong, and for what looks wrong unless the owner has confirmed it. */
export function requireUsable(parsed: ParsedMenu, before: Menu, faults: Fault[], confirmed = false) {
  const found = [
    ...faults,
    ...parsed.issues.map(({ where, field, message }) => ({
      ...(where.startsWith('choices')
        ? { field: field === 'name' ? `${where}.name` : where }
        : field === 'options' && { field: 'option_groups' }),
      message,
    })),
  ];
  if (found.length > 0) refuse(found);
  if (confirmed) return;
  const questions = [
    ...parsed.warnings.map(({ message }) => ({ message })),
    ...implausiblePrices(parsed, before).map(inField),
    ...equalNames(parsed, before).map(({ question }) => ({ field: 'name', message: question })),
  ];
  if (questions.length > 0) refuse([], questions);
}

const inField = (question: PriceQuestion) => ({
  field: question.where.startsWith('choices') ? `${question.where}.price` : 'price',
  message: askedPrice(question),
  meant: question.meant,
});

function refuse(faults: Fault[], questions: MenuRefused['error']['questions'] = []): never {
  throw new ApiError('menu_refused', { menu: { faults, questions } });
}
