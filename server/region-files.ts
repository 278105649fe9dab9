/** The files of `idn-area-data`: CSV, one for each level of specification §7. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type RegionFile = 'provinces' | 'regencies' | 'districts' | 'villages';

const require = createRequire(import.meta.url);

/** The path of one of them. */
export const regionFile = (file: RegionFile) => require.resolve(`idn-area-data/data/${file}.csv`);

/** The text of the regencies' file. */
export const readRegencies = () => readFileSync(regionFile('regencies'), 'utf8');
