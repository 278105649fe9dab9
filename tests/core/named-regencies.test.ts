import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedRegencies, regenciesIn } from '#core/named-regencies';
import { parseShopConfig } from '#core/shop-config';

const root = join(import.meta.dirname, '..', '..');
const facts = parseShopConfig(readFileSync(join(root, 'shop.config.json'), 'utf8'));
const csv = readFileSync(join(root, 'node_modules', 'idn-area-data', 'data', 'regencies.csv'), 'utf8');
const named = (...deliveryRegencies: string[]) => namedRegencies({ ...facts, deliveryRegencies }, () => csv);

test('the file of the regencies is read whole', () => {
  const all = regenciesIn(csv);

  expect(all.length).toBeGreaterThan(500);
  expect(all.filter(({ kode, nama }) => !/^\d\d\.\d\d$/.test(kode) || !/^(Kota|Kabupaten) /.test(nama))).toEqual([]);
});

test('every regency is found by its code and by its whole name', () => {
  for (const regency of regenciesIn(csv)) {
    expect(named(regency.kode)).toEqual([regency]);
    expect(named(regency.nama)).toEqual([regency]);
  }
});

test.for([
  ['Kota Jakarta Selatan', '31.74'],
  ['jakarta  selatan', '31.74'],
  ['Kota Adm. Jakarta Selatan', '31.74'],
  ['KODYA JAKARTA SELATAN', '31.74'],
  ['3174', '31.74'],
  [' 31.74 ', '31.74'],
  ['Kab. Bandung', '32.04'],
  ['Kota Bandung', '32.73'],
  ['Kabupaten Bandung Barat', '32.17'],
  ['Tanjung Pinang', '21.72'],
  ['Kepulauan Seribu', '31.01'],
] as const)('%o is the regency %s', ([text, kode]) => {
  expect(named(text)).toMatchObject([{ kode }]);
});

test('regencies stay in the order of the owner; without the setting nothing is read', () => {
  expect(named('Kota Depok', '31.74').map(({ kode }) => kode)).toEqual(['32.76', '31.74']);
  expect(facts.deliveryRegencies).toBeUndefined();
  expect(
    namedRegencies(facts, () => {
      throw new Error('The file was read.');
    }),
  ).toEqual([]);
});

test.for([
  [['Kota Depok', 'Bandung'], '1: "Bandung" may be Kabupaten Bandung (32.04) or Kota Bandung (32.73).'],
  [['Jaksel'], '0: "Jaksel" is no regency; it may be Kota Administrasi Jakarta Selatan (31.74).'],
  [['Kabupaten Depok'], '0: "Kabupaten Depok" is no regency; name one like'],
  [['Atlantis'], '0: "Atlantis" is no regency; name one like "Kota Jakarta Selatan", or its code, like "31.74".'],
  [['Kota'], '0: "Kota" is no regency; name one like'],
  [['31'], '0: "31" is no regency; name one like'],
  [['31.74.01'], '0: "31.74.01" is no regency; name one like'],
  [['31.74', 'Kota Depok', 'Jakarta Selatan'], '2: names Kota Administrasi Jakarta Selatan a second time.'],
] as const)('a mistake in the regencies is named: %o', ([texts, sentence]) => {
  expect(() => named(...texts)).toThrow(`shop.config.json, deliveryRegencies.${sentence}`);
});
