import {
  type Cart,
  type CartItem,
  maxChosen,
  maxOptionName,
  maxQuantity,
  type OptionGroup,
  type Product,
} from './contract.ts';
import { folded } from './folding.ts';
import { inSentence, keyOfLine, type LineKey } from './line.ts';
import { singleSpaced } from './normalised.ts';

/** `whole`: its name in a line, where its own name needs its group. */
type Choice = OptionGroup['choices'][number] & { whole?: string };
type Group = Omit<OptionGroup, 'choices'> & { choices: Choice[] };
type Groups = readonly Group[];

/** Lacks a product without options; one that takes a note only has an empty list. */
export type OptionsByProduct = ReadonlyMap<string, Groups>;

const isAvailable = ({ available }: Choice) => available !== false;
/** Too little is left of the group to choose what must be chosen; its products are sold out then. */
export const isExhausted = ({ min, choices }: OptionGroup) => choices.filter(isAvailable).length < min;

/** A product is sold out when a group is exhausted or `missing`: not listed, or not as its schema says (decision M4). */
export function joinOptions<P extends Product>(
  products: readonly P[],
  groups: Groups,
): { products: P[]; options: OptionsByProduct; missing: string[] } {
  const ends = endsOf(groups);
  const byId = new Map(groups.map((group) => [group._id, group]));
  // Most products share their list of groups with others.
  const named = new Map<string, Groups>();
  const options = new Map<string, Groups>();
  const missing: string[] = [];
  const joined = products.map((product) => {
    if (!product.option_groups) return product;
    const ids = JSON.stringify(product.option_groups);
    const own =
      named.get(ids) ??
      withWholeNames(
        product.option_groups.flatMap((id) => byId.get(id) ?? []),
        ends,
      );
    named.set(ids, own);
    const isMissing = own.length < product.option_groups.length;
    options.set(product._id, own);
    if (isMissing) missing.push(product._id);
    return isMissing || own.some(isExhausted) ? { ...product, available: false } : product;
  });
  return { products: joined, options, missing };
}

export const nameWithGroup = (group: { name: string }, choice: { name: string }) =>
  `${group.name} ${inSentence(choice.name)}`;

/** Each end of a name with the groups that have such a choice: 'sedikit' of 'Es sedikit'. */
function endsOf(groups: Groups): ReadonlyMap<string, ReadonlySet<string>> {
  const ends = new Map<string, Set<string>>();
  for (const { name: group, choices } of groups)
    for (const { name } of choices) {
      const end = name.toLowerCase().replace(/^\S+\s*/, '');
      ends.set(end, (ends.get(end) ?? new Set()).add(group));
    }
  return ends;
}

/** Where another group has a choice of the same name or end: 'Gula sedikit' beside 'Es sedikit'. */
function withWholeNames(own: Groups, ends: ReturnType<typeof endsOf>): Groups {
  return own.map((group) => {
    const others = own.filter(({ _id }) => _id !== group._id).flatMap(({ choices }) => choices);
    const isUnclear = ({ name }: Choice) => {
      const said = name.toLowerCase();
      const elsewhere = [...(ends.get(said) ?? [])].some((other) => other !== group.name);
      return elsewhere || others.some((other) => other.name.toLowerCase() === said);
    };
    const choices = group.choices.map((choice) => {
      const whole = nameWithGroup(group, choice);
      // Not a name that carts and orders have no room for.
      return isUnclear(choice) && whole.length <= maxOptionName ? { ...choice, whole } : choice;
    });
    return { ...group, choices };
  });
}

/** An optional group of which nothing is left is not shown. */
export const shownGroups = (groups: Groups) => groups.filter(({ choices }) => choices.some(isAvailable));

/** Also what is sold out. */
const usualOf = (groups: Groups) =>
  groups.flatMap(({ choices }) => choices.filter((choice) => choice.default === true));

export const usualIds = (groups: Groups) => usualOf(groups).map(({ _id }) => _id);

/** Otherwise the card says 'mulai', and '+' opens the form (decision M7). */
export const hasUsual = (groups: Groups) => usualOf(groups).every(isAvailable);

/** The ids of what is chosen of a line: without choices it is the house's usual. */
export const idsOf = ({ choices }: { choices?: readonly { _id: string }[] | undefined }, groups: Groups = []) =>
  choices?.map(({ _id }) => _id) ?? usualIds(groups);

/** Those of the ids that can be chosen. */
export const availableIds = (groups: Groups, ids: readonly string[]) =>
  groups.flatMap(({ choices }) =>
    choices.filter((choice) => ids.includes(choice._id) && isAvailable(choice)).map(({ _id }) => _id),
  );

/** How many of a group are chosen. */
export const countChosen = ({ choices }: Group, ids: readonly string[]) =>
  choices.filter(({ _id }) => ids.includes(_id)).length;

/** Whether a choice of a group can be pressed: of a group that allows several, no more than these. */
export const isChoosable = (group: Group, choice: Choice, ids: readonly string[]) =>
  isAvailable(choice) && (group.max === 1 || ids.includes(choice._id) || countChosen(group, ids) < group.max);

/** What is chosen after a choice was pressed: it is taken back, or added; one of a group that allows one replaces the other. */
export function idsAfter(ids: readonly string[], { min, max, choices }: Group, pressed: string) {
  const isLeft = (id: string) => id !== pressed && (max > 1 || choices.every(({ _id }) => _id !== id));
  const isTakenBack = ids.includes(pressed) && (max > 1 || min === 0);
  return [...ids.filter(isLeft), ...(isTakenBack ? [] : [pressed])];
}

/** `group` lacks choices or has too many; `id` is a choice. */
type OptionFault =
  | { reason: 'unknown' | 'duplicate' | 'sold_out'; id: string }
  | { reason: 'too_few' | 'too_many'; group: OptionGroup }
  | { reason: 'too_many_in_all' };

export function optionFault(groups: Groups, ids: readonly string[]): OptionFault | undefined {
  const known = new Map(groups.flatMap(({ choices }) => choices.map((choice) => [choice._id, choice] as const)));
  for (const [at, id] of ids.entries()) {
    const choice = known.get(id);
    if (!choice) return { reason: 'unknown', id };
    if (ids.indexOf(id) !== at) return { reason: 'duplicate', id };
    if (!isAvailable(choice)) return { reason: 'sold_out', id };
  }
  for (const group of groups) {
    const chosen = countChosen(group, ids);
    if (chosen < group.min) return { reason: 'too_few', group };
    if (chosen > group.max) return { reason: 'too_many', group };
  }
  return ids.length > maxChosen ? { reason: 'too_many_in_all' } : undefined;
}

export const chosenOf = (groups: Groups, ids: readonly string[]) =>
  groups.flatMap(({ choices }) =>
    choices
      .filter(({ _id }) => ids.includes(_id))
      .map(({ _id, name, whole = name, price }) => ({ _id, name: whole, price })),
  );

/** Whether any has another name by now, alone and with its group: the customer may be allergic (decision M5). */
export function areRenamed(groups: Groups, chosen: readonly { _id: string; name: string }[] = []) {
  const called = ({ _id }: { _id: string }, name: string) => `${_id} ${folded(name)}`;
  const known = groups.flatMap((group) =>
    group.choices.flatMap((one) => [called(one, one.name), called(one, nameWithGroup(group, one))]),
  );
  return chosen.some((choice) => !known.includes(called(choice, choice.name)));
}

export function isUsual(groups: Groups, ids: readonly string[]) {
  const usual = usualIds(groups);
  return usual.length === ids.length && usual.every((id) => ids.includes(id));
}

/**
 * What is chosen of the groups that have their defaults and nothing else, and need not be said. Where another choice came to a default
 * or took its place, all of the group is said: 'boba, jeli' is another drink than 'jeli' (decision M10).
 */
export const idsAsUsual = (groups: Groups, ids: readonly string[]) =>
  groups.flatMap((group) => {
    const own = group.choices.map(({ _id }) => _id).filter((id) => ids.includes(id));
    return isUsual([group], own) ? own : [];
  });

/** The house's usual is stored without choices, as earlier builds do. */
export function lineOf(
  { option_groups, ...product }: Product,
  groups: Groups,
  { ids = usualIds(groups), note = '', qty = 1 }: { ids?: readonly string[]; note?: string; qty?: number },
): CartItem {
  const said = singleSpaced(note);
  const isPlain = said === '' && isUsual(groups, ids);
  return { ...product, qty, ...(!isPlain && { choices: chosenOf(groups, ids), ...(said && { note: said }) }) };
}

/** Where another line is the same now, both become one of at most 99 pieces; what is more stays in the line as it was. */
export function withLineChanged(cart: Cart, key: LineKey, line: CartItem): Cart {
  const changed = keyOfLine(line);
  const twin = changed === key ? undefined : cart.find((item) => keyOfLine(item) === changed);
  if (!twin) return cart.map((item) => (keyOfLine(item) === key ? line : item));
  const pieces = twin.qty + line.qty;
  return cart.flatMap((item) => {
    if (item === twin) return { ...item, qty: Math.min(pieces, maxQuantity) };
    if (keyOfLine(item) !== key) return item;
    return pieces > maxQuantity ? { ...item, qty: pieces - maxQuantity } : [];
  });
}
