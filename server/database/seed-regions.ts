/** Indonesia's regions, from the package that has the current decree's. */
import { createReadStream } from 'node:fs';
import regionsPackage from 'idn-area-data/package.json' with { type: 'json' };
import { sql } from 'kysely';
import { type RegionFile, regionFile } from '../region-files.ts';
import { type DatabaseTransaction, isPostgres } from './open.ts';
import { rememberSeed, seededVersion } from './seeds.ts';

/** For each level of specification §7 its column that names the level above; provinces have none. */
const parentColumns: Record<RegionFile, string> = {
  provinces: 'none',
  regencies: 'province_code',
  districts: 'regency_code',
  villages: 'district_code',
};

/**
 * All four levels, replaced as a whole when the data's version changed. Data under ODbL. Put in piece by piece: what all ninety
 * thousand take at once, the process would keep for as long as the shop is open (50 MB).
 */
export async function seedRegions(transaction: DatabaseTransaction) {
  if ((await seededVersion(transaction, 'regions')) === regionsPackage.version) return;

  await transaction.deleteFrom('regions').execute();
  for (const [file, parent] of Object.entries(parentColumns) as [RegionFile, string][])
    await eachPiece(regionFile(file), (rows) => insertRegions(transaction, JSON.stringify(rows), parent));
  await rememberSeed(transaction, 'regions', regionsPackage.version);
}

/** One statement with one value: as bound parameters the same rows would take ten times as long. */
async function insertRegions(transaction: DatabaseTransaction, rows: string, parent: string) {
  const source = isPostgres(transaction) ? sql`json_array_elements(${rows}::json)` : sql`json_each(${rows})`;
  await sql`insert into regions (kode, nama, parent)
    select value->>'code', value->>'name', coalesce(value->>${sql.lit(parent)}, '') from ${source}`.execute(
    transaction,
  );
}

/** Reads a CSV file with column names in its first line, some hundred rows at a time. */
async function eachPiece(file: string, take: (rows: object[]) => Promise<void>) {
  const { default: Papa } = await import('papaparse');
  await new Promise<void>((resolve, reject) => {
    Papa.parse<object>(createReadStream(file, { encoding: 'utf8', highWaterMark: 16 * 1024 }), {
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
