/** `menu export`, `menu import` and `menu available`. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { folded } from '#core/catalogue';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import type { Database } from '../database/open.ts';
import type { Menu } from '../menu/menu.ts';
import { type MenuSnapshot, menuIn, readMenu } from '../menu/menu-snapshot.ts';
import { beginMenuChange, setAvailable, storeOwnersMenu } from '../menu/menu-store.ts';
import { bundledImages } from '../menu/pictures.ts';
import { isShopItself, writeWhole } from './atomic-file.ts';
import type { Call, Command } from './command.ts';
import { CommandError, fileError, UsageError } from './command-error.ts';
import { menuAsCsv } from './menu-csv.ts';
import { readMenuFile } from './menu-file.ts';
import { menuAsJson } from './menu-json.ts';
import type { Fault, ParsedMenu } from './parsed-menu.ts';
import {
  findOwnersPicture,
  isServed,
  keepPicture,
  type MadePicture,
  makePicture,
  PictureError,
  type PictureKind,
} from './pictures.ts';
import { type Terminal, table } from './terminal.ts';

export const menuExport: Command = {
  usage: 'menu export [FILE] [--yes]',
  summary: 'Writes the menu to FILE (.csv for a spreadsheet, else JSON), or prints it; --yes overwrites FILE.',
  maxArgs: 1,
  options: { yes: { type: 'boolean' } },
  async run({ args: [file], options, config, terminal, openData, asJson }) {
    if (file !== undefined && !config.databaseUrl && isShopItself(file, config.dataDir))
      throw new CommandError('That is the shop itself; choose another file.');
    if (file !== undefined && /\.(xlsx?|ods|numbers)$/i.test(file))
      throw new CommandError(`${file} would be no workbook; a spreadsheet opens a file that ends with .csv.`);
    // The file may contain work that was not imported yet.
    if (file !== undefined && !options.yes && (await stat(file).catch(() => undefined))?.isFile())
      throw new CommandError(`${file} exists; add --yes to overwrite it.`);
    const menu = await currentMenu(await openData());
    const text = file && /\.csv$/i.test(file) ? menuAsCsv(menu) : menuAsJson(menu);
    if (file === undefined) return terminal.say(text.trimEnd());
    await writeWhole(file, text).catch((error) => {
      throw fileError(existsSync(dirname(resolve(file))) ? file : dirname(resolve(file)), error);
    });
    terminal.say(
      asJson
        ? JSON.stringify({ file, products: menu.products.length })
        : `${menu.products.length} products are in ${file}.`,
    );
  },
};

export const menuImport: Command = {
  usage: 'menu import FILE [--images FOLDER] [--dry-run]',
  summary:
    'Makes FILE (CSV or JSON) the menu, with pictures from FOLDER; checks everything before it changes anything.',
  minArgs: 1,
  maxArgs: 1,
  options: { images: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run(call) {
    const { args, options, config, terminal, openData, asJson } = call;
    const file = args[0] ?? '';
    const bytes = await readFile(file).catch((error) => {
      throw fileError(file, error);
    });
    const database = await openData();
    const current = await currentMenu(database);
    const read = readMenuFile(bytes, current);
    const ownImages = join(config.dataDir, 'images');
    const pictures = await picturesOf(read, { folder: folderFrom(options.images), ownImages, terminal });
    if (read.faults.length > 0) throw new MenuFileError(read.faults);

    const dryRun = options['dry-run'] === true;
    // Pictures first, so that a menu never names a missing one; after a kill in between they are merely unused.
    if (!dryRun) for (const { kind, picture } of pictures.made) await keepPicture(ownImages, kind, picture.files);
    const changes = dryRun
      ? changesBetween(current, pictures.namedIn(read.menu))
      : await database.transaction().execute(async (transaction) => {
          await beginMenuChange(transaction);
          // Read again: making pictures takes long, and changes made meanwhile to what the file does not mention must stay.
          const latest = asFile(await menuIn(transaction));
          const { menu, faults } = readMenuFile(bytes, latest);
          if (faults.length > 0) throw new MenuFileError(faults);
          const next = pictures.namedIn(menu);
          await storeOwnersMenu(transaction, next);
          return changesBetween(latest, next);
        });
    if (asJson) return terminal.say(JSON.stringify({ dryRun, pictures: pictures.made.length, ...changes }));
    terminal.say(inWords(changes, pictures.made.length));
    terminal.say(dryRun ? 'Nothing was changed: this was a dry run.' : 'Customers see it within a second.');
  },
};

/** All that is wrong with a file, with the rows it is wrong in. */
class MenuFileError extends CommandError {
  readonly faults: readonly Fault[];

  constructor(found: readonly Fault[]) {
    // From the top down, as the owner will mend them.
    const rowOf = ({ where }: Fault) => Number(/\d+/.exec(where)?.[0] ?? 0);
    const faults = found.toSorted((one, other) => rowOf(one) - rowOf(other));
    const shown = faults
      .slice(0, 30)
      .map(({ where, field, message }) => `  ${where}${field ? `, ${field}` : ''}: ${message}`);
    const more = faults.length - shown.length;
    super('The menu was not changed; this is wrong with the file:', [
      ...shown,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]);
    this.faults = faults;
  }
}

export const menuAvailable: Command = {
  usage: 'menu available NAME yes|no',
  summary: 'Says whether a product can be had today; NAME is its name, a part of it that only it has, or its id.',
  minArgs: 2,
  maxArgs: 2,
  async run({ args, terminal, openData, asJson }) {
    const [name = '', answer = ''] = args;
    const available = /^(yes|ya)$/i.test(answer);
    if (!available && !/^(no|tidak|habis)$/i.test(answer)) throw new UsageError(`Say yes or no, not "${answer}".`);
    const database = await openData({ mustBeThere: true });
    const product = theOne((await currentMenu(database)).products, name);
    await database.transaction().execute((transaction) => setAvailable(transaction, product._id, available));
    terminal.say(
      asJson
        ? JSON.stringify({ id: product._id, name: product.name, available })
        : `${product.name} ${available ? 'can be had again' : 'is sold out (Habis)'}. Customers see it within a second.`,
    );
  },
};

function theOne(products: readonly Product[], name: string): Product {
  const wanted = folded(name.trim());
  const exact = products.filter((product) => product._id === name.trim() || folded(product.name) === wanted);
  const found =
    exact.length > 0 ? exact : products.filter((product) => wanted !== '' && folded(product.name).includes(wanted));
  const [product] = found;
  if (!product) throw new CommandError(`No product is called "${name}"; \`menu export\` shows them all.`);
  if (found.length === 1) return product;
  throw new CommandError(
    `"${name}" fits ${found.length} products; use the whole name or the id:`,
    found.slice(0, 20).map((one) => `  ${one._id}  ${one.name}`),
  );
}

const currentMenu = async (database: Database) => asFile(await readMenu(database));

const asFile = ({ products, categories, tags, banks, miniMarkets }: MenuSnapshot): Menu => ({
  products: [...products],
  categories: [...categories],
  tags: [...tags],
  banks: [...banks],
  mini_markets: [...miniMarkets],
});

const folderFrom = (option: Call['options'][string]) => (typeof option === 'string' ? option : undefined);

/** Makes the pictures of a menu; what cannot be used is added to its `faults`. */
async function picturesOf(
  { menu, places, faults }: ParsedMenu,
  { folder, ownImages, terminal }: { folder: string | undefined; ownImages: string; terminal: Terminal },
) {
  if (folder !== undefined && !(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new CommandError(`${folder} is not a folder.`);
  }
  const made: { kind: PictureKind; picture: MadePicture }[] = [];
  /** By kind and the name in the file: what it will be served under. */
  const names = new Map<string, string>();
  const keyOf = (kind: PictureKind, name: string) => `${kind}/${name}`;

  /** What is to be made, and of which file. */
  const found: { kind: PictureKind; name: string; path: string; fault: (message: string) => void }[] = [];
  const lists = [
    ['products', menu.products],
    ['banks', menu.banks],
    ['mini-markets', menu.mini_markets],
  ] as const;
  for (const [kind, entries] of lists) {
    for (const { _id, image_url: name } of entries) {
      if (name === '' || names.has(keyOf(kind, name))) continue;
      names.set(keyOf(kind, name), name);
      const fault = (message: string) => void faults.push({ where: places.get(_id) ?? _id, field: 'image', message });
      const path = folder === undefined ? undefined : await findOwnersPicture(folder, kind, name);
      if (path) found.push({ kind, name, path, fault });
      else if (!(await isServed([ownImages, bundledImages], kind, name)))
        fault(
          folder === undefined
            ? `the shop has no picture "${name}" yet; say where it is with --images FOLDER.`
            : `"${name}" is not in ${folder}.`,
        );
    }
  }

  try {
    for (const [at, { kind, name, path, fault }] of found.entries()) {
      terminal.progress?.(`Picture ${at + 1} of ${found.length} …`);
      try {
        const picture = await makePicture(kind, name, await readFile(path));
        made.push({ kind, picture });
        names.set(keyOf(kind, name), picture.name);
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        fault(`"${name}" ${error.message}.`);
      }
    }
  } finally {
    terminal.progress?.('');
  }

  const named = <Entry extends { image_url: string }>(kind: PictureKind, entries: readonly Entry[]) =>
    entries.map((entry) => ({ ...entry, image_url: names.get(keyOf(kind, entry.image_url)) ?? entry.image_url }));
  return {
    made,
    /** The menu with the names that its pictures will be served under; one it has had from elsewhere since keeps its own. */
    namedIn: (menu: Menu): Menu => ({
      ...menu,
      products: named('products', menu.products),
      banks: named('banks', menu.banks),
      mini_markets: named('mini-markets', menu.mini_markets),
    }),
  };
}

interface Changes {
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  prices: { name: string; from: number; to: number }[];
}

function changesBetween(before: Menu, after: Menu): Changes {
  const old = new Map(before.products.map((product) => [product._id, product]));
  const kept = new Set(after.products.map(({ _id }) => _id));
  const changes: Changes = { added: [], changed: [], removed: [], unchanged: 0, prices: [] };
  for (const product of after.products) {
    const known = old.get(product._id);
    if (!known) changes.added.push(product.name);
    else if (JSON.stringify(inOneOrder(known)) === JSON.stringify(inOneOrder(product))) changes.unchanged++;
    else changes.changed.push(product.name);
    if (known && known.price !== product.price) {
      changes.prices.push({ name: product.name, from: known.price, to: product.price });
    }
  }
  changes.removed = before.products.filter(({ _id }) => !kept.has(_id)).map(({ name }) => name);
  return changes;
}

const inOneOrder = ({ name, description, price, image_url, stars, tags, category, available }: Product) => [
  name,
  description,
  price,
  image_url,
  stars,
  tags.map((tag) => tag.name),
  category,
  available !== false,
];

function inWords({ added, changed, removed, unchanged, prices }: Changes, pictures: number) {
  const listed = (word: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [`${word}: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''}`];
  return [
    `${added.length} new, ${changed.length} changed, ${removed.length} removed, ${unchanged} as before, ${pictures} pictures made.`,
    ...listed('New', added),
    ...listed('Removed', removed),
    ...(prices.length > 0
      ? [
          table(
            ['New prices', 'before', 'now'],
            prices.slice(0, 30).map(({ name, from, to }) => [name, rupiah(from), rupiah(to)]),
            ['before', 'now'],
          ),
        ]
      : []),
  ].join('\n');
}
