/** The menu in the database: how it is seeded and changed. */
import { hash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { DatabaseTransaction } from '../database/open.ts';
import { rememberSeed, seededVersion } from '../database/seeds.ts';
import type { Tables } from '../database/tables.ts';
import { type MenuSnapshot, menuIn, ownersVersion } from './menu-snapshot.ts';
import { contentOf, groupContentOf, type Menu } from './whole-menu.ts';

/** Puts the bundled menu in, again whenever the file changed, until the owner has a menu of their own. */
export async function seedMenu(transaction: DatabaseTransaction, menu: Menu) {
  const version = hash('sha256', JSON.stringify(menu));
  const isWanted = async () => ![version, ownersVersion].includes((await seededVersion(transaction, 'menu')) ?? '');
  if (!(await isWanted())) return;
  await beginMenuChange(transaction);
  // Asked again inside the lock: the owner may have put in their own menu meanwhile.
  if (!(await isWanted())) return;
  await replaceMenu(transaction, menu);
  await rememberSeed(transaction, 'menu', version);
}

/**
 * Puts in a menu of the owner's own; from then on updates of the bundled one change nothing. An `editedGroup` has a new revision also where
 * only the prices of its products follow, so that an edit which is sent again is an older one.
 */
export async function storeOwnersMenu(transaction: DatabaseTransaction, menu: Menu, editedGroup?: string) {
  await beginMenuChange(transaction);
  await replaceMenu(transaction, menu, editedGroup);
  await rememberSeed(transaction, 'menu', ownersVersion);
}

/** Sets whether a product, or a choice of products, is available. From then on the menu is the owner's, because an update of the bundled one would undo this. */
export async function setAvailable(
  transaction: DatabaseTransaction,
  id: string,
  available: boolean,
  table: 'products' | 'option_choices' = 'products',
) {
  await beginMenuChange(transaction);
  await transaction
    .updateTable(table)
    .set({ available: available ? 1 : 0 })
    .where('id', '=', id)
    .execute();
  await rememberSeed(transaction, 'menu', ownersVersion);
}

/**
 * Begins a change of the menu, before anything of it is read or written: counts `menu_version` up, which every process notices within a
 * second, and makes any other change wait for the end of this transaction.
 */
export const beginMenuChange = (transaction: DatabaseTransaction) =>
  transaction
    .updateTable('menu_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();

/** What is no longer on the menu stays known as removed. */
async function replaceMenu(transaction: DatabaseTransaction, menu: Menu, editedGroup?: string) {
  const now = new Date().toISOString();
  const before = await menuIn(transaction);
  await replaceNames(transaction, menu);
  await replaceOptions(transaction, menu, { now, before }, editedGroup);
  await replaceProducts(transaction, menu.products, { now, before });
  await replacePaymentMethods(transaction, menu, now);
}

interface Change {
  now: string;
  before: MenuSnapshot;
}

/** As of that version; earlier builds ask nothing about what came `from_export`. */
const changedIn = (version: number) => ({ changed_in: version, from_export: null });

/** The revision of each entry from now on. */
function revisions<Entry extends { _id: string }>(
  before: MenuSnapshot,
  kind: 'products' | 'groups',
  entries: readonly Entry[],
  content: (entry: Entry) => string,
) {
  const contents = new Map(entries.map((entry) => [entry._id, content(entry)]));
  return (entry: Entry) =>
    changedIn(contents.get(entry._id) === content(entry) ? before.revisionOf(kind, entry._id) : before.version);
}

async function replaceNames(transaction: DatabaseTransaction, menu: Menu) {
  for (const list of ['categories', 'tags'] as const) {
    await transaction.deleteFrom(list).execute();
    const rows = menu[list].map(({ name }, position) => ({ name, position }));
    for (const some of inPieces(rows)) await transaction.insertInto(list).values(some).execute();
  }
}

async function replaceProducts(transaction: DatabaseTransaction, products: Menu['products'], { now, before }: Change) {
  const leaving = { removed_at: now, ...changedIn(before.version) };
  await transaction.updateTable('products').set(leaving).where('removed_at', 'is', null).execute();
  const revisionOf = revisions(before, 'products', before.menu.products, contentOf);
  const rows = products.map((product, position) => {
    const { _id: id, name, description, price, image_url, stars, category, available, option_groups } = product;
    const facts = { id, name, description, price, image_url, stars, category, has_options: option_groups ? 1 : 0 };
    const state = { available: available === false ? 0 : 1, removed_at: null };
    return { ...facts, position, ...revisionOf(product), ...state };
  });
  await storeById(transaction, 'products', rows);
  for (const some of inPieces(rows.map(({ id }) => id)))
    await transaction.deleteFrom('product_tags').where('product_id', 'in', some).execute();
  const productTags = products.flatMap(({ _id, tags }) =>
    tags.map(({ name }, position) => ({ product_id: _id, tag: name, position })),
  );
  for (const some of inPieces(productTags)) await transaction.insertInto('product_tags').values(some).execute();
}

/** Before the products: a group that comes to a product which is known already is noted. */
async function replaceOptions(
  transaction: DatabaseTransaction,
  { products, option_groups = [] }: Menu,
  { now, before }: Change,
  edited: string | undefined,
) {
  const rules = await transaction.selectFrom('option_groups').select(['id', 'min', 'max']).execute();
  const leaving = { removed_at: now, ...changedIn(before.version) };
  await transaction.updateTable('option_groups').set(leaving).where('removed_at', 'is', null).execute();
  for (const table of ['option_choices', 'product_options'] as const)
    await transaction.updateTable(table).set({ removed_at: now }).where('removed_at', 'is', null).execute();
  const revisionOf = revisions(before, 'groups', before.option_groups, groupContentOf);
  await storeById(
    transaction,
    'option_groups',
    option_groups.map((group, position) => {
      const { _id: id, name, min, max } = group;
      const revision = id === edited ? changedIn(before.version) : revisionOf(group);
      return { id, position, name, min, max, ...revision, removed_at: null };
    }),
  );
  const choices = option_groups.flatMap(({ _id: group_id, choices }) =>
    choices.map((choice, position) => ({
      ...{ id: choice._id, group_id, position, name: choice.name, price: choice.price },
      is_default: choice.default === true ? 1 : 0,
      available: choice.available === false ? 0 : 1,
      removed_at: null,
    })),
  );
  await storeById(transaction, 'option_choices', choices);
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const revised = [
    ...option_groups.flatMap(({ _id, min, max }) => {
      const rule = known.get(_id) ?? { min, max };
      return rule.min === min && rule.max === max ? [] : _id;
    }),
    // A choice that comes from another group changes what can be chosen of both.
    ...choices.flatMap(({ id, group_id }) => {
      const former = before.groupOf(id) ?? group_id;
      return former === group_id ? [] : [group_id, former];
    }),
  ];
  for (const some of inPieces(revised))
    await transaction.updateTable('option_groups').set({ revised: 1 }).where('id', 'in', some).execute();
  const groupsBefore = new Map(before.menu.products.map((product) => [product._id, product.option_groups]));
  const links = products.flatMap(({ _id: product_id, option_groups: ids = [] }) =>
    ids.map((group_id, position) => {
      const added = before.product(product_id) && !groupsBefore.get(product_id)?.includes(group_id) ? 1 : 0;
      return { product_id, group_id, position, removed_at: null, added };
    }),
  );
  for (const some of inPieces(links))
    await transaction
      .insertInto('product_options')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'group_id']).doUpdateSet(({ ref }) => ({
          position: ref('excluded.position'),
          removed_at: null,
          added: sql<number>`${ref('product_options.added')} | ${ref('excluded.added')}`,
        })),
      )
      .execute();
}

async function replacePaymentMethods(transaction: DatabaseTransaction, { banks, mini_markets }: Menu, now: string) {
  await transaction.updateTable('payment_methods').set({ removed_at: now }).where('removed_at', 'is', null).execute();
  const methods = [
    ...banks.map((bank) => ({ ...bank, kind: 'bank' as const })),
    ...mini_markets.map((market) => ({ ...market, kind: 'mini-market' as const })),
  ];
  const rows = methods.map(({ _id: id, ...facts }, position) => ({ id, ...facts, position, removed_at: null }));
  await storeById(transaction, 'payment_methods', rows);
}

/** Puts rows in, over those that have their ids; what a row does not say stays. */
async function storeById<Table extends 'products' | 'option_groups' | 'option_choices' | 'payment_methods'>(
  transaction: DatabaseTransaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
) {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  const given = Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));
  for (const some of inPieces(rows))
    await transaction
      .insertInto(table as 'products')
      .values(some as never)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(given))
      .execute();
}

/** Statement by statement, twenty thousand products would take PostgreSQL ten times as long; in one they are more values than it takes. */
function* inPieces<Row>(rows: readonly Row[]) {
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500);
}
