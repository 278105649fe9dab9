import type { Region } from './contract.ts';
import { foundRegions, regenciesNamed } from './region-search.ts';
import { type Shop, ShopConfigError } from './shop-config.ts';

const maxSuggestions = 5;

/** From the text of the file `regencies.csv` of `idn-area-data`. */
export const regenciesIn = (csv: string): Region[] =>
  csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [kode = '', , nama = ''] = line.split(',');
      return { kode, nama };
    });

/** In the owner's order. Throws `ShopConfigError` for a text that names no regency or several, and for one that is named twice. */
export function namedRegencies({ deliveryRegencies = [] }: Shop, readCsv: () => string): Region[] {
  if (deliveryRegencies.length === 0) return [];
  const all = regenciesIn(readCsv());
  const found = deliveryRegencies.map((text, at) => {
    const mistake = (words: string) => new ShopConfigError(`shop.config.json, deliveryRegencies.${at}: ${words}.`);
    const [regency, ...others] = regenciesNamed(all, text);
    if (!regency) throw mistake(`"${text}" ${unknownWords(all, text)}`);
    if (others.length > 0) throw mistake(`"${text}" bisa berarti ${choices([regency, ...others])}`);
    return { regency, mistake };
  });
  const regencies = found.map(({ regency }) => regency);
  for (const [at, { regency, mistake }] of found.entries())
    if (regencies.indexOf(regency) < at) throw mistake(`menyebut ${regency.nama} untuk kedua kali`);
  return regencies;
}

function unknownWords(all: readonly Region[], text: string) {
  const close = foundRegions(all, text);
  if (close.length === 0 || close.length > maxSuggestions)
    return 'bukan kota atau kabupaten; tulis seperti "Kota Jakarta Selatan", atau kodenya, seperti "31.74"';
  return `bukan kota atau kabupaten; mungkin ${choices(close)}`;
}

const choices = (regencies: readonly Region[]) => regencies.map(({ kode, nama }) => `${nama} (${kode})`).join(' atau ');
