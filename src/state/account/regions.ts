/** Indonesia's regions: provinces and the three levels below them. */
import { atom } from 'jotai';
import type { Region } from '#core/contract';
import { alphabetical } from '#core/region-search';
import { getRegions, type RegionLevel } from '#device/api';
import { type Resource, resource } from '../connection/resource.ts';

const regions = new Map<string, ReturnType<typeof regionResource>>();
const regionResource = (level: RegionLevel, parent: string) =>
  resource(async () => alphabetical(await getRegions(level, level === 'provinces' ? undefined : parent)));

const nothingBelow = atom(
  (): Resource<Region[]> => ({ status: 'idle' }),
  async (): Promise<Resource<Region[]>> => ({ status: 'idle' }),
);

/**
 * The regions of a level below `parent` (empty for the provinces) in alphabetical order, loaded when first shown. Without
 * a parent it stays idle.
 */
export function regionsAtom(level: RegionLevel, parent = '') {
  if (level !== 'provinces' && parent === '') return nothingBelow;
  const name = `${level}/${parent}`;
  const known = regions.get(name) ?? regionResource(level, parent);
  regions.set(name, known);
  return known;
}
