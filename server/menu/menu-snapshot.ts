/** The menu as it was at one moment: what the catalogue answers and what orders are priced with. */
import type { OptionGroup, PaymentMethod, Product } from '#core/contract';
import { joinOptions } from '#core/options';
import type { ShopPause } from '#core/pause';
import { qrisId } from '#core/payment';
import { shop } from '#core/shop';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { seededVersion } from '../database/seeds.ts';
import type { Menu } from './whole-menu.ts';

/** The menu as it was at one moment. */
export type MenuSnapshot = Awaited<ReturnType<typeof menuIn>>;

/** In place of a version: a menu that its owner has changed, which the bundled one no longer replaces. */
export const ownersVersion = 'owner';

/** Whether the owner has a menu of their own, instead of the bundled one. */
export const isOwnersMenu = async (transaction: DatabaseTransaction) =>
  (await seededVersion(transaction, 'menu')) === ownersVersion;

/** The number that changes with every change of the menu. */
export const menuVersion = async (database: Database | DatabaseTransaction) =>
  (await database.selectFrom('menu_version').select('version').executeTakeFirst())?.version;

/** The menu of now, in one transaction, so that one that is being replaced is never read half old and half new. */
export const readMenu = (database: Database): Promise<MenuSnapshot> =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(menuIn);

/** The menu as a transaction sees it. */
export async function menuIn(transaction: DatabaseTransaction) {
  const rows = await readRows(transaction);
  const { version, isOwners, categories, tags } = rows;
  const option_groups = groupsOf(rows);
  const own = productsOf(rows);
  const { products: joined, options } = joinOptions(own, option_groups);
  const removed = new Set(rows.products.flatMap((row) => (row.removed_at === null ? [] : [row.id])));
  const known = new Map(joined.map((product) => [product._id, product]));
  const choiceGroups = new Map(rows.optionChoices.map(({ id, group_id }) => [id, group_id]));
  const namesIn = (entries: readonly { id: string; name: string }[]) =>
    new Map(entries.map(({ id, name }) => [id, name]));
  const everNamed = {
    products: namesIn(rows.products),
    groups: namesIn(rows.optionGroups),
    choices: namesIn(rows.optionChoices),
  };
  const revisionsIn = (entries: readonly { id: string; changed_in: number }[]) =>
    new Map(entries.map(({ id, changed_in }) => [id, changed_in]));
  const revisions = { products: revisionsIn(rows.products), groups: revisionsIn(rows.optionGroups) };
  const links = new Map(
    rows.productOptions.map(({ product_id, group_id, added }) => [linkOf(product_id, group_id), added === 1]),
  );
  const revised = new Set(rows.optionGroups.flatMap(({ id, revised }) => (revised === 1 ? [id] : [])));
  const products = joined.filter(({ _id }) => !removed.has(_id));
  const banks = methodsOfKind('bank', rows);
  const mini_markets = methodsOfKind('mini-market', rows);
  const miniMarkets = mini_markets.filter(isPayable);
  const menu: Menu = {
    products: own.filter(({ _id }) => !removed.has(_id)),
    ...(option_groups.length > 0 && { option_groups }),
    ...{ categories, tags, banks, mini_markets },
  };
  const methods = new Map([...banks, ...miniMarkets].map((method) => [method._id, method]));

  // The functions below live as long as the menu; they must not close over `rows`, which would stay in memory, too.
  return {
    version,
    /** Whether the owner has put in a menu of their own, instead of the bundled one. */
    isOwners,
    /** In the menu's order, without what was removed. */
    products,
    categories,
    tags,
    banks,
    miniMarkets,
    /** The pause, also one that is over by now (`pauseAt`). */
    pause: rows.pause && { ...(rows.pause.until_at !== null && { until: rows.pause.until_at }) },
    /** What products can be had with, in the menu's order. */
    option_groups,
    /** As its owner has it: products are sold out only where that says so, and QRIS is there also where the shop has no text for it. */
    menu,
    /** The groups of each product that has any, or takes a note. */
    options,
    /** Whether the product could once be had with this choice, or may have been: nothing says which group a choice came from. */
    wasOffered(product: string, choice: string) {
      const group = choiceGroups.get(choice);
      return group !== undefined && (links.has(linkOf(product, group)) || revised.has(group));
    },
    /** Whether what must be chosen of this group was once another rule for the product. */
    isRevised: (product: string, group: string) => revised.has(group) || links.get(linkOf(product, group)) === true,
    /** In which version of the menu a product or a group was last changed, also one that is gone; 0 for never. */
    revisionOf: (kind: 'products' | 'groups', id: string) => revisions[kind].get(id) ?? 0,
    /** The names of all that was ever on the menu, by id. */
    everNamed,
    /** The group of a choice, also of one that is gone. */
    groupOf: (choice: string) => choiceGroups.get(choice),
    /** A product by its `_id`, also one that is gone (then `available: false`); `undefined` when this shop never had it. */
    product: (id: string) => known.get(id),
    /** A payment method that can be chosen today. */
    paymentMethod: (id: string) => methods.get(id),
  };
}

/** QRIS is offered where `shop.config.json` has its text: that alone decides (decision O10). */
export const isPayable = ({ _id }: PaymentMethod) => _id !== qrisId || shop.qris !== undefined;

const readRows = async (transaction: DatabaseTransaction) => ({
  ...(await transaction.selectFrom('menu_version').select('version').executeTakeFirstOrThrow()),
  isOwners: await isOwnersMenu(transaction),
  categories: await transaction.selectFrom('categories').select('name').orderBy('position').execute(),
  tags: await transaction.selectFrom('tags').select('name').orderBy('position').execute(),
  products: await transaction.selectFrom('products').selectAll().orderBy('position').execute(),
  productTags: await transaction.selectFrom('product_tags').selectAll().orderBy('position').execute(),
  optionGroups: await transaction.selectFrom('option_groups').selectAll().orderBy('position').execute(),
  optionChoices: await transaction.selectFrom('option_choices').selectAll().orderBy('position').execute(),
  productOptions: await transaction.selectFrom('product_options').selectAll().orderBy('position').execute(),
  pause: await transaction.selectFrom('shop_pause').select('until_at').executeTakeFirst(),
  methods: await transaction
    .selectFrom('payment_methods')
    .selectAll()
    // Changes of the menu once removed QRIS from shops that had no text for it yet.
    .where(({ eb, or, and }) =>
      or([eb('removed_at', 'is', null), and([eb('id', '=', qrisId), eb('kind', '=', 'mini-market')])]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute(),
});

type Rows = Awaited<ReturnType<typeof readRows>>;

const linkOf = (product: string, group: string) => JSON.stringify([product, group]);

const isOffered = ({ removed_at }: { removed_at: string | null }) => removed_at === null;

function groupsOf({ optionGroups, optionChoices }: Rows): OptionGroup[] {
  const choicesOf = Map.groupBy(optionChoices.filter(isOffered), ({ group_id }) => group_id);
  return optionGroups.filter(isOffered).map(({ id, name, min, max }) => ({
    _id: id,
    name,
    min,
    max,
    choices: (choicesOf.get(id) ?? []).map((choice) => ({
      _id: choice.id,
      name: choice.name,
      price: choice.price,
      ...(choice.is_default === 1 && { default: true }),
      ...(choice.available === 0 && { available: false }),
    })),
  }));
}

/** Also those that are gone; a tag is one object, however many products have it. */
function productsOf({ products, productTags, productOptions, tags }: Rows) {
  const tagNamed = new Map(tags.map((tag) => [tag.name, tag]));
  const tagsOf = Map.groupBy(productTags, ({ product_id }) => product_id);
  const groupsOf = Map.groupBy(productOptions.filter(isOffered), ({ product_id }) => product_id);
  return products.map(
    (row): Product => ({
      _id: row.id,
      name: row.name,
      description: row.description,
      price: row.price,
      image_url: row.image_url,
      stars: row.stars,
      tags: (tagsOf.get(row.id) ?? []).map(({ tag }) => tagNamed.get(tag) ?? { name: tag }),
      category: row.category,
      ...((row.available === 0 || row.removed_at !== null) && { available: false }),
      ...(row.has_options === 1 && { option_groups: (groupsOf.get(row.id) ?? []).map(({ group_id }) => group_id) }),
    }),
  );
}

const methodsOfKind = (kind: string, { methods }: Rows): PaymentMethod[] =>
  methods.filter((method) => method.kind === kind).map(({ id, name, image_url }) => ({ _id: id, name, image_url }));

/** The pause that is on at `now` (ms since 1970): one whose time is over ends by itself. */
export const pauseAt = ({ pause }: MenuSnapshot, now: number): ShopPause | undefined =>
  pause?.until === undefined || now < Date.parse(pause.until) ? pause : undefined;
