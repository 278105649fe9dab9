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
  const all = regenciesIn(csv);

  expect(named(...all.map(({ kode }) => kode))).toEqual(all);
  expect(named(...all.map(({ nama }) => nama))).toEqual(all);
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
  [['Kota Depok', 'Bandung'], '1: "Bandung" bisa berarti Kabupaten Bandung (32.04) atau Kota Bandung (32.73).'],
  [['Jaksel'], '0: "Jaksel" bukan kota atau kabupaten; mungkin Kota Administrasi Jakarta Selatan (31.74).'],
  [['Kabupaten Depok'], '0: "Kabupaten Depok" bukan kota atau kabupaten; tulis seperti'],
  [
    ['Atlantis'],
    '0: "Atlantis" bukan kota atau kabupaten; tulis seperti "Kota Jakarta Selatan", atau kodenya, seperti "31.74".',
  ],
  [['Kota'], '0: "Kota" bukan kota atau kabupaten; tulis seperti'],
  [['31'], '0: "31" bukan kota atau kabupaten; tulis seperti'],
  [['31.74.01'], '0: "31.74.01" bukan kota atau kabupaten; tulis seperti'],
  [['31.74', 'Kota Depok', 'Jakarta Selatan'], '2: menyebut Kota Administrasi Jakarta Selatan untuk kedua kali.'],
] as const)('a mistake in the regencies is named: %o', ([texts, sentence]) => {
  expect(() => named(...texts)).toThrow(`shop.config.json, deliveryRegencies.${sentence}`);
});
