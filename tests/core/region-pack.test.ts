import fc from 'fast-check';
import { expect, test } from 'vitest';
import { below, isPack, packed } from '#core/region-pack';

const jakarta = [
  { kode: '31', nama: 'Daerah Khusus Ibukota Jakarta', parent: '' },
  { kode: '91', nama: 'Papua', parent: '' },
  { kode: '31.71', nama: 'Jakarta Pusat', parent: '31' },
  { kode: '31.72', nama: 'Jakarta Utara', parent: '31' },
  { kode: '31.74', nama: 'Jakarta Selatan', parent: '31' },
  { kode: '31.71.06.0009', nama: '9 Ilir', parent: '31.71.06' },
  { kode: '31.71.06.0010', nama: '10 Ulu', parent: '31.71.06' },
];

test('a pack lists the regions below a parent, and none below an unknown one', () => {
  const pack = packed(jakarta);

  expect(below(pack, '')).toEqual([
    { kode: '31', nama: 'Daerah Khusus Ibukota Jakarta' },
    { kode: '91', nama: 'Papua' },
  ]);
  expect(below(pack, '31').map(({ kode }) => kode)).toEqual(['31.71', '31.72', '31.74']);
  expect(below(pack, '31.71.06')).toEqual([
    { kode: '31.71.06.0009', nama: '9 Ilir' },
    { kode: '31.71.06.0010', nama: '10 Ulu' },
  ]);
  for (const none of ['3', '1', '31.7', '32', 'Papua', '.']) expect(below(pack, none)).toEqual([]);
  expect(pack.split('\n')[2]).toBe('31\t71=Jakarta Pusat\tJakarta Utara\t74=Jakarta Selatan');
});

test('any codes and names are read from a pack as they were written', () => {
  const name = fc.string({ maxLength: 12 }).filter((text) => !/[\t\n\r=]/.test(text));
  const part = fc.oneof(fc.integer({ min: 0, max: 9_999 }).map(String), fc.stringMatching(/^[0a-z]\w{0,3}$/));
  const children = fc.array(fc.tuple(part, name), { minLength: 1, maxLength: 8 });
  const parents = fc.dictionary(fc.stringMatching(/^(\d\d(\.\d\d){0,2})?$/), children, { maxKeys: 5 });

  fc.assert(
    fc.property(parents, (tree) => {
      const regions = Object.entries(tree).flatMap(([parent, list]) =>
        list.map(([part, nama]) => ({ kode: parent === '' ? part : `${parent}.${part}`, nama, parent })),
      );
      const pack = packed(regions);

      expect(isPack(pack)).toBe(true);
      for (const parent of Object.keys(tree)) {
        const expected = regions.filter((region) => region.parent === parent);
        expect(below(pack, parent)).toEqual(expected.map(({ kode, nama }) => ({ kode, nama })));
      }
    }),
  );
});

test('a truncated pack, and anything else, is not taken for a pack', () => {
  const pack = packed(jakarta);

  for (let end = 0; end < pack.length; end++) expect(isPack(pack.slice(0, end))).toBe(false);
  expect(isPack(pack)).toBe(true);
  expect(isPack(`<html>${pack}`)).toBe(false);
  expect(isPack('{"data":[]}\n')).toBe(false);
});

test('regions that cannot be packed are refused, not changed', () => {
  for (const nama of ['a\tb', 'a\nb', 'a=b']) {
    expect(() => packed([{ kode: '11', nama, parent: '' }])).toThrow(RangeError);
  }
  expect(() => packed([{ kode: '12.01', nama: 'a', parent: '11' }])).toThrow(RangeError);
});
