import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { OptionGroup } from '../../core/contract.ts';
import type { ProductEdit } from '../../core/counter.ts';
import { choice, group } from '../core/product.ts';
import { onEveryDatabase, onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { photo, smallPicture } from './commands/owner.ts';
import { fixtureMenu, withProduct } from './fixture-menu.ts';
import { openShop } from './shop.ts';
import { folder } from './test-folder.ts';

const matcha: ProductEdit = {
  name: ' Matcha  Latte ',
  price: '24.000',
  category: 'teh',
  description: 'Dengan susu.',
  tags: ['dingin', 'Baru'],
};
const regular = choice('regular', 'Reguler', 0, { default: true });
const large = choice('large', 'Besar', 6_000, { available: false });
const size = group('size', 'Ukuran', [regular, large]);
const { _id: _, ...form } = size;

onEveryDatabase('W15: the menu at the counter', (newHome, _kind, testOnce) => {
  async function editing(groups: OptionGroup[] = []) {
    const shop = await openShop(await newHome());
    const [rina, budi] = [await shop.newOwner(), await shop.newStaff()];
    const own = groups.length > 0 ? { option_groups: groups.map(({ _id }) => _id) } : {};
    await shop.replaceMenu({ ...withProduct('tubruk', own), option_groups: groups });
    const { body } = await rina.ask('GET', '/api/counter/products/tubruk');
    const tubruk = { name: 'Kopi Tubruk', price: 12_000, category: 'Kopi', tags: ['Panas', 'Favorit'] };
    return {
      ...{ shop, rina, budi },
      /** As its form has it. */
      tubruk: {
        ...{ ...tubruk, description: 'Kopi Tubruk dari kedai.', image_url: 'tubruk.svg', revision: body.revision },
        ...own,
      },
      put: (edit: object, id = 'tubruk') => rina.ask('PUT', `/api/counter/products/${id}`, { body: edit }),
      add: (edit: object) => rina.ask('POST', '/api/counter/products', { body: edit }),
      addGroup: (edit: object) => rina.ask('POST', '/api/counter/groups', { body: edit }),
      putGroup: (id: string, edit: object) => rina.ask('PUT', `/api/counter/groups/${id}`, { body: edit }),
      menu: async () => (await shop.ask('GET', '/api/products')).body,
      events: () =>
        shop.database.selectFrom('staff_events').select(['staff_id', 'kind', 'detail']).orderBy('id').execute(),
    };
  }

  test('a product is added after its category, in the spelling that is there, once', async () => {
    const { rina, add, menu, events } = await editing();

    const added = await add(matcha);
    const again = await add(matcha);

    expect([added.status, again.status, again.body]).toEqual([201, 201, added.body]);
    const { data } = await menu();
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([
      ...['tubruk', 'es-kopi', 'cafe-au-lait', 'teh-tarik', 'matcha-latte', 'stale-bun', 'emas'],
    ]);
    expect(data[4]).toEqual({
      ...{ _id: 'matcha-latte', name: 'Matcha  Latte', description: 'Dengan susu.', price: 24_000, category: 'Teh' },
      ...{ image_url: '', stars: 0, tags: [{ name: 'Dingin' }, { name: 'Baru' }] },
    });
    expect(await events()).toEqual([
      {
        ...{ staff_id: rina.id, kind: 'product_added' },
        detail: JSON.stringify({ before: null, after: added.body.product }),
      },
    ]);
  });

  test('a product is changed, and the older of two edits is refused with what is stored', async () => {
    const { shop, put, tubruk, menu, events } = await editing();
    const version = async () => (await shop.ask('GET', '/api/shop')).body.menu_version;
    const before = await version();

    const changed = await put({ ...tubruk, price: '13.000' });
    const lost = await put({ ...tubruk, price: '13.000' });
    const older = await put({ ...tubruk, name: 'Kopi Tubruk Jawa' });

    expect(await version()).toBeGreaterThan(before);

    expect([changed.status, lost.status, lost.body]).toEqual([200, 200, changed.body]);
    expect(changed.body.product.price).toBe(13_000);
    expect(changed.body.revision).toBeGreaterThan(tubruk.revision);
    expect([older.status, older.body.error]).toEqual([
      409,
      { code: 'menu_changed', message: expect.any(String), ...changed.body },
    ]);
    expect((await menu()).data[0]).toMatchObject({ name: 'Kopi Tubruk', price: 13_000 });
    expect((await events()).map(({ kind, detail }) => [kind, JSON.parse(detail).before.price])).toEqual([
      ['product_changed', 12_000],
    ]);
    const retried = await put({ ...tubruk, name: 'Kopi Tubruk Jawa', revision: changed.body.revision });
    expect(retried.status).toBe(200);
  });

  test('that a product is sold out meanwhile neither refuses an edit nor is undone by it', async () => {
    const { put, tubruk, budi, menu, events } = await editing();
    await budi.ask('PATCH', '/api/counter/products/tubruk', { body: { available: false } });

    expect((await put({ ...tubruk, price: 13_000 })).status).toBe(200);

    expect((await menu()).data[0]).toMatchObject({ price: 13_000, available: false });
    expect((await events())[0]).toEqual({
      ...{ staff_id: budi.id, kind: 'product_available' },
      detail: JSON.stringify({ _id: 'tubruk', available: false }),
    });
  });

  const wrongProducts: [field: string, wrong: object, message: unknown][] = [
    ['price', { price: '-1' }, '"-1" bukan harga dalam rupiah bulat seperti 24000 atau Rp24.000.'],
    ['price', { price: -1 }, expect.stringContaining('harga ditulis dalam rupiah bulat')],
    ['name', { name: '  ' }, 'belum diisi.'],
    ['name', { name: '…' }, 'tidak punya huruf atau angka.'],
    ['name', { name: 'k'.repeat(201) }, 'lebih dari 200 huruf.'],
    ['category', { category: ' \t' }, 'belum diisi.'],
    ['description', { description: 'a\u0007b' }, 'berisi karakter yang tidak bisa dicetak.'],
    ['option_groups', { option_groups: ['none'] }, expect.stringContaining('tidak ada kelompok "none"')],
    ['image_url', { image_url: 'nowhere.webp' }, 'Gambarnya tidak ada di kedai; pilih lagi.'],
    ['image_url', { image_url: '../menu.json' }, 'Gambarnya tidak ada di kedai; pilih lagi.'],
  ];

  testOnce('what is wrong with a product is refused, in its field', async () => {
    const { put, tubruk, menu } = await editing();
    const before = await menu();

    for (const [field, wrong, message] of wrongProducts) {
      const { status, body } = await put({ ...tubruk, ...wrong, confirmed: true });

      expect([status, body.error.code, body.error.questions], JSON.stringify(wrong)).toEqual([422, 'menu_refused', []]);
      expect(body.error.faults).toEqual([{ field, message }]);
    }
    expect(await menu()).toEqual(before);
  });

  testOnce.each([
    [{ price: 25 }, { field: 'price', message: 'Rp25? Maksudnya Rp25.000?', meant: 25_000 }],
    [{ name: 'teh tarik 100% asli' }, { field: 'name', message: expect.stringContaining('tidak bisa dibedakan') }],
  ])('what looks wrong is asked about: %j', async (doubtful, question) => {
    const { put, tubruk, menu } = await editing();

    const asked = await put({ ...tubruk, ...doubtful });
    const before = (await menu()).data[0];
    const confirmed = await put({ ...tubruk, ...doubtful, confirmed: true });

    expect([asked.status, asked.body.error.faults, asked.body.error.questions]).toEqual([422, [], [question]]);
    expect(before).toMatchObject({ name: tubruk.name, price: tubruk.price });
    expect([confirmed.status, (await menu()).data[0]]).toMatchObject([200, doubtful]);
  });

  test('a product is taken off the menu, unless it was changed since, and added again under its name it is what it was', async () => {
    const { rina, put, add, tubruk, menu } = await editing();
    const { revision } = (await put({ ...tubruk, price: 13_000 })).body;
    const remove = (seen: number) => rina.ask('DELETE', `/api/counter/products/tubruk?revision=${seen}`);

    expect([(await remove(tubruk.revision)).status, (await remove(revision)).status]).toEqual([409, 204]);
    expect([(await remove(revision)).status, (await put(tubruk)).status]).toEqual([404, 404]);
    expect((await menu()).count).toBe(fixtureMenu.products.length - 1);

    const { revision: _, ...again } = tubruk;
    expect((await add({ ...again, image_url: '' })).body.product).toMatchObject({ _id: 'tubruk', stars: 4 });
    // The id is not given to another product.
    await rina.ask('DELETE', '/api/counter/products/es-kopi?revision=0');
    expect((await add({ ...matcha, name: 'Es-Kopi' })).body.product._id).toBe('es-kopi-2');
  });

  testOnce('a product beyond the 20,000th is refused with the reason', async () => {
    const { shop, rina, add } = await editing();
    const [one] = fixtureMenu.products;
    // PostgreSQL has planned the check of tags for a small menu, and keeps that plan until it has looked at the table again.
    const products = Array.from({ length: 20_000 }, (_, at) => ({
      ...one,
      tags: [],
      _id: `kopi-${at}`,
      name: `Kopi ${at}`,
    }));
    await shop.replaceMenu({ ...fixtureMenu, products } as typeof fixtureMenu);

    const refused = await add(matcha);
    const { revision } = (await rina.ask('GET', '/api/counter/products/kopi-0')).body;
    await rina.ask('DELETE', `/api/counter/products/kopi-0?revision=${revision}`);

    expect([refused.status, refused.body.error.faults]).toEqual([
      422,
      [{ message: 'Menu paling banyak berisi 20.000 produk.' }],
    ]);
    expect((await add(matcha)).status).toBe(201);
  });

  testOnce('the last product stays', async () => {
    const { shop, rina } = await editing();
    await shop.replaceMenu({ ...fixtureMenu, products: fixtureMenu.products.slice(0, 1) });
    const { revision } = (await rina.ask('GET', '/api/counter/products/tubruk')).body;

    const refused = await rina.ask('DELETE', `/api/counter/products/tubruk?revision=${revision}`);

    expect(refused.body.error.faults).toEqual([{ message: 'Kedai tanpa menu tidak bisa berjualan.' }]);
  });

  test('a group is added, changed and removed; a choice keeps its id, and no other gets it', async () => {
    const { rina, add, addGroup, putGroup, menu, put, tubruk } = await editing([size]);
    const milk = {
      ...{ name: 'Susu', min: 1, max: 1 },
      choices: [
        { name: 'Sapi', price: '', default: true },
        { name: 'Oat', price: '+8.000' },
      ],
    };
    const added = await addGroup(milk);
    expect([added.status, (await addGroup(milk)).body]).toEqual([201, added.body]);
    expect(added.body.group.choices).toEqual([
      { _id: 'susu-sapi', name: 'Sapi', price: 0, default: true },
      { _id: 'susu-oat', name: 'Oat', price: 8_000 },
    ]);

    const { revision } = (await rina.ask('GET', '/api/counter/groups/size')).body;
    const choices = [regular, { ...large, name: 'Jumbo', price: '7000' }, { name: 'Besar', price: 5_000 }];
    const changed = await putGroup('size', { ...form, choices, revision });
    expect(changed.body.group.choices).toEqual([
      regular,
      { ...large, name: 'Jumbo', price: 7_000 },
      { _id: 'size-besar', name: 'Besar', price: 5_000 },
    ]);
    expect((await putGroup('size', { ...form, name: 'Gelas', revision })).status).toBe(409);

    const fewer = await putGroup('size', { ...form, choices: [regular], revision: changed.body.revision });
    const other = [regular, { name: 'Besar', price: 9_000 }, { name: 'Besar!', price: 9_000 }];
    const more = await putGroup('size', { ...form, choices: other, revision: fewer.body.revision });
    expect(more.body.group.choices.map((choice: { _id: string }) => choice._id)).toEqual([
      ...['regular', 'size-besar', 'size-besar-2'],
    ]);

    expect((await put({ ...tubruk, option_groups: ['size', 'susu'] })).status).toBe(200);
    expect((await rina.ask('DELETE', `/api/counter/groups/size?revision=${more.body.revision}`)).status).toBe(204);
    const { data, option_groups } = await menu();
    expect(data[0].option_groups).toEqual(['susu']);
    expect(option_groups.map(({ name }: OptionGroup) => name)).toEqual(['Susu']);
    expect((await add({ ...matcha, option_groups: ['size'] })).status).toBe(422);
    const again = await addGroup({ ...form, choices: [regular] });
    expect(again.body.group).toMatchObject({ _id: 'size', choices: [{ _id: 'regular' }] });
  });

  testOnce('what is sent again is added once, also beside another one of its name', async () => {
    const { add, addGroup, menu } = await editing([size]);
    const smaller = { ...form, choices: form.choices.slice(0, 1) };
    const twin = { name: 'Kopi Tubruk', price: 12_000, category: 'Kopi' };

    for (const edit of [smaller, smaller]) expect((await addGroup(edit)).body.group._id).toBe('ukuran');
    for (const edit of [twin, twin]) expect((await add(edit)).body.product._id).toBe('kopi-tubruk');

    const { data, option_groups } = await menu();
    expect([data.length, option_groups.length]).toEqual([fixtureMenu.products.length + 1, 2]);
  });

  testOnce('a group that is sent again is saved once, also with a default that costs more', async () => {
    const { rina, addGroup, putGroup, menu } = await editing([size]);
    const stored = async () => (await rina.ask('GET', '/api/counter/groups/size')).body;
    const price = async () => (await menu()).data[0].price;
    const priced = (price: number, largePrice: number, ...more: object[]) => ({
      ...{ ...form, confirmed: true },
      choices: [{ ...regular, price }, { ...large, price: largePrice }, ...more],
    });
    const dearer = priced(1_000, 9_000);
    const more = priced(1_000, 9_000, { name: 'Jumbo', price: 11_000 });
    // Ends as the group that is stored, at products that are dearer.
    const shifted = priced(500, 8_500);

    for (const [edit, expected] of [
      [dearer, 13_000],
      [shifted, 13_500],
      [shifted, 14_000],
      [more, 15_000],
    ] as const) {
      const { revision } = await stored();
      const [first, again] = [
        await putGroup('size', { ...edit, revision }),
        await putGroup('size', { ...edit, revision }),
      ];

      expect([first.status, again.status, again.body, await price()]).toEqual([200, 200, first.body, expected]);
    }
    const cup = { ...dearer, name: 'Gelas' };
    for (const edit of [cup, cup]) expect((await addGroup(edit)).body.group._id).toBe('gelas');
    expect((await menu()).option_groups).toHaveLength(2);
    expect(await price()).toBe(15_000);
  });

  const wrongGroups: [field: string | undefined, wrong: object, message: unknown][] = [
    ['name', { name: ' ' }, 'belum diisi.'],
    ['min', { min: 1.5 }, 'harus angka bulat dari 0 sampai 12.'],
    ['min', { min: 2 }, '2 harus dipilih, padahal paling banyak 1.'],
    ['choices', { choices: [] }, expect.stringContaining('hanya 0 pilihan')],
    ['choices[1].name', { choices: [regular, { name: 'reguler', price: 0 }] }, '"reguler" ditulis dua kali.'],
    [
      'choices[1].price',
      { choices: [regular, { name: 'Besar', price: 'banyak' }] },
      expect.stringContaining('bukan harga'),
    ],
    [undefined, { min: 0 }, expect.stringContaining('tidak wajib')],
  ];

  testOnce('what is wrong with a group is refused, in its field', async () => {
    const { addGroup } = await editing();

    for (const [field, wrong, message] of wrongGroups) {
      const { status, body } = await addGroup({ ...form, ...wrong });

      expect(status, JSON.stringify(wrong)).toBe(422);
      expect(body.error.faults[0]).toEqual({ ...(field && { field }), message });
    }
  });

  testOnce('a default that costs more, and a doubtful difference, are asked about', async () => {
    const { rina, addGroup, putGroup, menu } = await editing([size]);
    const { revision } = (await rina.ask('GET', '/api/counter/groups/size')).body;
    const edit = { ...form, choices: [{ ...regular, price: 1_000 }, large], revision };
    const cheap = { ...form, choices: [regular, { ...large, price: 6 }], revision };

    const shifted = (await putGroup('size', edit)).body.error;
    const doubtful = (await putGroup('size', cheap)).body.error;
    await putGroup('size', { ...edit, confirmed: true });

    expect((await addGroup({ ...form, name: 'Gelas', choices: cheap.choices })).body.error).toEqual(doubtful);
    expect(shifted.questions).toEqual([{ message: expect.stringContaining('dimasukkan ke harga produknya') }]);
    expect(doubtful.questions).toEqual([
      { field: 'choices[1].price', message: '+Rp6? Maksudnya +Rp6.000?', meant: 6_000 },
    ]);
    expect((await menu()).data[0].price).toBe(13_000);
  });
});

onSqliteAndLongOnPostgres('W15: a picture from the counter', (newHome) => {
  const open = async (name: string) => {
    const images = join(folder, name);
    const shop = await openShop(await newHome(), { images: [images] });
    const rina = await shop.newOwner();
    const send = (bytes: Buffer, type = 'image/jpeg') =>
      rina.ask('POST', '/api/counter/pictures', { body: bytes, headers: { 'content-type': type } });
    return { shop, rina, send, stored: () => readdir(join(images, 'products')).catch(() => []) };
  };
  test('is stored small, without what a camera noted, and shown by its product', async () => {
    const { shop, rina, send } = await open('sent-picture');
    await shop.replaceMenu(fixtureMenu);

    const { status, body } = await send(await photo(900, 600));
    const added = await rina.ask('POST', '/api/counter/products', { body: { ...matcha, ...body } });

    expect([status, added.status, added.body.product.image_url]).toEqual([201, 201, body.image_url]);
    const shown = await shop.ask('GET', `/api/images/products/${body.image_url}`);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    const facts = await sharp(shown.bytes).metadata();
    expect([facts.width, facts.height, facts.exif]).toEqual([480, 480, undefined]);
  });

  /** A PNG that says it is so large. */
  async function sizedPng(width: number, height: number) {
    const png = await smallPicture('png');
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  }

  test('that shows nothing, moves, or is too large, is refused in one sentence', async () => {
    const { send, stored } = await open('refused-pictures');
    const frames = { width: 8, height: 8, channels: 3, pageHeight: 4 } as const;
    const moving = sharp(Buffer.concat([Buffer.alloc(96), Buffer.alloc(96, 200)]), { raw: frames }).gif();

    for (const [bytes, reason] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /adalah SVG/],
      [Buffer.from('hello'), /bukan gambar/],
      [(await photo(900, 600)).subarray(0, 900), /rusak/],
      [await sizedPng(30_000, 30_000), /25 juta piksel/],
      [await moving.toBuffer(), /bergerak/],
    ] as const) {
      const { status, body } = await send(bytes);

      expect([status, body.error.faults]).toEqual([
        422,
        [{ field: 'image_url', message: expect.stringMatching(/^Gambar ini .*\.$/) }],
      ]);
      expect(body.error.faults[0].message).toMatch(reason);
    }
    expect(await stored()).toEqual([]);
  });

  test('that is too large, or no picture by its type, is not read', async () => {
    const { send } = await open('unread-pictures');

    expect((await send(Buffer.alloc(2_000_000, 1))).status).toBe(422);
    expect((await send(Buffer.alloc(2_000_001, 1))).status).toBe(413);
    expect((await send(Buffer.from('{}'), 'application/json')).status).toBe(415);
    expect((await send(Buffer.from('x'), 'text/plain')).status).toBe(415);
    expect((await send(Buffer.alloc(0))).status).toBe(415);
  });
});
