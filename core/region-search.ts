import type { Region } from './contract.ts';
import { folded, rankOf } from './folding.ts';

/** `9 Ilir` comes before `16 Ulu`. */
export function alphabetical(regions: readonly Region[]): Region[] {
  const { compare } = new Intl.Collator('id', { numeric: true });
  return regions.toSorted((one, other) => compare(one.nama, other.nama));
}

const nicknames = [
  ['YOGYAKARTA', 'JOGJAKARTA JOGYAKARTA YOGJAKARTA'],
  ['SURAKARTA', 'SOLO'],
  ['MAKASSAR', 'MAKASAR UJUNG PANDANG'],
  ['KALIMANTAN UTARA', 'KALTARA'],
  ['SULAWESI TENGGARA', 'SULTRA'],
] as const;

/** In the data and in what customers type; `KAB` is a part of `KABUPATEN`. */
const kindsInNames = ['KABUPATEN', 'KOTA', 'ADMINISTRASI'];
const otherWordsForCity = ['KODYA', 'KOTAMADYA', 'KOTIF'];
const kindsInNoName = ['PROV', 'PROVINSI', 'PROPINSI', 'KEC', 'KECAMATAN', 'KEL', 'KELURAHAN', 'DESA', 'DS'];

/** `D.I.Y` is one word, `kab.bandung` are two. */
const wordsIn = (text: string) =>
  folded(text)
    .replace(/\b(\w)\.(?=\w\b)/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const withoutKind = (words: readonly string[]) =>
  words.slice(words.findIndex((word) => !kindsInNames.some((kind) => kind.startsWith(word) && word.length > 2)));

/**
 * A word is in the name, begins a word of another name, or is a short form: `jabar` (beginnings), `diy` (initials), `jkt` (consonants). Sorted by
 * `rankOf`; then the region that is called so, names that begin so, and those that have it earlier.
 */
export function foundRegions(regions: readonly Region[], typed: string): Region[] {
  const [first = '', ...others] = wordsIn(typed).map((word) => (otherWordsForCity.includes(word) ? 'KOTA' : word));
  const words = others.length > 0 && kindsInNoName.includes(first) ? others : [first, ...others];
  const bareWords = withoutKind(words);

  const nameRank = (name: readonly string[]) => {
    const bare = withoutKind(name).join(' ');
    if (bare === bareWords.join(' ')) return 0;
    if (bare.startsWith(bareWords.join(' '))) return 1;
    const starts = name.map((word) => word.indexOf(bareWords[0] ?? '')).filter((at) => at >= 0);
    return 2 + Math.min(99, ...starts);
  };

  return regions
    .flatMap((region) => {
      const name = wordsIn(region.nama);
      const whole = name.join(' ');
      const otherNames = nicknames.flatMap(([of, nickname]) => (whole.includes(of) ? nickname : [])).join(' ');
      const named = name.filter((word) => !kindsInNames.includes(word));
      const isMatch = (word: string) =>
        whole.includes(word) || ` ${otherNames}`.includes(` ${word}`) || isShortFor(word, named);
      return words.every(isMatch) ? { region, rank: rankOf(whole, otherNames, words), nameRank: nameRank(name) } : [];
    })
    .sort((one, other) => one.rank - other.rank || one.nameRank - other.nameRank)
    .map(({ region }) => region);
}

/** By code or whole name, whose kind may be left out or abbreviated. Two for 'Bandung', which is a kabupaten and a kota. */
export function regenciesNamed(regencies: readonly Region[], text: string): Region[] {
  const digits = text.replace(/[\s.]/g, '');
  if (/^\d+$/.test(digits)) return regencies.filter(({ kode }) => kode.replace('.', '') === digits);
  const named = kindAndName(text);
  return regencies.filter(({ nama }) => {
    const { kind, name } = kindAndName(nama);
    return name === named.name && (named.kind === '' || kind === named.kind);
  });
}

/** Without blanks: `Tanjung Pinang` is `Tanjungpinang`. */
function kindAndName(text: string) {
  const words = wordsIn(text).map((word) => (otherWordsForCity.includes(word) ? 'KOTA' : word));
  const [first = ''] = words;
  const name = withoutKind(words);
  const kind = name.length < words.length ? kindsInNames.find((one) => one.startsWith(first)) : '';
  return { kind: kind === 'ADMINISTRASI' ? '' : kind, name: name.join('') };
}

const isShortFor = (word: string, name: readonly string[]) =>
  name.some((_, at) => consistsOfBeginnings(word, name.slice(at))) || name.some((one) => isSkeleton(word, one));

/** Of two or more successive words. */
function consistsOfBeginnings(word: string, [first = '', ...others]: readonly string[], used = 0): boolean {
  if (word === '') return used > 1;
  for (let length = 1; length <= first.length && word.startsWith(first.slice(0, length)); length++)
    if (consistsOfBeginnings(word.slice(length), others, used + 1)) return true;
  return false;
}

/** Three consonants in their order, starting with the first letter. */
const isSkeleton = (word: string, name: string) =>
  /^[B-DF-HJ-NP-TV-Z]{3}$/.test(word) && new RegExp(`^${[...word].join('.*')}`).test(name);
