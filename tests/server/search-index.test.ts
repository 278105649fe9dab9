import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matching, noFilter } from '#core/catalogue';
import type { Product } from '#core/contract';
import { searchIndex } from '../../server/menu/search-index.ts';
import { fixtureMenu } from './fixture-menu.ts';

const words = [
  ...['Kopi', 'Susu', 'Café', 'Gula Aren', 'Teh', 'Ice', 'É', 'kopi', 'ko', ' pi', '100%', '\u0000', '☕☕☕'],
  ...[' ', '\u00a0', '-', '–', "Ja'far", 'ja’far', '“', 'V60', 'v 60', '60ml', 'ｋｏｐｉ', '\u200b', 'ß', '\n'],
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''));

test('the keyword index finds the same products, in the same order, as looking at every one', () => {
  const menuOf = (texts: string[]): Product[] =>
    Array.from({ length: 250 }, (_, at) => ({
      ...(fixtureMenu.products[0] as Product),
      _id: `p${at}`,
      name: `${texts[at % texts.length]} ${at}`,
      description: texts[(at * 7) % texts.length] ?? '',
    }));

  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), fc.oneof(text, fc.string()), (texts, keyword) => {
      const products = menuOf(texts);
      const filter = { ...noFilter, keyword };

      expect(matching(searchIndex(products)(keyword), filter)).toEqual(matching(products, filter));
    }),
  );
});

test('the keyword index looks at few of many products', () => {
  const products = Array.from({ length: 10_000 }, (_, at) => ({
    ...(fixtureMenu.products[0] as Product),
    _id: `p${at}`,
    name: `Kopi ${at}`,
  }));

  expect(searchIndex(products)('kopi 4321').length).toBeLessThan(100);
});
