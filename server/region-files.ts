/** The files of `idn-area-data`: CSV, one for each level of specification §7. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type RegionFile = 'provinces' | 'regencies' | 'districts' | 'villages';

const require = createRequire(import.meta.url);

export const regionFile = (file: RegionFile) => require.resolve(`idn-area-data/data/${file}.csv`);

export const readRegencies = () => readFileSync(regionFile('regencies'), 'utf8');
