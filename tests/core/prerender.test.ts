import { describe, expect, test } from 'vitest';
import type { Product } from '#core/contract';
import { firstPageOf } from '#core/renderer';
import { paths } from '#core/routes';
import { pageOf } from '../../src/prerender.tsx';
import { product as plainProduct } from './product.ts';

const frame = '<!doctype html><html><head><title>Kedai</title></head><body><div id="root"></div></body></html>';

const product = (name: string, _id = name): Product =>
  plainProduct(_id, { name, description: 'Enak.', tags: [{ name: 'Panas' }], category: 'Kopi' });

const menuOf = (...products: Product[]) =>
  firstPageOf({ products, categories: [{ name: 'Kopi' }], tags: [{ name: 'Panas' }] });

const coffees = Array.from({ length: 37 }, (_, index) => product(`Kopi ${index + 1}`));

/** The data that the page contains as JSON. */
const dataOf = (html: string) => JSON.parse(/id="prerendered">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');

test.each(paths)('%s renders without a browser, as for a visitor', async (path) => {
  expect(typeof window).toBe('undefined');

  const html = await pageOf(path, frame, menuOf(...coffees));

  expect(html).toContain('<h1');
  expect(dataOf(html).path).toBe(path);
  // Neither a log-in prompt nor any customer's data before the device was read (decision S1).
  expect(html).not.toContain('Silahkan Log In terlebih dahulu');
  expect(html).not.toContain('Cart is');
  // Further inline scripts would have to be allowed by the policy.
  expect(html.match(/<script/g)).toHaveLength(1);
});

test('the products page contains the first ten products, and says how many there are', async () => {
  const html = await pageOf('/products', frame, menuOf(...coffees));

  expect(html).toContain('Kopi 10</h3>');
  expect(html).not.toContain('Kopi 11');
  expect(html).toContain('37 produk');
  expect(html).toContain('Halaman 4');
  const { menu } = dataOf(html);
  expect(menu).toMatchObject({ count: 37, tags: [{ name: 'Panas' }] });
  expect(menu.products).toEqual(coffees.slice(0, 10).map((coffee) => ({ ...coffee, description: '' })));
});

test('only a page that shows the menu contains its data', async () => {
  expect(dataOf(await pageOf('/contact', frame, menuOf(...coffees)))).toEqual({ path: '/contact' });
});

test('without a menu the products page waits for one', async () => {
  const html = await pageOf('/products', frame);

  expect(html).toContain('Loading products . . .');
  expect(dataOf(html)).toEqual({ path: '/products' });
});

test("a product's name cannot break out of the page's script", async () => {
  const names = ['</script><script>alert(1)</script>', '<!--<script>', '$& $1 $`', 'Kopi \u2028 "Enak" & \'Manis\''];

  const html = await pageOf('/products', frame, menuOf(...names.map((name, index) => product(name, `p${index}`))));

  expect(html).not.toContain('alert(1)</script>');
  expect(html).not.toContain('<!--<script');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(dataOf(html).menu.products.map(({ name }: Product) => name)).toEqual(names);
});

describe('inline drawings', () => {
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">${inside}</svg>\n`;
  const shape = '<path d="M0 0h9"/>';
  const withDrawing = (drawing: string) =>
    pageOf('/products', frame, menuOf(product('Kopi', 'satu'), product('Teh', 'dua')), async () => svg(drawing));

  test('are part of the page as images, so that nothing in them acts on the page', async () => {
    const html = await withDrawing('<style>p{display:none}</style><script>alert(1)</script>');

    expect(html).not.toContain('<img src="/pictures/product.svg"');
    expect(html).toContain('<img src="data:image/svg+xml,');
    expect(html).not.toContain('<style>p{');
    expect(html).not.toContain('alert(1)</script>');
  });

  test.each([
    ['<text font-family="Georgia">Kopi</text>', '"'],
    [`<text font-family="'Gill Sans'">Kopi</text>`, undefined],
  ])('keep their content: %s', async (more, exchanged) => {
    const html = await withDrawing(shape + more);

    const [, inside = ''] = /<img src="data:image\/svg\+xml,([^"]*)"/.exec(html) ?? [];
    const image = decodeURIComponent(inside);
    expect(exchanged ? image.replaceAll("'", exchanged) : image).toBe(svg(shape + more).trim());
  });

  test('can have another source beside them', async () => {
    const html = await pageOf('/', frame, menuOf(), async () => svg(shape));

    expect(html).toMatch(/<source [^>]*hero-night[^>]*><img src="data:image\/svg\+xml,/);
  });

  test('are loaded as files when they are too large for a page', async () => {
    const html = await withDrawing(`<path d="${'M0 0'.repeat(10_000)}"/>`);

    expect(html).toContain('<img src="/pictures/product.svg"');
  });
});
