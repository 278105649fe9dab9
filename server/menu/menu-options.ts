/** What the option groups of a menu's file must be (decision M2), and what is made so. */
import { type Choice, maxChosen, maxRupiah, type OptionGroup } from '#core/contract';
import { folded } from '#core/folding';
import { unitPriceOf } from '#core/line';
import { nameWithGroup } from '#core/options';
import { differenceOf, rupiah } from '#core/rupiah';
import type { Menu, ParsedMenu } from './whole-menu.ts';

/**
 * Takes the price of a default into that of the products, and chooses the defaults of a group that names none;
 * both are warned of. What no rule can mend is added to the issues, with its row. Groups that have issues already stay as they are.
 */
export function settleOptions(parsed: ParsedMenu, current: Menu): void {
  const { menu, issues, warnings, places, choicePlaces } = parsed;
  if (issues.some(({ where }) => /^(option_groups|pilihan)/.test(where))) return;
  const placeOf = (part: object) => parsed.optionPlaces.get(part);
  const given = menu.option_groups ?? [];
  const whereOf = (part: OptionGroup | Choice) =>
    placeOf(part) ?? choicePlaces.get(part._id) ?? `option_groups, ${part._id}`;

  const groupBefore = new Map(
    (current.option_groups ?? []).flatMap((group) =>
      group.choices.map((choice) => [choice._id, { group, choice }] as const),
    ),
  );
  const [groupIds, choiceIds] = [new Map<string, string>(), new Map<string, string>()];
  for (const group of given) {
    const twin = groupIds.get(group._id);
    if (twin) issues.push({ where: whereOf(group), message: `kelompok "${group._id}" juga ada di ${twin}.` });
    groupIds.set(group._id, whereOf(group));
    const names = new Set<string>();
    for (const choice of group.choices) {
      const where = whereOf(choice);
      const name = folded(choice.name);
      // Not of a group that only came along: an import once took it.
      if (names.has(name) && (placeOf(choice) ?? choicePlaces.get(choice._id)) !== undefined)
        issues.push({ where, field: 'name', message: `"${choice.name}" ditulis dua kali.` });
      names.add(name);
      const other = choiceIds.get(choice._id);
      const before = groupBefore.get(choice._id);
      if (other) issues.push({ where, field: 'id', message: `"${choice._id}" juga ada di ${other}.` });
      else if (before && before.group._id !== group._id && folded(before.choice.name) !== name)
        issues.push({
          where,
          field: 'id',
          message: `"${choice._id}" sudah menjadi id "${before.choice.name}" di kelompok "${before.group._id}"; pakai id baru.`,
        });
      choiceIds.set(choice._id, where);
      if (placeOf(choice)) choicePlaces.set(choice._id, where);
    }
  }

  const shifts = new Map<string, number>();
  const groups = given.map((group) => {
    const where = whereOf(group);
    const usual = usualOf(group);
    const refuse = (message: string) => {
      issues.push({ where, message });
      return group;
    };
    if (usual.length !== group.min)
      return refuse(
        group.min === 0
          ? `kelompok "${group.name}" tidak wajib (min 0), jadi tidak boleh punya bawaan.`
          : `kelompok "${group.name}" punya ${usual.length} bawaan, padahal harus ${group.min}.`,
      );
    const names = usual.map(({ name }) => `"${name}"`).join(', ');
    const wasSaid = group.choices.some((choice) => choice.default);
    if (group.min > 0 && !wasSaid)
      warnings.push({ where, message: `kelompok "${group.name}" tanpa bawaan: ${names} menjadi bawaannya.` });
    const [shift = 0, ...others] = usual.map(({ price }) => price);
    if (shift !== 0 || others.some((price) => price !== 0)) {
      if (group.max !== group.min || others.some((price) => price !== shift))
        return refuse(`bawaan kelompok "${group.name}" (${names}) harus berharga 0.`);
      shifts.set(group._id, shift * group.min);
      warnings.push({
        where,
        message: `harga bawaan ${names} (${differenceOf(shift)}) dimasukkan ke harga produknya.`,
      });
    }
    return {
      ...group,
      choices: group.choices.map(({ default: _, ...choice }, at) => ({
        ...choice,
        price: choice.price - shift,
        ...(usual.includes(group.choices[at] as Choice) && { default: true }),
      })),
    };
  });

  const byId = new Map(groups.map((group) => [group._id, group]));
  const wholeNames = new Map(
    groups.map((group) => [group, group.choices.map((choice) => folded(nameWithGroup(group, choice)))]),
  );
  // A line of the cart could not say which of the two was chosen.
  const isAlike = (one: OptionGroup, other: OptionGroup) =>
    one !== other && wholeNames.get(one)?.some((name) => wholeNames.get(other)?.includes(name)) === true;
  const named = new Set<string>();
  const products = menu.products.map((product) => {
    const ids = product.option_groups ?? [];
    const where = places.get(product._id) ?? product._id;
    const refuse = (message: string) => issues.push({ where, field: 'options', message });
    for (const [at, id] of ids.entries()) {
      named.add(id);
      if (id === '') refuse('harus daftar id kelompok, paling banyak 8.');
      else if (!byId.has(id))
        refuse(`tidak ada kelompok "${id}"${byId.size > 0 ? `; yang ada: ${[...byId.keys()].join(', ')}` : ''}.`);
      else if (ids.indexOf(id) !== at) refuse(`kelompok "${id}" ditulis dua kali.`);
    }
    const own = ids.flatMap((id) => byId.get(id) ?? []);
    const twin = own.find((group, at) => own.slice(0, at).some((other) => isAlike(group, other)));
    if (twin)
      refuse(
        `"${product.name}" punya dua kelompok "${twin.name}" dengan pilihan bernama sama; beri salah satunya nama lain.`,
      );
    const price = own.reduce((sum, { _id }) => sum + (shifts.get(_id) ?? 0), product.price);
    const required = own.reduce((sum, { min }) => sum + min, 0);
    if (required > maxChosen) refuse(`${required} pilihan wajib terlalu banyak: paling banyak ${maxChosen}.`);
    const cheapest = cheapestIn(own);
    const lowest = unitPriceOf({ price, choices: cheapest });
    const names = cheapest.map(({ name }) => `"${name}"`).join(', ');
    if (price > maxRupiah) refuse(`"${product.name}" berharga ${rupiah(price)}, lebih dari ${rupiah(maxRupiah)}.`);
    if (lowest < 0) refuse(`"${product.name}" bisa berharga −${rupiah(-lowest)}, dengan ${names}.`);
    return price === product.price ? product : { ...product, price };
  });
  for (const group of given)
    if (!named.has(group._id) && placeOf(group))
      warnings.push({ where: whereOf(group), message: `kelompok "${group._id}" tidak dipakai produk mana pun.` });
  parsed.menu = { ...menu, products, ...(menu.option_groups && { option_groups: groups }) };
}

/** The defaults; of a required group that names none those that cost nothing more, or else the cheapest. */
function usualOf({ min, choices }: OptionGroup): readonly Choice[] {
  const usual = choices.filter((choice) => choice.default === true);
  if (usual.length > 0) return usual;
  const isFree = ({ price }: Choice) => price === 0;
  return [...choices.filter(isFree), ...cheapestOf(choices).filter((choice) => !isFree(choice))].slice(0, min);
}

const cheapestOf = (choices: readonly Choice[]) => choices.toSorted((one, other) => one.price - other.price);

/** What makes the lowest price, also what is sold out. */
const cheapestIn = (groups: readonly OptionGroup[]) =>
  groups.flatMap(({ min, max, choices }) =>
    cheapestOf(choices).filter(({ price }, at) => at < min || (at < max && price < 0)),
  );
