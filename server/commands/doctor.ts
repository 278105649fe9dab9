/** `doctor`: what an owner should do something about, before the shop stops selling or loses what it sold. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { shop } from '#core/shop';
import { expiryWarning, readCertificate } from '../certificate.ts';
import type { Config } from '../config.ts';
import { openToOthers, sqliteFileOf } from '../database/data-folder.ts';
import { type Database, describeDatabase } from '../database/open.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { isInitialised, migrationNames, writeProbe } from '../database/prepare.ts';
import type { Tables } from '../database/tables.ts';
import { bundledImages, isServed } from '../menu/pictures.ts';
import { buildWarning } from '../pages/build-record.ts';
import { shopConfigError } from '../shop-config-check.ts';
import { qrisWarning, sampleTextWarning } from '../shop-warnings.ts';
import { type Command, CommandError, describeSystemError, exists } from './command.ts';

/** What is said of one thing: all is well, the owner should know, or the shop does not work or loses something. */
export interface Finding {
  about: string;
  outcome: 'ok' | 'warning' | 'fault';
  says: string;
}

const saying =
  (outcome: Finding['outcome']) =>
  (about: string, says: string): Finding => ({ about, outcome, says });
const [ok, warning, fault] = [saying('ok'), saying('warning'), saying('fault')];

/** What a finding is about, for its owner; where it is another word. */
const subjects: Partial<Record<string, string>> = {
  facts: 'fakta',
  texts: 'teks',
  storefront: 'halaman',
  access: 'akses',
  tables: 'tabel',
  pictures: 'gambar',
  space: 'ruang',
  qris: 'QRIS',
  tls: 'HTTPS',
};

type Findings = AsyncGenerator<Finding, void>;

export const doctor: Command = {
  usage: 'doctor',
  summary: 'Memeriksa fakta, data, disk, gambar, dan sertifikat; berakhir dengan 1 bila ada yang rusak.',
  async run({ config }) {
    const findings: Finding[] = [];
    for (const [about, look] of Object.entries({ facts: atFacts, data: atData, disk: atDisk, tls: atTls })) {
      try {
        for await (const finding of look(config)) findings.push(finding);
      } catch (error) {
        const { message } = error as Error;
        const said = error instanceof CommandError ? message : describeSystemError(error);
        findings.push(fault(about, said ?? `Tidak bisa dipakai: ${message}.`));
      }
    }
    const worst = findings.some(({ outcome }) => outcome === 'fault') ? 1 : 0;
    const signs = { ok: 'baik      ', warning: 'PERINGATAN', fault: 'RUSAK     ' };
    const lines = findings.map(
      ({ about, outcome, says }) => `${signs[outcome]}  ${(subjects[about] ?? about).padEnd(10)}  ${says}`,
    );
    return { data: { sound: worst === 0, findings }, text: lines.join('\n'), code: worst };
  },
};

async function* atFacts({ publicUrl }: Config): Findings {
  const mistake = shopConfigError();
  if (mistake) return yield fault('facts', mistake);
  yield ok('facts', `shop.config.json milik ${shop.title}.`);
  const warnings = {
    texts: sampleTextWarning(shop),
    qris: qrisWarning(shop),
    storefront: buildWarning(fileURLToPath(new URL('../../dist', import.meta.url)), publicUrl),
  };
  for (const [about, says] of Object.entries(warnings)) if (says) yield warning(about, says);
}

/** The shop's data: whether it is sound, can be written, is closed to others and of this version, and whether its pictures are there. */
async function* atData(config: Config): Findings {
  const noShop = warning('data', `Belum ada kedai di ${describeDatabase(config)}; npm start membuatnya.`);
  const path = sqliteFileOf(config.dataDir);
  if (!config.databaseUrl && !exists(path)) return yield noShop;
  const file = config.databaseUrl ? undefined : new SqliteFile(path, { fileMustExist: true, timeout: 10_000 });
  const database = file
    ? new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
    : await openPostgres(config.databaseUrl ?? '', { max: 1 });
  try {
    if (!(await isInitialised(database))) return yield noShop;
    if (file) yield* atSqlite(config, file);
    else yield await atPostgres(database);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
    const missing = migrationNames.length - rows.length;
    if (!rows.every(({ name }) => migrationNames.includes(name)))
      yield fault('tables', 'Data ditulis oleh versi kedai yang lebih baru: jalankan versi itu.');
    else if (missing === 0) yield ok('tables', 'Sesuai dengan versi ini.');
    else yield warning('tables', `${missing} perubahan dilakukan saat kedai dinyalakan lagi.`);
    yield await atPictures(config, database);
    // Last, since it throws where root has put the file there, which this user may then only read.
    if (file) file.exec(writeProbe);
  } finally {
    await database.destroy();
  }
}

function* atSqlite({ dataDir }: Config, file: SqliteFile.Database) {
  const damage = file.pragma('integrity_check', { simple: true });
  const strays = (file.pragma('foreign_key_check') as unknown[]).length;
  if (damage === 'ok' && strays === 0) yield ok('data', `${file.name} utuh.`);
  else yield fault('data', `${file.name} rusak (${damage}, ${strays} baris terlepas): pulihkan cadangan.`);
  const open = openToOthers(dataDir).join(', ');
  if (open === '') yield ok('access', 'Tidak ada pengguna lain di mesin ini yang bisa membaca data.');
  else
    yield fault(
      'access',
      `Pengguna lain di mesin ini bisa membaca ${open}: nyalakan kedai; ia menutupnya atau menyebut sebabnya.`,
    );
}

/** Whether PostgreSQL's settings keep what it acknowledges. */
async function atPostgres(database: Database) {
  const { rows: unsafe } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
      or name = 'server_encoding' and setting <> 'UTF8'`.execute(database);
  const settings = unsafe.map(({ name, setting }) => `${name} = ${setting}`).join(', ');
  return settings === ''
    ? ok('data', 'PostgreSQL menjawab, dan menyimpan yang sudah diterimanya.')
    : fault('data', `${settings}: pesanan yang sudah diterima bisa hilang.`);
}

async function atPictures({ dataDir }: Config, database: Database) {
  const shown = database.selectFrom('products').select(['name', 'image_url']).where('removed_at', 'is', null);
  const missing: string[] = [];
  for (const { name, image_url } of await shown.where('image_url', '!=', '').execute())
    if (!(await isServed([join(dataDir, 'images'), bundledImages], 'products', image_url)))
      missing.push(`${name} (${image_url})`);
  return missing.length === 0
    ? ok('pictures', 'Setiap produk punya gambar yang disebut menu.')
    : warning('pictures', `${missing.length} tidak ada: ${missing.slice(0, 3).join(', ')}${missing[3] ? ' …' : ''}.`);
}

/** Linux' numbers of file systems over which SQLite's locks cannot be trusted (statfs(2)): NFS, SMB and CIFS. */
const networked = [0x6969, 0x517b, 0xfe534d42, 0xff534d42];

/** Beside PostgreSQL only pictures are there. */
async function* atDisk({ dataDir, databaseUrl }: Config): Findings {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return;
  const { bavail, bsize, type } = await statfs(folder);
  const megabytes = Math.round((bavail * bsize) / 1e6);
  if (megabytes < 50 && !databaseUrl)
    yield fault('space', `Tinggal ${megabytes} MB: sebentar lagi pesanan tidak bisa disimpan.`);
  else yield (megabytes < 500 ? warning : ok)('space', `${megabytes} MB kosong.`);
  if (networked.includes(type) && !databaseUrl)
    yield fault('disk', `${folder} ada di jaringan, tempat kunci SQLite tidak bisa dipercaya: pakai disk mesin ini.`);
}

/** Whether phones will install and cache anything: they do so over HTTPS only. */
async function* atTls({ tls, publicUrl, trustProxy }: Config): Findings {
  if (tls) {
    const certificate = await readCertificate(tls);
    const end = expiryWarning(certificate, Date.now());
    if (!end) return yield ok('tls', `Sertifikat berlaku sampai ${certificate.validTo.toISOString().slice(0, 10)}.`);
    yield (certificate.validTo.getTime() < Date.now() ? fault : warning)('tls', end);
  } else if (publicUrl?.startsWith('https:') || trustProxy.length > 0)
    yield ok('tls', 'HTTPS ditangani proxy di depan.');
  else
    yield warning('tls', 'Tidak ada HTTPS: HP tidak bisa memasang kedai. Isi TLS_CERT dan TLS_KEY, atau pakai proxy.');
}
