/** Whether the regions of an address belong to one another. */
import type { NewAddress } from '#core/contract';
import type { Database } from './database/open.ts';
import { ApiError } from './http/api-error.ts';

/** Throws `unknown_region` unless the four codes are a province, a regency in it, a district in that and a village in that one. */
export async function requireChained(
  database: Database,
  { provinsi, kabupaten, kecamatan, kelurahan }: Pick<NewAddress, 'provinsi' | 'kabupaten' | 'kecamatan' | 'kelurahan'>,
) {
  const codes = [provinsi, kabupaten, kecamatan, kelurahan];
  const rows = await database.selectFrom('regions').select(['kode', 'parent']).where('kode', 'in', codes).execute();
  const parents = new Map(rows.map(({ kode, parent }) => [kode, parent]));
  if (!codes.every((code, level) => parents.get(code) === (codes[level - 1] ?? '')))
    throw new ApiError('unknown_region');
}
