/** The menu as it was at one moment: what the catalogue answers and what orders are priced with. */
import type { Selectable } from 'kysely';
import type { Category, PaymentMethod, Product, Tag } from '#core/contract';
import { qrisId } from '#core/payment';
import { shop } from '#core/shop';
import { compiledQuery } from '../database/compiled-query.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { isOwnersMenu } from './menu-store.ts';

export interface MenuSnapshot {
  version: number;
  /** Whether the owner has put in a menu of their own, instead of the bundled one. */
  isOwners: boolean;
  /** In the menu's order, without what was removed. */
  products: readonly Product[];
  categories: readonly Category[];
  tags: readonly Tag[];
  banks: readonly PaymentMethod[];
  miniMarkets: readonly PaymentMethod[];
  /** A product by its `_id`, also one that is gone (then `available: false`); `undefined` when this shop never had it. */
  product(id: string): Product | undefined;
  /** A payment method that can be chosen today. */
  paymentMethod(id: string): PaymentMethod | undefined;
}

const versionRow = compiledQuery((database) => database.selectFrom('menu_version').select('version'));

/** The number that changes with every change of the menu. */
export const menuVersion = async (database: Database | DatabaseTransaction) =>
  (await versionRow(database, {})).rows[0]?.version;

/** The menu of now, in one transaction, so that one that is being replaced is never read half old and half new. */
export const readMenu = (database: Database): Promise<MenuSnapshot> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(menuIn);

/** The menu as a transaction sees it. */
export async function menuIn(transaction: DatabaseTransaction): Promise<MenuSnapshot> {
  const { version, isOwners, categories, tags, ...rows } = await readRows(transaction);
  const known = productsById(rows.products, rows.productTags, tags);
  const products = rows.products.filter((row) => row.removed_at === null).flatMap((row) => known.get(row.id) ?? []);
  const banks = methodsOfKind('bank', rows.methods);
  const miniMarkets = methodsOfKind('mini-market', rows.methods).filter(
    ({ _id }) => _id !== qrisId || shop.qris !== undefined,
  );
  const methods = new Map([...banks, ...miniMarkets].map((method) => [method._id, method]));

  // The functions below live as long as the menu; they must not close over `rows`, which would stay in memory, too.
  return {
    version,
    isOwners,
    products,
    categories,
    tags,
    banks,
    miniMarkets,
    product: (id) => known.get(id),
    paymentMethod: (id) => methods.get(id),
  };
}

const readRows = async (transaction: DatabaseTransaction) => ({
  ...(await transaction.selectFrom('menu_version').select('version').executeTakeFirstOrThrow()),
  isOwners: await isOwnersMenu(transaction),
  categories: await transaction.selectFrom('categories').select('name').orderBy('position').execute(),
  tags: await transaction.selectFrom('tags').select('name').orderBy('position').execute(),
  products: await transaction.selectFrom('products').selectAll().orderBy('position').execute(),
  productTags: await transaction.selectFrom('product_tags').selectAll().orderBy('position').execute(),
  methods: await transaction
    .selectFrom('payment_methods')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute(),
});

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Also those that are gone; a tag is one object, however many products have it. */
function productsById(products: Row<'products'>[], productTags: Row<'product_tags'>[], tags: readonly Tag[]) {
  const tagNamed = new Map(tags.map((tag) => [tag.name, tag]));
  const tagsOf = Map.groupBy(productTags, ({ product_id }) => product_id);
  return new Map(
    products.map((row): [string, Product] => [
      row.id,
      {
        _id: row.id,
        name: row.name,
        description: row.description,
        price: row.price,
        image_url: row.image_url,
        stars: row.stars,
        tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tagNamed.get(tag) ?? { name: tag }),
        category: row.category,
        ...((row.available === 0 || row.removed_at !== null) && { available: false }),
      },
    ]),
  );
}

const methodsOfKind = (kind: string, methods: Row<'payment_methods'>[]): PaymentMethod[] =>
  methods.filter((method) => method.kind === kind).map(({ id, name, image_url }) => ({ _id: id, name, image_url }));
