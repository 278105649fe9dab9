import { join } from 'node:path';
import { expect, test } from 'vitest';
import { priceFrom } from '../../../server/commands/menu-csv.ts';
import { parseMenuFile } from '../../../server/commands/menu-file.ts';
import { file, folder, owner } from './owner.ts';

test.each([
  ['a workbook', Buffer.from('PK\x03\x04rest', 'latin1'), 'CSV UTF-8'],
  ['another alphabet', Buffer.from('name,price\ncaf\xe9,1', 'latin1'), 'UTF-8'],
  ['an empty file', Buffer.from(''), 'name'],
  ['only titles', Buffer.from('name,price,category\n'), 'no products'],
  ['an unknown title', Buffer.from('name,price,prise\nx,1,2'), 'prise'],
  ['broken JSON', Buffer.from('{"products": ['), 'JSON'],
  ['a foreign JSON', Buffer.from('{"items": []}'), 'items'],
  ['an open quotation mark', Buffer.from('name,price,category\n"Kopi,1,Kopi\nTeh,2,Teh'), 'quotation mark'],
  ['a character that rings', Buffer.from('name,price,category\nKopi\x07,1,Kopi'), 'row 2, name'],
  ['a JSON product without a price', Buffer.from('[{"_id":"a","name":"A","category":"Kopi"}]'), 'products[0], price'],
  [
    'one name twice',
    Buffer.from('nama,harga,kategori\nKopi,1,Kopi\nKopi,2,Kopi'),
    'row 3, name: "Kopi" stands in row 2 too',
  ],
  [
    'new products without a category',
    Buffer.from('nama,harga\nKopi,1'),
    'no title "category", which a new product like "Kopi"',
  ],
  [
    'one category in two ways',
    Buffer.from('nama,harga,kategori\nTubruk,1,Kopi\nLatte,2,kopi'),
    'categories: "kopi" is "Kopi" in other letters',
  ],
  [
    'one tag in two ways',
    Buffer.from('nama,harga,kategori,tag\nTubruk,1,Kopi,Crème\nLatte,2,Kopi,creme'),
    'tags: "creme" is "Crème" in other letters',
  ],
  ['a title above the titles', Buffer.from('Menu kami\n\nnama,harga,kategori\nKopi,1,Kopi'), 'title "menu kami"'],
  ['a price with cents', Buffer.from('nama;harga;kategori\nKopi;12,5;Kopi'), 'row 2, price: "12,5" is not a price'],
  [
    'what a spreadsheet made of "- manis, dingin"',
    Buffer.from('nama,harga,kategori,deskripsi\nKopi,1,Kopi,#NAME?'),
    'row 2, description: "#NAME?" is a text that the spreadsheet took for a formula',
  ],
  [
    'a JSON category twice',
    Buffer.from(
      '{"products":[{"name":"A","price":1,"category":"Kopi"}],"categories":[{"name":"Kopi"},{"name":"Kopi"}]}',
    ),
    'categories: "Kopi" stands there twice.',
  ],
  ['a JSON list of something else', Buffer.from('{"products":[],"banks":{}}'), 'banks'],
  [
    'a JSON price with half a rupiah',
    Buffer.from('[{"_id":"a","name":"A","price":24.5,"category":"Kopi"}]'),
    'products[0], price: does not fit: a price is in whole rupiah',
  ],
  [
    'a JSON price in words',
    Buffer.from('[{"_id":"a","name":"A","price":"dua belas","category":"Kopi"}]'),
    'products[0], price: does not fit: a price is in whole rupiah',
  ],
  [
    'a JSON tag of spaces',
    Buffer.from('[{"_id":"a","name":"A","price":1,"category":"Kopi","tags":["Panas"," "]}]'),
    'products[0], tags: does not fit: a tag has no name',
  ],
  [
    'a JSON category of spaces',
    Buffer.from('[{"_id":"a","name":"A","price":1,"category":" "}]'),
    'products[0], category: does not fit: every product needs one',
  ],
  [
    'a JSON category that is not listed, below another fault',
    Buffer.from('{"products":[{},{"_id":"a","name":"A","price":1,"category":"Teh"}],"categories":[{"name":"Kopi"}]}'),
    'products[1], category: "Teh" is not among the categories',
  ],
])('a menu file is refused in plain words: %s', async (what, content, word) => {
  const refused = await owner({ DATA_DIR: join(folder, 'refusing') }, 'menu', 'import', await file('refused', content));

  expect([what, refused.code]).toEqual([what, 1]);
  expect(refused.err).toContain(word);
});

test.each([
  ['a CSV in UTF-8', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf8'],
  ['a CSV in UTF-16', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf16le'],
  ['a JSON', '\uFEFF[{"_id":"kopi","name":"Kopi","price":1,"category":"Kopi"}]', 'utf8'],
] as const)('the byte order mark at the beginning of %s is ignored', (_, text, encoding) => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };

  const { menu, issues } = parseMenuFile(Buffer.from(text, encoding), none);

  expect([menu.products, issues]).toMatchObject([[{ _id: 'kopi', name: 'Kopi', price: 1 }], []]);
});

test.for([
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['\r', '\r'],
  ['\r\n', '\n'],
  ['\n', '\r\n'],
])('a CSV whose rows end with %j is read, also when the last but one ends with %j', ([usual, odd]) => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const rows = ['nama,harga,kategori,deskripsi', 'Kopi,1,Minum,"dua\r\nbaris"', 'Teh,2,Minum,panas', 'Susu,3,Minum,""'];
  const text = `${rows.slice(0, 3).join(usual)}${odd}${rows[3]}${usual}`;

  const { menu, issues } = parseMenuFile(Buffer.from(text), none);

  expect(issues).toEqual([]);
  expect(menu.products).toMatchObject([
    { name: 'Kopi', description: 'dua\r\nbaris' },
    { name: 'Teh', description: 'panas' },
    { name: 'Susu', description: '' },
  ]);
});

test.for([
  ['sep=;\r\n', ';'],
  ['"SEP=|"\n', '|'],
  ['\uFEFFsep=\t\r\n', '\t'],
] as const)('a CSV that names its separator by %j is read with it', ([said, sign]) => {
  const current = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const rows = [
    ['nama', 'harga', 'kategori'],
    ['Kopi, susu', '9.000', 'Kopi'],
    ['Teh', 'delapan', 'Teh'],
  ];

  const { menu, issues } = parseMenuFile(Buffer.from(said + rows.map((cells) => cells.join(sign)).join('\n')), current);

  expect(menu.products).toMatchObject([{ name: 'Kopi, susu', price: 9_000, category: 'Kopi' }, { name: 'Teh' }]);
  expect(issues).toMatchObject([{ where: 'row 3', field: 'price' }]);
});

test.for([';', ',', '\t'])('a CSV with new prices needs only two columns, separated by %j', (sign) => {
  const sold = {
    _id: 'teh',
    name: 'Teh',
    price: 8_000,
    category: 'Teh',
    description: '',
    image_url: '',
    stars: 0,
    tags: [],
  };
  const current = { products: [sold], categories: [{ name: 'Teh' }], tags: [], banks: [], mini_markets: [] };

  const { menu, issues } = parseMenuFile(Buffer.from(`nama${sign}harga\nTeh${sign}9.000\n`), current);

  expect([menu.products, issues]).toEqual([[{ ...sold, price: 9_000 }], []]);
});

test('an unknown field in a JSON is reported, not ignored', () => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const file = {
    products: [{ id: 'kopi-1', name: 'Kopi', price: 1, category: 'Kopi', avaliable: false }],
    banks: [{ _id: 'bank-tepi', name: 'Bank Tepi', image: 'tepi.svg' }],
  };

  const { issues } = parseMenuFile(Buffer.from(JSON.stringify(file)), none);

  expect(issues).toMatchObject([
    { where: 'products[0]', field: 'id', message: expect.stringMatching(/^is no field; there are _id, name, /) },
    { where: 'products[0]', field: 'avaliable' },
    { where: 'banks[0]', field: 'image', message: 'is no field; there are _id, name, image_url.' },
  ]);
});

test('a JSON that leaves no way to pay is refused', () => {
  const products = [{ name: 'Kopi', price: 1, category: 'Kopi' }];
  const bank = { _id: 'bank-tepi', name: 'Bank Tepi', image_url: '' };
  const current = { products: [], categories: [], tags: [], banks: [bank], mini_markets: [] };
  const issuesOf = (more: object) => parseMenuFile(Buffer.from(JSON.stringify({ products, ...more })), current).issues;

  expect(issuesOf({ banks: [] })).toMatchObject([{ where: 'banks' }]);
  expect(issuesOf({ banks: [], mini_markets: [] })).toMatchObject([{ where: 'banks' }]);
  expect(issuesOf({ mini_markets: [] })).toEqual([]);
  expect(issuesOf({ banks: [], mini_markets: [bank] })).toEqual([]);
});

test('prices are read as people write them, and ambiguous ones are refused', () => {
  const sure = [
    '24000',
    '24.000',
    '24,000',
    'Rp24.000',
    'Rp. 24.000',
    'rp 24000',
    '24.000,00',
    '24,000.00',
    'Rp24.000,-',
  ];
  const doubtful = [
    '',
    '-',
    ',-',
    '24,5',
    '24.00',
    '2.4000',
    '24.000,5',
    '24.000.00',
    'Rp',
    '-24000',
    '24k',
    '24.000-',
  ];

  expect(sure.map(priceFrom)).toEqual(sure.map(() => 24_000));
  expect(doubtful.map(priceFrom)).toEqual(doubtful.map(() => undefined));
});

test('in a JSON list of products missing ids are made from the names, as in a CSV', () => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const list = [
    { name: 'Kopi Susu – Gula Aren!', price: 24_000, category: 'Kopi' },
    { _id: '', name: 'Teh', price: 8_000, category: 'Teh' },
    { name: '!', price: 1, category: 'Kopi' },
    { price: 1, category: 'Kopi' },
    'Teh Tarik',
  ];

  const { menu, issues } = parseMenuFile(Buffer.from(JSON.stringify(list)), none);

  expect(menu.products.map(({ _id }) => _id)).toEqual(['kopi-susu-gula-aren', 'teh']);
  expect(issues).toMatchObject([
    { where: 'products[2]', field: '_id', message: 'is missing.' },
    { where: 'products[3]', field: '_id', message: 'is missing.' },
    { where: 'products[3]', field: 'name', message: 'is missing.' },
    { where: 'products[4]' },
  ]);
});
