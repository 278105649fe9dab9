/** Variants of a product, as other programs export them, become option groups (decision M11). */
import { hash } from 'node:crypto';
import type { OptionGroup, Product } from '#core/contract';
import { folded } from '#core/folding';
import { inSentence } from '#core/line';
import { idOf, priceFrom, priceMessage, withoutMark, yesOrNo } from '../menu/menu-cells.ts';
import { isVariantGroup, nameFrom, type ParsedMenu, type Report } from '../menu/whole-menu.ts';
import { faultsOf } from './csv-rows.ts';
import type { Column, Dimensions } from './menu-columns.ts';

/** A row of the file: its place, its cells in the order of the titles, and those of columns that a menu has. */
export interface FileRow {
  where: string;
  cells: readonly string[];
  cell: (column: Column) => string;
  report: Report;
}

/** A product's row, and the further ones that belong to it. */
type Entry = [FileRow, ...FileRow[]];

export const hasValue = ({ cells }: FileRow, { valueAt }: { valueAt: number }) => (cells[valueAt] ?? '').trim() !== '';

/**
 * The products: rows with the id of one above are its variants or pictures (Shopify, Loyverse), or those with its name where
 * every row has an id of its own (Square).
 */
export function entriesOf(rows: readonly FileRow[], { all }: Dimensions): Entry[] {
  const isVariant = (row: FileRow) => all.some((dimension) => hasValue(row, dimension));
  const ids = rows.filter(isVariant).map(({ cell }) => cell('id'));
  const areShared = new Set(ids).size < ids.filter((id) => id !== '').length;
  const byKey = new Map<string, Entry>();
  const entries: Entry[] = [];
  for (const row of rows) {
    const [id, name] = [row.cell('id'), folded(row.cell('name'))];
    const ofId = id === '' ? undefined : byKey.get(`id ${id}`);
    const isOfId = ofId && (name === '' || (isVariant(row) && name === folded(ofId[0].cell('name'))));
    const key = `name ${JSON.stringify([name, row.cell('category')])}`;
    const known = isOfId ? ofId : isVariant(row) && !areShared && name !== '' ? byKey.get(key) : undefined;
    if (known) {
      known.push(row);
      continue;
    }
    const entry: Entry = [row];
    entries.push(entry);
    if (id !== '' && !ofId) byKey.set(`id ${id}`, entry);
    if (isVariant(row)) byKey.set(key, entry);
  }
  return entries;
}

/** The dimensions in which a product's rows have values, with their names. */
export function dimensionsOf(rows: readonly FileRow[], { numbered, whole }: Dimensions) {
  const isUsed = (dimension: { valueAt: number }) => rows.some((row) => hasValue(row, dimension));
  const used = numbered.filter(isUsed);
  return (used.length > 0 ? used : whole.filter(isUsed)).map(({ nameAt, valueAt }) => {
    const named = rows.find((row) => hasValue(row, { valueAt: nameAt }));
    return { valueAt, name: nameFrom(named?.cells[nameAt] ?? '') || 'Varian' };
  });
}

/** A row as a variant; `said`: whether it is available. */
export function variantFrom(
  { where, cells, cell, report }: FileRow,
  own: readonly { valueAt: number }[],
  said: string,
) {
  const price = priceFrom(cell('price'));
  if (price === undefined) report('price', priceMessage(cell('price')));
  const values = own.map(({ valueAt }) => nameFrom(withoutMark((cells[valueAt] ?? '').trim())));
  for (const value of values) for (const fault of faultsOf(value)) report(undefined, fault);
  const available = yesOrNo(said);
  if (available === undefined) report('available', `"${said}" bukan yes atau no.`);
  return { where, values, price: price ?? 0, available: available !== false };
}

/**
 * A product with the groups of its variants in place of those of an earlier import and of the `existing` ones of the same names; what else the
 * owner has added stays.
 */
export function withGroups(
  product: Product,
  groups: readonly OptionGroup[],
  existing: ReadonlyMap<string, OptionGroup>,
): Product {
  const names = groups.map(({ name }) => folded(name));
  const prefix = variantPrefix(product._id);
  const isReplaced = (id: string) => id.startsWith(prefix) || names.includes(folded(existing.get(id)?.name ?? ''));
  const others = product.option_groups?.filter((id) => !isReplaced(id));
  if (!others && groups.length === 0) return product;
  return { ...product, option_groups: [...groups.map(({ _id }) => _id), ...(others ?? [])] };
}

/** The groups that exist, with those of variants: a choice stays sold out where the file says nothing of it. */
export function groupsWith(
  existing: readonly OptionGroup[],
  made: readonly OptionGroup[],
  { products, keepsAvailable }: { products: readonly Product[]; keepsAvailable: boolean },
): OptionGroup[] {
  const named = new Set(products.flatMap(({ option_groups = [] }) => option_groups));
  const newIds = new Set(made.map(({ _id }) => _id));
  const soldOut = new Set(
    keepsAvailable
      ? existing.flatMap(({ choices }) => choices.flatMap((one) => (one.available === false ? one._id : [])))
      : [],
  );
  return [
    ...existing.filter(({ _id }) => !newIds.has(_id) && (named.has(_id) || !isVariantGroup({ _id }))),
    ...made.map((group) => ({
      ...group,
      choices: group.choices.map((one) => (soldOut.has(one._id) ? { ...one, available: false } : one)),
    })),
  ];
}

/** A row of the file: one value for each of the product's dimensions, and a price in rupiah. */
type Variant = ReturnType<typeof variantFrom>;

/** Of a group, and of its name and those of its choices. */
const [mostChoices, mostLetters] = [20, 60];

/** The ids of the groups that an import makes of a product's variants begin so. */
const variantPrefix = (product: string) => `varian-${idPart(product)}-`;

const idPart = (text: string) =>
  text.length <= 60 ? text : `${text.slice(0, 49)}-${hash('sha256', text).slice(0, 10)}`;

/**
 * The groups of a product whose price is that of its cheapest variant: one a dimension, or one of all combinations where
 * their prices do not add up, or not all are sold; none for variants that have issues. `usual` names the cheapest.
 */
export function groupsOfVariants(
  product: { _id: string; name: string },
  { names, variants: given }: { names: readonly string[]; variants: readonly Variant[] },
  { issues, warnings, choicePlaces }: ParsedMenu,
): { groups: OptionGroup[]; usual: string } {
  const known = issues.length;
  /** Capitals are one value: as they are written first. */
  const written = given.flatMap(({ values }) => values);
  const spellings = Map.groupBy(written, (value) => value.toLowerCase());
  const spelled = (value: string) => spellings.get(value.toLowerCase())?.[0] ?? value;
  const variants = given.map((one) => ({ ...one, values: one.values.map(spelled) }));
  const [first] = variants;
  const seen = new Map<string, string>();
  for (const { where, values } of variants) {
    if (values.includes('')) issues.push({ where, message: 'varian ini belum bernama.' });
    const key = JSON.stringify(values);
    const earlier = seen.get(key);
    if (earlier) issues.push({ where, message: `varian "${joined(values)}" juga ada di ${earlier}.` });
    else seen.set(key, where);
  }
  if (!first || issues.length > known) return { groups: [], usual: '' };

  const isSold = variants.some(({ available }) => available);
  const sold = variants.map((one) => ({ ...one, available: one.available || !isSold }));
  const cheapest = cheapestOf(sold);
  const dimensions = partsOf(names, sold);
  const addsUp =
    dimensions.reduce((count, { choices }) => count * choices.length, 1) === variants.length &&
    sold.every(({ values, price, available }) => {
      const own = dimensions.map(({ at, choices }) => choices.find(({ name }) => name === values[at]));
      const sum = own.reduce((total, choice) => total + (choice?.price ?? Number.NaN), cheapest.price);
      return sum === price && own.every((choice) => choice?.available) === available;
    });
  const combinedName = joined(dimensions.map(({ name }) => name));
  const combined = ({ values }: Variant) => joined(dimensions.map(({ at }) => values[at] ?? ''));
  const parts = addsUp
    ? dimensions
    : partsOf(
        [combinedName],
        sold.map((one) => ({ ...one, values: [combined(one)] })),
      );
  if (parts.some(({ choices }) => choices.length > mostChoices)) {
    const message = `${variants.length} kombinasi varian "${product.name}" terlalu banyak: paling banyak ${mostChoices}.`;
    issues.push({ where: first.where, message });
    return { groups: [], usual: '' };
  }
  const taken = new Set<string>();
  const idIn = (before: string, name: string, at: number) => {
    const id = `${before}${idPart(idOf(name) || String(at + 1))}`;
    const free = taken.has(id) ? `${id}-${at + 1}` : id;
    taken.add(free);
    return free;
  };
  const groups = parts.map(({ name, choices }, place) => {
    const _id = idIn(variantPrefix(product._id), name, place);
    const long = choices.find((choice) => choice.name.length > mostLetters) ?? { name, where: first.where };
    if (long.name.length > mostLetters)
      issues.push({ where: long.where, message: `nama varian "${long.name}" lebih dari ${mostLetters} huruf.` });
    return {
      ...{ _id, name, min: 1, max: 1 },
      choices: choices.map((choice, at) => {
        const id = idIn(`${_id}-`, choice.name, at);
        choicePlaces.set(id, choice.where);
        return {
          ...{ _id: id, name: choice.name, price: choice.price },
          ...(choice.isUsual && { default: true }),
          ...(!choice.available && { available: false }),
        };
      }),
    };
  });
  if (!addsUp)
    warnings.push({
      where: first.where,
      message: `harga varian "${product.name}" tidak bisa dijumlahkan, atau tidak semua kombinasi dijual: semuanya menjadi satu kelompok "${combinedName}".`,
    });
  return { groups, usual: combined(cheapest) };
}

/** The first of those with the lowest price. */
const cheapestOf = (variants: readonly Variant[]) =>
  variants.reduce((least, one) => (one.price < least.price ? one : least));

/** The dimensions in which variants differ, with their values, priced by the variants that differ from the cheapest one in nothing else. */
function partsOf(names: readonly string[], variants: readonly Variant[]) {
  const cheapest = cheapestOf(variants);
  const parts = names.map((name, at) => {
    const isOnlyOtherIn = (one: Variant) =>
      one.values.every((value, place) => place === at || value === cheapest.values[place]);
    const choices = [...Map.groupBy(variants, ({ values }) => values[at] ?? '')].map(([name, own]) => ({
      name,
      where: own[0]?.where ?? '',
      price: (own.find(isOnlyOtherIn)?.price ?? Number.NaN) - cheapest.price,
      available: own.some(({ available }) => available),
      isUsual: name === cheapest.values[at],
    }));
    return { name, at, choices };
  });
  return parts.filter(({ choices }) => choices.length > 1);
}

/** 'Besar, dingin'. */
const joined = (names: readonly string[]) => names.map((name, at) => (at === 0 ? name : inSentence(name))).join(', ');
