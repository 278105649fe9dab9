/** One option group of the menu, as its owner changes it at the counter (decision W15). */
import * as v from 'valibot';
import { type Choice, type OptionGroup, Product } from '#core/contract';
import type { EditedGroup, GroupEdit } from '#core/counter';
import { normalised } from '#core/normalised';
import { ApiError } from '../http/api-error.ts';
import { differenceFrom, idOf, priceMessage } from './menu-cells.ts';
import { type Fault, type MenuEdit, newId, requireUsable } from './menu-edits.ts';
import { settleOptions } from './menu-options.ts';
import type { MenuSnapshot } from './menu-snapshot.ts';
import { groupContentOf, parsedFrom, unprintableIn } from './whole-menu.ts';

/** An option group of the menu, with its revision. Throws `not_found`. */
export function editedGroup(snapshot: MenuSnapshot, id: string): EditedGroup {
  const group = snapshot.option_groups.find(({ _id }) => _id === id);
  if (!group) throw new ApiError('not_found');
  return { group, revision: snapshot.revisionOf('groups', id) };
}

/** As `withProduct`. A choice keeps its id and whether it is sold out; what is left out goes. */
export function withGroup(snapshot: MenuSnapshot, edit: GroupEdit, id?: string): MenuEdit<OptionGroup> | string {
  const before = id === undefined ? undefined : editedGroup(snapshot, id);
  const { menu } = snapshot;
  const groups = menu.option_groups ?? [];
  const { group, faults } = groupFrom(edit, snapshot, before?.group);
  const option_groups = before ? groups.map((one) => (one._id === id ? group : one)) : [...groups, group];
  const choicePlaces = new Map(group.choices.map(({ _id }, at) => [_id, `choices[${at}]`]));
  const parsed = parsedFrom({ ...menu, option_groups }, { choicePlaces });
  if (faults.length === 0) settleOptions(parsed, menu);
  const after = parsed.menu.option_groups?.find(({ _id }) => _id === group._id) ?? group;
  const isOfNow = before !== undefined && before.revision === edit.revision;
  // The first time, what ends as the group that is stored may still raise the prices of its products.
  const wanted = isOfNow ? group : after;
  const same = (before ? [before.group] : groups).find((one) => isSame(one, wanted));
  if (same && faults.length === 0) return same._id;
  if (before && !isOfNow) throw new ApiError('menu_changed', { menu: before });
  requireUsable(parsed, menu, faults, edit.confirmed);
  return { menu: parsed.menu, before: before?.group, after };
}

/** The menu without a group, which goes from its products, too. Throws `not_found` and `menu_changed`. */
export function withoutGroup(snapshot: MenuSnapshot, id: string, revision: number): MenuEdit<OptionGroup> {
  const before = editedGroup(snapshot, id);
  if (before.revision !== revision) throw new ApiError('menu_changed', { menu: before });
  const { menu } = snapshot;
  const products = menu.products.map((product) =>
    product.option_groups
      ? { ...product, option_groups: product.option_groups.filter((group) => group !== id) }
      : product,
  );
  const option_groups = menu.option_groups?.filter(({ _id }) => _id !== id) ?? [];
  return { menu: { ...menu, products, option_groups }, before: before.group, after: undefined };
}

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

  const { everNamed, option_groups, groupOf } = snapshot;
  const _id = before?._id ?? newId(everNamed.groups, option_groups, name);
  const offered = option_groups.flatMap((group) => group.choices);
  const taken = new Set<string>();
  const choices = written.map((one, at): Choice => {
    const field = `choices[${at}]`;
    const choiceName = normalised(one.name);
    requireName(choiceName, `${field}.name`);
    const price = typeof one.price === 'string' ? differenceFrom(one.price.trim()) : one.price;
    check(
      price !== undefined && Number.isInteger(price) && v.is(Product.entries.price, Math.abs(price)),
      `${field}.price`,
      priceMessage(String(one.price).trim()),
    );
    const known = before?.choices.find((choice) => choice._id === one._id && !taken.has(choice._id));
    const wanted = `${_id.slice(0, 60)}-${idOf(choiceName)}`.slice(0, 120);
    const isFree = (id: string) => !taken.has(id) && (groupOf(id) ?? _id) === _id;
    const id = known?._id ?? newId(everNamed.choices, offered, choiceName, { wanted, isFree });
    taken.add(id);
    return {
      ...{ _id: id, name: choiceName, price: price ?? 0 },
      ...(one.default === true && { default: true }),
      ...(known?.available === false && { available: false }),
    };
  });
  return { group: { _id, name, min, max, choices }, faults };
}

/** By what was typed: the ids of what was new are made again. */
const isSame = (one: OptionGroup, other: OptionGroup) => withoutIds(one) === withoutIds(other);

const withoutIds = ({ choices, ...group }: OptionGroup) =>
  groupContentOf({ ...group, choices: choices.map((choice) => ({ ...choice, _id: '' })) });
