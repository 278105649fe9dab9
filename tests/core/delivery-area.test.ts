import { expect, test } from 'vitest';
import { isOutside, offeredFirst, regencyNames } from '#core/delivery-area';

const southJakarta = { kode: '31.74', nama: 'Kota Administrasi Jakarta Selatan' };
const depok = { kode: '32.76', nama: 'Kota Depok' };
const bogor = { kode: '32.01', nama: 'Kabupaten Bogor' };

test.for([
  ['31.71', [], false],
  ['31.71', [southJakarta, depok], true],
  ['31.74', [southJakarta, depok], false],
  ['32.76', [southJakarta, depok], false],
  // Another host's way to write the same codes, and codes of its own.
  ['3174', [southJakarta], false],
  ['3171', [southJakarta], true],
  ['', [southJakarta], false],
  ['jakarta-pusat', [southJakarta], false],
  ['31', [southJakarta], false],
  ['65f0c1d2', [southJakarta], false],
] as const)('the regency %o, where couriers deliver to %o, is outside: %s', ([kabupaten, regencies, outside]) => {
  expect(isOutside({ kabupaten }, regencies)).toBe(outside);
});

test('regencies are named in one sentence', () => {
  expect(regencyNames([depok])).toBe('Kota Depok');
  expect(regencyNames([depok, bogor])).toBe('Kota Depok dan Kabupaten Bogor');
  expect(regencyNames([southJakarta, depok, bogor])).toBe(
    'Kota Administrasi Jakarta Selatan, Kota Depok dan Kabupaten Bogor',
  );
});

test('the lists begin with the regencies where couriers deliver, the last one of the customer first if it is among them', () => {
  const regencies = [southJakarta, depok, bogor];

  expect(offeredFirst('regences', regencies, undefined)).toEqual(['31.74', '32.76', '32.01']);
  expect(offeredFirst('regences', regencies, '32.01')).toEqual(['32.01', '31.74', '32.76']);
  expect(offeredFirst('regences', regencies, '32.73')).toEqual(['31.74', '32.76', '32.01', '32.73']);
  expect(offeredFirst('provinces', regencies, undefined)).toEqual(['31', '32']);
  expect(offeredFirst('provinces', regencies, '32')).toEqual(['32', '31']);
  expect(offeredFirst('provinces', regencies, '34')).toEqual(['31', '32', '34']);
  expect(offeredFirst('regences', [], '32.01')).toEqual(['32.01']);
  expect(offeredFirst('regences', [], undefined)).toEqual([]);
});
