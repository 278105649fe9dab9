import { expect, test } from 'vitest';
import { headOf, international } from '#core/head';
import { paths, publicPaths } from '#core/routes';
import { shop } from '#core/shop';
import { searchEngines, sitemapOf, withHeadOf } from '../../tools/build/head.ts';

const address = 'https://kopi.example.com';

/** The JSON of the structured data in a head. */
const dataIn = (head: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? '');

test.for(['/', '/products', '/about', '/contact'] as const)('%s tells search engines what it is', (path) => {
  const head = headOf(path, address);

  expect(head).toMatch(/<title>[^<]{5,65}<\/title>/);
  expect(head).toMatch(/<meta name="description" content="[^"]{50,170}" \/>/);
  expect(head).toContain(`<link rel="canonical" href="${address}${path}" />`);
  expect(head).toContain(`<meta property="og:url" content="${address}${path}" />`);
  expect(head).toContain(`<meta property="og:image" content="${address}/icons/og-card.png" />`);
  expect(head).not.toContain('noindex');
});

test('every screen has a title of its own, and only public ones may be indexed', () => {
  const heads = paths.map((path) => headOf(path, address));

  expect(new Set(heads.map((head) => /<title>(.*)<\/title>/.exec(head)?.[1])).size).toBe(paths.length);
  expect(paths.filter((_, index) => !heads[index]?.includes('noindex'))).toEqual([...publicPaths]);
});

test('a shop without a public address names none in its pages', () => {
  for (const path of publicPaths) expect(headOf(path, '')).not.toMatch(/canonical|og:url|og:image|"url"/);
});

test('structured data says where the coffee shop is, its telephone, and when it is open', () => {
  const data = dataIn(headOf('/', address));

  expect(data).toMatchObject({ '@type': 'CafeOrCoffeeShop', name: shop.title, telephone: '+6281234567890' });
  expect(data.openingHoursSpecification[0]).toMatchObject({
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '07:00',
    closes: '21:00',
  });
  expect(data.hasMenu).toBe(`${address}/products`);
});

test('structured data gives hours past midnight as they are, and a day around the clock as 00:00 to 23:59', () => {
  const { openingHours } = shop;
  shop.openingHours = [
    { days: ['Jumat'], opens: '18:00', closes: '02:00' },
    { days: ['Sabtu'], opens: '06:00', closes: '06:00' },
  ];

  const { openingHoursSpecification } = dataIn(headOf('/', address));
  Object.assign(shop, { openingHours });

  expect(openingHoursSpecification).toMatchObject([
    { dayOfWeek: ['Friday'], opens: '18:00', closes: '02:00' },
    { dayOfWeek: ['Saturday'], opens: '00:00', closes: '23:59' },
  ]);
});

test("no text of the owner's closes the element that contains it", () => {
  const { title, description } = shop;
  shop.title = 'Kopi "A" & </title>';
  shop.description = '</script><script>alert(1)</script>';

  const head = headOf('/contact', '');
  Object.assign(shop, { title, description });

  expect(head).toContain('&quot;A&quot; &amp; &lt;/title&gt;');
  expect(head.match(/<\/script>/g)).toHaveLength(1);
  expect(dataIn(head).description).toBe('</script><script>alert(1)</script>');
});

test('the head of a page can be replaced by that of any route, repeatedly', () => {
  const shell = '<head><!--head--><title>Shell</title><!--/head--><link></head>';

  const page = withHeadOf(withHeadOf(shell, '/', address), '/about', address);

  expect(page).toBe(`<head><!--head-->${headOf('/about', address)}<!--/head--><link></head>`);
  expect(() => withHeadOf('<head></head>', '/', address)).toThrow('<!--head-->');
});

test('the sitemap holds the public screens and nothing else', () => {
  const found = [...sitemapOf(address).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);

  expect(found).toEqual(['/', '/products', '/about', '/contact'].map((path) => address + path));
});

test.each([
  ['0812-3456-7890', '+6281234567890'],
  ['(021) 555 1234', '+62215551234'],
  ['+62 812 3456 7890', '+6281234567890'],
  ['+62(0)812 3456 7890', '+6281234567890'],
  ['62812 3456 7890', '+6281234567890'],
  ['+65 6123 4567', '+6561234567'],
])('a search engine is told the phone number %s with its country code', (phone, number) => {
  expect(international(phone)).toBe(number);
});

test('in development the counter’s page, which has another head, comes by unchanged', () => {
  const { transformIndexHtml } = searchEngines({ apiHost: '/api', publicUrl: '' });
  const { handler } = transformIndexHtml as { handler: (html: string, context: { path: string }) => string };

  expect(handler('<title>Kasir</title>', { path: '/counter/index.html' })).toBe('<title>Kasir</title>');
  expect(handler('<!--head--><!--/head-->', { path: '/index.html' })).toContain('Kedai Kopi Tepi');
});
