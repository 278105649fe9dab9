/** What can be chosen of a product, and what of it is permitted (decisions M1, M2 and M5). */
import { type Cart, type CartItem, maxChosen, maxQuantity, type OptionGroup, type Product } from './contract.ts';
import { inSentence, keyOfLine, type LineKey } from './line.ts';

/** `whole`: what it is called in a line, where its own name needs its group. */
type Choice = OptionGroup['choices'][number] & { whole?: string };
type Groups = readonly (Omit<OptionGroup, 'choices'> & { choices: Choice[] })[];

/** The option groups by product id; a product without options is not in it, one that takes a note only has none. */
export type OptionsByProduct = ReadonlyMap<string, Groups>;

const isAvailable = ({ available }: Choice) => available !== false;
/** Whether too little is left of a group to choose what must be chosen; its products are sold out then. */
export const isExhausted = ({ min, choices }: OptionGroup) => choices.filter(isAvailable).length < min;

/**
 * Joins the products of an announced host with its groups. A product is sold out when too little is left of a group, or when
 * one of its groups is `missing`: not listed, or not as its schema says (decision M4).
 */
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

/** A choice called with its group: 'Gula sedikit'. */
export const nameWithGroup = (group: { name: string }, choice: { name: string }) =>
  `${group.name} ${inSentence(choice.name)}`;

/** The ends of names, each with the names of the groups that have such a choice: 'sedikit' of 'Es sedikit'. */
function endsOf(groups: Groups): ReadonlyMap<string, ReadonlySet<string>> {
  const ends = new Map<string, Set<string>>();
  for (const { name: group, choices } of groups)
    for (const { name } of choices) {
      const end = name.toLowerCase().replace(/^\S+\s*/, '');
      ends.set(end, (ends.get(end) ?? new Set()).add(group));
    }
  return ends;
}

/**
 * Names a choice of a product with its group when another group of the product has one of the same name, and when its name is also the
 * end of another group's: 'Gula sedikit' where there is 'Es sedikit'.
 */
function withWholeNames(own: Groups, ends: ReturnType<typeof endsOf>): Groups {
  return own.map((group) => {
    const others = own.filter(({ _id }) => _id !== group._id).flatMap(({ choices }) => choices);
    const isUnclear = ({ name }: Choice) => {
      const said = name.toLowerCase();
      const elsewhere = [...(ends.get(said) ?? [])].some((other) => other !== group.name);
      return elsewhere || others.some((other) => other.name.toLowerCase() === said);
    };
    const choices = group.choices.map((choice) =>
      isUnclear(choice) ? { ...choice, whole: nameWithGroup(group, choice) } : choice,
    );
    return { ...group, choices };
  });
}

/** The groups to choose from: an optional one of which nothing is left is not shown. */
export const shownGroups = (groups: Groups) => groups.filter(({ choices }) => choices.some(isAvailable));

/** The house's usual, also what is sold out. */
export const usualOf = (groups: Groups) =>
  groups.flatMap(({ choices }) => choices.filter((choice) => choice.default === true));

/** The ids of the house's usual. */
export const usualIds = (groups: Groups) => usualOf(groups).map(({ _id }) => _id);

/** Whether the house's usual can be had now; otherwise the card says 'mulai', and '+' opens the form (decision M7). */
export const hasUsual = (groups: Groups) => usualOf(groups).every(isAvailable);

/** Why choices are not permitted; `group` is the one that lacks some or has too many, `id` a choice. */
export type OptionFault =
  | { reason: 'unknown' | 'duplicate' | 'sold_out'; id: string }
  | { reason: 'too_few' | 'too_many'; group: OptionGroup }
  | { reason: 'too_many_in_all' };

/** Why these choices are not permitted, the groups in their order; undefined when they are. */
export function optionFault(groups: Groups, ids: readonly string[]): OptionFault | undefined {
  const known = new Map(groups.flatMap(({ choices }) => choices.map((choice) => [choice._id, choice] as const)));
  for (const [at, id] of ids.entries()) {
    const choice = known.get(id);
    if (!choice) return { reason: 'unknown', id };
    if (ids.indexOf(id) !== at) return { reason: 'duplicate', id };
    if (!isAvailable(choice)) return { reason: 'sold_out', id };
  }
  for (const group of groups) {
    const chosen = group.choices.filter(({ _id }) => ids.includes(_id)).length;
    if (chosen < group.min) return { reason: 'too_few', group };
    if (chosen > group.max) return { reason: 'too_many', group };
  }
  return ids.length > maxChosen ? { reason: 'too_many_in_all' } : undefined;
}

/** These choices as a line has them, in the order of the groups. */
export const chosenOf = (groups: Groups, ids: readonly string[]) =>
  groups.flatMap(({ choices }) =>
    choices
      .filter(({ _id }) => ids.includes(_id))
      .map(({ _id, name, whole = name, price }) => ({ _id, name: whole, price })),
  );

/** Whether these are the defaults of now, in any order. */
export function isUsual(groups: Groups, ids: readonly string[]) {
  const usual = usualIds(groups);
  return usual.length === ids.length && usual.every((id) => ids.includes(id));
}

/** A line for the cart. The house's usual is stored without choices, as earlier builds do; `note` is normalised. */
export function lineOf(
  { option_groups, ...product }: Product,
  groups: Groups,
  { ids = usualIds(groups), note = '', qty = 1 }: { ids?: readonly string[]; note?: string; qty?: number },
): CartItem {
  const isPlain = note === '' && isUsual(groups, ids);
  return { ...product, qty, ...(!isPlain && { choices: chosenOf(groups, ids), ...(note && { note }) }) };
}

/**
 * The cart with the line of this key changed. Where another line is the same now, both become one of at most 99 pieces, and
 * what is more stays in the line as it was.
 */
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

/** The lowest price that a product can have, in rupiah, with what is sold out (decision M2). */
export const lowestPrice = (price: number, groups: Groups) =>
  groups.reduce((sum, { min, max, choices }) => {
    const cheapest = choices.map((choice) => choice.price).sort((one, other) => one - other);
    const taken = cheapest.filter((difference, at) => at < min || (at < max && difference < 0));
    return sum + taken.reduce((total, difference) => total + difference, 0);
  }, price);
