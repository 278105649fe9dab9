import type { Address, Region } from './contract.ts';

/** Other hosts write `3174` for `31.74`. */
const digitsOf = (code: string) => code.replaceAll('.', '');

/** False without regencies, and for a code without four digits: a host may have its own codes. */
export function isOutside({ kabupaten }: Pick<Address, 'kabupaten'>, regencies: readonly Region[]): boolean {
  const digits = digitsOf(kabupaten);
  return regencies.length > 0 && /^\d{4}$/.test(digits) && regencies.every(({ kode }) => digitsOf(kode) !== digits);
}

/** 'Kota Bogor, Kabupaten Bogor dan Kota Depok'. */
export const regencyNames = (regencies: readonly Region[]): string =>
  regencies
    .map(({ nama }) => nama)
    .join(', ')
    .replace(/, ([^,]*)$/, ' dan $1');

const provincesOf = (regencies: readonly Region[]) => regencies.map(({ kode }) => kode.split('.')[0] ?? '');

/** The codes where the couriers deliver; the customer's last one comes first. */
export function offeredFirst(
  level: 'provinces' | 'regences',
  regencies: readonly Region[],
  last: string | undefined,
): string[] {
  const named = level === 'provinces' ? provincesOf(regencies) : regencies.map(({ kode }) => kode);
  if (last === undefined) return [...new Set(named)];
  return [...new Set(named.includes(last) ? [last, ...named] : [...named, last])];
}
