/** Products that an owner should confirm: their ids look rewritten by a spreadsheet, or two of them are hard to tell apart. */
import type { Product } from '#core/contract';
import { folded } from '#core/folding';
import { rupiah } from '#core/rupiah';
import type { MenuSnapshot } from './menu-snapshot.ts';
import { contentOf, groupContentOf, type Menu, type MenuIssue, type ParsedMenu } from './parsed-menu.ts';

export interface ProductQuestion {
  where: string;
  name: string;
  question: string;
}

/** `1E+05` and `8,99E+12`: what a spreadsheet saves in place of a long id. */
const exponent = /^\d+(?:[.,]\d+)?E[+-]\d+$/i;

/** Issues for new ids that a spreadsheet has rounded, so that their digits are lost. */
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
    .map(({ name }) => ({ where, name, question: `"${name}" ditambahkan atau diubah di kedai; tidak ada di berkas.` }));
  const groups = new Map((menu.option_groups ?? []).map((group) => [group._id, groupContentOf(group)]));
  const changed = now.option_groups
    .filter((group) => isNewer('groups', group._id) && groups.get(group._id) !== groupContentOf(group))
    .map(({ name }) => ({ where, name, question: `kelompok "${name}" diubah di kedai.` }));
  return [...restored, ...lost, ...changed];
}

/** The place of what a file does not have. */
const where = 'menu';

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
