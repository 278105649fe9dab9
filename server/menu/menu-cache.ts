/** The menu in memory: what the catalogue answers and what orders are priced with. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Category, PaymentMethod, Product, Tag } from '#core/contract';
import { prepared } from '../database/compiled-query.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { isOwnersMenu } from '../database/seed.ts';
import type { Tables } from '../database/tables.ts';
import { AnswerShelf } from '../http/prebuilt-response.ts';
import { keywordIndex } from './search-index.ts';

export interface ServedMenu {
  version: number;
  /** Whether the owner has put in a menu of their own, instead of the bundled one. */
  isOwners: boolean;
  /** In the menu's order, without what was removed. */
  products: readonly Product[];
  categories: readonly Category[];
  tags: readonly Tag[];
  banks: readonly PaymentMethod[];
  miniMarkets: readonly PaymentMethod[];
  /** Finished answers made of this version: the whole lists, and filtered ones; dropped with it. */
  lists: AnswerShelf;
  filtered: AnswerShelf;
  /** Every product that holds the keyword and perhaps others, in the menu's order. */
  perhapsHolding(keyword: string): readonly Product[];
  /** A product by its `_id`, also one that is gone (then `available: false`); `undefined` when this shop never had it. */
  product(id: string): Product | undefined;
  /** A payment method that can be chosen today. */
  paymentMethod(id: string): PaymentMethod | undefined;
}

export interface MenuInMemory {
  /** At most `checkMs` old, at once when it is; answered from memory while the database cannot be asked. */
  current(): ServedMenu | Promise<ServedMenu>;
  /** Compared with the database now: nobody is charged yesterday's price. */
  latest(): Promise<ServedMenu>;
}

/** Bytes of filtered answers that are kept: anybody may ask for any filter, and that must not fill the memory (fault B27). */
const mostFilteredBytes = 8_000_000;

/** How long somebody waits for a database that does not answer before the menu in memory is given, in ms. */
const patienceMs = 1_000;

/** `checkMs` is how long the `menu_version` row is not looked at again. */
export function menuInMemory(database: Database, { checkMs = 1_000 } = {}): MenuInMemory {
  let menu: ServedMenu | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<ServedMenu> | undefined;

  async function latest() {
    const startedAt = performance.now();
    const version = await menuVersion(database);
    if (menu === undefined || menu.version !== version) menu = await readMenu(database);
    checkedAt = startedAt;
    return menu;
  }

  return {
    latest,
    current() {
      if (menu && performance.now() - checkedAt < checkMs) return menu;
      checking ??= latest()
        .catch((error) => {
          if (!menu) throw error;
          checkedAt = performance.now();
          return menu;
        })
        .finally(() => {
          checking = undefined;
        });
      return menu ? Promise.race([checking, pause(patienceMs, menu, { ref: false })]) : checking;
    },
  };
}

const versionRow = prepared((database) => database.selectFrom('menu_version').select('version'));

/** The number that changes with every change of the menu. */
export const menuVersion = async (database: Database | DatabaseTransaction) =>
  (await versionRow(database, {})).rows[0]?.version;

/** One snapshot, so that a menu that is being replaced is never read half old and half new. */
const readMenu = (database: Database) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(menuIn);

/** The menu as a transaction sees it. */
export async function menuIn(transaction: DatabaseTransaction): Promise<ServedMenu> {
  const { version, isOwners, categories, tags, ...rows } = await readRows(transaction);
  const known = productsById(rows.products, rows.productTags, tags);
  const products = rows.products.filter((row) => row.removed_at === null).flatMap((row) => known.get(row.id) ?? []);
  const banks = methodsOfKind('bank', rows.methods);
  const miniMarkets = methodsOfKind('mini-market', rows.methods);
  const methods = new Map([...banks, ...miniMarkets].map((method) => [method._id, method]));

  // The functions below live as long as the menu; they must not close over `rows`, which would stay in memory, too.
  return {
    version,
    isOwners,
    products,
    perhapsHolding: keywordIndex(products),
    categories,
    tags,
    banks,
    miniMarkets,
    lists: new AnswerShelf(Number.POSITIVE_INFINITY),
    filtered: new AnswerShelf(mostFilteredBytes),
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
