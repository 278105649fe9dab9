/** `menu export`, `menu import` and `menu available`. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { OptionGroup, Product } from '#core/contract';
import { folded, holdsAll, wordsOf } from '#core/folding';
import { isExhausted } from '#core/options';
import { writeAtomically } from '../atomic-file.ts';
import { yesOrNo } from '../menu/menu-cells.ts';
import { menuAsJson } from '../menu/menu-json.ts';
import {
  describePriceQuestion,
  equalNames,
  implausiblePrices,
  movedProducts,
  type ProductQuestion,
  undoneChanges,
} from '../menu/menu-questions.ts';
import { type MenuSnapshot, menuIn, readMenu } from '../menu/menu-snapshot.ts';
import { beginMenuChange, setAvailable, storeOwnersMenu } from '../menu/menu-store.ts';
import { storePicture } from '../menu/store-picture.ts';
import { capitalised, type Menu, type MenuIssue, type ParsedMenu } from '../menu/whole-menu.ts';
import { type Command, CommandError, fileError, UsageError } from './command.ts';
import { changesBetween, describeChanges } from './menu-changes.ts';
import { choicesAsCsv, choicesFileOf } from './menu-choices.ts';
import { menuAsCsv } from './menu-csv.ts';
import { parseMenuFile } from './menu-file.ts';
import { makePictures } from './menu-pictures.ts';
import { isShopItself } from './sqlite-file.ts';
import { firstOf, visible, visibleJson } from './terminal.ts';

export const menuExport: Command = {
  usage: 'menu export [FILE] [--yes]',
  summary:
    'Menulis menu ke FILE (.csv untuk spreadsheet, dengan .pilihan.csv di sampingnya; selain itu JSON), atau menampilkannya; --yes menimpa.',
  async run({ args: [file], flags, config, openData }) {
    const mayReplace = flags.has('yes');
    if (file !== undefined && !config.databaseUrl && isShopItself(file, config.dataDir))
      throw new CommandError('Itu data kedai sendiri; pilih berkas lain.');
    if (file !== undefined && /\.(xlsx?|ods|numbers)$/i.test(file))
      throw new CommandError(`${file} tidak akan menjadi buku kerja; untuk spreadsheet, akhiri namanya dengan .csv.`);
    // The file may contain work that was not imported yet.
    if (file !== undefined && !mayReplace && (await stat(file).catch(() => undefined))?.isFile())
      throw overwriting(file);
    const { menu, version } = await readMenu(await openData({ orNew: true }));
    const beside = file === undefined ? undefined : choicesFileOf(file);
    const groups = menu.option_groups ?? [];
    // A file of choices that is left from before would be read with the menu.
    const choices = beside !== undefined && (groups.length > 0 || existsSync(beside)) ? beside : undefined;
    if (choices !== undefined && !mayReplace && existsSync(choices)) throw overwriting(choices);
    const text = file && /\.csv$/i.test(file) ? menuAsCsv(menu, version) : menuAsJson(menu, version);
    if (file === undefined) return { data: { ...menu, version }, text: visibleJson(text.trimEnd()) };
    const write = (path: string, content: string) =>
      writeAtomically(path, content).catch((error) => {
        throw fileError(existsSync(dirname(resolve(path))) ? path : dirname(resolve(path)), error);
      });
    if (choices !== undefined) await write(choices, choicesAsCsv(groups, version));
    await write(file, text);
    const count = groups.reduce((sum, group) => sum + group.choices.length, 0);
    return {
      data: { file, products: menu.products.length, ...(choices && { choicesFile: choices, choices: count }) },
      text: `${menu.products.length} produk ditulis ke ${file}${choices ? `, dan ${count} pilihan ke ${choices}` : ''}.`,
    };
  },
};

const overwriting = (file: string) => new CommandError(`${file} sudah ada; tambahkan --yes untuk menimpanya.`);

export const menuImport: Command = {
  usage: 'menu import FILE [--images FOLDER] [--dry-run] [--yes] [--strict]',
  summary:
    'Menjadikan FILE (CSV dengan .pilihan.csv di sampingnya, atau JSON) menu kedai, dengan gambar dari FOLDER; semua diperiksa sebelum ada yang diubah. --yes membenarkan harga dan produk yang tampak salah, --strict menolak judul yang bukan kolom.',
  async run({ args: [file = ''], options: { images: folder }, flags, config, terminal, openData }) {
    if (/\.pilihan\.csv$/i.test(file))
      throw new CommandError(`${file} dibaca bersama ${file.replace(/\.pilihan(?=\.csv$)/i, '')}; impor berkas itu.`);
    const bytes = await readFile(file).catch((error) => {
      throw fileError(file, error);
    });
    const beside = choicesFileOf(file);
    const choices = beside !== undefined && existsSync(beside) ? await readFile(beside) : undefined;
    const database = await openData({ orNew: true });
    const snapshot = await readMenu(database);
    const { menu: current } = snapshot;
    const isStrict = flags.has('strict');
    const parsed = parseMenuFile(bytes, current, isStrict, choices);
    const isConfirmed = flags.has('yes');
    const ownImages = join(config.dataDir, 'images');
    const pictures = await makePictures(parsed, { folder, ownImages, terminal });
    const named = (one: ParsedMenu) => ({ ...one, menu: pictures.namedIn(one.menu) });
    requireUsable(named(parsed), snapshot, isConfirmed);

    const dryRun = flags.has('dry-run');
    // Pictures first, so that a menu never names a missing one; after a kill in between they are merely unused.
    if (!dryRun) for (const { kind, picture } of pictures.made) await storePicture(ownImages, kind, picture.files);
    const changes = dryRun
      ? changesBetween(current, withoutSample(named(parsed), snapshot))
      : await database.transaction().execute(async (transaction) => {
          await beginMenuChange(transaction);
          // Read again: making pictures takes long, and changes made meanwhile to what the file does not mention must stay.
          const latestSnapshot = await menuIn(transaction);
          const { menu: latest } = latestSnapshot;
          const parsedAgain = named(parseMenuFile(bytes, latest, isStrict, choices));
          requireUsable(parsedAgain, latestSnapshot, isConfirmed);
          const next = withoutSample(parsedAgain, latestSnapshot);
          await storeOwnersMenu(transaction, next);
          return changesBetween(latest, next);
        });
    const { made } = pictures;
    const warnings = [...parsed.warnings, ...choicesOfSample(parsed, snapshot), ...pictures.warnings];
    return {
      data: { dryRun, pictures: made.length, warnings, ...(choices && { choicesFile: beside }), ...changes },
      warnings: listed(warnings.map(describeIssue)).map((line) => line.trim()),
      text: [
        ...(choices ? [`Pilihan dibaca dari ${beside}.`] : []),
        describeChanges(changes, made.length),
        dryRun ? 'Belum ada yang diubah: ini hanya percobaan.' : 'Pelanggan melihatnya dalam satu detik.',
      ].join('\n'),
    };
  },
};

/** Groups of the bundled menu, which is only a sample, go when no product names them any more. */
function withoutSample({ menu, choicePlaces }: ParsedMenu, { isOwners }: MenuSnapshot): Menu {
  if (isOwners || !menu.option_groups) return menu;
  const named = new Set(menu.products.flatMap(({ option_groups = [] }) => option_groups));
  const isWanted = ({ _id, choices }: OptionGroup) =>
    named.has(_id) || choices.some((one) => choicePlaces.has(one._id));
  return { ...menu, option_groups: menu.option_groups.filter(isWanted) };
}

/** Warns of the sample's options: a file without options keeps those that exist (decision M11), but the owner never chose these. */
function choicesOfSample({ menu, version, choicePlaces }: ParsedMenu, { isOwners }: MenuSnapshot): MenuIssue[] {
  if (isOwners || version !== undefined) return [];
  const ofFile = ({ choices }: OptionGroup) => choices.some(({ _id }) => choicePlaces.has(_id));
  const ids = new Set(menu.option_groups?.flatMap((group) => (ofFile(group) ? [] : group._id)));
  const names = menu.products.flatMap((product) =>
    product.option_groups?.some((id) => ids.has(id)) ? product.name : [],
  );
  if (names.length === 0) return [];
  const message = `pilihan dari menu contoh tetap ada pada ${firstOf(names, 10)}; periksa apakah kedai menjualnya.`;
  return [{ where: 'menu', message }];
}

/** Throws all that is wrong with a file, with the rows it is wrong in, and what looks wrong unless the owner has confirmed it. */
function requireUsable(parsed: ParsedMenu, before: MenuSnapshot, isConfirmed: boolean) {
  const { menu: current } = before;
  // From the top down, as the owner will mend them.
  const rowOf = ({ where }: MenuIssue) => Number(/\d+/.exec(where)?.[0] ?? 0) + (where.startsWith('pilihan') ? 1e6 : 0);
  const issues = [...parsed.issues, ...reusedIds(parsed, before)].toSorted((one, other) => rowOf(one) - rowOf(other));
  const prices = isConfirmed ? [] : implausiblePrices(parsed, current);
  // The bundled menu is only a sample: an owner who replaces it means to.
  const moved = before.isOwners ? movedProducts(parsed, current) : [];
  const products = isConfirmed ? [] : [...moved, ...equalNames(parsed, current)];
  const newer = isConfirmed || !before.isOwners ? [] : undoneChanges(parsed, before);
  const parts = [
    { title: 'ini yang salah di berkasnya:', lines: issues.map(describeIssue) },
    {
      title: 'Harga ini tampak salah; perbaiki berkasnya, atau tambahkan --yes kalau memang benar:',
      lines: prices.map(describePriceQuestion),
    },
    {
      title: 'Produk ini tampak salah; perbaiki berkasnya, atau tambahkan --yes kalau memang benar:',
      lines: products.map(inWords),
    },
    {
      title:
        'Ini diubah di kedai, di kasir atau oleh impor, setelah berkasnya diekspor; ekspor lagi, atau tambahkan --yes untuk menimpanya:',
      lines: newer.map(inWords),
    },
  ];
  const [title, ...lines] = parts.flatMap(({ title, lines }) => (lines.length > 0 ? [title, ...listed(lines)] : []));
  if (title !== undefined)
    throw new CommandError(`Menu tidak diubah${issues.length > 0 ? ';' : '.'} ${title}`, lines, {
      faults: issues,
      questions: [...prices, ...products, ...newer],
    });
}

/** Ids of choices that were once those of others: what waits in a cart or a phone would become another drink (decision M1). */
function reusedIds({ menu, choicePlaces }: ParsedMenu, { everNamed, option_groups }: MenuSnapshot): MenuIssue[] {
  const offered = new Set(option_groups.flatMap(({ choices }) => choices.map(({ _id }) => _id)));
  return (menu.option_groups ?? [])
    .flatMap(({ choices }) => choices)
    .flatMap(({ _id, name }) => {
      const former = everNamed.choices.get(_id) ?? name;
      if (offered.has(_id) || folded(former) === folded(name)) return [];
      const where = choicePlaces.get(_id) ?? `option_groups, ${_id}`;
      return [{ where, field: 'id', message: `"${_id}" dulu id "${former}"; pakai id baru.` }];
    });
}

const inWords = ({ where, question }: ProductQuestion) => `${capitalised(where)}: ${question}`;

const describeIssue = ({ where, field, message }: MenuIssue) => `${where}${field ? `, ${field}` : ''}: ${message}`;

function listed(lines: readonly string[]) {
  const more = lines.length - 30;
  return [...lines.slice(0, 30), ...(more > 0 ? [`dan ${more} lagi`] : [])].map((line) => `  ${line}`);
}

export const menuAvailable: Command = {
  usage: 'menu available NAME yes|no',
  summary: 'Menandai produk ada atau habis hari ini; NAME adalah namanya, bagian yang hanya dimilikinya, atau id-nya.',
  async run({ args: [name = '', answer = ''], openData }) {
    const available = answer === '' ? undefined : yesOrNo(answer);
    if (available === undefined) throw new UsageError(`Tulis yes atau no, bukan "${answer}".`);
    const database = await openData();
    const product = theOne((await readMenu(database)).menu.products, name);
    const exhausted = await database.transaction().execute(async (transaction) => {
      await setAvailable(transaction, product._id, available);
      return ((await menuIn(transaction)).options.get(product._id) ?? []).filter(isExhausted).map(({ name }) => name);
    });
    const isOffered = available && exhausted.length === 0;
    const state = isOffered
      ? 'ada lagi'
      : available
        ? `masih habis: kelompok ${exhausted.join(', ')}`
        : 'ditandai habis';
    return {
      data: { id: product._id, name: product.name, available: isOffered },
      text: `${visible(product.name)} ${state}. Pelanggan melihatnya dalam satu detik.`,
    };
  },
};

function theOne(products: readonly Product[], name: string): Product {
  const wanted = folded(name);
  const words = wordsOf(name);
  const exact = products.filter(
    (product) => product._id === name.trim() || (wanted !== '' && folded(product.name) === wanted),
  );
  const found =
    exact.length > 0 ? exact : products.filter((product) => words.length > 0 && holdsAll(folded(product.name), words));
  const [product] = found;
  if (!product) throw new CommandError(`Tidak ada produk bernama "${name}"; lihat \`menu export\`.`);
  if (found.length === 1) return product;
  throw new CommandError(
    `"${name}" cocok dengan ${found.length} produk; tulis nama lengkap atau id-nya:`,
    found.slice(0, 20).map((one) => `  ${one._id}  ${one.name}`),
  );
}
