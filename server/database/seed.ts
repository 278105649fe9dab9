/** What a new shop opens with: its menu, its payment methods and all of Indonesia's regions. */

import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import regionsPackage from 'idn-area-data/package.json' with { type: 'json' };
import { sql } from 'kysely';
import * as v from 'valibot';
import { Category, PaymentMethod, Product, Tag } from '#core/contract';
import { StartFault } from '../config.ts';
import { type DatabaseTransaction, isPostgres } from './open.ts';

const require = createRequire(import.meta.url);

const distinct = (values: readonly string[]) => new Set(values).size === values.length;
const idsOf = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id);

/** A whole menu as `menu.json` holds it. A product's category and tags must be among those listed, ids must differ. */
export const Menu = v.pipe(
  v.object({
    categories: v.array(Category),
    tags: v.array(Tag),
    products: v.array(Product),
    banks: v.array(PaymentMethod),
    mini_markets: v.array(PaymentMethod),
  }),
  v.check(({ products }) => distinct(idsOf(products)), 'two products have the same _id'),
  v.check(
    ({ banks, mini_markets }) => distinct(idsOf([...banks, ...mini_markets])),
    'two payment methods have the same _id',
  ),
  v.check(
    ({ products, categories }) => products.every(({ category }) => categories.some(({ name }) => name === category)),
    'a product has a category that is not listed',
  ),
  v.check(
    ({ products, tags }) =>
      products.every((product) => product.tags.every((tag) => tags.some(({ name }) => name === tag.name))),
    'a product has a tag that is not listed',
  ),
);
export type Menu = v.InferOutput<typeof Menu>;

/** Reads and checks a menu file. Throws a `StartFault` that names the file and the field. */
async function readMenu(file: string): Promise<Menu> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartFault(`The menu ${file} cannot be read: ${(error as Error).message}.`);
  }
  const menu = v.safeParse(Menu, content);
  if (menu.success) return menu.output;
  const [issue] = menu.issues;
  throw new StartFault(`The menu ${file} is not valid: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}.`);
}

/** The menu a new shop opens with. */
export const bundledMenu = () => readMenu(fileURLToPath(new URL('../menu/menu.json', import.meta.url)));

async function seeded(transaction: DatabaseTransaction, name: string) {
  const row = await transaction.selectFrom('seeds').select('version').where('name', '=', name).executeTakeFirst();
  return row?.version;
}

async function remember(transaction: DatabaseTransaction, name: string, version: string) {
  await transaction
    .insertInto('seeds')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute();
}

/** The files of `idn-area-data`, one for each level of specification §7, and their columns that name the level above. */
const regionFiles = { provinces: '', regencies: 'province_code', districts: 'regency_code', villages: 'district_code' };

/**
 * All four levels, replaced as a whole when the data's version changed. Data under ODbL. Put in piece by piece: what all ninety
 * thousand take at once, the process would keep for as long as the shop is open (50 MB).
 */
export async function seedRegions(transaction: DatabaseTransaction) {
  if ((await seeded(transaction, 'regions')) === regionsPackage.version) return;

  await transaction.deleteFrom('regions').execute();
  for (const [file, parent] of Object.entries(regionFiles)) {
    await eachPiece(require.resolve(`idn-area-data/data/${file}.csv`), (rows) =>
      insertRegions(
        transaction,
        rows.map((row) => ({ kode: row.code, nama: row.name, parent: row[parent] ?? '' })),
      ),
    );
  }
  await remember(transaction, 'regions', regionsPackage.version);
}

/** One statement with one value: as bound parameters the same rows would take ten times as long. */
async function insertRegions(transaction: DatabaseTransaction, regions: object[]) {
  const rows = JSON.stringify(regions);
  const source = isPostgres(transaction) ? sql`json_array_elements(${rows}::json)` : sql`json_each(${rows})`;
  await sql`insert into regions (kode, nama, parent)
    select value->>'kode', value->>'nama', value->>'parent' from ${source}`.execute(transaction);
}

/** Reads a CSV file with column names in its first line, some hundred rows at a time. */
async function eachPiece(file: string, take: (rows: Record<string, string>[]) => Promise<void>) {
  const { default: Papa } = await import('papaparse');
  await new Promise<void>((resolve, reject) => {
    Papa.parse<Record<string, string>>(createReadStream(file, { encoding: 'utf8', highWaterMark: 16 * 1024 }), {
      header: true,
      skipEmptyLines: true,
      chunk({ data }, reading) {
        reading.pause();
        take(data).then(() => reading.resume(), reject);
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

/** The mark of a menu that its owner has made their own: the bundled one no longer replaces it. */
export const ownersMenu = 'owner';

export const isOwnersMenu = async (transaction: DatabaseTransaction) =>
  (await seeded(transaction, 'menu')) === ownersMenu;

/** Puts the bundled menu in, again whenever the file changed, until the owner has a menu of their own. */
export async function seedMenu(transaction: DatabaseTransaction, menu: Menu) {
  const version = hash('sha256', JSON.stringify(menu));
  const isWanted = async () => ![version, ownersMenu].includes((await seeded(transaction, 'menu')) ?? '');
  if (!(await isWanted())) return;
  await noteMenuChange(transaction);
  // Asked again inside the lock: the owner may have put in their own menu meanwhile.
  if (!(await isWanted())) return;
  await replaceMenu(transaction, menu);
  await remember(transaction, 'menu', version);
}

/** Puts in a menu of the owner's own; from then on updates of the bundled one change nothing. */
export async function makeOwnersMenu(transaction: DatabaseTransaction, menu: Menu) {
  await replaceMenu(transaction, menu);
  await remember(transaction, 'menu', ownersMenu);
}

/** Sets whether a product is available. From then on the menu is the owner's, because an update of the bundled one would undo this. */
export async function setAvailable(transaction: DatabaseTransaction, id: string, available: boolean) {
  await noteMenuChange(transaction);
  await transaction
    .updateTable('products')
    .set({ available: available ? 1 : 0 })
    .where('id', '=', id)
    .execute();
  await remember(transaction, 'menu', ownersMenu);
}

/**
 * Makes `menu` the shop's menu and counts `menu_version` up, which every process notices within a second. What is no
 * longer on it stays known as removed.
 */
export async function replaceMenu(transaction: DatabaseTransaction, menu: Menu) {
  const now = new Date().toISOString();

  await noteMenuChange(transaction);
  for (const list of ['categories', 'tags'] as const) {
    await transaction.deleteFrom(list).execute();
    const rows = menu[list].map(({ name }, position) => ({ name, position }));
    for (const some of inPieces(rows)) await transaction.insertInto(list).values(some).execute();
  }

  await transaction.updateTable('products').set({ removed_at: now }).where('removed_at', 'is', null).execute();
  const products = menu.products.map(
    ({ _id: id, name, description, price, image_url, stars, category, available }, position) => {
      const facts = { id, name, description, price, image_url, stars, category };
      return { ...facts, position, available: available === false ? 0 : 1, removed_at: null };
    },
  );
  for (const some of inPieces(products)) {
    const ids = some.map(({ id }) => id);
    await transaction
      .insertInto('products')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          position: ref('excluded.position'),
          name: ref('excluded.name'),
          description: ref('excluded.description'),
          price: ref('excluded.price'),
          image_url: ref('excluded.image_url'),
          stars: ref('excluded.stars'),
          category: ref('excluded.category'),
          available: ref('excluded.available'),
          removed_at: null,
        })),
      )
      .execute();
    await transaction.deleteFrom('product_tags').where('product_id', 'in', ids).execute();
  }
  const productTags = menu.products.flatMap(({ _id, tags }) =>
    tags.map(({ name }, position) => ({ product_id: _id, tag: name, position })),
  );
  for (const some of inPieces(productTags)) await transaction.insertInto('product_tags').values(some).execute();

  await transaction.updateTable('payment_methods').set({ removed_at: now }).where('removed_at', 'is', null).execute();
  const methods = [
    ...menu.banks.map((bank) => ({ ...bank, kind: 'bank' as const })),
    ...menu.mini_markets.map((market) => ({ ...market, kind: 'mini-market' as const })),
  ];
  for (const [position, { _id: id, ...facts }] of methods.entries()) {
    const row = { ...facts, position, removed_at: null };
    await transaction
      .insertInto('payment_methods')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}

/** Statement by statement, twenty thousand products would take PostgreSQL ten times as long; in one they are more values than it takes. */
function* inPieces<Row>(rows: readonly Row[]) {
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500);
}

/**
 * To be called in the transaction of every change to the menu, before it reads or writes anything of it: until its end any other
 * change waits here.
 */
export const noteMenuChange = (transaction: DatabaseTransaction) =>
  transaction
    .updateTable('menu_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();
