/** Prices that are well-formed, but look as if a separator of thousands was lost or taken for another one. */
import type { Product } from '#core/contract';
import { differenceOf, rupiah } from '#core/rupiah';
import { capitalised, isVariantGroup, type Menu, type ParsedMenu } from './parsed-menu.ts';

/** Prices in rupiah. */
export interface PriceQuestion {
  where: string;
  name: string;
  price: number;
  /** What was probably meant. */
  meant: number;
  /** Of a choice: what it adds to the product's price. */
  isDifference?: true;
}

/** Two prices further apart than this are nearer to each other once one of them is multiplied by 1000. */
const outOfScale = Math.sqrt(1_000);
/** Below it nothing is sold: Rp100 is the smallest coin that people still use. */
const smallest = 100;

/**
 * The new and changed prices that an owner should confirm. Each is compared with the product's own price before, or else with the median
 * of the menu and of the file. What corrects an implausible price is not asked about, nor a price in a row with a fault.
 */
export function implausiblePrices(parsed: ParsedMenu, current: Menu): PriceQuestion[] {
  const { menu, places, issues, otherReadings } = parsed;
  const usual = medianOf(current.products.map(({ price }) => price));
  const ofFile = medianOf(menu.products.map(({ price }) => price));
  // A file whose prices have lost their thousands throughout says nothing about the few that have not.
  const isUsable = ofFile !== undefined && meantAmong(ofFile, usual ? [usual] : []) === undefined;
  const medians = [...(usual ? [usual] : []), ...(isUsable ? [ofFile] : [])];
  const before = new Map(current.products.map(({ _id, price }) => [_id, price]));

  const meantFor = ({ _id, price }: Product) => {
    const own = before.get(_id) ?? 0;
    if (price === 0 || price === own) return undefined;
    const ownMeant = own === 0 ? undefined : meantAmong(own, medians);
    const isCorrection = ownMeant !== undefined && price * 3 > ownMeant && price < ownMeant * 3;
    return otherReadings.get(_id) ?? meantAmong(price, own === 0 || isCorrection ? medians : [own]);
  };

  const faulty = new Set(issues.map(({ where }) => where));
  const asked = new Set<string>();
  const cheapestOf = cheapestVariants(parsed);
  const questions = menu.products.flatMap((product) => {
    const { _id, price } = product;
    const { where = places.get(_id) ?? _id, name } = cheapestOf(product);
    const meant = faulty.has(where) ? undefined : meantFor(product);
    if (meant === undefined) return [];
    asked.add(_id);
    return [{ where, name, price, meant }];
  });
  const plausible = menu.products.filter(({ _id }) => !asked.has(_id));
  const { choicePlaces } = parsed;
  return [...questions, ...implausibleChoices({ ...menu, products: plausible }, { choicePlaces, faulty, current })];
}

/** Where a product's price was read: of several variants it is that of the cheapest. */
function cheapestVariants({ menu, choicePlaces }: ParsedMenu) {
  const usual = new Map(
    (menu.option_groups ?? [])
      .filter(isVariantGroup)
      .map(({ _id, choices }) => [_id, choices.filter((choice) => choice.default)]),
  );
  return ({ name, option_groups = [] }: Product) => {
    const chosen = option_groups.flatMap((id) => usual.get(id) ?? []);
    const where = chosen.flatMap(({ _id }) => choicePlaces.get(_id) ?? [])[0];
    return { where, name: where ? `${name} (${chosen.map((choice) => choice.name).join(', ')})` : name };
  };
}

/**
 * The same of what choices add: compared with the choice's own price before, else with the median of the choices and the price of the
 * cheapest product that has them, or of the usual one; one of a variant by the whole price, with that of the cheapest.
 */
function implausibleChoices(
  menu: Menu,
  {
    choicePlaces,
    faulty,
    current,
  }: { choicePlaces: ReadonlyMap<string, string>; faulty: ReadonlySet<string>; current: Menu },
): PriceQuestion[] {
  const choicesIn = ({ option_groups = [] }: Menu) => option_groups.flatMap(({ choices }) => choices);
  const before = new Map(choicesIn(current).map(({ _id, price }) => [_id, price]));
  const amountsIn = (one: Menu) => choicesIn(one).map(({ price }) => Math.abs(price));
  const medians = [current, menu].flatMap((one) => medianOf(amountsIn(one)) ?? []);
  // The lowest of the products that a group belongs to, 0 only where all of them are free.
  const lowest = (one: number, other = 0) => Math.min(one || other, other || one);
  const bases = new Map<string, number>();
  for (const { option_groups = [], price } of menu.products)
    for (const id of option_groups) bases.set(id, lowest(price, bases.get(id)));
  const ofMenu = medianOf(menu.products.map(({ price }) => price)) ?? 0;
  return (menu.option_groups ?? []).flatMap((group) => {
    const base = bases.get(group._id);
    const ofProducts = base || ofMenu;
    return group.choices.flatMap(({ _id, name: choice, price }): PriceQuestion[] => {
      const where = choicePlaces.get(_id);
      const own = before.get(_id);
      if (where === undefined || faulty.has(where) || price === 0 || price === own) return [];
      const name = `${choice} (${group.name})`;
      if (isVariantGroup(group)) {
        // The product's price is asked about already, or no product has it.
        if (base === undefined) return [];
        const meant = meantAmong(base + price, [ofProducts]);
        return meant === undefined ? [] : [{ where, name, price: base + price, meant }];
      }
      const amount = Math.abs(price);
      const meant =
        meantAmong(amount, own ? [Math.abs(own)] : medians) ??
        (amount > ofProducts * outOfScale ? meantBy(amount, ofProducts) : undefined);
      return meant === undefined ? [] : [{ where, name, price, meant: Math.sign(price) * meant, isDifference: true }];
    });
  });
}

/** `Baris 3: Kopi Rp15? Maksudnya Rp15.000?` */
export const describeQuestion = ({ where, name, price, meant, isDifference }: PriceQuestion) => {
  const inWords = isDifference ? differenceOf : rupiah;
  return `${capitalised(where)}: ${name} ${inWords(price)}? Maksudnya ${inWords(meant)}?`;
};

/** What was meant by a price that one of the `usual` ones makes implausible; undefined when none does. */
function meantAmong(price: number, usual: readonly number[]): number | undefined {
  if (price < smallest) return price * 1_000;
  return usual.map((one) => meantBy(price, one)).find((meant) => meant !== undefined);
}

/** A lost separator leaves a thousandth; one too many, or decimals read as digits, make a price 1000 or 100 times as high. A `usual` of 0 says nothing. */
function meantBy(price: number, usual: number): number | undefined {
  if (price * outOfScale < usual) return price * 1_000;
  if (usual === 0 || price <= usual * outOfScale) return undefined;
  const distance = (other: number) => Math.abs(Math.log(other / usual));
  const [thousandth, hundredth] = [Math.round(price / 1_000), Math.round(price / 100)];
  return distance(thousandth) < distance(hundredth) ? thousandth : hundredth;
}

/** Of the prices that are not 0; undefined where they are too few to say what is usual. */
function medianOf(prices: readonly number[]) {
  const sorted = prices.filter((price) => price > 0).sort((one, other) => one - other);
  return sorted.length < 3 ? undefined : sorted[Math.floor(sorted.length / 2)];
}
