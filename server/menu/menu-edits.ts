/** One product or one option group of the menu, as its owner changes it at the counter: by the rules of an import (decision W15). */
import * as v from 'valibot';
import { type Choice, type OptionGroup, Product } from '#core/contract';
import type { EditedGroup, EditedProduct, GroupEdit, MenuRefused, ProductEdit } from '#core/counter';
import { folded } from '#core/folding';
import { issueWords } from '#core/issue-words';
import { normalised } from '#core/normalised';
import { differenceOf, rupiah } from '#core/rupiah';
import { ApiError } from '../http/api-error.ts';
import { equalNames } from './doubtful-products.ts';
import { implausiblePrices, type PriceQuestion } from './implausible-prices.ts';
import type { Menu } from './menu.ts';
import { differenceFrom, idOf, priceFrom, priceMessage } from './menu-cells.ts';
import { contentOf, groupContentOf } from './menu-content.ts';
import { settleOptions } from './menu-options.ts';
import type { MenuSnapshot } from './menu-snapshot.ts';
import {
  categoriesOf,
  fieldMessages,
  inOrderOf,
  maxProducts,
  type ParsedMenu,
  tagsOf,
  unprintableIn,
} from './parsed-menu.ts';
import { WholeProduct } from './whole-product.ts';

type Fault = MenuRefused['error']['faults'][number];

/** What an edit makes of the menu, and what it says of whom it was about; undefined where it changes nothing. */
export interface MenuEdit<Entry> {
  menu: Menu;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** The menu as its owner has it. */
export const menuOf = ({ ownProducts, option_groups, categories, tags, banks, miniMarkets }: MenuSnapshot): Menu => ({
  products: [...ownProducts],
  ...(option_groups.length > 0 && { option_groups: [...option_groups] }),
  categories: [...categories],
  tags: [...tags],
  banks: [...banks],
  mini_markets: [...miniMarkets],
});

/** A product of the menu, with its revision. Throws `not_found`. */
export function editedProduct(snapshot: MenuSnapshot, id: string): EditedProduct {
  const product = snapshot.ownProducts.find(({ _id }) => _id === id);
  if (!product) throw new ApiError('not_found');
  return { product, revision: snapshot.revisionOf('products', id).changed_in };
}

/** The same of an option group. */
export function editedGroup(snapshot: MenuSnapshot, id: string): EditedGroup {
  const group = snapshot.option_groups.find(({ _id }) => _id === id);
  if (!group) throw new ApiError('not_found');
  return { group, revision: snapshot.revisionOf('groups', id).changed_in };
}

/**
 * The menu with a product changed, or added where there is no `id`; undefined when it is so already, as after a lost answer. Throws
 * `not_found`, `menu_changed` and `menu_refused`.
 */
export function withProduct(snapshot: MenuSnapshot, edit: ProductEdit, id?: string): MenuEdit<Product> | string {
  const before = id === undefined ? undefined : editedProduct(snapshot, id);
  const menu = menuOf(snapshot);
  const { product, faults } = productFrom(edit, menu, before?.product);
  const own = before?.product ?? menu.products.find((one) => folded(one.name) === folded(product.name));
  if (own && faults.length === 0 && contentOf(own) === contentOf(product)) return own._id;
  if (before && before.revision !== edit.revision) throw new ApiError('menu_changed', { menu: before });

  const _id = id ?? newProductId(snapshot, product.name);
  // One that comes back has the stars that it had.
  const after = { ...product, _id, stars: snapshot.product(_id)?.stars ?? 0 };
  const products = placed(menu.products, after);
  if (products.length > maxProducts)
    faults.push({ message: `Menu paling banyak berisi ${maxProducts.toLocaleString('id')} produk.` });
  const places = new Map(products.map(({ _id, category }) => [_id, category]));
  const parsed = parsedFrom({ ...menu, products }, { places });
  if (faults.length === 0) settleOptions(parsed, menu, () => undefined);
  requireUsable(parsed, menu, { faults, confirmed: edit.confirmed === true });
  return { menu: withNames(parsed.menu, menu), before: before?.product, after };
}

/** The menu without a product. Throws `not_found`, `menu_changed` and, for the last one, `menu_refused`. */
export function withoutProduct(snapshot: MenuSnapshot, id: string, revision: number): MenuEdit<Product> {
  const before = editedProduct(snapshot, id);
  if (before.revision !== revision) throw new ApiError('menu_changed', { menu: before });
  const menu = menuOf(snapshot);
  const products = menu.products.filter(({ _id }) => _id !== id);
  if (products.length === 0) refuse([{ message: 'Kedai tanpa menu tidak bisa berjualan.' }]);
  return { menu: withNames({ ...menu, products }, menu), before: before.product, after: undefined };
}

/** As `withProduct`. A choice keeps its id and whether it is sold out; what is left out goes. */
export function withGroup(snapshot: MenuSnapshot, edit: GroupEdit, id?: string): MenuEdit<OptionGroup> | string {
  const before = id === undefined ? undefined : editedGroup(snapshot, id);
  const menu = menuOf(snapshot);
  const groups = menu.option_groups ?? [];
  const { group, faults } = groupFrom(edit, snapshot, before?.group);
  const own = before?.group ?? groups.find(({ name }) => folded(name) === folded(group.name));
  if (own && faults.length === 0 && sameGroup(own, group)) return own._id;
  if (before && before.revision !== edit.revision) throw new ApiError('menu_changed', { menu: before });

  const option_groups = before ? groups.map((one) => (one._id === id ? group : one)) : [...groups, group];
  const choicePlaces = new Map(group.choices.map(({ _id }, at) => [_id, `choices[${at}]`]));
  const parsed = parsedFrom({ ...menu, option_groups }, { choicePlaces });
  if (faults.length === 0) settleOptions(parsed, menu, () => undefined);
  requireUsable(parsed, menu, { faults, confirmed: edit.confirmed === true });
  const after = parsed.menu.option_groups?.find(({ _id }) => _id === group._id);
  return { menu: parsed.menu, before: before?.group, after };
}

/** The menu without a group, which goes from its products, too. Throws `not_found` and `menu_changed`. */
export function withoutGroup(snapshot: MenuSnapshot, id: string, revision: number): MenuEdit<OptionGroup> {
  const before = editedGroup(snapshot, id);
  if (before.revision !== revision) throw new ApiError('menu_changed', { menu: before });
  const menu = menuOf(snapshot);
  const products = menu.products.map((product) =>
    product.option_groups
      ? { ...product, option_groups: product.option_groups.filter((group) => group !== id) }
      : product,
  );
  const option_groups = menu.option_groups?.filter(({ _id }) => _id !== id) ?? [];
  return { menu: { ...menu, products, option_groups }, before: before.group, after: undefined };
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
    stars: before?.stars ?? 0,
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

/** The group that was typed, with its ids. */
function groupFrom(edit: GroupEdit, snapshot: MenuSnapshot, before: OptionGroup | undefined) {
  const faults: Fault[] = [];
  const check = (isRight: boolean, field: string, message: string) => isRight || faults.push({ field, message });
  const requireName = (name: string, field: string) => {
    check(name !== '' && name.length <= 60, field, name === '' ? 'belum diisi.' : 'lebih dari 60 huruf.');
    check(!unprintableIn(name), field, 'berisi karakter yang tidak bisa dicetak.');
    check(name === '' || idOf(name) !== '', field, 'tidak punya huruf atau angka.');
  };
  const name = normalised(edit.name);
  requireName(name, 'name');
  const { min, max, choices: written } = edit;
  const isWhole = (number: number, from: number, most: number) =>
    Number.isInteger(number) && number >= from && number <= most;
  check(isWhole(min, 0, 12), 'min', 'harus angka bulat dari 0 sampai 12.');
  check(isWhole(max, 1, 20), 'max', 'harus angka bulat dari 1 sampai 20.');
  check(min <= max, 'min', `${min} harus dipilih, padahal paling banyak ${max}.`);
  check(min <= written.length, 'choices', `hanya ${written.length} pilihan, padahal ${min} harus dipilih.`);
  check(written.length > 0, 'choices', 'belum diisi.');
  check(written.length <= 20, 'choices', `${written.length} pilihan terlalu banyak: paling banyak 20.`);

  const _id = before?._id ?? newGroupId(snapshot, name);
  const taken = new Set<string>();
  const names = new Set<string>();
  const choices = written.map((one, at): Choice => {
    const field = `choices[${at}]`;
    const choiceName = normalised(one.name);
    requireName(choiceName, `${field}.name`);
    check(!names.has(folded(choiceName)), `${field}.name`, `"${choiceName}" ditulis dua kali.`);
    names.add(folded(choiceName));
    const price = typeof one.price === 'string' ? differenceFrom(one.price.trim()) : one.price;
    check(
      price !== undefined && Number.isInteger(price) && v.is(Product.entries.price, Math.abs(price)),
      `${field}.price`,
      priceMessage(String(one.price).trim()),
    );
    const known = before?.choices.find((choice) => choice._id === one._id && !taken.has(choice._id));
    const id = known?._id ?? newChoiceId(snapshot, { group: _id, name: choiceName, taken });
    taken.add(id);
    return {
      ...{ _id: id, name: choiceName, price: price ?? 0 },
      ...(one.default === true && { default: true }),
      ...(known?.available === false && { available: false }),
    };
  });
  return { group: { _id, name, min, max, choices }, faults };
}

/** By what was typed, also of a new group, whose ids were made again. */
const sameGroup = (one: OptionGroup, other: OptionGroup) => {
  const withoutIds = ({ choices, ...group }: OptionGroup) =>
    groupContentOf({ ...group, choices: choices.map((choice) => ({ ...choice, _id: '' })) });
  return one._id === other._id ? groupContentOf(one) === groupContentOf(other) : withoutIds(one) === withoutIds(other);
};

/** An id that nothing else has or had: only what comes back under its name gets its own again. */
function newId(
  ever: ReadonlyMap<string, string>,
  { wanted, name, isTaken }: { wanted: string; name: string; isTaken: (id: string) => boolean },
) {
  const former = [...ever].findLast(([id, formerName]) => folded(formerName) === folded(name) && !isTaken(id));
  if (former) return former[0];
  for (let count = 1; ; count++) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!ever.has(id) && !isTaken(id)) return id;
  }
}

const newProductId = ({ everNamed, products }: MenuSnapshot, name: string) => {
  const offered = new Set(products.map(({ _id }) => _id));
  return newId(everNamed.products, { wanted: idOf(name), name, isTaken: (id) => offered.has(id) });
};

const newGroupId = ({ everNamed, option_groups }: MenuSnapshot, name: string) => {
  const offered = new Set(option_groups.map(({ _id }) => _id));
  return newId(everNamed.groups, { wanted: idOf(name), name, isTaken: (id) => offered.has(id) });
};

const newChoiceId = (
  { everNamed, option_groups, groupOf }: MenuSnapshot,
  { group, name, taken }: { group: string; name: string; taken: ReadonlySet<string> },
) => {
  const offered = new Set(option_groups.flatMap(({ choices }) => choices.map(({ _id }) => _id)));
  const wanted = `${group.slice(0, 60)}-${idOf(name)}`.slice(0, 120);
  const isTaken = (id: string) => taken.has(id) || offered.has(id) || (groupOf(id) ?? group) !== group;
  return newId(everNamed.choices, { wanted, name, isTaken });
};

/** A changed product in its place, a new one or one of another category after the last of its category. */
function placed(products: readonly Product[], product: Product): Product[] {
  const at = products.findIndex(({ _id }) => _id === product._id);
  if (products[at]?.category === product.category) return products.with(at, product);
  const others = products.filter(({ _id }) => _id !== product._id);
  const last = others.findLastIndex(({ category }) => category === product.category);
  return others.toSpliced(last < 0 ? others.length : last + 1, 0, product);
}

/** With the categories and tags that its products name. */
const withNames = (menu: Menu, before: Menu): Menu => ({
  ...menu,
  categories: inOrderOf(before.categories, categoriesOf(menu.products)),
  tags: inOrderOf(before.tags, tagsOf(menu.products)),
});

const parsedFrom = (menu: Menu, places: Partial<Pick<ParsedMenu, 'places' | 'choicePlaces'>>): ParsedMenu => ({
  ...{ menu, places: new Map(), choicePlaces: new Map(), issues: [], otherReadings: new Map(), warnings: [] },
  ...places,
});

/** Throws `menu_refused` for what is wrong, and for what looks wrong unless the owner has confirmed it. */
function requireUsable(
  parsed: ParsedMenu,
  before: Menu,
  { faults, confirmed }: { faults: Fault[]; confirmed: boolean },
) {
  const found = [
    ...faults,
    ...parsed.issues.map(({ where, field, message }) => ({
      ...(where.startsWith('choices') ? { field: where } : field === 'options' && { field: 'option_groups' }),
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

const inField = ({ where, price, meant, isDifference }: PriceQuestion) => {
  const inWords = isDifference ? differenceOf : rupiah;
  return {
    field: where.startsWith('choices') ? `${where}.price` : 'price',
    message: `${inWords(price)}? Maksudnya ${inWords(meant)}?`,
    meant,
  };
};

function refuse(faults: Fault[], questions: MenuRefused['error']['questions'] = []): never {
  throw new ApiError('menu_refused', { menu: { faults, questions } });
}
