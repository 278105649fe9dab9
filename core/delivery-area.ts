/** Where the couriers deliver: the regencies that `shop.config.json` names, or everywhere. */
import type { Address, Region } from './contract.ts';

/** Other hosts write `3174` for `31.74`. */
const digitsOf = (code: string) => code.replaceAll('.', '');

/**
 * Whether an address lies in none of these regencies. False without regencies, and for a code that is not an official one
 * of four digits: a host may have its own.
 */
export function isOutside({ kabupaten }: Pick<Address, 'kabupaten'>, regencies: readonly Region[]): boolean {
  const digits = digitsOf(kabupaten);
  return regencies.length > 0 && /^\d{4}$/.test(digits) && regencies.every(({ kode }) => digitsOf(kode) !== digits);
}

/** Their names in a sentence: 'Kota Bogor, Kabupaten Bogor dan Kota Depok'. */
export const regencyNames = (regencies: readonly Region[]): string =>
  regencies
    .map(({ nama }) => nama)
    .join(', ')
    .replace(/, ([^,]*)$/, ' dan $1');

/** The codes of the regencies' provinces. */
const provincesOf = (regencies: readonly Region[]) => regencies.map(({ kode }) => kode.split('.')[0] ?? '');

/**
 * The codes that a list of provinces or regencies begins with: those where the couriers deliver, the customer's last one
 * first if it is among them.
 */
export function offeredFirst(
  level: 'provinces' | 'regences',
  regencies: readonly Region[],
  last: string | undefined,
): string[] {
  const named = level === 'provinces' ? provincesOf(regencies) : regencies.map(({ kode }) => kode);
  if (last === undefined) return [...new Set(named)];
  return [...new Set(named.includes(last) ? [last, ...named] : [...named, last])];
}
