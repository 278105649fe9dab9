import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startAt } from '#core/opening';
import { storePlace, storeStreet } from '#core/store-place';

const [pickup, dineIn] = [
  { kind: 'pickup', name: 'Ambil sendiri' },
  { kind: 'dine-in', name: 'Makan di sini' },
] as const;
const facts = { dineIn: true, tables: 24 };

test('the street of each order in the store, also before opening, is one of its places', () => {
  const moments = fc.date({ noInvalidDate: true, min: new Date('2026-01-01'), max: new Date('2027-01-01') });

  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), moments, (table, moment) => {
      const start = startAt(moment);
      const then = start && `, mulai ${start}`;

      expect(storePlace(dineIn, storeStreet('dine-in', `${table}`, start), facts)).toBe(`Meja ${table}${then}`);
      expect(storePlace(pickup, storeStreet('pickup', '', start), facts)).toBe(`Ambil sendiri${then}`);
    }),
  );
});

test.each([
  [dineIn, 'Meja 25'],
  [dineIn, 'Meja 07'],
  [dineIn, 'Meja 7 '],
  [dineIn, 'Meja 7\n'],
  [dineIn, 'Meja 7, mulai besok 07.00'],
  [dineIn, 'Ambil di toko'],
  [pickup, 'Meja 7'],
  [pickup, 'Ambil di toko, mulai 24.00'],
  [{ kind: 'courier', name: 'Goceng' } as const, 'Meja 7'],
])('B63: of %o none is %j', (handover, street) => {
  expect(storePlace(handover, street, facts)).toBeFalsy();
});
