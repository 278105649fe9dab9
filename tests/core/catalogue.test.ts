import { describe, expect, test } from 'vitest';
import { isFiltered, matching, noFilter, pageOf, pagesOf, ranked, withCategory, withTagToggled } from '#core/catalogue';
import type { Product } from '#core/contract';
import menu from '../../server/menu/menu.json' with { type: 'json' };
import { product } from './product.ts';

const products = menu.products as Product[];
const named = (name: string, more: Partial<Product> = {}) => product(name, { name, ...more });

describe('a filter', () => {
  test('by category shows that category and nothing else', () => {
    for (const { name } of menu.categories) {
      const shown = matching(products, withCategory(name));
      expect(shown.length).toBeGreaterThan(0);
      expect(shown).toEqual(products.filter(({ category }) => category === name));
    }
  });

  test('by several tags shows products that have any of them', () => {
    const items = [
      named('a', { tags: [{ name: 'Panas' }] }),
      named('b', { tags: [{ name: 'Dingin' }, { name: 'Manis' }] }),
      named('c'),
    ];

    const shown = matching(items, { ...noFilter, tags: ['Panas', 'Manis'] });

    expect(shown.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  const written = [
    ...["Jus Ja'far", 'Es\u00a0Kopi\u00a0Durian', 'Kopi–Susu', '“Spesial”', 'Teh\u2011Tarik', 'V60', 'Ｍｏｃｃａ'],
    ...['Weißbier 500 ml', 'Café Crème', 'Kopi Tubruk', 'Es  Kopi   Tubruk', 'Cappuccino', 'Cap\u00adpuccino'],
  ].map((name) => named(name));
  written.push(named('Air', { description: 'Dengan CREME dari Gayo.' }));

  test.each<[keyword: string, ...names: string[]]>([
    [' creme ', 'Café Crème', 'Air'],
    ['%'],
    ['kopi tubruk', 'Kopi Tubruk', 'Es  Kopi   Tubruk'],
    ['kopi   tubruk', 'Kopi Tubruk', 'Es  Kopi   Tubruk'],
    ['cappuccino', 'Cappuccino', 'Cap\u00adpuccino'],
    ['cap\u200bpuccino', 'Cappuccino', 'Cap\u00adpuccino'],
    ['\u2068cappuccino\u2069', 'Cappuccino', 'Cap\u00adpuccino'],
    ['\u202ecappuccino', 'Cappuccino', 'Cap\u00adpuccino'],
    ['gayo air', 'Air'],
    ['gayoair'],
    ['ja’far', "Jus Ja'far"],
    ['ja`far', "Jus Ja'far"],
    ['ja´far', "Jus Ja'far"],
    ['jaʼfar', "Jus Ja'far"],
    ['jafar', "Jus Ja'far"],
    ['kopi durian', 'Es\u00a0Kopi\u00a0Durian'],
    ['durian\u3000es', 'Es\u00a0Kopi\u00a0Durian'],
    ['kopi-susu', 'Kopi–Susu'],
    ['kopi\u2212susu', 'Kopi–Susu'],
    ['susu kopi', 'Kopi–Susu'],
    ['«spesial»', '“Spesial”'],
    ['spesial', '“Spesial”'],
    ['teh-tarik', 'Teh\u2011Tarik'],
    ['v 60', 'V60'],
    ['v60', 'V60'],
    ['v6', 'V60'],
    ['mocca', 'Ｍｏｃｃａ'],
    ['ｖ６０', 'V60'],
    ['weissbier', 'Weißbier 500 ml'],
    ['500ml', 'Weißbier 500 ml'],
    ['ml 500 WEISS', 'Weißbier 500 ml'],
    ['kopi, durian!', 'Es\u00a0Kopi\u00a0Durian'],
    ['(susu) & kopi', 'Kopi–Susu'],
    ['teh · tarik', 'Teh\u2011Tarik'],
  ])('by the keyword %j finds %j in name or description, however either is written', (keyword, ...names) => {
    expect(matching(written, { ...noFilter, keyword }).map(({ name }) => name)).toEqual(names);
  });

  test.each([['?'], ['&'], ['...'], ['( )']])('by the keyword %j, which has no word, finds what has it', (keyword) => {
    const items = [named('Kopi & Roti'), named('Apa?'), named('Es ... Teh'), named('Kopi ( ) Susu')];

    const found = matching(items, { ...noFilter, keyword });

    expect(found.length).toBeLessThan(items.length);
    expect(found.length).toBeGreaterThan(0);
  });

  test('by a word of letters and digits finds no product that has the two apart', () => {
    const items = [named('Kopi Vanila', { description: '60 ml' }), named('Kopi V', { description: '60 ml' })];

    expect(matching(items, { ...noFilter, keyword: 'v60' })).toEqual([]);
    expect(matching(items, { ...noFilter, keyword: 'v 60' })).toEqual(items);
  });

  test('of one kind clears the other two', () => {
    const tagged = withTagToggled(withCategory('Kopi Susu'), 'Panas');

    expect(tagged).toEqual({ category: '', tags: ['Panas'], keyword: '' });
    expect(withTagToggled(tagged, 'Panas')).toEqual(noFilter);
    expect(withCategory('Kopi')).toEqual({ category: 'Kopi', tags: [], keyword: '' });
  });

  test.each(['   ', '\u00a0', '\u200b', '"', '-'])('by a keyword without words, like %j, is no filter', (keyword) => {
    expect(isFiltered({ ...noFilter, keyword })).toBe(false);
    expect(matching(products, { ...noFilter, keyword })).toEqual(products);
  });
});

describe('what a search has found is shown', () => {
  const names = (products: readonly Product[]) => products.map(({ name }) => name);

  test.each<[keyword: string, ...(string | [name: string, description: string])[]]>([
    ['es kopi', 'Es Kopi', 'Es Kopitiam', 'Espresso Kopitiam', 'Pesona Kopi', ['Cappuccino', 'Kopi dari espresso.']],
    [
      'es',
      'Teh Es',
      'Espresso',
      'Pesona',
      ['Air', 'Dengan es.'],
      ['Latte', 'Dari espresso.'],
      ['Teh', 'Penuh pesona.'],
    ],
    ['kopi', '(Kopi)', 'Kopitiam', 'Minikopi', ['Affogato', 'Tanpa kopi.'], ['Air', 'Di kopitiam.']],
    ['v 60', 'V-60', 'Vanila 60 ml', ['Gayo', 'Diseduh dengan V60.'], ['Aren', 'Vanila, 60 ml.']],
    ['v60', 'Gayo V 60', 'V600', ['Gayo', 'Diseduh dengan v-60']],
    ['CAFE', 'Café', 'Cafeteria', ['Lungo', 'Di café.']],
    ['aren gula', 'Gula Aren', 'Gulai Aren', 'Gulai Arenga', ['Klepon', 'Gula aren.'], ['Gula', 'Karena gulali.']],
  ])('for %j the nearest first: %j, %j', (keyword, ...written) => {
    const best = written.map((one) => (typeof one === 'string' ? named(one) : named(one[0], { description: one[1] })));
    const menu = best.toReversed();

    expect(names(ranked(matching(menu, { ...noFilter, keyword }), keyword))).toEqual(names(best));
  });

  test("in the menu's order where products fit equally well, whatever order a host answers in", () => {
    const menu = ['Kopi Susu', 'Latte', 'Kopi Jahe', 'Es Kopi'].map((name) => named(name));
    const [susu, , jahe, es] = menu as [Product, Product, Product, Product];
    const unlisted = named('Kopi Baru');

    expect(names(ranked([unlisted, es, jahe, susu], 'kopi', menu))).toEqual([
      'Kopi Susu',
      'Kopi Jahe',
      'Es Kopi',
      'Kopi Baru',
    ]);
    expect(ranked([es, jahe, susu], ' ', menu)).toEqual([es, jahe, susu]);
  });

  test('last where it does not hold the words, as another host may search', () => {
    const menu = [named('Teh', { category: 'Kopi' }), named('Air', { description: 'kopi' }), named('Kopi')];

    expect(names(ranked(menu, 'kopi'))).toEqual(['Kopi', 'Air', 'Teh']);
  });
});

test('ten products make a page, and a page beyond the last is the last', () => {
  const numbers = Array.from({ length: 21 }, (_, i) => i + 1);

  expect(pageOf(numbers, 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(pageOf(numbers, 3)).toEqual([21]);
  expect(pageOf(numbers, 99)).toEqual([21]);
  expect(pageOf(numbers, -1)).toEqual(pageOf(numbers, 1));
  expect(pagesOf(0)).toBe(1);
  expect(pagesOf(21)).toBe(3);
});
