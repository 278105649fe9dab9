/**
 * What an owner should confirm: products that return under another id, or that are hard to tell apart, changes that an import would undo, and prices that
 * look as if a separator of thousands was lost or taken for another one.
 */
import type { Product } from '#core/contract';
import { folded } from '#core/folding';
import { differenceOf, rupiah } from '#core/rupiah';
import type { MenuSnapshot } from './menu-snapshot.ts';
import { capitalised, contentOf, groupContentOf, isVariantGroup, type Menu, type ParsedMenu } from './whole-menu.ts';

export interface ProductQuestion {
  where: string;
  name: string;
  question: string;
}

/** Without what spreadsheets change in an id: leading zeros, blanks, upper and lower case. */
const essence = (id: string) => folded(id).replace(/^0+(?=.)/, '');

/**
 * Products of the menu that would be removed and added again under another id, which empties carts and forgets that they
 * are sold out: those whose names stay, and those whose ids lost only their zeros.
 */
export function movedProducts({ menu, places }: ParsedMenu, current: Menu): ProductQuestion[] {
  const nameNow = new Map(menu.products.map(({ _id, name }) => [_id, folded(name)]));
  // By name and by essence of the id: the products that the file no longer has as they were.
  const gone = new Map<string, Product>();
  for (const product of current.products) {
    if (nameNow.get(product._id) === folded(product.name)) continue;
    gone.set(`name ${folded(product.name)}`, product);
    if (!nameNow.has(product._id)) gone.set(`id ${essence(product._id)}`, product);
  }
  const before = new Map(current.products.map(({ _id, name }) => [_id, folded(name)]));
  return menu.products.flatMap(({ _id, name }) => {
    if (before.get(_id) === folded(name)) return [];
    const old = gone.get(`name ${folded(name)}`) ?? (before.has(_id) ? undefined : gone.get(`id ${essence(_id)}`));
    if (!old) return [];
    const where = places.get(_id) ?? _id;
    return [
      { where, name, question: `Hapus dan tambah lagi "${old.name}"? Id-nya dulu "${old._id}", sekarang "${_id}".` },
    ];
  });
}

/** New and changed products that have the name of another one, and another price. */
export function equalNames({ menu, places }: ParsedMenu, current: Menu): ProductQuestion[] {
  const before = new Map(current.products.map((product) => [product._id, product]));
  const isAsBefore = ({ _id, name, price }: Product) =>
    before.get(_id)?.price === price && folded(before.get(_id)?.name ?? '') === folded(name);
  const byName = Map.groupBy(menu.products, ({ name }) => folded(name));
  return [...byName.values()].flatMap(([first, ...others]) =>
    others
      .filter((other) => first && other.price !== first.price && !(isAsBefore(first) && isAsBefore(other)))
      .map((other) => ({
        where: places.get(other._id) ?? other._id,
        name: other.name,
        question: `${other.name} ${rupiah(other.price)}, padahal di ${places.get(first?._id ?? '') ?? first?._id} ${rupiah(first?.price ?? 0)}? Keduanya tidak bisa dibedakan.`,
      })),
  );
}

/** The place of what a file does not have. */
const noPlace = 'menu';

/**
 * What was changed after the file was exported, also by an import of another copy, and what the file would undo (decision W15); nothing of
 * a file that does not say which version it is of.
 */
export function undoneChanges({ menu, places, version }: ParsedMenu, now: MenuSnapshot): ProductQuestion[] {
  if (version === undefined) return [];
  const inFile = new Map(menu.products.map((product) => [product._id, product]));
  const onMenu = new Map(now.menu.products.map((product) => [product._id, product]));
  const isNewer = (kind: 'products' | 'groups', id: string) => now.revisionOf(kind, id) > version;
  const restored = menu.products.flatMap((product) => {
    const { _id, name } = product;
    const current = onMenu.get(_id);
    if (!isNewer('products', _id) || (current && contentOf(current) === contentOf(product))) return [];
    const where = places.get(_id) ?? _id;
    return [{ where, name, question: current ? differences(current, product) : `"${name}" dihapus di kedai.` }];
  });
  const lost = now.menu.products
    .filter(({ _id }) => !inFile.has(_id) && isNewer('products', _id))
    .map(({ name }) => ({
      where: noPlace,
      name,
      question: `"${name}" ditambahkan atau diubah di kedai; tidak ada di berkas.`,
    }));
  const groups = new Map((menu.option_groups ?? []).map((group) => [group._id, groupContentOf(group)]));
  const changed = now.option_groups
    .filter((group) => isNewer('groups', group._id) && groups.get(group._id) !== groupContentOf(group))
    .map(({ name }) => ({ where: noPlace, name, question: `kelompok "${name}" diubah di kedai.` }));
  return [...restored, ...lost, ...changed];
}

function differences(current: Product, inFile: Product) {
  const facts = [
    ['nama', current.name, inFile.name],
    ['harga', rupiah(current.price), rupiah(inFile.price)],
    ['kategori', current.category, inFile.category],
  ] as const;
  const said = facts
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `${what} di kedai ${one}, di berkas ${other}`);
  return `"${current.name}" diubah di kedai${said.length > 0 ? `: ${said.join('; ')}` : ''}.`;
}

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
  return [...questions, ...implausibleChoices({ ...parsed, menu: { ...menu, products: plausible } }, current, faulty)];
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
function implausibleChoices({ menu, choicePlaces }: ParsedMenu, current: Menu, faulty: Set<string>): PriceQuestion[] {
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

/** `Rp15? Maksudnya Rp15.000?` */
export const askedPrice = ({ price, meant, isDifference }: PriceQuestion) => {
  const inWords = isDifference ? differenceOf : rupiah;
  return `${inWords(price)}? Maksudnya ${inWords(meant)}?`;
};

export const describePriceQuestion = (question: PriceQuestion) =>
  `${capitalised(question.where)}: ${question.name} ${askedPrice(question)}`;

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
