import { expect, test } from 'vitest';
import type { OptionGroup } from '#core/contract';
import { choicesAsCsv } from '../../../server/commands/menu-choices.ts';
import { menuAsCsv } from '../../../server/commands/menu-csv.ts';
import { parseMenuFile } from '../../../server/commands/menu-file.ts';
import { menuAsJson } from '../../../server/menu/menu-json.ts';
import { describePriceQuestion, implausiblePrices } from '../../../server/menu/menu-questions.ts';
import type { Menu, ParsedMenu } from '../../../server/menu/whole-menu.ts';
import { choice, group } from '../../core/product.ts';
import { issueLine, none, product, read } from './menu-texts.ts';

const cup = group('cup', 'Ukuran', [
  choice('big', 'Besar', 0, { default: true }),
  choice('small', 'Kecil', -2_000, { available: false }),
]);
const extras = group('extras', 'Tambahan', [choice('shot', '=Shot', 5_000)], { min: 0, max: 2 });
const withCups = {
  ...none,
  banks: [{ _id: 'tepi', name: 'Bank Tepi', image_url: '' }],
  categories: [{ name: 'Kopi' }],
  option_groups: [cup],
  products: [product({ price: 9_000, option_groups: ['cup'] })],
};

test('M11 a JSON menu comes back with its option groups, and a file without groups keeps those that exist', () => {
  const without = JSON.stringify({ products: [product({ price: 9_000 })] });

  for (const text of [menuAsJson(withCups, 1), without, 'id,nama,harga,kategori\nkopi,Kopi,9000,Kopi'])
    expect(read(text, withCups).menu).toEqual(withCups);
});

test('W8 an export makes nothing available that is sold out, and says so; another file does', () => {
  const soldOut = { ...withCups, products: [product({ price: 9_000, option_groups: ['cup'], available: false })] };
  const choices = cup.choices.map(({ available, ...one }) => one);
  const before = { ...withCups, option_groups: [{ ...cup, choices }] };
  const csv = (menu: Menu) => [menuAsCsv(menu, 1), choicesAsCsv(menu.option_groups ?? [], 1)] as const;
  const parse = ([text, more]: readonly [string, string?], current: Menu) =>
    parseMenuFile(Buffer.from(text), current, false, more === undefined ? undefined : Buffer.from(more));

  for (const formOf of [(menu: Menu) => [menuAsJson(menu, 1)] as const, csv]) {
    const { menu, warnings } = parse(formOf(before), soldOut);
    expect(menu).toEqual(soldOut);
    expect(warnings.map(issueLine)).toEqual([
      "menu: tetap habis seperti di kedai: Kopi, Kecil (Ukuran); kalau sudah ada lagi, tekan 'Ada' di kasir.",
    ]);
    expect(parse(formOf(soldOut), before)).toMatchObject({ menu: soldOut, warnings: [] });
  }
  expect(read(JSON.stringify(before), soldOut)).toMatchObject({ menu: before, warnings: [] });
});

test('W8, W15 a file of choices from an export is as old as that, and makes nothing available beside any menu', () => {
  const plain = 'id,nama,harga,kategori,pilihan\nkopi,Kopi,9000,Kopi,cup';
  const exported = choicesAsCsv([{ ...cup, choices: cup.choices.map(({ available, ...one }) => one) }], 5);
  const withoutVersion = exported.replaceAll(/,(version|5)$/gm, '');

  for (const [text, choices, version] of [
    [plain, exported, 5],
    [menuAsCsv(withCups, 7), exported, 5],
    [menuAsCsv(withCups, 4), exported, 4],
    [menuAsCsv(withCups, 7), withoutVersion, 7],
    [plain, withoutVersion, undefined],
  ] as const) {
    const { menu, warnings, ...parsed } = readWith(choices, text, withCups);
    expect([menu.option_groups, parsed.version]).toEqual([[cup], version]);
    expect(warnings.map(issueLine)).toEqual([
      "menu: tetap habis seperti di kedai: Kecil (Ukuran); kalau sudah ada lagi, tekan 'Ada' di kasir.",
    ]);
  }
});

test.for(
  Object.entries({
    'a product names a group that is not listed': [
      { products: [{ ...withCups.products[0], option_groups: ['ice'] }] },
      'products[0]',
    ],
    'a product could cost less than nothing': [
      { products: [{ ...withCups.products[0], price: 1_000 }] },
      'products[0]',
    ],
    'an optional group has a default': [
      { option_groups: [{ ...cup, min: 0, choices: [cup.choices[0]] }] },
      'option_groups[0]',
    ],
    'two choices have one id': [
      { option_groups: [{ ...cup, max: 2, choices: [cup.choices[0], { ...cup.choices[1], _id: 'big' }] }] },
      'option_groups[0].choices[1]',
    ],
    'a group has no choices': [{ option_groups: [{ ...cup, choices: [] }] }, 'option_groups[0]'],
    'two choices have one name': [
      { option_groups: [{ ...cup, choices: [cup.choices[0], { ...cup.choices[1], name: 'besar' }] }] },
      'option_groups[0].choices[1]',
    ],
  } as const),
)('M11 a JSON menu is refused where %s', ([, [change, place]]) => {
  const { issues } = read(JSON.stringify({ ...withCups, ...change }), withCups);

  expect(new Set(issues.map(({ where }) => where))).toEqual(new Set([place]));
});

const offered = {
  ...withCups,
  option_groups: [cup, extras],
  products: [
    product({ option_groups: ['cup', 'extras'] }),
    product({ _id: 'v60', name: 'V60', option_groups: [] }),
    product({ _id: 'roti', name: 'Roti' }),
  ],
};

const readWith = (choices: string, csv: string = menuAsCsv(offered, 1), current: Menu = offered) =>
  parseMenuFile(Buffer.from(csv), current, false, Buffer.from(choices));
const choiceRows = (...rows: string[]) => ['kelompok,min,max,id,nama,harga,bawaan', ...rows].join('\n');

test('M11 a CSV menu comes back with its option groups from the file of choices beside it', () => {
  const choices = choicesAsCsv(offered.option_groups, 1);

  expect(readWith(choices)).toMatchObject({ menu: offered, issues: [], warnings: [] });
  expect(readWith(choices, menuAsCsv(offered, 1), none).menu).toMatchObject({
    products: offered.products,
    option_groups: offered.option_groups,
  });
  expect(choices).toContain(',-2000,no,no,1\n');
  // The byte order mark, by which spreadsheets recognise UTF-8.
  for (const text of [choices, menuAsCsv(offered, 1)]) expect(text.startsWith('\uFEFF')).toBe(true);
});

test('B55: the file of choices has no formulas that a spreadsheet would run', () => {
  const group = { ...cup, name: '@SUM(1)', choices: cup.choices.map((choice) => ({ ...choice, name: '=cmd' })) };
  const choices = choicesAsCsv([group], 1);

  expect(choices).toContain("'@SUM(1)");
  expect(choices).toContain("'=cmd");
});

test("M11 texts of Kedai's own CSV are no other program's notation", () => {
  const products = [product({ category: 'Minuman > Kopi', description: 'Pakai <b>susu</b> &amp; gula' })];

  expect(read(menuAsCsv({ ...none, products }, 1)).menu.products).toEqual(products);
});

test('M11 a name of a group, its limits and ids that the file does not say stay as they are', () => {
  const { menu, issues } = readWith(
    'group,pilihan,selisih\ncup,Besar,\ncup,kecil,"-Rp2.500"\nextras,=Shot,+6.000',
    menuAsCsv(offered, 1),
  );

  expect(issues).toEqual([]);
  expect(menu.option_groups).toMatchObject([
    { ...cup, choices: [cup.choices[0], { _id: 'small', price: -2_500 }] },
    { _id: 'extras', max: 2, choices: [{ _id: 'shot', price: 6_000 }] },
  ]);
});

test.for(
  Object.entries({
    'is given': 'cup,1,1,r,Reguler,+3000,ya\ncup,1,1,b,Besar,9000,',
    'is not given, so that it is the cheapest': 'cup,1,1,r,Reguler,3.000,\ncup,1,1,b,Besar,Rp9.000,',
  }),
)('M2 the price of a default that %s becomes part of the product, and that is said', ([, rows]) => {
  const csv = 'id,nama,harga,kategori,pilihan\nkopi,Kopi,9000,Kopi,cup\nroti,Roti,9000,Kopi,';
  const { menu, warnings } = readWith(choiceRows(rows), csv);

  expect(menu.products.map(({ price }) => price)).toEqual([12_000, 9_000]);
  expect(menu.option_groups?.[0]?.choices).toEqual([
    { _id: 'r', name: 'Reguler', price: 0, default: true },
    { _id: 'b', name: 'Besar', price: 6_000 },
  ]);
  expect(warnings.map(({ message }) => message)).toContain(
    'harga bawaan "Reguler" (+Rp3.000) dimasukkan ke harga produknya.',
  );
});

test('M11 what the file of choices has no column for stays as it is', () => {
  const { menu, issues } = readWith('group,id,name\ncup,big,Besar\ncup,small,Mun\u200bgil\nextras,shot,=Shot');

  const [big, small] = cup.choices;
  expect(issues).toEqual([]);
  expect(menu.option_groups).toEqual([{ ...cup, choices: [big, { ...small, name: 'Mungil' }] }, extras]);
});

test('M11 a file of choices that is no CSV is refused by its name', () => {
  expect(() => readWith('PK\x03\x04')).toThrow('Berkas pilihan adalah buku kerja, bukan CSV');
  expect(() => readWith('group,name,kelompok\na,b,c')).toThrow('Judul "group" ada dua kali di berkas pilihan.');
  expect(() => readWith('nama,harga\nBesar,0')).toThrow('Tidak ada judul "group" di berkas pilihan.');
});

test('M11 a group that no product names is said with its row', () => {
  const { issues, warnings } = readWith(`${choicesAsCsv(offered.option_groups, 1)}es,Es,0,1,es,Es,0,no,yes`);

  expect([issues, warnings]).toEqual([
    [],
    [{ where: 'pilihan baris 5', message: 'kelompok "es" tidak dipakai produk mana pun.' }],
  ]);
});

const cups = 'cup,1,1,big,Besar,0,ya';
test.for(
  Object.entries({
    'a product that names an unknown group': [
      cups,
      'cup|es',
      'baris 2, options: tidak ada kelompok "es"; yang ada: cup.',
    ],
    'an id that is used twice': [
      `${cups}\nice,0,1,big,Es,0,`,
      'cup',
      'pilihan baris 3, id: "big" juga ada di pilihan baris 2.',
    ],
    'an id that was another choice': [
      'ice,0,1,shot,Es,0,',
      'ice',
      'pilihan baris 2, id: "shot" sudah menjadi id "=Shot" di kelompok "extras"; pakai id baru.',
    ],
    'a price below nothing': [
      `${cups}\ncup,,,small,Kecil,-9001,\nice,0,1,no,Tanpa es,-1000,\nice,,,less,Es sedikit,-500,\nice,,,cup,Gelas,500,`,
      'cup|ice',
      'baris 2, options: "Kopi" bisa berharga −Rp1.001, dengan "Kecil", "Tanpa es".',
    ],
    'a price above the limit': [
      'cup,1,1,big,Besar,1000000000,ya',
      'cup',
      'baris 2, options: "Kopi" berharga Rp1.000.009.000, lebih dari Rp1.000.000.000.',
    ],
    'a choice that two groups of a product call the same': [
      `${cups}\nukuran,0,1,large,besar,0,`,
      'cup|ukuran',
      'baris 2, options: "Kopi" punya dua kelompok "ukuran" dengan pilihan bernama sama; beri salah satunya nama lain.',
    ],
    'two defaults of one': [
      `${cups}\ncup,,,small,Kecil,0,ya`,
      'cup',
      'kelompok "Ukuran" punya 2 bawaan, padahal harus 1.',
    ],
    'a default of what is optional': [
      'ice,0,1,no,Tanpa es,0,ya',
      'ice',
      'kelompok "ice" tidak wajib (min 0), jadi tidak boleh punya bawaan.',
    ],
    'more required than there is': [
      'cup,2,2,big,Besar,0,',
      'cup',
      'pilihan baris 2, min: 2 harus dipilih, padahal paling banyak 1.',
    ],
    'more required than can be chosen': [
      ['a', 'b']
        .flatMap((group) => [1, 2, 3, 4, 5, 6, 7].map((at) => `${group},7,7,${group}${at},${at},0,`))
        .join('\n'),
      'a|b',
      '14 pilihan wajib terlalu banyak: paling banyak 12.',
    ],
    '21 choices': [
      Array.from({ length: 21 }, (_, at) => `cup,0,1,c${at},C${at},0,`).join('\n'),
      'cup',
      'pilihan baris 2, group: 21 pilihan terlalu banyak: paling banyak 20.',
    ],
    'limits that differ': [
      `${cups}\ncup,0,,small,Kecil,0,`,
      'cup',
      'pilihan baris 3, min: "0", padahal di pilihan baris 2 "1".',
    ],
    'a price in words': ['cup,1,1,big,Besar,murah,ya', 'cup', 'pilihan baris 2, price: "murah" bukan harga'],
    'a choice without a name': ['cup,1,1,big,,0,ya', 'cup', 'pilihan baris 2, name: belum diisi.'],
    'a price that its comma splits': [
      'cup,1,1,big,Besar,6,000,ya',
      'cup',
      'pilihan baris 2: "ya" ada di kolom tanpa judul.',
    ],
    'a choice without a group': [',1,1,big,Besar,0,ya', '', 'pilihan baris 2, group: belum diisi.'],
    'a group named twice': [cups, 'cup|cup|cup|cup|cup|cup|cup|cup|cup,a,b,c,d,e,f,g,h', 'lebih dari 8 kelompok'],
  } as const),
)('M11 a file of choices is refused with its row for %s', ([, [rows, groups, sentence]]) => {
  const { issues } = readWith(choiceRows(rows), `id;nama;harga;kategori;pilihan\nkopi;Kopi;9000;Kopi;${groups}`);

  expect(issues.map(issueLine)).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
});

const loyverse = (...rows: string[]) =>
  [
    'Handle,SKU,Name,Category,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Price [Tepi],Available for sale [Tepi],Modifier - "Susu"',
    ...rows,
  ].join('\n');
const square = (...rows: string[]) =>
  ['Token,Item Name,Variation Name,Category,Price,Modifier Set - Susu', ...rows].join('\n');
const shortGroups = ({ option_groups = [] }: Menu) =>
  option_groups.map(({ name, choices }) => [
    name,
    ...choices.map(
      (one) => `${one.name} ${one.price}${one.default ? '*' : ''}${one.available === false ? ' habis' : ''}`,
    ),
  ]);

test.for(
  Object.entries({
    'Loyverse, in two dimensions': [
      loyverse(
        'kopi,1,Kopi,Kopi,Ukuran,Besar,Suhu,Panas,21000,Y,Y',
        'kopi,2,,,,Kecil,,Panas,15000,Y,',
        'kopi,3,,,,Besar,,Dingin,23000,Y,',
        'kopi,4,,,,Kecil,,Dingin,17000,Y,',
        'teh,5,Teh,Teh,,,,,5000,Y,N',
      ),
      [15_000, 5_000],
      [
        ['Ukuran', 'Besar 6000', 'Kecil 0*'],
        ['Suhu', 'Panas 0*', 'Dingin 2000'],
      ],
    ],
    'Shopify, with pictures and products of one variant': [
      'Handle,Title,Type,Published,Option1 Name,Option1 Value,Variant Price,Image Src\nkopi,Kopi,Kopi,true,Size,S,15000,a.jpg\nkopi,,,,,L,20000,\nkopi,,,,,,,b.jpg\nteh,Teh,Teh,true,Title,Default Title,5000,',
      [15_000, 5_000],
      [['Size', 'S 0*', 'L 5000']],
    ],
    'Square, each row with an id of its own': [
      square('A1,Kopi,Besar,Kopi,20000,Y', 'A2,Kopi,Kecil,Kopi,15000,Y', 'B1,Teh,Regular,Teh,5000,N'),
      [15_000, 5_000],
      [['Varian', 'Besar 5000', 'Kecil 0*']],
    ],
    'a cash register that does not offer one of them': [
      'Nama,Varian,Harga,Kategori,Stok,Status\nKopi,Kecil,15000,Kopi,10,aktif\nKopi,Besar,20000,Kopi,10,nonaktif',
      [15_000],
      [['Varian', 'Kecil 0*', 'Besar 5000 habis']],
    ],
    'prices that do not add up, as one group': [
      loyverse(
        'kopi,1,Kopi,Kopi,Suhu,Panas,Ukuran,Kecil,15000,Y,',
        'kopi,2,,,,Panas,,XL,20000,Y,',
        'kopi,3,,,,Dingin,,Kecil,17000,Y,',
        'kopi,4,,,,Dingin,,XL,25000,Y,',
      ),
      [15_000],
      [['Suhu, ukuran', 'Panas, kecil 0*', 'Panas, XL 5000', 'Dingin, kecil 2000', 'Dingin, XL 10000']],
    ],
    'a combination that is sold out, as one group': [
      loyverse(
        'kopi,1,Kopi,Kopi,Ukuran,Kecil,Suhu,Panas,15000,Y,',
        'kopi,2,,,,Besar,,Panas,20000,Y,',
        'kopi,3,,,,Kecil,,Dingin,15000,Y,',
        'kopi,4,,,,Besar,,Dingin,20000,N,',
      ),
      [15_000],
      [['Ukuran, suhu', 'Kecil, panas 0*', 'Besar, panas 5000', 'Kecil, dingin 0', 'Besar, dingin 5000 habis']],
    ],
  } as const),
)('M11 variants become groups with the cheapest as the base: %s', ([, [text, prices, groups]]) => {
  const { menu, issues } = read(text);

  expect(issues).toEqual([]);
  expect(menu.products.map(({ price }) => price)).toEqual(prices);
  expect(shortGroups(menu)).toEqual(groups);
  expect(menu.products[0]?.option_groups).toEqual(menu.option_groups?.map(({ _id }) => _id));
});

test('M11 no variant of a product that is hidden is sold, where only the first row says so', () => {
  const { products } = read(
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Published,Status\nkopi,Kopi,Kopi,Size,S,15000,true,draft\nkopi,,,,L,20000,,',
  ).menu;

  expect(products.map(({ available }) => available)).toEqual([false]);
});

test('M11 what an import of variants takes as default, combines or leaves out is said', () => {
  const { warnings } = read(
    loyverse('kopi,1,Kopi,Kopi,Ukuran,Besar,Suhu,Panas,20000,Y,Y', 'kopi,2,,,,Kecil,,Dingin,15000,Y,'),
  );

  expect(warnings).toEqual([
    { where: 'baris 1', message: 'judul yang bukan kolom diabaikan: "SKU".' },
    {
      where: 'baris 1',
      message: 'kolom modifier tanpa harga diabaikan: "Modifier - "Susu""; tulis pilihannya di berkas pilihan.',
    },
    { where: 'baris 2', message: expect.stringMatching(/^harga varian "Kopi" .*satu kelompok "Ukuran, suhu"\.$/) },
    {
      where: 'baris 2',
      message: 'varian menjadi pilihan, yang termurah bawaannya: Kopi (Kecil, dingin).',
    },
  ]);
});

test('M11 variants replace the group of their name that the product had', () => {
  const { products, option_groups } = read(
    'Handle,Name,Category,Option 1 name,Option 1 value,Price\nkopi,Kopi,Kopi,Ukuran,Besar,20000\nkopi,,,,Kecil,15000',
    { ...withCups, option_groups: [cup, extras], products: [product({ option_groups: ['cup', 'extras'] })] },
  ).menu;

  const [made] = option_groups?.filter(({ _id }) => _id.startsWith('varian-')) ?? [];
  expect(made?.name).toBe('Ukuran');
  expect(products[0]?.option_groups).toEqual([made?._id, 'extras']);
});

test('M11 the variants of ten thousand products are read again at once', { timeout: 20_000 }, () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `p${at},${at},P${at},Kopi,,S,,,15000,Y,\np${at},${at},,,,L,,,20000,Y,`,
  );
  const first = read(loyverse(...rows)).menu;

  expect(read(loyverse(...rows), first).menu).toEqual(first);
});

test('M11 variants keep the id that the shop knows, their own ids, and what is sold out or was added here', () => {
  const first = read('id,name,category,variant,price\nA1,Kopi,Kopi,Besar,20000\nA2,Kopi,Kopi,Kecil,15000').menu;
  const [group] = first.option_groups ?? [];
  const current = {
    ...first,
    products: first.products.map((one) => ({ ...one, option_groups: [...(one.option_groups ?? []), 'cup'] })),
    option_groups: [
      { ...group, choices: group?.choices.map((one) => ({ ...one, available: false })) },
      cup,
    ] as OptionGroup[],
  };

  const again = read(
    'id,name,category,variant,price\nA2,Kopi,Kopi,Kecil,16000\nA1,Kopi,Kopi,Besar,20000',
    current,
  ).menu;
  const alone = read('id,name,category,variant,price\nA1,Kopi,Kopi,,20000', current).menu;

  expect(again.products).toMatchObject([{ _id: 'A1', price: 16_000, option_groups: [group?._id, 'cup'] }]);
  expect(again.option_groups?.map(({ _id, choices }) => [_id, choices.map((one) => [one._id, one.available])])).toEqual(
    [
      ['cup', cup.choices.map((one) => [one._id, one.available])],
      [group?._id, group?.choices.map((one) => [one._id, false]).reverse()],
    ],
  );
  expect([alone.products[0]?.option_groups, alone.option_groups]).toEqual([['cup'], [cup]]);
});

test.for(
  Object.entries({
    'more than 20 combinations': [
      Array.from({ length: 21 }, (_, at) => `kopi,${at},${at ? ',' : 'Kopi,Kopi'},,V${at},,,${15_000 + at},Y,`),
      'baris 2: 21 kombinasi varian "Kopi" terlalu banyak: paling banyak 20.',
    ],
    'a variant that is there twice': [
      ['kopi,1,Kopi,Kopi,Ukuran,Besar,,,15000,Y,', 'kopi,2,,,,besar,,,16000,Y,'],
      'baris 3: varian "Besar" juga ada di baris 2.',
    ],
    'a variant in a word that says neither': [
      ['kopi,1,Kopi,Kopi,Ukuran,Besar,,,15000,Y,', 'kopi,2,,,,Kecil,,,14000,abis,'],
      'baris 3, available: "abis" bukan yes atau no.',
    ],
    'a variant that a spreadsheet took for a formula': [
      ['kopi,1,Kopi,Kopi,Ukuran,Besar,,,15000,Y,', 'kopi,2,,,,#NAME?,,,14000,Y,'],
      'baris 3: "#NAME?" adalah teks yang dikira rumus oleh spreadsheet; awali dengan apostrof di sana.',
    ],
    'a variant without a price': [
      ['kopi,1,Kopi,Kopi,Ukuran,Besar,,,15000,Y,', 'kopi,2,,,,Kecil,,,,Y,'],
      'baris 3, price: belum diisi.',
    ],
  } as const),
)('M11 variants are refused with their row for %s', ([, [rows, sentence]]) => {
  const { issues } = read(loyverse(...rows));

  expect(issues.map(issueLine)).toEqual([sentence]);
});

const questions = (parsed: ParsedMenu, current: Menu = none) =>
  implausiblePrices(parsed, current).map(describePriceQuestion);

test('M11 implausible prices of choices and of variants are asked about', () => {
  const rows = choiceRows(
    'cup,1,1,a,Kecil,0,ya',
    'cup,,,b,Besar,6,',
    'cup,,,c,Sedang,3000,',
    'cup,,,d,Jumbo,6.000.000,',
    'cup,,,e,Mini,-2000,',
  );
  const csv = 'id,nama,harga,kategori,pilihan\nkopi,Kopi,9000000,Kopi,cup';

  expect(questions(readWith(rows, csv), { ...none, products: [] })).toEqual([
    'Pilihan baris 3: Besar (Ukuran) +Rp6? Maksudnya +Rp6.000?',
    'Pilihan baris 5: Jumbo (Ukuran) +Rp6.000.000? Maksudnya +Rp6.000?',
  ]);
  expect(questions(read(loyverse('kopi,1,Kopi,Kopi,Ukuran,S,,,15000,Y,', 'kopi,2,,,,L,,,20000000,Y,')))).toEqual([
    'Baris 3: L (Ukuran) Rp20.000.000? Maksudnya Rp20.000?',
  ]);
  expect(
    questions(read(loyverse('kopi,1,Kopi,Kopi,Ukuran,S,,,15000,Y,', 'kopi,2,,,,L,,,20,Y,', 'kopi,3,,,,M,,,18000,Y,'))),
  ).toEqual(['Baris 3: Kopi (L) Rp20? Maksudnya Rp20.000?']);
  expect(questions(read(loyverse('kopi,1,Kopi,Kopi,Ukuran,S,,,15,Y,', 'kopi,2,,,,L,,,25,Y,')))).toEqual([
    'Baris 2: Kopi (S) Rp15? Maksudnya Rp15.000?',
  ]);
});

test('M11 a price of 0 says nothing of what choices add', () => {
  const rows = choiceRows('extras,0,2,a,Lemon,5000,', 'extras,0,2,b,Mint,3000,');
  const titles = 'id,nama,harga,kategori,pilihan\n';
  const others = ['kopi,1,Kopi,Kopi,,,,,15000,Y,', 'teh,1,Teh,Teh,,,,,9000,Y,', 'susu,1,Susu,Susu,,,,,12000,Y,'];
  const variants = (price: string) =>
    read(loyverse('air,1,Air,Air,Ukuran,Gelas,,,0,Y,', `air,2,,,,Botol,,,${price},Y,`, ...others));

  expect(questions(readWith(rows, `${titles}air,Air,0,Air,extras`))).toEqual([]);
  expect(questions(readWith(rows, `${titles}air,Air,0,Air,extras\nteh,Teh,9000,Teh,extras`))).toEqual([]);
  expect(questions(readWith(rows, `${titles}air,Air,gratis,Air,extras\nteh,Teh,9000,Teh,extras`))).toEqual([]);
  expect(questions(variants('5000'))).toEqual([]);
  expect(questions(variants('5000000'))).toEqual(['Baris 3: Botol (Ukuran) Rp5.000.000? Maksudnya Rp5.000?']);
  expect(questions(variants('5'))).toEqual(['Baris 3: Botol (Ukuran) Rp5? Maksudnya Rp5.000?']);
});

test('M11 what the choices of a group without products add is compared with the menu', () => {
  const rows = choiceRows('extras,0,2,a,Lemon,5,', 'extras,0,2,b,Mint,4.000.000,');
  const menu = ['id,nama,harga,kategori', 'kopi,Kopi,15000,Kopi', 'teh,Teh,9000,Teh', 'susu,Susu,12000,Susu'];

  expect(questions(readWith(rows, menu.join('\n'), none))).toEqual([
    'Pilihan baris 2: Lemon (extras) +Rp5? Maksudnya +Rp5.000?',
    'Pilihan baris 3: Mint (extras) +Rp4.000.000? Maksudnya +Rp4.000?',
  ]);
});

test('M11 two choices of one name are refused in a group that a file has', () => {
  const rows = choiceRows('cup,1,1,big,Besar,0,ya', 'cup,,,huge,BESAR,2000,');
  const stored = { ...cup, choices: [...cup.choices, { _id: 'huge', name: 'BESAR', price: 2_000 }] };

  expect(readWith(rows).issues.map(issueLine)).toContain('pilihan baris 3, name: "BESAR" ditulis dua kali.');
  expect(read('nama,harga\nKopi,9000', { ...withCups, option_groups: [stored] }).issues).toEqual([]);
});
