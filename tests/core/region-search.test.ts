import { expect, test } from 'vitest';
import { alphabetical, foundRegions } from '#core/region-search';

const named = (names: string[]) => names.map((nama, at) => ({ kode: `${at}`, nama }));
const provinces = named([
  'Sumatera Utara',
  'Kepulauan Bangka Belitung',
  'Kepulauan Riau',
  'Daerah Khusus Ibukota Jakarta',
  'Jawa Barat',
  'Jawa Tengah',
  'Daerah Istimewa Yogyakarta',
  'Jawa Timur',
  'Nusa Tenggara Barat',
  'Kalimantan Utara',
  'Sulawesi Tenggara',
  'Papua',
  'Papua Barat Daya',
]);
const regencies = named([
  'Kabupaten Bandung',
  'Kabupaten Bandung Barat',
  'Kota Bandung',
  'Kota Administrasi Jakarta Selatan',
  'Kota Yogyakarta',
  'Kabupaten Lampung Tengah',
  'Kota Surakarta',
  'Kota Makassar',
]);

const villages = named(['Menteng', "Ma'u", 'Tiro/Truseb', 'Biru-Biru', '16 Ulu', 'Kelapa Dua']);

const found = (regions: typeof provinces, typed: string) => foundRegions(regions, typed).map(({ nama }) => nama);

test.each<[string, ...string[]]>([
  ['jabar', 'Jawa Barat'],
  ['prov. jatim', 'Jawa Timur'],
  ['sumut', 'Sumatera Utara'],
  ['kaltara', 'Kalimantan Utara'],
  ['sultra', 'Sulawesi Tenggara'],
  ['babel', 'Kepulauan Bangka Belitung'],
  ['kepri', 'Kepulauan Riau'],
  ['ntb', 'Nusa Tenggara Barat'],
  ['diy', 'Daerah Istimewa Yogyakarta'],
  ['D.I.Y.', 'Daerah Istimewa Yogyakarta'],
  ['D.I. Yogyakarta', 'Daerah Istimewa Yogyakarta'],
  ['jog', 'Daerah Istimewa Yogyakarta', 'Kota Yogyakarta'],
  ['jogja', 'Daerah Istimewa Yogyakarta', 'Kota Yogyakarta'],
  ['jkt', 'Daerah Khusus Ibukota Jakarta', 'Kota Administrasi Jakarta Selatan'],
  ['DKI Jakarta', 'Daerah Khusus Ibukota Jakarta'],
  ['ｊａｗａ\u00a0barat\u200b', 'Jawa Barat'],
  ['barat jawa', 'Jawa Barat'],
  ['kab bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat'],
  ['Kab.Bandung', 'Kabupaten Bandung', 'Kabupaten Bandung Barat'],
  ['kab. bandung barat', 'Kabupaten Bandung Barat'],
  ['kota bandung', 'Kota Bandung'],
  ['kodya bandung', 'Kota Bandung'],
  ['bdg', 'Kabupaten Bandung', 'Kabupaten Bandung Barat', 'Kota Bandung'],
  ['jaksel', 'Kota Administrasi Jakarta Selatan'],
  ['kota adm. jkt selatan', 'Kota Administrasi Jakarta Selatan'],
  ['solo', 'Kota Surakarta'],
  ['makasar', 'Kota Makassar'],
  ['kab lamteng', 'Kabupaten Lampung Tengah'],
  ['kec. menteng', 'Menteng'],
  ['kel menteng', 'Menteng'],
  ['mau', "Ma'u"],
  ['ma’u', "Ma'u"],
  ['tiro truseb', 'Tiro/Truseb'],
  ['biru biru', 'Biru-Biru'],
  ['16ulu', '16 Ulu'],
  ['kelapa', 'Kelapa Dua'],
])('a region is found by %j', (typed, ...names) => {
  expect(found([...provinces, ...regencies, ...villages], typed)).toEqual(names);
});

test('regions whose names begin with what was typed come first', () => {
  const regions = named(['Bandar Papua', 'Kabupaten Papua', 'Papua', 'Sungai Papua']);

  expect(found(regions, 'pap')).toEqual(['Kabupaten Papua', 'Papua', 'Bandar Papua', 'Sungai Papua']);
});

test.each([
  ['jakarta', ['Daerah Khusus Ibukota Jakarta']],
  ['ja', ['Jawa Barat', 'Jawa Tengah', 'Jawa Timur', 'Daerah Khusus Ibukota Jakarta']],
  ['karta', ['Daerah Khusus Ibukota Jakarta', 'Daerah Istimewa Yogyakarta']],
  ['yogya', ['Daerah Istimewa Yogyakarta']],
  ['papua barat', ['Papua Barat Daya']],
  ['barat', ['Jawa Barat', 'Nusa Tenggara Barat', 'Papua Barat Daya']],
  ['ri', ['Kepulauan Riau']],
])('of the provinces %j offers the best first: %j', (typed, names) => {
  expect(found(alphabetical(provinces), typed)).toEqual(names);
});

test.each([
  ['bandung', ['Kabupaten Bandung', 'Kota Bandung', 'Kabupaten Bandung Barat']],
  ['solo', ['Kabupaten Solok', 'Kota Surakarta']],
  ['malang', ['Kabupaten Malang', 'Kota Malang', 'Kabupaten Pemalang']],
  ['karta', ['Kabupaten Kartanegara', 'Kota Surakarta', 'Kabupaten Purwakarta', 'Kota Yogyakarta']],
  ['asar', []],
])('of regencies and cities %j offers the best first: %j', (typed, names) => {
  const regions = named([
    'Kabupaten Bandung',
    'Kabupaten Bandung Barat',
    'Kabupaten Kartanegara',
    'Kabupaten Malang',
    'Kabupaten Pemalang',
    'Kabupaten Purwakarta',
    'Kabupaten Solok',
    'Kota Bandung',
    'Kota Malang',
    'Kota Surakarta',
    'Kota Yogyakarta',
  ]);

  expect(found(regions, typed)).toEqual(names);
});

test('an empty search finds all of them, and an unknown word none', () => {
  expect(foundRegions(provinces, ' ')).toEqual(provinces);
  expect(found(provinces, 'xyz')).toEqual([]);
  expect(found(provinces, 'jawa selatan')).toEqual([]);
});

test('regions are listed in alphabetical order, numbers by their value', () => {
  const regions = named(['Kota Bandung', '16 Ulu', 'Kabupaten Bogor', '9 Ilir', 'aceh', 'Kabupaten Bandung']);

  expect(alphabetical(regions).map(({ nama }) => nama)).toEqual([
    '9 Ilir',
    '16 Ulu',
    'aceh',
    'Kabupaten Bandung',
    'Kabupaten Bogor',
    'Kota Bandung',
  ]);
});
