/** A backup as `restore` reads it: a file of unknown origin, of which only rows of our own tables and harmless pictures are taken, whatever else is in it. */
import SqliteFile from 'better-sqlite3';
import { columnsOf, type OwnSchema, ownSchema, quoted } from '../database/own-schema.ts';
import { migrationNames } from '../database/prepare.ts';
import { PictureError, type PictureKind } from '../menu/pictures.ts';
import { CommandError, exists } from './command.ts';
import { canBeShown } from './picture-files.ts';
import { rowCheck } from './restored-rows.ts';
import { hasTable, isEmpty, requireFile, requireSound } from './sqlite-file.ts';
import { firstOf, visible } from './terminal.ts';

/** A picture under the name that the menu calls it by. */
interface Picture {
  kind: PictureKind;
  name: string;
  bytes: Buffer;
}

/** A backup that was checked and may be restored. It cannot be changed until it is closed. */
export type BackupFile = Awaited<ReturnType<typeof openBackup>>;

/** Opens the backup at `source`. Throws a `CommandError` for what is no sound backup of this shop. */
export async function openBackup(source: string, warn: (text: string) => void) {
  if (!exists(source)) throw new CommandError(`Tidak ada berkas ${source}.`);
  requireFile(source);
  const file = new SqliteFile(source, { readonly: true, fileMustExist: true });
  try {
    // What the file's schema says may be evaluated (a check, a computed column), but calls nothing that has an effect.
    file.pragma('trusted_schema = OFF');
    file.pragma('cell_size_check = ON');
    file.exec('begin');
    if (isEmpty(file)) throw new CommandError(`${source} kosong, bukan cadangan.`);
    const own = await requireOwn(file, source);
    requireSound(file, source);
    const foreign = foreignTo(own, file);
    if (foreign.length > 0) warn(`Bukan bagian kedai, dan tidak dipulihkan: ${firstOf(foreign.map(visible), 20)}.`);
    const pictures = await picturesIn(file, warn);
    return {
      pictures,
      copyTo: (shop: SqliteFile.Database) => copyTables(file, shop, own, source),
      close: () => void file.close(),
    };
  } catch (error) {
    file.close();
    if (/^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(String((error as { code?: unknown }).code))) {
      throw new CommandError(`${source} bukan cadangan, atau rusak.`);
    }
    throw error;
  }
}

/** Throws a `CommandError` where our own tables are not as they were after the migrations that the file names. */
async function requireOwn(file: SqliteFile.Database, source: string): Promise<OwnSchema> {
  const foreign = new CommandError(`${source} memang basis data, tetapi bukan milik kedai ini.`);
  if (!hasTable(file, 'orders') || !hasTable(file, 'kysely_migration')) throw foreign;
  const names = file.prepare('select name from kysely_migration order by name').pluck().all() as string[];
  if (!names.every((name) => migrationNames.includes(name))) {
    throw new CommandError('Cadangan ini dibuat oleh versi kedai yang lebih baru; perbarui dulu versi di sini.');
  }
  const last = names.at(-1);
  if (last === undefined || names.join() !== migrationNames.slice(0, names.length).join()) throw foreign;

  const own = await ownSchema(last);
  const refused = (what: string) => new CommandError(`${source} tidak dipulihkan: ${what}.`);
  for (const [table, columns] of own.tables) {
    if (!hasTable(file, table)) throw refused(`tabel "${table}" tidak ada`);
    const found = columnsOf(file, table);
    const fits = found.length === columns.size && found.every(({ name, hidden }) => columns.has(name) && hidden === 0);
    if (!fits) throw refused(`kolom tabel "${table}" berbeda`);
  }
  return own;
}

/** The tables, views and triggers that the owner, or another program, has added. */
const foreignTo = ({ tables }: OwnSchema, file: SqliteFile.Database) =>
  (file.prepare("select name from sqlite_master where type <> 'index'").pluck().all() as string[]).filter(
    (name) => !tables.has(name) && !/^(sqlite_|backup_pictures$)/.test(name),
  );

/** Those that the shop can show, made harmless; what is left out is told to `warn`. */
async function picturesIn(file: SqliteFile.Database, warn: (text: string) => void) {
  const pictures: Picture[] = [];
  if (!hasTable(file, 'backup_pictures')) return pictures;
  const { cleanPicture } = await import('../menu/make-picture.ts');
  for (const row of file.prepare('select kind, name, bytes from backup_pictures').all()) {
    const { kind, name, bytes } = row as Picture;
    if (!canBeShown(kind, name, warn)) continue;
    try {
      if (!Buffer.isBuffer(bytes)) throw new PictureError('bukan gambar');
      pictures.push({ kind, name, bytes: await cleanPicture(name, bytes) });
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      warn(`${kind}/${name} dilewati: ${error.message}.`);
    }
  }
  return pictures;
}

/** Whether a shop can have counted so far, and JavaScript can count on: a table whose largest id is SQLite's last takes no more rows. */
const isCount = (value: unknown) => typeof value === 'bigint' && value <= 2n ** 52n && value >= -(2n ** 52n);

/** Makes the tables of the backup in `shop`, which has none of them, with all their rows. Throws a `CommandError` for rows that do not fit. */
function copyTables(file: SqliteFile.Database, shop: SqliteFile.Database, own: OwnSchema, source: string) {
  for (const statement of own.statements) shop.exec(statement);
  const unfit = (table: string) =>
    new CommandError(`${source} tidak dipulihkan: ada baris yang tidak cocok di tabel "${table}".`);
  const rowsOf = (table: string, columns: readonly string[]) =>
    // Not by an index of the file, which may say anything.
    file
      .prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(table)} not indexed`)
      .raw()
      .safeIntegers()
      .iterate() as Iterable<unknown[]>;
  for (const [table, columns] of own.tables) {
    if (table.startsWith('sqlite_')) continue;
    const [names, kinds] = [[...columns.keys()], [...columns.values()]];
    const insert = shop.prepare(
      `insert into main.${quoted(table)} (${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    const isOfKind = (value: unknown, at: number) =>
      value === null || (kinds[at] === 'integer' ? isCount(value) : typeof value === 'string');
    const misfit = rowCheck(table, names);
    let number = 0;
    for (const row of rowsOf(table, names)) {
      number++;
      if (!row.every(isOfKind)) throw unfit(table);
      const column = misfit(row);
      if (column)
        throw new CommandError(
          `${source} tidak dipulihkan: ${column} di baris ${number} tabel "${table}" tidak mungkin disimpan oleh kedai.`,
        );
      try {
        insert.run(row);
      } catch (error) {
        if (/^SQLITE_(CONSTRAINT|MISMATCH)/.test(String((error as { code?: unknown }).code))) throw unfit(table);
        throw error;
      }
    }
  }
  const [stray] = shop.pragma('foreign_key_check') as { table: string }[];
  if (stray) throw unfit(stray.table);
  // Where the numbers of orders and addresses go on, which may be above the largest that is left.
  const sequence = shop.prepare('update main.sqlite_sequence set seq = max(seq, ?) where name = ?');
  const begin = shop.prepare(
    'insert into main.sqlite_sequence select ?, ? where ? not in (select name from main.sqlite_sequence)',
  );
  for (const [name, seq] of rowsOf('sqlite_sequence', ['name', 'seq'])) {
    if (typeof name !== 'string' || !own.tables.has(name) || !isCount(seq)) throw unfit('sqlite_sequence');
    sequence.run(seq, name);
    begin.run(name, seq, name);
  }
}
