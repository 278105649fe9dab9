import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import Papa from 'papaparse';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Product } from '#core/contract';
import { renditionsOf } from '#core/renditions';
import { menuImport } from '../../../server/commands/menu.ts';
import { runCommand } from '../../../server/commands/run-command.ts';
import { readConfig } from '../../../server/config.ts';
import { setAvailable } from '../../../server/menu/menu-store.ts';
import { lockWaits, onEveryDatabase } from '../../support/databases.ts';
import { fixtureMenu } from '../fixture-menu.ts';
import { anOrder } from '../order-fixture.ts';
import { openShop } from '../shop.ts';
import { folder } from '../test-folder.ts';
import { file, importMenu, owner, photo, prepareShop, withPictures } from './owner.ts';

onEveryDatabase("the owner's menu", (newHome, kind, testOnce) => {
  test.each(['csv', 'json'])('W15: an export in %s that is older than the menu asks what to undo', async (form) => {
    const { home, environment } = await withPictures(await newHome());
    const shop = await openShop(home);
    const rina = await shop.newOwner();
    const path = join(folder, `older-${home.kind}.${form}`);
    await importMenu(environment, `own-${home.kind}.json`, JSON.stringify(fixtureMenu), '--yes');
    await owner(environment, 'menu', 'export', path);
    const at = (id: string) => `/api/counter/products/${id}`;
    const seen = async (id: string) => (await rina.ask('GET', at(id))).body;
    const { product, revision } = await seen('tubruk');
    const tags = product.tags.map(({ name }: { name: string }) => name);
    await rina.ask('PUT', at('tubruk'), { body: { ...product, tags, price: 13_000, revision } });
    await rina.ask('DELETE', `${at('es-kopi')}?revision=${(await seen('es-kopi')).revision}`);
    await rina.ask('POST', '/api/counter/products', { body: { name: 'Matcha', price: 24_000, category: 'Teh' } });
    await rina.ask('PATCH', at('teh-tarik'), { body: { available: false } });
    const before = (await shop.ask('GET', '/api/products')).body;

    const refused = await owner(environment, 'menu', 'import', path);

    expect(refused.code).toBe(1);
    expect(refused.err.split('\n').slice(1)).toEqual([
      expect.stringMatching(/: "Kopi Tubruk" diubah di kedai: harga di kedai Rp13\.000, di berkas Rp12\.000\.$/),
      expect.stringMatching(/: "Es Kopi Susu" dihapus di kedai\.$/),
      '  menu: "Matcha" ditambahkan atau diubah di kedai; tidak ada di berkas.',
    ]);
    expect((await shop.ask('GET', '/api/products')).body).toEqual(before);

    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('Teh Tarik 100% asli', 'Teh Tarik'));
    expect((await owner(environment, 'menu', 'import', path, '--yes')).code).toBe(0);
    // What was sold out since stays so.
    const soldOut = "menu: tetap habis seperti di kedai: Teh Tarik; kalau sudah ada lagi, tekan 'Ada' di kasir.";
    expect(await owner(environment, 'menu', 'import', path)).toMatchObject({ code: 0, err: soldOut });
    await writeFile(path, text);
    expect((await owner(environment, 'menu', 'import', path)).err.split('\n').slice(1)).toEqual([
      expect.stringMatching(/: "Teh Tarik" diubah di kedai: nama di kedai Teh Tarik, di berkas Teh Tarik 100% asli\.$/),
    ]);
    // As the question says: exported again, each time.
    for (const name of ['Teh Tarik Jahe', 'Teh Tarik Madu']) {
      await owner(environment, 'menu', 'export', path, '--yes');
      await writeFile(path, (await readFile(path, 'utf8')).replace('Teh Tarik', name));
      expect((await owner(environment, 'menu', 'import', path)).code).toBe(0);
    }
    const { data } = (await shop.ask('GET', '/api/products')).body;
    expect(data.filter(({ available }: Product) => available === false).map(({ _id }: Product) => _id)).toEqual([
      ...['teh-tarik', 'stale-bun'],
    ]);
  });

  testOnce('W15: a file that is imported twice asks nothing about the pictures that came with it', async () => {
    const { environment } = await withPictures(await newHome());
    const photos = await mkdtemp(join(folder, 'photos-'));
    await writeFile(join(photos, 'kopi-tubruk.jpg'), await photo());
    await importMenu(environment, `own-${kind}.json`, JSON.stringify(fixtureMenu), '--yes');
    const path = join(folder, `pictures-${kind}.csv`);
    await owner(environment, 'menu', 'export', path);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('tubruk.svg', 'kopi-tubruk.jpg'));
    const imported = () => owner(environment, 'menu', 'import', path, '--images', photos, '--json');

    expect((await imported()).data()).toMatchObject({ pictures: 1, changed: [expect.anything()] });
    expect((await imported()).data()).toMatchObject({ pictures: 1, changed: [] });
  });

  testOnce('B55: is exported without formulas that a spreadsheet would run, and imported again as it was', async () => {
    const { environment } = await withPictures(await newHome());
    const names = [
      '=HYPERLINK("https://evil.example","Kopi")',
      '+1',
      '-2+3',
      '@SUM(1)',
      '＝1',
      "'=1",
      "''+1",
      "'Ndeso",
    ];
    const products = names.map((name, at) => ({
      ...fixtureMenu.products[0],
      _id: at === 0 ? '=cmd' : `p${at}`,
      name,
      description: name,
      category: '=Kopi',
      tags: [{ name: '=2' }, { name: '-3' }],
    }));
    const path = join(folder, `formulas-${kind}.csv`);
    expect((await importMenu(environment, `formulas-${kind}.json`, JSON.stringify(products), '--yes')).err).toBe('');

    expect((await owner(environment, 'menu', 'export', path)).code).toBe(0);

    const cells = Papa.parse<string[]>(await readFile(path, 'utf8')).data.flat();
    expect(cells.filter((cell) => /^[=＝+@-]/.test(cell))).toEqual([]);
    expect(cells).toContain('\'=HYPERLINK("https://evil.example","Kopi")');
    const imported = await owner(environment, 'menu', 'import', path, '--json');
    expect([imported.err, imported.data()]).toMatchObject(['', { added: [], changed: [], unchanged: names.length }]);
  });

  test('is imported from a spreadsheet with pictures into a running shop, which still knows removed products', async () => {
    const { home, environment, images } = await withPictures(await newHome());
    const shop = await openShop(home, { images: [images] });
    const sari = await shop.newCustomer();
    await mkdir(join(folder, 'foto', home.kind), { recursive: true });
    await writeFile(join(folder, 'foto', home.kind, 'Es Kopi.JPG'), await photo());
    const path = await file(
      `menu-${home.kind}.csv`,
      '\uFEFFNama;Harga;Kategori;Tag;Gambar;Tersedia\r\nEs Kopi Senja;Rp 24.000;Kopi;Dingin, Baru;es kopi.jpg;ya\r\n"Roti; isi";9000;Roti;;;tidak\r\n',
    );

    const imported = await owner(environment, 'menu', 'import', path, '--images', join(folder, 'foto', home.kind));

    expect([imported.code, imported.err]).toEqual([0, '']);
    const { data } = (await shop.ask('GET', '/api/products')).body;
    expect(data).toMatchObject([
      { _id: 'es-kopi-senja', name: 'Es Kopi Senja', price: 24_000, tags: [{ name: 'Dingin' }, { name: 'Baru' }] },
      { _id: 'roti-isi', name: 'Roti; isi', price: 9_000, category: 'Roti', available: false },
    ]);
    const picture = await shop.ask('GET', `/api/images/products/${data[0].image_url}`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const made = await sharp(picture.bytes).metadata();
    expect([made.width, made.height, made.exif]).toEqual([480, 480, undefined]);
    expect(picture.bytes.length).toBeLessThan(20_000);
    // A browser that supports AVIF gets that smaller format at the same address; `Vary` keeps caches from mixing them up.
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
    const smaller = await shop.ask('GET', `/api/images/products/${data[0].image_url}`, { headers: { accept } });
    expect([smaller.status, smaller.headers['content-type']]).toEqual([200, 'image/avif']);
    expect([picture.headers.vary, smaller.headers.vary]).toEqual(['Accept', 'Accept']);
    expect(smaller.headers.etag).not.toBe(picture.headers.etag);
    expect(await sharp(smaller.bytes).metadata()).toMatchObject({ format: 'heif', width: 480, height: 480 });
    expect(smaller.bytes.length).toBeLessThan(Math.min(6_000, picture.bytes.length));
    const renditions = renditionsOf(data[0].image_url);
    expect(renditions).toHaveLength(3);
    for (const { file, width } of renditions) {
      const rendition = await shop.ask('GET', `/api/images/products/${file}`);
      expect(rendition.headers['cache-control']).toContain('immutable');
      expect((await sharp(rendition.bytes).metadata()).width).toBe(width);
    }
    expect((await sari.ask('POST', '/api/orders', { body: anOrder() })).body.error.code).toBe('quote_changed');
    expect((await shop.ask('GET', '/api/banks')).body.count).toBe(2);
  });

  test('keeps a change that is made while an import processes pictures', async () => {
    const { home, environment, images } = await withPictures(await newHome());
    const shop = await openShop(home);
    // Long enough for the test to see it waiting.
    const database = await home.open({ busyTimeoutMs: 60_000 });
    const photos = join(folder, 'meanwhile', home.kind);
    await mkdir(photos, { recursive: true });
    await writeFile(join(photos, 'baru.jpg'), await photo());
    const path = await file(`meanwhile-${home.kind}.csv`, 'id,name,price,image\ntubruk,Kopi Tubruk,13000,baru.jpg');
    const pictureFiles = () => readdir(join(images, 'products'));

    let imported: Promise<unknown> = Promise.resolve();
    await shop.database.transaction().execute(async (transaction) => {
      await setAvailable(transaction, 'tubruk', false);
      // The pictures may take longer than PostgreSQL lets the shop's transactions be idle.
      if (kind === 'PostgreSQL') await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      imported = menuImport.run({
        args: [path],
        options: { images: photos },
        flags: new Set(),
        config: readConfig(environment),
        terminal: { say: () => {}, warn: () => {} },
        openData: async () => database,
      });
      await expect.poll(pictureFiles).toContainEqual(expect.stringMatching(/^baru-/));
      // On SQLite it has to wait before it reads anything; on PostgreSQL it must wait by itself.
      if (kind === 'PostgreSQL') await expect.poll(() => lockWaits(shop.database)).toBe(1);
    });
    await imported;

    const { data } = (await shop.ask('GET', '/api/products')).body;
    expect(data).toMatchObject([{ _id: 'tubruk', price: 13_000, available: false }]);
    expect(await pictureFiles()).toContain(data[0].image_url);
  });

  testOnce('is not changed by a file with faults, each of which is named with its row', async () => {
    const { home, environment, images } = await withPictures(await newHome());
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;
    const pictures = await readdir(join(images, 'products'));
    await writeFile(join(folder, 'broken.jpg'), (await photo()).subarray(0, 900));
    await writeFile(join(folder, 'secret.png'), 'text');
    const path = await file(
      `faults-${home.kind}.csv`,
      [
        'id,name,price,category,image,stars,available',
        'a,Kopi A,12000,Kopi,,5,yes',
        'b,,12000,Kopi,,5,yes',
        'c,Kopi C,dua belas,Kopi,,5,yes',
        'a,Kopi A lagi,12000,Kopi,,5,yes',
        'e,Kopi E,12000,,,5,yes',
        'f,Kopi F,12000,Kopi,../secret.png,5,yes',
        'g,Kopi G,12000,Kopi,missing.png,5,yes',
        'h,Kopi H,12000,Kopi,broken.jpg,5,yes',
        'i,Kopi I,12000,Kopi,,6,maybe',
        'j,Kopi J,-5,Kopi,,5,yes',
        'k,Kopi K,12000,Kopi,secret.png,5,yes',
        // UTF-8 that was taken for Latin-1 and saved again.
        'l,Momâ\u0080\u0099s,12000,Kopi,,5,yes',
      ].join('\n'),
    );

    const refused = await owner(environment, 'menu', 'import', path, '--images', folder, '--json');

    expect(refused.code).toBe(1);
    const places = refused
      .data()
      .error.faults.map(({ where, field }: { where: string; field: string }) => `${where} ${field}`);
    expect(places).toEqual([
      'baris 3 name',
      'baris 4 price',
      'baris 5 id',
      'baris 6 category',
      'baris 7 image',
      'baris 8 image',
      'baris 9 image',
      'baris 10 available',
      'baris 10 stars',
      'baris 11 price',
      'baris 12 image',
      'baris 13 name',
    ]);
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
    expect(await readdir(join(images, 'products'))).toEqual(pictures);
  });

  testOnce('is not changed by a dry run, which says what would be', async () => {
    const { home, environment } = await withPictures(await newHome());
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;
    const products = [
      { _id: 'es-kopi', name: 'Es Kopi Susu', price: 22_000, category: 'Kopi' },
      { _id: 'tubruk', name: 'Kopi Tubruk', price: 13_000, category: 'Kopi' },
    ];

    const dry = await importMenu(environment, `dry-${home.kind}.json`, JSON.stringify(products), '--dry-run');

    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/4 dihapus[\s\S]*Urutan produknya berubah[\s\S]*Rp12\.000\s+Rp13\.000[\s\S]*percobaan/),
    ]);
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
  });

  testOnce('is changed by a file with an implausible price only when the owner confirms it', async () => {
    const { home, environment } = await withPictures(await newHome());
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;
    const path = await file(
      `implausible-${home.kind}.csv`,
      'nama,kategori,harga,keterangan\nTeh,Teh,9000,panas\nKopi,Kopi,15,000\nAir,Air,0,\nKopi Tubruk,Kopi,13000,',
    );
    const question = 'Baris 3: Kopi Rp15? Maksudnya Rp15.000?';

    for (const options of [[], ['--dry-run']]) {
      const asked = await owner(environment, 'menu', 'import', path, ...options);
      expect([asked.code, asked.out, asked.err]).toEqual([
        1,
        '',
        `Menu tidak diubah. Harga ini tampak salah; perbaiki berkasnya, atau tambahkan --yes kalau memang benar:\n  ${question}`,
      ]);
    }
    expect((await owner(environment, 'menu', 'import', path, '--json')).data().error.questions).toEqual([
      { where: 'baris 3', name: 'Kopi', price: 15, meant: 15_000 },
    ]);
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);

    const imported = await owner(environment, 'menu', 'import', path, '--yes');

    expect([imported.code, imported.err]).toEqual([0, '']);
    expect(imported.out).toMatch(
      /^Harga baru\s+sebelumnya\s+sekarang\nTeh\s+baru\s+Rp9\.000\nKopi\s+baru\s+Rp15\nAir\s+baru\s+Rp0$/m,
    );
    expect(imported.out).toMatch(/^Gratis \(Rp0\): Air$/m);
    expect((await owner(environment, 'menu', 'import', path)).code).toBe(0);
  });

  testOnce('LB12 does not exchange products whose ids a spreadsheet rewrote, unless its owner confirms', async () => {
    const { home, environment } = await withPictures(await newHome());
    const shop = await openShop(home);
    const rows = (...ids: string[]) =>
      [
        'id,nama,harga,kategori',
        ...['Kopi Susu', 'Teh', 'Roti'].map((name, at) => `${ids[at]},${name},15000,Menu`),
      ].join('\n');
    const imported = (text: string, ...options: string[]) =>
      importMenu(environment, `ids-${kind}.csv`, text, ...options);
    expect((await imported(rows('001', '002', '100000'))).err).toBe('');
    const before = (await shop.ask('GET', '/api/products')).text;

    const asked = await imported(rows('1', '2', '100000'));
    expect([asked.code, asked.out]).toEqual([1, '']);
    expect(asked.err).toBe(
      [
        'Menu tidak diubah. Produk ini tampak salah; perbaiki berkasnya, atau tambahkan --yes kalau memang benar:',
        '  Baris 2: Hapus dan tambah lagi "Kopi Susu"? Id-nya dulu "001", sekarang "1".',
        '  Baris 3: Hapus dan tambah lagi "Teh"? Id-nya dulu "002", sekarang "2".',
      ].join('\n'),
    );
    for (const rounded of ['1E+05', '1,00E+05', '8.99123e+12']) {
      const refused = await imported(rows('001', '002', `"${rounded}"`), '--yes');
      expect(refused.err).toContain(`baris 4, id: "${rounded}" dibuat spreadsheet dari id yang lebih panjang`);
    }
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);

    const confirmed = await imported(rows('1', '2', '100000'), '--yes', '--json');
    expect(confirmed.data()).toMatchObject({ added: ['Kopi Susu', 'Teh'], removed: ['Kopi Susu', 'Teh'] });
  });

  test('has its products marked as sold out, or available again, by a part of their names', async () => {
    const { home, environment } = await withPictures(await newHome());
    const shop = await openShop(home);
    const isAvailable = async () =>
      (await shop.ask('GET', '/api/products')).body.data.find(({ _id }: { _id: string }) => _id === 'cafe-au-lait')
        .available;

    expect((await owner(environment, 'menu', 'available', 'cafe', 'Kosong')).code).toBe(0);
    expect(await isAvailable()).toBe(false);
    expect((await owner(environment, 'menu', 'available', 'CAFÉ AU LAIT', 'tersedia')).code).toBe(0);
    expect(await isAvailable()).toBeUndefined();
    await owner(environment, 'menu', 'available', 'cafe', 'no');
    await importMenu(environment, `whole-${home.kind}.json`, JSON.stringify(fixtureMenu));
    expect(await isAvailable()).toBeUndefined();
    expect(await owner(environment, 'menu', 'available', 'kopi', 'no')).toMatchObject({
      code: 1,
      err: expect.stringContaining('es-kopi'),
    });
    expect((await owner(environment, 'menu', 'available', 'susu soda', 'no')).code).toBe(1);
    const option_groups = ['Ukuran', 'Susu'].map((name) => {
      const choice = { _id: `satu-${name}`, name, price: 0, default: true, available: name !== 'Susu' };
      return { _id: name, name, min: 1, max: 1, choices: [choice] };
    });
    const products = [{ ...fixtureMenu.products[0], available: false, option_groups: ['Ukuran', 'Susu'] }];
    await importMenu(environment, `milk-${home.kind}.json`, JSON.stringify({ products, option_groups }), '--yes');
    expect((await owner(environment, 'menu', 'available', 'tubruk', 'yes')).out).toBe(
      'Kopi Tubruk masih habis: kelompok Susu. Pelanggan melihatnya dalam satu detik.',
    );
    for (const word of ['perhaps', ''])
      expect((await owner(environment, 'menu', 'available', 'cafe', word)).code).toBe(2);
  });

  testOnce('has no picture of a type that the shop does not serve: import says it is missing', async () => {
    const { environment, images } = await withPictures(await newHome());
    await writeFile(join(images, 'products', 'tubruk.gif'), 'GIF89a');
    const menu = 'id,name,price,category,image\ntubruk,Kopi Tubruk,18000,Kopi,tubruk.gif\n';

    expect((await importMenu(environment, 'with-gif.csv', menu)).err).toContain(
      'baris 2, image: kedai belum punya gambar "tubruk.gif"; tunjukkan tempatnya dengan --images FOLDER.',
    );
  });

  testOnce('is exported over an existing file only with --yes, and never as a workbook', async () => {
    const { environment } = await withPictures(await newHome());
    const path = await file('in-work.csv', 'name,price,category\nKopi Baru,30000,Kopi\n');

    expect(await owner(environment, 'menu', 'export', path)).toMatchObject({
      code: 1,
      err: `${path} sudah ada; tambahkan --yes untuk menimpanya.`,
    });
    expect(await readFile(path, 'utf8')).toContain('Kopi Baru');

    expect((await owner(environment, 'menu', 'export', path, '--yes')).code).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('Kopi Baru');
    const workbook = join(folder, 'menu.XLSX');
    expect(await owner(environment, 'menu', 'export', workbook)).toMatchObject({
      code: 1,
      err: `${workbook} tidak akan menjadi buku kerja; untuk spreadsheet, akhiri namanya dengan .csv.`,
    });
    expect(readdirSync(folder)).not.toContain('menu.XLSX');
  });
});

test('an import names the row of a drawing that shows nothing, and what another one has lost', async () => {
  const drawings = await mkdtemp(join(folder, 'drawings-'));
  const environment = await prepareShop(join(folder, 'drawn'));
  const linked = '<image width="9" height="9" href="foto.png"/>';
  await writeFile(join(drawings, 'cangkir.svg'), `<svg viewBox="0 0 9 9"><circle r="4"/>${linked}</svg>`);
  await writeFile(join(drawings, 'foto.svg'), `<svg viewBox="0 0 9 9">${linked}</svg>`);
  const rows = ['nama,harga,kategori,gambar', 'Kopi,9000,Kopi,cangkir.svg', 'Teh,9000,Teh,foto.svg'];
  const imported = (lines: string[]) => importMenu(environment, 'drawings.csv', lines.join('\n'), '--images', drawings);

  expect((await imported(rows)).err).toContain(
    'baris 3, image: "foto.svg" tidak menampilkan apa-apa tanpa yang tidak bisa disimpan kedai (<image href="foto.png">): tanamkan gambarnya, atau simpan sebagai PNG.',
  );
  const { code, err } = await imported(rows.slice(0, 2));
  expect([code, err]).toEqual([
    0,
    'baris 2, image: "cangkir.svg" dibuat tanpa <image href="foto.png">: lihat hasilnya, atau simpan sebagai PNG.',
  ]);
});

test('M11 a CSV is exported and imported with the file of choices beside it, and that is said', async () => {
  const environment = await prepareShop(join(folder, 'choices'));
  const path = join(folder, 'choices.csv');
  const beside = join(folder, 'choices.pilihan.csv');

  const exported = await owner(environment, 'menu', 'export', path);
  const again = await owner(environment, 'menu', 'import', path, '--dry-run');

  expect(exported.out).toMatch(/^\d+ produk ditulis ke .*choices\.csv, dan \d+ pilihan ke .*choices\.pilihan\.csv\.$/);
  expect([again.err, again.out]).toEqual([
    '',
    expect.stringMatching(/^Pilihan dibaca dari .*choices\.pilihan\.csv\.\n0 baru, 0 berubah, 0 dihapus, /),
  ]);
  expect(await owner(environment, 'menu', 'import', beside)).toMatchObject({
    code: 1,
    err: `${beside} dibaca bersama ${path}; impor berkas itu.`,
  });

  const choices = await readFile(beside, 'utf8');
  await writeFile(beside, choices.replace(/^(ukuran,.*besar,Besar,)6000/m, '$1+7000'));
  const changed = await owner(environment, 'menu', 'import', path);

  expect(changed.out).toContain('Pilihan: 0 baru, 1 berubah, 0 dihapus.');
  expect(changed.out).toMatch(/^Tambahan baru +sebelumnya +sekarang\nBesar \(Ukuran\) +\+Rp6\.000 +\+Rp7\.000$/m);
  const sample = await prepareShop(join(folder, 'sample-choices'));
  const tea = 'id,nama,harga,kategori\nteh-poci,Teh Poci,9000,Teh';
  expect((await importMenu(sample, 'tea.csv', tea, '--dry-run')).err).toBe(
    'menu: pilihan dari menu contoh tetap ada pada Teh Poci; periksa apakah kedai menjualnya.',
  );
  const own = 'group,group_name,min,max,id,name,price\ngula,Gula,0,1,gula-batu,Gula batu,1000';
  await file('tea-own.pilihan.csv', own);
  expect((await importMenu(sample, 'tea-own.csv', tea, '--dry-run')).err).toBe('');
  expect((await importMenu(sample, 'own.csv', 'nama,harga,kategori\nKopi,9000,Kopi')).err).toBe('');
  expect(JSON.parse((await owner(sample, 'menu', 'export')).out)).not.toHaveProperty('option_groups');
  await rm(path);
  expect(await owner(environment, 'menu', 'export', path)).toMatchObject({
    code: 1,
    err: `${beside} sudah ada; tambahkan --yes untuk menimpanya.`,
  });
});

test('M1 the id of a choice that is gone is not given to another one, in a later file either', async () => {
  const sample = await prepareShop(join(folder, 'ids'));
  const choices = (id: string, name: string) =>
    file(
      'ids.pilihan.csv',
      `group,group_name,min,max,id,name,price,default\nmilk,Susu,1,1,cow,Susu sapi,0,yes\nmilk,,,,${id},${name},8000,no\n`,
    );
  const menu = await file('ids.csv', 'id,name,price,category,options\nlatte,Latte,28000,Kopi,milk\n');
  const imported = async (id: string, name: string) => {
    await choices(id, name);
    const { code, err } = await owner(sample, 'menu', 'import', menu, '--yes');
    return [code, /^ *(.*dulu.*)$/m.exec(err)?.[1]];
  };

  expect(await imported('oat', 'Susu oat')).toEqual([0, undefined]);
  expect(await imported('oat', 'Susu Oat')).toEqual([0, undefined]);
  expect(await imported('soy', 'Susu kedelai')).toEqual([0, undefined]);
  expect(await imported('oat', 'Susu almond')).toEqual([
    1,
    'pilihan baris 3, id: "oat" dulu id "Susu Oat"; pakai id baru.',
  ]);
  expect(await imported('oat', 'Susu oat')).toEqual([0, undefined]);
});

test('an import shows the progress of its pictures', async () => {
  const photos = await mkdtemp(join(folder, 'slow-'));
  const environment = await prepareShop(join(folder, 'slow'));
  for (const name of ['kopi.jpg', 'teh.jpg']) await writeFile(join(photos, name), await photo(200, 200));
  const rows = [
    'nama,harga,kategori,gambar',
    'Kopi,9000,Kopi,kopi.jpg',
    'Teh,9000,Teh,teh.jpg',
    'Teh Es,9000,Teh,teh.jpg',
  ];
  const path = await file('slow.csv', [...rows, 'Air,0,Teh,'].join('\n'));
  const said: string[] = [];

  const say = (text: string) => void said.push(text);
  await runCommand(['menu', 'import', path, '--images', photos], environment, { say, warn: () => {}, progress: say });

  expect(said.slice(0, -1)).toEqual(['Gambar 1 dari 2 …', 'Gambar 2 dari 2 …', '']);
});
