/** Products that an owner should confirm: their ids look rewritten by a spreadsheet, or two of them are hard to tell apart. */
import type { Product } from '#core/contract';
import { folded } from '#core/folding';
import { rupiah } from '#core/rupiah';
import type { Menu } from './menu.ts';
import type { MenuIssue, ParsedMenu } from './parsed-menu.ts';

export interface ProductQuestion {
  where: string;
  name: string;
  question: string;
}

/** `1E+05` and `8,99E+12`: what a spreadsheet saves in place of a long id. */
const exponent = /^\d+(?:[.,]\d+)?E[+-]\d+$/i;

/** Issues for new ids that a spreadsheet has rounded, so that nobody can say which they were. */
export const roundedIds = ({ menu, places }: ParsedMenu, current: Menu): MenuIssue[] => {
  const idsOf = ({ products, banks, mini_markets }: Menu) =>
    [...products, ...banks, ...mini_markets].map(({ _id }) => _id);
  const known = new Set(idsOf(current));
  return idsOf(menu)
    .filter((id) => exponent.test(id) && !known.has(id))
    .map((id) => ({
      where: places.get(id) ?? id,
      field: 'id',
      message: `"${id}" dibuat spreadsheet dari id yang lebih panjang; jadikan kolomnya teks di sana, lalu tulis lagi id-nya.`,
    }));
};

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
