import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onSqliteAndLongOnPostgres } from '../../support/databases.ts';
import { available } from '../../support/missing-tools.ts';
import { folder } from '../test-folder.ts';
import { environmentOf, file, openShopOfOwner, owner, prepareShop } from './owner.ts';

test('help is printed when asked for, and a command that is not understood ends with 2', async () => {
  const environment = { DATA_DIR: join(folder, 'nothing') };

  expect(await owner(environment, 'help')).toMatchObject({ code: 0, out: expect.stringContaining('menu import FILE') });
  expect(await owner(environment, 'orders', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--since'),
  });
  for (const words of [
    [],
    ['nonsense'],
    ['menu'],
    ['menu', 'import'],
    ['menu', 'export', 'a', 'b'],
    ['orders', '--watch'],
    ['orders', '--since', 'once'],
    ['orders', '--since', '2026-02-30'],
    ['orders', '--since', '0206-11-20'],
    ['orders', '--since', '26-11-20'],
    ['orders', '--limit', '-1'],
    ['order', 'KT-1', '--status', 'payed'],
  ]) {
    expect([words, (await owner(environment, ...words)).code]).toEqual([words, 2]);
  }
});

test('every command is in the owner’s document, and every one that it names exists', async () => {
  const { out } = await owner({ DATA_DIR: join(folder, 'nothing') }, 'help');
  const document = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  const commands = [...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name);
  const explained = [
    ...document.matchAll(/npm run shop -- ([a-z]+(?: (?:export|import|available|add|list|remove))?)/g),
  ];

  expect(commands.length).toBeGreaterThan(8);
  expect([...new Set(explained.map(([, name]) => name))].filter((name) => name !== 'help').sort()).toEqual(
    commands.sort(),
  );
});

test('a command and its words reach the program through npm', async () => {
  const environment = { ...process.env, DATA_DIR: join(folder, 'npm') };
  await prepareShop(environment.DATA_DIR);

  const words = ['run', '--silent', 'shop', '--', 'doctor', '--json'];
  const { stdout } = await promisify(execFile)('npm', words, { env: environment });

  expect(JSON.parse(stdout).sound).toBe(true);
});

const hasFullDisk = available(
  existsSync('/dev/full'),
  'no /dev/full: a command whose words find no room was not tried.',
);

test.runIf(hasFullDisk)('a command whose output finds no room on the disk says so', async () => {
  const environment = { ...process.env, DATA_DIR: join(folder, 'no-room') };
  await prepareShop(environment.DATA_DIR);

  const words = ['-c', '"$0" server/cli.ts menu export > /dev/full', process.execPath];
  const exporting = promisify(execFile)('sh', words, { env: environment });

  await expect(exporting).rejects.toMatchObject({ code: 1, stderr: 'Disknya penuh.\n' });
});

test('a command that its owner interrupts ends, and does nothing more', async () => {
  const pipe = join(folder, 'menu-on-its-way.csv');
  await promisify(execFile)('mkfifo', [pipe]);
  const child = spawn(process.execPath, ['server/cli.ts', 'menu', 'import', pipe], {
    env: { ...process.env, DATA_DIR: join(folder, 'ended') },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));

  // Opening it succeeds once the command reads the pipe; nothing is ever written.
  const writer = await open(pipe, 'w');
  child.kill('SIGINT');

  expect(await ended).toEqual([null, 'SIGINT']);
  await writer.close();
});

onSqliteAndLongOnPostgres("the owner's commands", (newHome, kind) => {
  test('say that there is no shop yet, and make none by being asked for its orders or customers', async () => {
    const { settings } = await newHome('empty');
    const environment = environmentOf(
      settings.databaseUrl ? settings : { ...settings, dataDir: join(folder, 'elsewhere') },
    );
    const asked = [['orders'], ['order', 'KT-1'], ['customers'], ['menu', 'available', 'kopi', 'no']];

    for (const words of asked) {
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: expect.stringMatching(/^Belum ada kedai di .*; tempatnya diatur dengan DATA\w+\.$/) },
      ]);
    }

    expect((await owner(environment, 'doctor')).out).toMatch(/Belum ada kedai/);
    // A menu may be exported before the first start; the message tells an owner who meant another shop.
    const made = {
      code: 0,
      err: expect.stringMatching(/^Kedai baru dibuat di (.*kedai\.sqlite|PostgreSQL di .*)\.$/),
    };
    expect(await owner(environment, 'menu', 'export')).toMatchObject(made);
    expect(await owner(environment, 'menu', 'export')).toMatchObject({ code: 0, err: '' });
  });

  test('leave the menu of an open shop as it is, also where their own version brings another one', async () => {
    const { shop, environment } = await openShopOfOwner(newHome);
    const before = (await shop.ask('GET', '/api/products')).text;

    for (const words of [['orders'], ['customers'], ['menu', 'export']])
      expect([words, (await owner(environment, ...words)).code]).toEqual([words, 0]);

    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
  });

  test('tell and change nothing while the data is that of another version of the shop', async () => {
    const home = await newHome();
    const environment = environmentOf(home.settings);
    const database = await home.open();
    const menu = await file(`other-version-${kind}.csv`, 'name,price,category\nKopi Baru,30000,Kopi\n');
    const asked = [
      ['orders'],
      ['order', 'KT-1'],
      ['customers'],
      ['menu', 'export'],
      ['menu', 'import', menu],
      ['menu', 'available', 'kopi tubruk', 'no'],
    ];
    const products = () => database.selectFrom('products').selectAll().orderBy('id').execute();
    const before = await products();
    const last = '2026-11-27-the-later-edit';

    await database.schema.alterTable('addresses').dropColumn('edited_at').execute();
    await sql`delete from kysely_migration where name = ${last}`.execute(database);
    for (const words of asked)
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: 'Data masih dari versi kedai yang lebih lama; nyalakan versi ini dulu.' },
      ]);
    expect((await owner(environment, 'doctor')).out).toContain('1 perubahan dilakukan saat kedai dinyalakan lagi.');

    await sql`insert into kysely_migration (name, timestamp) values
      (${last}, '2026-11-20T00:00:00.000Z'), ('2099-01-01-later', '2099-01-01T00:00:00.000Z')`.execute(database);
    for (const words of asked)
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: expect.stringMatching(/^Data ditulis oleh versi kedai yang lebih baru; jalankan versi itu/) },
      ]);
    expect(await products()).toEqual(before);
    await expect(sql`select edited_at from addresses`.execute(database)).rejects.toThrow(/edited_at/);
  });

  if (kind === 'SQLite')
    test('take the empty file that a killed first start left for no shop yet, and for nothing broken', async () => {
      const dataDir = await mkdtemp(join(folder, 'killed-'));
      const data = join(dataDir, 'kedai.sqlite');
      await writeFile(data, '');

      for (const words of [['orders'], ['backup', join(dataDir, 'copy.sqlite')]])
        expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([
          words,
          { code: 1, err: `Belum ada kedai di ${dataDir}; tempatnya diatur dengan DATA_DIR.` },
        ]);
      const { code, out } = await owner({ DATA_DIR: dataDir }, 'doctor');

      expect([code, out]).toEqual([0, expect.stringMatching(/PERINGATAN {2}data .*Belum ada kedai di /)]);
    });
});

test('missing words and files are reported without system error codes', async () => {
  const environment = { ...(await prepareShop(join(folder, 'plain-words'))), PUBLIC_URL: 'https://kopi.example' };
  await writeFile(join(folder, 'empty.png'), '');
  const menu = await file('empty-picture.csv', 'nama,harga,kategori,gambar\nKopi,1,Kopi,empty.png');
  const faults = [
    [['menu', 'import'], 'FILE belum ditulis.'],
    [['menu', 'available'], 'NAME dan yes|no belum ditulis.'],
    [['menu', 'available', 'kopi'], 'yes|no belum ditulis.'],
    [['order', ' '], 'NUMBER belum ditulis.'],
    [['backup', ''], 'FILE belum ditulis.'],
    [['menu', 'export', ''], 'FILE belum ditulis.'],
    [['orders', '--sejak', '1h'], 'Tidak ada pilihan --sejak.'],
    [['orders', '--since'], 'Nilai untuk --since belum ditulis.'],
    [['menu', 'import', menu, '--yes=1'], '--yes tidak memakai nilai.'],
    [['menu', 'import', join(folder, 'nowhere.csv')], ' tidak ada.'],
    [['menu', 'import', folder], ' adalah folder, bukan berkas.'],
    [['menu', 'export', join(folder, 'nowhere', 'menu.csv')], ' tidak ada.'],
    [['qr', menu], ' bukan folder.'],
    [['menu', 'import', menu, '--images', folder], '"empty.png" kosong.'],
    [['menu', 'import', menu, '--images', join(folder, 'nowhere')], ' bukan folder.'],
  ] as const;

  for (const [words, sentence] of faults) {
    const { err } = await owner(environment, ...words);
    expect(err).toContain(sentence);
    expect(err.replaceAll(folder, '')).not.toMatch(/E[A-Z]{4,}|operation|directory/);
  }
});
