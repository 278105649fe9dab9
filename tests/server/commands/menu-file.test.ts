import { expect, test } from 'vitest';
import { qrisId } from '#core/payment';
import { rupiah } from '#core/rupiah';
import { oldestOf } from '../../../server/commands/csv-rows.ts';
import { parseMenuFile } from '../../../server/commands/menu-file.ts';
import { priceFrom } from '../../../server/menu/menu-cells.ts';
import {
  describePriceQuestion,
  equalNames,
  implausiblePrices,
  movedProducts,
} from '../../../server/menu/menu-questions.ts';
import { parsedFrom } from '../../../server/menu/whole-menu.ts';
import { issueLine, none, product, read } from './menu-texts.ts';

/** Why a file is not read at all, or what is wrong in its rows. */
function refusalOf(content: string | Buffer): string {
  try {
    return read(content).issues.map(issueLine).join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

/** A menu of one product in JSON. */
const json = (facts: object) => JSON.stringify([{ _id: 'a', name: 'A', price: 1, category: 'Kopi', ...facts }]);

test.for(
  Object.entries({
    'a workbook': [Buffer.from('PK\x03\x04rest', 'latin1'), 'CSV UTF-8'],
    'another alphabet': [Buffer.from('name,price\ncaf\xe9,1', 'latin1'), 'UTF-8'],
    'an empty file': ['', 'name'],
    'only titles': ['name,price,category\n', 'Tidak ada produk'],
    'an unknown title in place of one that is needed': ['name,prise\nx,1', 'judul yang tidak dikenal: "prise"'],
    'broken JSON': ['{"products": [', 'JSON'],
    'a foreign JSON': ['{"items": []}', 'items'],
    'an open quotation mark': ['name,price,category\n"Kopi,1,Kopi\nTeh,2,Teh', 'tanda kutip'],
    'a character that rings': ['name,price,category\nKopi\x07,1,Kopi', 'baris 2, name'],
    'a JSON product without a price': ['[{"_id":"a","name":"A","category":"Kopi"}]', 'products[0], price'],
    'one name twice': ['nama,harga,kategori\nKopi,1,Kopi\nKopi,2,Kopi', 'baris 3, name: "Kopi" juga ada di baris 2'],
    'new products without a category': [
      'nama,harga,kelas\nKopi,1,Kopi',
      'Tidak ada judul "category" di berkas, padahal produk baru seperti "Kopi" memerlukannya; judul yang tidak dikenal: "kelas".',
    ],
    'one category in two ways': [
      'nama,harga,kategori\nTubruk,1,Kopi\nLatte,2,kopi',
      'baris 3: "kopi" sama dengan "Kopi"',
    ],
    'one tag in two ways': [
      'nama,harga,kategori,tag\nTubruk,1,Kopi,Crème\nLatte,2,Kopi,creme',
      'baris 3: "creme" sama dengan "Crème"',
    ],
    'a title above the titles, where a row is wrong': [
      'Menu kami\n\nnama,harga,kategori\nKopi,1,Kopi\nTeh,murah,Teh',
      'baris 5, price: "murah" bukan harga',
    ],
    'an old workbook': [Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'CSV UTF-8'],
    'a page that calls itself a workbook': ['\n<html><table><tr><td>Nama</td>', 'CSV UTF-8'],
    'UTF-16 without its mark': [Buffer.from('nama,harga,kategori\nKopi,1,Kopi', 'utf16le'), 'UTF-8'],
    'a JSON group that wants more than it allows': [
      '{"products":[{"name":"A","price":1,"category":"Kopi"}],"option_groups":[{"_id":"g","name":"G","min":2,"max":1,"choices":[{"_id":"a","name":"A","price":0},{"_id":"b","name":"B","price":0}]}]}',
      'option_groups[0]: min lebih dari max',
    ],
    'a JSON choice of half a rupiah': [
      '{"products":[{"name":"A","price":1,"category":"Kopi"}],"option_groups":[{"_id":"g","name":"G","min":0,"max":1,"choices":[{"_id":"a","name":"A","price":0.5}]}]}',
      'option_groups[0], choices.0.price: harus angka bulat.',
    ],
    'a page in UTF-16': [Buffer.from('\ufeff<table><tr><td>Nama</td>', 'utf16le'), 'CSV UTF-8'],
    'a gap among categories': [
      'nama,harga,kategori\nTubruk,15000,Kopi\nLatte,15000,Kopi\nTeh,9000,',
      'baris 4, category: belum diisi',
    ],
    'a price that its comma split, before empty titles': [
      'nama,harga,kategori,,\nKopi Uji,15,000,Kopi,',
      'baris 2: selnya lebih banyak daripada judul di baris pertama: "Kopi". Apakah "15,000" satu harga? Tulis 15000.',
    ],
    'a price that its commas split, in the last column': [
      'nama,kategori,harga\nMesin,Alat,"15,000"\nMesin Besar,Alat,1,250,000',
      'baris 3: selnya lebih banyak daripada judul di baris pertama: "250". Apakah "1,250,000" satu harga? Tulis 1250000.',
    ],
    'a cell below an empty title': [
      'nama;harga;;kategori\nKopi;15000;;Kopi\nTeh;15000;dingin;Teh',
      'baris 3: "dingin" ada di kolom tanpa judul.',
    ],
    'a price in thousands': ['nama,harga,kategori\nKopi,15rb,Kopi', '"15rb" bukan harga dalam rupiah bulat'],
    'a price in thousands, with decimals': ['nama;harga;kategori\nKopi;12,5k;Kopi', 'Maksudnya Rp12.500?'],
    'a price in millions': ['nama;harga;kategori\nMesin;1,5 jt;Kopi', 'Maksudnya Rp1.500.000?'],
    'a JSON price with a dot for thousands that is no whole number': [
      '[{"_id":"a","name":"A","price":12.500,"category":"Kopi"}]',
      'seperti 24000 atau "24.000". Maksudnya 12500?',
    ],
    'what a spreadsheet made of "- manis, dingin"': [
      'nama,harga,kategori,deskripsi\nKopi,1,Kopi,#NAME?',
      'baris 2, description: "#NAME?" adalah teks yang dikira rumus oleh spreadsheet',
    ],
    'a JSON category twice': [
      '{"products":[{"name":"A","price":1,"category":"Kopi"}],"categories":[{"name":"Kopi"},{"name":"Kopi"}]}',
      'categories: "Kopi" ditulis dua kali.',
    ],
    'a JSON list of something else': ['{"products":[],"banks":{}}', 'banks'],
    'a JSON price with half a rupiah': [json({ price: 24.5 }), 'products[0], price: harga ditulis dalam rupiah bulat'],
    'a JSON price in words': [json({ price: 'dua belas' }), 'products[0], price: harga ditulis dalam rupiah bulat'],
    'a list of numbers as the category': [
      'name(en-gb),price,categories\nKopi,15000,"20,30"',
      'baris 2, category: "20" adalah nomor; tulis nama kategorinya.',
    ],
    'an unknown field in JSON': [json({ id: 'a' }), 'products[0], id: tidak dikenal; yang ada: _id, name, '],
    'an unknown field of a choice in JSON': [
      '{"products":[],"option_groups":[{"_id":"g","name":"G","min":0,"max":1,"choices":[{"_id":"a","name":"A","price":0,"avaliable":false}]}]}',
      'option_groups[0].choices[0], avaliable: tidak dikenal; yang ada: _id, name, price, ',
    ],
    'an unknown field of a bank in JSON': [
      '{"products":[],"banks":[{"_id":"bank-tepi","name":"Bank Tepi","image":"tepi.svg"}]}',
      'banks[0], image: tidak dikenal; yang ada: _id, name, image_url.',
    ],
    'a JSON tag of spaces': [json({ tags: ['Panas', ' '] }), 'products[0], tags: ada tag tanpa nama'],
    'a JSON tag with a comma': [
      json({ tags: ['Panas, pahit'] }),
      'products[0], tags: ada tag dengan koma, titik koma, atau |',
    ],
    'a JSON tag with a semicolon': [
      json({ tags: ['Panas; pahit'] }),
      'products[0], tags: ada tag dengan koma, titik koma, atau |',
    ],
    'a JSON category of spaces': [json({ category: ' ' }), 'products[0], category: setiap produk memerlukannya'],
    'a JSON category that is not listed, below another fault': [
      '{"products":[{},{"_id":"a","name":"A","price":1,"category":"Teh"}],"categories":[{"name":"Kopi"}]}',
      'products[1], category: "Teh" tidak ada di daftar kategori',
    ],
  } as const),
)('a menu file is refused in plain words: %s', ([, [content, word]]) => {
  expect(refusalOf(content)).toContain(word);
});

test.each([
  ['a CSV in UTF-8', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf8'],
  ['a CSV in UTF-16', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf16le'],
  ['a JSON', '\uFEFF[{"_id":"kopi","name":"Kopi","price":1,"category":"Kopi"}]', 'utf8'],
] as const)('the byte order mark at the beginning of %s is ignored', (_, text, encoding) => {
  const { menu, issues } = read(Buffer.from(text, encoding));

  expect([menu.products, issues]).toMatchObject([[{ _id: 'kopi', name: 'Kopi', price: 1 }], []]);
});

test.for([
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['\r', '\r'],
  ['\r\n', '\n'],
  ['\n', '\r\n'],
])('a CSV whose rows end with %j is read, also when the last but one ends with %j', ([usual, odd]) => {
  const rows = ['nama,harga,kategori,deskripsi', 'Kopi,1,Minum,"dua\r\nbaris"', 'Teh,2,Minum,panas', 'Susu,3,Minum,""'];
  const text = `${rows.slice(0, 3).join(usual)}${odd}${rows[3]}${usual}`;

  const { menu, issues } = read(text);

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
  const rows = [
    ['nama', 'harga', 'kategori'],
    ['Kopi, susu', '9.000', 'Kopi'],
    ['Teh', 'delapan', 'Teh'],
  ];

  const { menu, issues } = read(said + rows.map((cells) => cells.join(sign)).join('\n'));

  expect(menu.products).toMatchObject([{ name: 'Kopi, susu', price: 9_000, category: 'Kopi' }, { name: 'Teh' }]);
  expect(issues).toMatchObject([{ where: 'baris 3', field: 'price' }]);
});

test.for([';', ',', '\t'])('a CSV with new prices needs only two columns, separated by %j', (sign) => {
  const soldOut = product({ _id: 'teh', name: 'Teh', price: 8_000, category: 'Teh', available: false });

  const { menu, issues } = read(`nama${sign}harga\nTeh${sign}9.000\n`, { ...none, products: [soldOut] });

  expect([menu.products, issues]).toEqual([[{ ...soldOut, price: 9_000 }], []]);
});

test('a JSON that leaves no way to pay is refused', () => {
  const products = [{ name: 'Kopi', price: 1, category: 'Kopi' }];
  const bank = { _id: 'bank-tepi', name: 'Bank Tepi', image_url: '' };
  const issuesOf = (more: object) => read(JSON.stringify({ products, ...more }), { ...none, banks: [bank] }).issues;

  expect(issuesOf({ banks: [] })).toMatchObject([{ where: 'banks' }]);
  expect(issuesOf({ banks: [], mini_markets: [] })).toMatchObject([{ where: 'banks' }]);
  expect(issuesOf({ banks: [], mini_markets: [{ ...bank, _id: qrisId }] })).toMatchObject([{ where: 'banks' }]);
  expect(issuesOf({ mini_markets: [] })).toEqual([]);
  expect(issuesOf({ banks: [], mini_markets: [bank] })).toEqual([]);
});

test('prices are read as people write them, and ambiguous ones are refused', () => {
  const sure = [
    '24000|24.000|24,000|Rp24.000|Rp. 24.000|rp 24000|24.000,00|24,000.00|Rp24.000,-|24000.00|24000,00|24000.0',
    'IDR 24.000|idr24000|24000.0000|24000,0000|24.000,0000|24.000 IDR|24000 rp|24 000|Rp 24\u00a0000|24\u202f000 Rp.|Rp 24 000,00|24.000,0',
  ].flatMap((texts) => texts.split('|'));
  const doubtful =
    '|-|,-|24,5|24.00|2.4000|24.000,5|24.000.00|Rp|-24000|24k|24.000-|24.0|24000.000|24.000 per kg|24000.000|2 4000|24 00|24000.0001'.split(
      '|',
    );

  expect(sure.map(priceFrom)).toEqual(sure.map(() => 24_000));
  // Nothing is nothing in any notation.
  expect(['0', '0.00', '0,00', 'Rp 0.00'].map(priceFrom)).toEqual([0, 0, 0, 0]);
  expect(doubtful.map(priceFrom)).toEqual(doubtful.map(() => undefined));
});

/** What the owner is asked about a file; the menu before it has three products, at Rp12.000, Rp15.000 and Rp18.000. */
function questionsAbout(text: string) {
  const prices = Object.entries({ tubruk: 12_000, latte: 15_000, v60: 18_000 });
  const current = { ...none, products: prices.map(([_id, price]) => product({ _id, name: _id, price })) };
  const parsed = read(text, current);
  return [...parsed.issues.map(({ where }) => where), ...implausiblePrices(parsed, current).map(describePriceQuestion)];
}

test.for(
  Object.entries({
    'split into the description': ['nama,kategori,harga,keterangan\nKopi,Kopi,15,000', 15_000],
    'split into the category': ['nama,harga,kategori,keterangan\nKopi,15,500,Kopi', 15_500],
    'split, with its currency': ['nama,kategori,harga,keterangan\nKopi,Kopi,Rp15,000', 15_000],
    'split in two places': ['nama,kategori,harga,keterangan,tag\nKopi,Kopi,1,250,000', 1_250_000],
    'split into a price that might be one': ['nama,kategori,harga,keterangan\nKopi,Kopi,500,000', 500_000],
    'without its thousands': ['nama;harga;kategori\nKopi;15;Kopi', 15_000],
    'without its thousands, above Rp100': ['nama;harga;kategori\nBiji;185;Kopi', 185_000],
    'with decimals read as digits': ['nama;harga;kategori\nKopi;1500000;Kopi', 15_000],
    'with thousands too many': ['nama;harga;kategori\nKopi;15.000.000;Kopi', 15_000],
    'in JSON, with a dot for thousands': ['[{"name":"Kopi","price":15.000,"category":"Kopi"}]', 15_000],
    'in JSON, with a dot, that might be one': ['[{"name":"Kopi","price":800.000,"category":"Kopi"}]', 800_000],
    'in JSON, with decimals': ['{"products":[{"name":"Kopi","price":15.0,"category":"Kopi"}]}', 15_000],
    'in JSON, as text': ['[{"name":"Kopi","price":"Rp 15","category":"Kopi"}]', 15_000],
  } as const),
)('a price that lost or gained thousands is asked about: %s', ([, [text, meant]]) => {
  expect(questionsAbout(text)).toEqual([
    expect.stringMatching(/^(Baris 2|products\[0\]): (Kopi|Biji) Rp[\d.]+\? Maksudnya/),
  ]);
  expect(questionsAbout(text)[0]).toContain(`Maksudnya ${rupiah(meant)}?`);
});

test.for(
  Object.entries({
    'as most people write them':
      'nama;harga;kategori\nA;15.000;Kopi\nB;15,000;Kopi\nC;15.000,00;Kopi\nD;Rp 15.000;Kopi',
    'in quotation marks': 'nama,harga,kategori,keterangan\nA,"15,000",Kopi,dingin\nB,"15.000",Kopi,',
    'of sweets, and of beans by the kilo': 'nama,harga,kategori\nPermen,500,Kopi\nBiji 1 kg,450000,Kopi',
    'before a number that is none of it': 'nama,harga,kategori,keterangan\nA,15000,Kopi,500',
    'of nothing': 'nama,harga,kategori\nAir,0,Kopi',
    'in JSON': '[{"name":"A","price":15000.0,"category":"Kopi"},{"name":"B","price":"15.000","category":"Kopi"}]',
  }),
)('prices are imported without a question: %s', ([, text]) => {
  expect(questionsAbout(text)).toEqual([]);
});

test('a changed price is compared with the one before, and a correction is not asked about', () => {
  const changed = (from: number, to: number) => {
    const others = [1, 2, 3].map((at) => product({ _id: `${at}`, name: `Lain ${at}`, price: 20_000 }));
    const menu = (price: number) => ({ ...none, products: [...others, product({ price })] });
    return implausiblePrices(parsedFrom(menu(to), {}), menu(from)).map(({ meant }) => meant);
  };

  expect(changed(15_000, 15)).toEqual([15_000]);
  expect(changed(15_000, 15_000_000)).toEqual([15_000]);
  expect(changed(2_000_000, 2_000)).toEqual([2_000_000]);
  expect(changed(15, 16)).toEqual([16_000]);
  for (const [from, to] of [
    [15, 15],
    [15, 15_000],
    [15_000_000, 15_000],
    [2_000_000, 1_800_000],
    [500, 600],
    [15_000, 0],
    [0, 15_000],
  ] as const)
    expect([from, to, changed(from, to)]).toEqual([from, to, []]);
});

test('one price out of the scale of its own file is asked about, at any price level of the file', () => {
  const rows = ['nama,harga,kategori', 'A,900000,Alat', 'B,1200000,Alat', 'C,1500,Alat', 'D,1000000,Alat'];

  const parsed = read(rows.join('\n'));

  expect(implausiblePrices(parsed, none)).toEqual([{ where: 'baris 4', name: 'C', price: 1_500, meant: 1_500_000 }]);
});

test('in a file that lost its thousands throughout, the prices that did not are not asked about', () => {
  const rows = ['nama,harga,kategori', 'A,15,Kopi', 'B,18,Kopi', 'C,25000,Kopi', 'D,22,Kopi'];

  expect(questionsAbout(rows.join('\n'))).toEqual([
    'Baris 2: A Rp15? Maksudnya Rp15.000?',
    'Baris 3: B Rp18? Maksudnya Rp18.000?',
    'Baris 5: D Rp22? Maksudnya Rp22.000?',
  ]);
});

/** What the owner is asked about the products of a file; the menu before it has `001` Kopi Susu, `002` Teh and `T3` Roti. */
function productsAskedAbout(text: string) {
  const names = Object.entries({ '001': 'Kopi Susu', '002': 'Teh', T3: 'Roti' });
  const products = names.map(([_id, name]) => product({ _id, name, category: 'Menu' }));
  const current = { ...none, products };
  const parsed = read(text, current);
  expect(parsed.issues).toEqual([]);
  return [...movedProducts(parsed, current), ...equalNames(parsed, current)].map(({ question }) => question);
}

test.for(
  Object.entries({
    'lost its zeros': ['id,nama,harga,kategori\n1,Kopi Susu,15000,Menu', ['Hapus dan tambah lagi "Kopi Susu"?']],
    'lost its zeros, and its name was mended': ['id,nama,harga,kategori\n1,Es,15000,Menu', ['lagi "Kopi Susu"?']],
    'is gone with its column': [
      'nama,harga,kategori\nKOPI  SUSU,15000,Menu',
      ['Id-nya dulu "001", sekarang "kopi-susu".'],
    ],
    'stands with another name': [
      'id,nama,harga,kategori\n001,Teh,15000,Menu\n002,Kopi Susu,15000,Menu',
      ['"Teh"', '"Kopi Susu"'],
    ],
    'is written in small letters': ['id,nama,harga,kategori\nt3,Roti Bakar,15000,Menu', ['"Roti"']],
    'is another one in JSON': ['[{"_id":"1","name":"Kopi Susu","price":15000,"category":"Menu"}]', ['"Kopi Susu"']],
  } as const),
)('a product whose id %s is asked about', ([, [text, questions]]) => {
  expect(productsAskedAbout(text)).toEqual(questions.map((part) => expect.stringContaining(part)));
});

test('two products with one name and two prices are asked about, unless they were so before', () => {
  const rows = ['id,nama,harga,kategori', '001,Kopi Susu,15000,Menu', 'b,kopi susu,18000,Menu'];

  expect(productsAskedAbout(rows.join('\n'))).toEqual([
    'kopi susu Rp18.000, padahal di baris 2 Rp15.000? Keduanya tidak bisa dibedakan.',
  ]);
  expect(equalNames(read(rows.join('\n')), none)).toHaveLength(1);
  const parsed = read(rows.join('\n'));
  expect(equalNames(parsed, parsed.menu)).toEqual([]);
});

test.for(
  Object.entries({
    'as it was': 'id,nama,harga,kategori\n001,Kopi Susu,15000,Menu\n002,Teh,15000,Menu',
    'with a new name': 'id,nama,harga,kategori\n001,Kopi Susu Aren,15000,Menu',
    'beside a new one with its name, at its price': 'id,nama,harga,kategori\n002,Teh,15000,Menu\n4,Teh,15000,Menu',
    'beside new ones': 'id,nama,harga,kategori\n001,Kopi Susu,15000,Menu\n3,Air,5000,Menu',
  }),
)('a product is imported without a question %s', ([, text]) => {
  expect(productsAskedAbout(text)).toEqual([]);
});

test('a JSON price may be a text, and a tag that is written twice is one', () => {
  const { menu } = read('[{"_id":"a","name":"A","price":"24.000","category":"Kopi","tags":["Panas","Panas"]}]');

  expect(menu.products).toMatchObject([{ _id: 'a', price: 24_000, tags: [{ name: 'Panas' }] }]);
});

test('titles may be followed by empty cells, as a spreadsheet writes them, and so may rows', () => {
  const { menu, issues } = read('nama,harga,kategori,,\nKopi,15000,Kopi,,\nTeh,9000,Teh\nSusu,9000,Susu,, ,,\n');

  expect([issues, menu.products.map(({ name }) => name)]).toEqual([[], ['Kopi', 'Teh', 'Susu']]);
});

test('in a JSON list of products missing ids are made from the names, as in a CSV', () => {
  const list = [
    { name: 'Kopi Susu – Gula Aren!', price: 24_000, category: 'Kopi' },
    { _id: '', name: 'Teh', price: 8_000, category: 'Teh' },
    { name: '!', price: 1, category: 'Kopi' },
    { price: 1, category: 'Kopi' },
    'Teh Tarik',
  ];

  const { menu, issues } = read(JSON.stringify(list));

  expect(menu.products.map(({ _id }) => _id)).toEqual(['kopi-susu-gula-aren', 'teh']);
  expect(issues).toMatchObject([
    { where: 'products[2]', field: '_id', message: 'belum diisi.' },
    { where: 'products[3]', field: '_id', message: 'belum diisi.' },
    { where: 'products[3]', field: 'name', message: 'belum diisi.' },
    { where: 'products[4]' },
  ]);
});

const productOf = (text: string) => read(text).menu.products[0];

test.for(
  Object.entries({
    Loyverse:
      'Handle,SKU,Name,Category,Description,Sold by weight,Price [Kopi Tepi],Available for sale [Kopi Tepi],In stock [Kopi Tepi]\nkopi-tubruk,10001,Kopi Tubruk,Kopi,Pahit,N,25000.00,Y,0',
    Shopify:
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Variant Price,Status\nkopi-tubruk,Kopi Tubruk,<p>Pahit</p>,Kedai,Food > Coffee,Kopi,,TRUE,25000.00,active',
    'Shopify, with columns that are empty':
      'Handle,SKU,Title,Body (HTML),Product Category,Type,Variant Price\n,10001,Kopi Tubruk,<p>Pahit</p>,"Food, Beverages & Tobacco > Kopi",,25000.00',
    WooCommerce:
      'ID,Type,SKU,Name,Published,Short description,In stock?,Regular price,Categories,Images\nkopi-tubruk,simple,T1,Kopi Tubruk,1,Pahit,1,25000,"Minuman > Kopi, Promo",https://toko.example/kopi.jpg',
    Square: 'Token,Item Name,Description,Category,Price\nkopi-tubruk,Kopi Tubruk,Pahit,Kopi,"25000,00"',
    'WooCommerce, with categories that are not nested':
      'ID,Type,Name,Published,Description,Regular price,Categories,Tags\nkopi-tubruk,simple,Kopi Tubruk,1,Pahit,25000,"Kopi, Promo",',
    'a program that writes the currency':
      'Nama Produk,Harga Jual (Rp),Kategori,Deskripsi\nKopi Tubruk,25000,Kopi,Pahit',
    'a template that says what is needed':
      'Nama Produk*,Harga Jual (Rp)*,Kategori (Wajib),Deskripsi (opsional)\nKopi Tubruk,25000,Kopi,Pahit',
    'a cash register': 'Nama Produk,Harga Jual,Stok,Kategori,Deskripsi\nKopi Tubruk,Rp 25.000,12,Kopi,Pahit',
    Odoo: 'Internal Reference,Name,Sales Price,Product Category,Sales Description,Can be Sold\nkopi-tubruk,Kopi Tubruk,25000.0,Kopi,Pahit,True',
    Ecwid:
      'type;product_internal_id;product_name;product_price;product_description;product_category_1;product_is_available\nproduct;kopi-tubruk;Kopi Tubruk;25000;<p>Pahit</p>;Kopi;true',
    Wix: 'handleId,fieldType,name,description,productImageUrl,collection,price,visible\nkopi-tubruk,Product,Kopi Tubruk,<p>Pahit</p>,https://wix.example/a.jpg,Kopi,25000.0,true',
    Clover: 'Clover ID,Name,Price,Price Type,Description,Categories\nkopi-tubruk,Kopi Tubruk,25000.00,Fixed,Pahit,Kopi',
    uniCenta:
      'Reference,Barcode,Name,PriceBuy,PriceSell,Category,Description\nkopi-tubruk,899,Kopi Tubruk,9000,25000,Kopi,Pahit',
    TastyIgniter:
      'menu_id,menu_name,menu_description,menu_price,menu_category,menu_status\nkopi-tubruk,Kopi Tubruk,Pahit,25000.0000,Kopi,1',
    OpenCart:
      'product_id,name(en-gb),categories,quantity,price,status,description(en-gb)\nkopi-tubruk,Kopi Tubruk,Kopi,9,25000.0000,enabled,Pahit',
    Magento:
      'sku,product_type,categories,name,short_description,price,product_online\nkopi-tubruk,simple,"Default Category/Minuman/Kopi,Default Category/Promo",Kopi Tubruk,Pahit,25000.0000,1',
    PrestaShop:
      'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Price tax included;Short description\nkopi-tubruk;1;Kopi Tubruk;Kopi,Promo;22500;25000;Pahit',
    'a cash register that names categories': 'Nama Menu,Nama Kategori,Harga Jual,Ket\nKopi Tubruk,Kopi,25000,Pahit',
    'a report, below its title':
      'Daftar Menu; per 28/11/2026;\n;;\n\nNama;Harga;Kategori;Deskripsi\nKopi Tubruk;25000;Kopi;Pahit',
  }),
)('the export of %s is understood', ([, text]) => {
  expect(read(text).issues).toEqual([]);
  expect(productOf(text)).toEqual(
    product({ _id: 'kopi-tubruk', name: 'Kopi Tubruk', description: 'Pahit', price: 25_000 }),
  );
});

test.each([
  ['WooCommerce', 'Name,Published,In stock?,Regular price,Categories', 'Kopi,-1,1,15000,Kopi', 'Teh,1,1,9000,Teh'],
  ['Shopify', 'Title,Published,Variant Price,Type,Status', 'Kopi,true,15000,Kopi,draft', 'Teh,true,9000,Teh,active'],
  ['Clover', 'Name,Price,Hidden,Category', 'Kopi,15000.0,Yes,Kopi', 'Teh,9000.0,No,Teh'],
])('what %s hides from its customers is not sold', (_program, ...rows) => {
  const { menu, issues, warnings } = read(rows.join('\n'));

  expect({ issues, warnings }).toEqual({ issues: [], warnings: [] });
  expect(menu.products.map(({ available }) => available)).toEqual([false, undefined]);
});

const divided = 'Kopi\n \u202eSusu\u200b';
test.each([
  ['CSV', `nama,harga,kategori,tag\n"${divided}",15000,"${divided}","${divided}"`],
  ['JSON', JSON.stringify([{ name: divided, price: 15_000, category: divided, tags: [divided] }])],
])('F10 a name in a %s that is divided or has invisible characters is one line without them', (_kind, text) => {
  expect(productOf(text)).toMatchObject({ name: 'Kopi Susu', category: 'Kopi Susu', tags: [{ name: 'Kopi Susu' }] });
});

test('a category that stands only in the first row of its group holds for the group, and that is said', () => {
  const { menu, issues, warnings } = read(
    'Kategori,Nama,Harga\nKopi,Tubruk,15000\n,Latte,20000\n,,\nTeh,Poci,9000\n,Tarik,12000',
  );

  expect(issues).toEqual([]);
  expect(menu.products.map(({ category }) => category)).toEqual(['Kopi', 'Kopi', 'Teh', 'Teh']);
  expect(warnings).toEqual([
    {
      where: 'baris 3',
      message: 'tidak punya kategori dan dimasukkan ke kelompok di atasnya, "Kopi"; begitu juga 1 baris lagi.',
    },
  ]);
});

test('the web address of a picture changes none, and that is said', () => {
  const kopi = product({ image_url: 'kopi.webp' });

  const { menu, issues, warnings } = read(
    'Handle,Title,Type,Variant Price,Image Src\nkopi,Kopi,Kopi,15000,https://cdn.example/a.jpg\nteh,Teh,Teh,9000,HTTPS://cdn.example/b.jpg',
    { ...none, products: [kopi] },
  );

  expect([issues, menu.products.map(({ image_url }) => image_url)]).toEqual([[], ['kopi.webp', '']]);
  expect(warnings.map(issueLine)).toEqual([
    'baris 2: gambar di alamat web tidak diambil; simpan di folder gambar, lalu tulis namanya; begitu juga 1 baris lagi.',
  ]);
});

test('a product whose name has no Latin letter gets an id that stays', () => {
  const ids = (text: string) => read(text).menu.products.map(({ _id }) => _id);
  const rows = 'nama,harga,kategori\n咖啡,15000,Kopi\nقهوة,15000,Kopi';

  expect(ids(rows)).toEqual([
    expect.stringMatching(/^menu-[0-9a-f]{10}$/),
    expect.stringMatching(/^menu-[0-9a-f]{10}$/),
  ]);
  expect(new Set(ids(rows)).size).toBe(2);
  expect(ids(rows)).toEqual(ids(rows.replace('15000', '16000')));
  expect(read('nama,harga,kategori\n!!!,15000,Kopi').issues).toMatchObject([{ where: 'baris 2', field: 'id' }]);
  const json = read('[{"name":"咖啡","price":15000,"category":"Kopi"}]');
  expect(json.menu.products.map(({ _id }) => _id)).toEqual(ids(rows).slice(0, 1));
});

test('unknown titles are ignored and named at once, or refused where the owner wants that', () => {
  const text = 'Vendor,name,price,category,Tax Rate\nKedai,Kopi,15000,Kopi,11';

  expect(read(text)).toMatchObject({
    issues: [],
    warnings: [{ where: 'baris 1', message: expect.stringContaining('diabaikan: "Vendor", "Tax Rate"') }],
  });
  expect(() => parseMenuFile(Buffer.from(text), none, true)).toThrow('"Vendor", "Tax Rate"');
});

test('a title with two hundred thousand blanks is read at once, and ignored', () => {
  const { warnings } = read(`name,price,category,a${' '.repeat(200_000)}b\nKopi,15000,Kopi,`);

  expect(warnings).toHaveLength(1);
});

test.for([
  ['Ada|tersedia|12||aktif|iya', true],
  ['kosong|Tidak tersedia|Tidak aktif|Stok habis|sold out|0|-3', false],
] as const)('stock is understood as cash registers write it: %s', ([words, available]) => {
  for (const stock of words.split('|'))
    expect([stock, productOf(`nama,harga,kategori,stok\nKopi,15000,Kopi,${stock}`)?.available !== false]).toEqual([
      stock,
      available,
    ]);
});

test('a description that another program wrote as HTML becomes text', () => {
  const text =
    'name,price,category,description\nKopi,15000,Kopi,"<p>Robusta &amp; arabika,<br>ditubruk.</p><ul><li>Panas</li></ul>"\nTeh,5000,Teh,"manis < pahit, 1 > 0"';

  expect(read(text).menu.products.map(({ description }) => description)).toEqual([
    'Robusta & arabika,\nditubruk.\nPanas',
    'manis < pahit, 1 > 0',
  ]);
});

test.for(
  Object.entries({
    '<p>Ja&#39;far&rsquo;s &#8217;es&#x2019; &ndash; 100&deg;</p>': "Ja'far’s ’es’ – 100°",
    '<font color="red">Pedas</font><hr><small>sekali</small>': 'Pedas\nsekali',
    '<p>a&nbsp;b&#160;c &constructor; &frac12;&#7;d</p>': 'a b c &constructor; ½ d',
    'Teh &amp; susu <3': 'Teh &amp; susu <3',
  }),
)('signs that HTML writes by their names are read in a description with markup: %s', ([written, text]) => {
  const { menu } = read(`name;price;category;description\nKopi;15000;Kopi;"${written.replaceAll('"', '""')}"`);

  expect(menu.products.map(({ description }) => description)).toEqual([text]);
});

test('rows of further variants belong to the product above them', () => {
  const { menu, issues, warnings } = read(
    'Handle,Title,Variant Price,Type\nkopi,Kopi,15000,Kopi\nkopi,,18000,\nkopi,,,\nteh,Teh,5000,Teh',
  );

  expect([menu.products.map(({ price }) => price), issues]).toEqual([[15_000, 5_000], []]);
  expect(warnings[0]).toMatchObject({ where: 'baris 3', message: expect.stringContaining('1 baris lagi') });
});

test('W15 rows of several exports are as old as the oldest of them', () => {
  expect(read('nama,harga,kategori,version\nKopi,15000,Kopi,7\nTeh,9000,Teh,5\nRoti,9000,Roti,').version).toBe(5);
  expect(oldestOf(Array.from({ length: 200_000 }, (_, at) => 200_000 - at))).toBe(1);
});

test('a quotation mark that ends within its cell is one error', () => {
  const { issues } = read('name,price,category\nTeh,5000,Teh\n"Kopi" Spesial,15000,Kopi\nSusu,7000,Susu');

  expect(issues).toEqual([{ where: 'baris 3', message: expect.stringContaining('"""Kopi"" Spesial"') }]);
});
