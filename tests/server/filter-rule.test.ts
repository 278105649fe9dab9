/** A filter selects the same products on the server, in the worker and on the page (decision A6), for random menus and filters. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, matching } from '#core/catalogue';
import type { Product } from '#core/contract';
import { filteredMenu } from '../../sw/filtered-menu.ts';
import { onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { openShop } from './shop.ts';

/** Few letters, so that words coincide; with upper case, accents, ligatures and other alphabets. */
const letter = fc.constantFrom(
  'a',
  'A',
  'e',
  'é',
  'É',
  'e\u0301',
  'ı',
  'İ',
  'ß',
  'ﬁ',
  'k',
  'K',
  '\u212a',
  '茶',
  '☕',
  ' ',
  '%',
  '_',
  "'",
  '’',
  '“',
  '-',
  '–',
  '\u2011',
  '\u00a0',
  '\u200b',
  'Ａ',
  '6',
  '+',
);
const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''));
const word = text.filter((written) => written.trim() !== '');

const menus = fc
  .record({
    categories: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
    tags: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
  })
  .chain(({ categories, tags }) =>
    fc.record({
      categories: fc.constant(categories),
      tags: fc.constant(tags),
      products: fc.array(
        fc.record({
          name: word,
          description: text,
          price: fc.integer({ min: 0, max: 90_000 }),
          category: fc.constantFrom(...categories),
          tags: fc.subarray(tags),
        }),
        { maxLength: 12 },
      ),
    }),
  );

type Drawn = typeof menus extends fc.Arbitrary<infer Menu> ? Menu : never;

const filtersOf = ({ categories, tags }: Drawn) => {
  const one = {
    category: fc.constantFrom(...categories, 'none'),
    tags: fc.subarray([...tags, 'none'], { minLength: 1 }),
    keyword: text,
  };
  const nothing = { category: fc.constant(''), tags: fc.constant<string[]>([]), keyword: fc.constant('') };
  return fc.oneof(
    fc.record({ ...nothing, category: one.category }),
    fc.record({ ...nothing, tags: one.tags }),
    fc.record({ ...nothing, keyword: one.keyword }),
    fc.record(one),
  );
};

const queryOf = ({ category, tags, keyword }: Filter) =>
  new URLSearchParams([
    ...(category ? [['category', category]] : []),
    ...tags.map((tag) => ['tags', tag]),
    ...(keyword ? [['search', keyword]] : []),
  ]);

onSqliteAndLongOnPostgres('a filter', (newHome) => {
  test('finds the same products on the server, in the worker and on the page', async () => {
    const shop = await openShop(await newHome());
    let narrowed = 0;

    await fc.assert(
      fc.asyncProperty(
        menus.chain((menu) => fc.tuple(fc.constant(menu), fc.array(filtersOf(menu), { minLength: 4, maxLength: 8 }))),
        async ([menu, filters]) => {
          await shop.replaceMenu({
            ...fixtureMenu,
            categories: menu.categories.map((name) => ({ name })),
            tags: menu.tags.map((name) => ({ name })),
            products: menu.products.map((product, position) => ({
              ...product,
              _id: `p${position}`,
              image_url: '',
              stars: 5,
              tags: product.tags.map((name) => ({ name })),
            })),
          });
          const whole = await shop.ask('GET', '/api/products');
          const products = whole.body.data as Product[];

          for (const filter of filters) {
            const query = queryOf(filter);
            const online = (await shop.ask('GET', `/api/products?${query}`)).body;
            const headers = { 'content-type': 'application/json', 'kedai-api': '1', etag: '"whole"' };
            const offline = await filteredMenu(new Response(whole.text, { headers }), query);

            expect(await offline.json()).toEqual(online);
            expect(online.data).toEqual(matching(products, filter));
            expect(online.count).toBe(online.data.length);
            expect(offline.headers.has('etag')).toBe(false);
            if (online.count > 0 && online.count < products.length) narrowed++;
          }
        },
      ),
      { numRuns: 60 },
    );

    // Filters that match everything or nothing would prove little.
    expect(narrowed).toBeGreaterThan(30);
  });
});
