/** `doctor`: what an owner should do something about, before the shop stops selling or loses what it sold. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { shop } from '#core/shop';
import { expiryWarning, readCertificate } from '../certificate.ts';
import type { Config } from '../config.ts';
import { openToOthers, sqliteFileOf } from '../database/data-folder.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { foreignToShop } from '../database/own-schema.ts';
import { isInitialised, migrationNames, writeProbe } from '../database/prepare.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import { bundledImages } from '../menu/pictures.ts';
import { buildWarning } from '../pages/build-record.ts';
import { qrisWarning } from '../qris-warning.ts';
import { sampleTextWarning } from '../sample-texts.ts';
import { shopConfigError } from '../shop-config-check.ts';
import { abandonedDrafts } from './backup.ts';
import type { Command } from './command.ts';
import { CommandError, exists } from './command-error.ts';
import { isServed } from './picture-files.ts';
import { isEmpty } from './sqlite-file.ts';
import { visible } from './terminal.ts';

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
  drafts: 'sisa',
  pictures: 'gambar',
  space: 'ruang',
  qris: 'QRIS',
  tls: 'HTTPS',
};

type Findings = AsyncGenerator<Finding, void>;

export const doctor: Command = {
  usage: 'doctor',
  summary: 'Memeriksa fakta, data, disk, gambar, dan sertifikat; berakhir dengan 1 bila ada yang rusak.',
  async run({ config, terminal, asJson }) {
    const looks = { facts: atFacts, data: config.databaseUrl ? atPostgres : atSqlite, disk: atDisk, tls: atTls };
    const findings: Finding[] = [];
    for (const [about, look] of Object.entries(looks)) {
      try {
        for await (const finding of look(config)) findings.push(finding);
      } catch (error) {
        const { message } = error as Error;
        findings.push(fault(about, error instanceof CommandError ? message : `Tidak bisa dipakai: ${message}.`));
      }
    }
    const worst = findings.some(({ outcome }) => outcome === 'fault') ? 1 : 0;
    const signs = { ok: 'baik      ', warning: 'PERINGATAN', fault: 'RUSAK     ' };
    if (asJson) terminal.say(JSON.stringify({ sound: worst === 0, findings }));
    else
      for (const { about, outcome, says } of findings)
        terminal.say(`${signs[outcome]}  ${(subjects[about] ?? about).padEnd(10)}  ${says}`);
    return worst;
  },
};

async function* atFacts({ publicUrl }: Config): Findings {
  const mistake = shopConfigError();
  if (mistake) return yield fault('facts', mistake);
  yield ok('facts', `shop.config.json milik ${shop.title}.`);
  const samples = sampleTextWarning(shop);
  if (samples) yield warning('texts', samples);
  const fee = qrisWarning(shop);
  if (fee) yield warning('qris', fee);
  const build = buildWarning(fileURLToPath(new URL('../../dist', import.meta.url)), publicUrl);
  if (build) yield warning('storefront', build);
}

/** The SQLite file: whether it is sound, can be written and is of this version, and whether its pictures are there. */
async function* atSqlite(config: Config): Findings {
  const path = sqliteFileOf(config.dataDir);
  const noShop = warning('data', `Belum ada kedai di ${resolve(config.dataDir)}; npm start membuatnya.`);
  if (!exists(path)) return yield noShop;
  const file = new SqliteFile(path, { readonly: true, timeout: 10_000 });
  try {
    if (isEmpty(file)) return yield noShop;
    const damage = file.pragma('integrity_check', { simple: true });
    const strays = (file.pragma('foreign_key_check') as unknown[]).length;
    yield damage === 'ok' && strays === 0
      ? ok('data', `${path} utuh.`)
      : fault('data', `${path} rusak (${damage}, ${strays} baris terlepas): pulihkan cadangan.`);
    if (!mayWrite(path)) yield fault('data', `${path} hanya bisa dibaca pengguna ini: pesanan tidak bisa disimpan.`);
    const open = openToOthers(config.dataDir).join(', ');
    yield open === ''
      ? ok('access', 'Tidak ada pengguna lain di mesin ini yang bisa membaca data.')
      : fault(
          'access',
          `Pengguna lain di mesin ini bisa membaca ${open}: nyalakan kedai; ia menutupnya atau menyebut sebabnya.`,
        );
    yield atTables(file.prepare('select name from kysely_migration').pluck().all() as string[]);
    for (const { type, name } of await foreignToShop(file))
      yield warning(
        'tables',
        `${type} ${visible(name)} bukan bagian kedai; cadangan yang memuatnya tidak bisa dipulihkan.`,
      );
    for (const left of abandonedDrafts(resolve(config.dataDir)))
      yield warning(
        'drafts',
        `${left} sisa dari cadangan atau pemulihan yang terputus, dan berisi data pelanggan: hapuslah.`,
      );
    const shown = "select name, image_url from products where removed_at is null and image_url <> ''";
    yield* atPictures(config, file.prepare(shown).all() as Pictured[]);
  } finally {
    file.close();
  }
}

/** Whether this user may write the file: one that root has put there may only be read. */
function mayWrite(path: string): boolean {
  const file = new SqliteFile(path, { fileMustExist: true, timeout: 10_000 });
  try {
    file.exec(writeProbe);
    return true;
  } catch (error) {
    if (storageErrorOf(error) === 'busy') return true;
    if ((error as { code?: unknown }).code === 'SQLITE_READONLY') return false;
    throw error;
  } finally {
    file.close();
  }
}

function atTables(done: readonly string[]): Finding {
  if (!done.every((name) => migrationNames.includes(name)))
    return fault('tables', 'Data ditulis oleh versi kedai yang lebih baru: jalankan versi itu.');
  const missing = migrationNames.length - done.length;
  return missing === 0
    ? ok('tables', 'Sesuai dengan versi ini.')
    : warning('tables', `${missing} perubahan dilakukan saat kedai dinyalakan lagi.`);
}

interface Pictured {
  name: string;
  image_url: string;
}

async function* atPictures({ dataDir }: Config, products: readonly Pictured[]): Findings {
  const missing: string[] = [];
  for (const { name, image_url } of products)
    if (!(await isServed([join(dataDir, 'images'), bundledImages], 'products', image_url)))
      missing.push(`${name} (${image_url})`);
  yield missing.length === 0
    ? ok('pictures', 'Setiap produk punya gambar yang disebut menu.')
    : warning('pictures', `${missing.length} tidak ada: ${missing.slice(0, 3).join(', ')}${missing[3] ? ' …' : ''}.`);
}

/** The same of PostgreSQL, and whether its settings keep what it acknowledges. */
async function* atPostgres(config: Config): Findings {
  const database = await openPostgres(config.databaseUrl ?? '', { max: 1 });
  try {
    const { rows: unsafe } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
        or name = 'server_encoding' and setting <> 'UTF8'`.execute(database);
    const settings = unsafe.map(({ name, setting }) => `${name} = ${setting}`).join(', ');
    yield settings === ''
      ? ok('data', 'PostgreSQL menjawab, dan menyimpan yang sudah diterimanya.')
      : fault('data', `${settings}: pesanan yang sudah diterima bisa hilang.`);
    if (!(await isInitialised(database))) return yield warning('tables', 'Belum ada kedai; npm start membuatnya.');
    const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
    yield atTables(done.map(({ name }) => name));
    const shown = database.selectFrom('products').select(['name', 'image_url']).where('removed_at', 'is', null);
    yield* atPictures(config, await shown.where('image_url', '!=', '').execute());
  } finally {
    await database.destroy();
  }
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
