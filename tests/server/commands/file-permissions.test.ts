import { chmod, chown, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../server/database/open.ts';
import { prepareDatabase } from '../../../server/database/prepare.ts';
import { available } from '../../support/missing-tools.ts';
import { fixtureMenu } from '../fixture-menu.ts';
import { folder } from '../test-folder.ts';
import { owner, prepareShop, smallPicture } from './owner.ts';

const nobody = 65_534;

/** Gives up root's rights until the test ends and `afterwards` has run, because nothing can be locked for root. */
async function dropRootRights(afterwards: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0;
  onTestFinished(async () => {
    if (isRoot) process.seteuid?.(0);
    await afterwards();
  });
  if (isRoot) process.seteuid?.('nobody');
}

test('a shop that this user may not read is not reported as missing', async () => {
  const dataDir = await mkdtemp(join(folder, 'somebody-elses-'));
  const data = await openSqlite(dataDir);
  await data.destroy();
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o000);
  await dropRootRights(() => chmod(dataDir, 0o700));
  const refused = {
    code: 1,
    err: `${join(dataDir, 'kedai.sqlite')} atau foldernya milik pengguna lain: pengguna ini tidak boleh membukanya.`,
  };

  for (const words of [['orders'], ['customers'], ['backup', join(folder, 'copy-of-it.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, refused]);
  const { code, out } = await owner({ DATA_DIR: dataDir }, 'doctor');

  expect(code).toBe(1);
  expect(out).toContain(`RUSAK       data        ${refused.err}`);
});

const isRoot = available(
  process.geteuid?.() === 0,
  'not root: what root makes in the folder of another user was not tried.',
);

test.runIf(isRoot)('files that root creates in the folder of another user belong to that user', async () => {
  const [first, second] = [join(folder, 'root-imports'), join(folder, 'root-restores')];
  for (const dataDir of [first, second]) {
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
  }
  const copy = join(folder, 'of-root.sqlite');

  await owner({ DATA_DIR: first }, 'menu', 'export', join(folder, 'of-root.json'));
  await owner({ DATA_DIR: first }, 'backup', copy);
  expect(await owner({ DATA_DIR: second }, 'restore', copy)).toMatchObject({ code: 0 });

  for (const dataDir of [first, second]) expect((await stat(join(dataDir, 'kedai.sqlite'))).uid).toBe(nobody);
});

test.runIf(isRoot)('a picture that root imports can be read by the user who runs the shop', async () => {
  const dataDir = join(folder, 'root-brings-pictures');
  await mkdir(dataDir, { mode: 0o700 });
  await prepareShop(dataDir);
  await chown(dataDir, nobody, nobody);
  // On many machines root's files are readable by root only.
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));

  await importPicture(dataDir);
  await chmod(folder, 0o755);
  await dropRootRights(async () => {});

  const [picture = ''] = await readdir(join(dataDir, 'images', 'products'));
  expect((await readFile(join(dataDir, 'images', 'products', picture))).length).toBeGreaterThan(0);
});

test('a shop that this user may only read cannot be opened or changed, but listed, exported and backed up', async () => {
  const dataDir = await mkdtemp(join(folder, 'only-read-'));
  await prepareShop(dataDir);
  await chmod(folder, 0o755);
  // As when root has put the file there.
  await chmod(join(dataDir, 'kedai.sqlite'), 0o444);
  if (process.geteuid?.() === 0) await chown(dataDir, nobody, nobody);
  await dropRootRights(async () => {});
  const database = await openSqlite(dataDir);

  const prepared = prepareDatabase(database, { menu: async () => fixtureMenu });

  await expect(prepared).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await database.destroy();
  expect(await owner({ DATA_DIR: dataDir }, 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/RUSAK +data +Data tidak bisa ditulis: disk, folder, atau berkasnya tertutup/),
  });
  for (const words of [['orders'], ['customers'], ['menu', 'export'], ['backup', join(dataDir, 'copy.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, { code: 0, err: '' }]);
  const [{ name } = { name: '' }] = fixtureMenu.products;
  expect(await owner({ DATA_DIR: dataDir }, 'menu', 'available', name, 'no')).toMatchObject({
    code: 1,
    out: '',
    err: 'Data tidak bisa ditulis: disk, folder, atau berkasnya tertutup bagi pengguna ini.',
  });
});

/** The permissions of a folder and of everything in it. */
async function modesIn(dataDir: string) {
  const names = await readdir(dataDir, { recursive: true });
  const modes = ['', ...names].map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o777] as const);
  return Object.fromEntries(await Promise.all(modes));
}

/** Has new files readable by all until the test ends. */
function withoutUmask() {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
}

/** The import of a menu with a picture. */
async function importPicture(dataDir: string) {
  const pictures = await mkdtemp(join(folder, 'pictures-'));
  await writeFile(join(pictures, 'kopi.jpg'), await smallPicture());
  await writeFile(join(pictures, 'menu.csv'), 'name,price,category,image\nKopi,1000,Kopi,kopi.jpg\n');
  const importing = ['menu', 'import', join(pictures, 'menu.csv'), '--images', pictures];
  expect(await owner({ DATA_DIR: dataDir }, ...importing)).toMatchObject({ code: 0 });
}

test('B49: no other user may look into a new data folder, with any umask', async () => {
  withoutUmask();
  const dataDir = join(folder, 'new', 'data');

  const database = await openSqlite(dataDir);
  await prepareDatabase(database);
  await importPicture(dataDir);
  const modes = await modesIn(dataDir);
  await database.destroy();

  expect(Object.keys(modes)).toContainEqual(expect.stringMatching(/^images\/products\/kopi-.*\.webp$/));
  expect(Object.keys(modes)).toEqual(expect.arrayContaining(['kedai.sqlite-wal', 'kedai.sqlite-shm']));
  for (const [name, mode] of Object.entries(modes))
    expect([name, mode]).toEqual([name, /\.(sqlite|webp|avif)/.test(name) ? 0o600 : 0o700]);
});

/** A data folder and all that is in it, open to every user of the machine. */
async function openFolder(name: string) {
  const dataDir = join(folder, name);
  await prepareShop(dataDir);
  await mkdir(join(dataDir, 'images', 'products'), { recursive: true });
  await writeFile(join(dataDir, 'images', 'products', 'kopi.jpg'), await smallPicture());
  await writeFile(join(dataDir, 'kedai.log'), '');
  await writeFile(join(dataDir, 'before-restore-2026.sqlite'), '');
  for (const path of ['', ...(await readdir(dataDir, { recursive: true }))]) {
    const isFolder = (await stat(join(dataDir, path))).isDirectory();
    await chmod(join(dataDir, path), isFolder ? 0o755 : 0o644);
  }
  return dataDir;
}

test('B49: a start and every command close a data folder that was open, and all that the shop has put there', async () => {
  const dataDir = await openFolder('was-open');
  const before = await modesIn(dataDir);

  await owner({ DATA_DIR: dataDir }, 'orders');

  const closed = Object.entries(before).map(([name, mode]) => [name, mode & 0o700]);
  expect(await modesIn(dataDir)).toEqual(Object.fromEntries(closed));
  expect(Object.values(before).every((mode) => mode & 0o077)).toBe(true);
});

test('B49: a restore into an open folder closes it, with any umask', async () => {
  const backup = join(folder, 'private.backup');
  const [empty, full] = [join(folder, 'open-and-empty'), await openFolder('open-and-full')];
  await owner({ DATA_DIR: await openFolder('to-back-up') }, 'backup', backup);
  withoutUmask();
  await mkdir(empty);

  for (const dataDir of [empty, full]) {
    expect(await owner({ DATA_DIR: dataDir }, 'restore', backup, '--yes')).toMatchObject({ code: 0 });
    const modes = Object.entries(await modesIn(dataDir));

    expect(modes.length).toBeGreaterThan(4);
    expect(modes.filter(([, mode]) => mode & 0o077)).toEqual([]);
  }
});

test('B49: a folder that contains something else is not closed, but refused in one sentence', async () => {
  const dataDir = await openFolder('shared-with-others');
  await writeFile(join(dataDir, 'tagihan.txt'), '');
  const before = await modesIn(dataDir);

  const refused = await owner({ DATA_DIR: dataDir }, 'orders');

  expect(refused).toMatchObject({
    code: 1,
    err: `Pengguna lain di mesin ini bisa melihat isi folder data ${dataDir}, dan kedai tidak menutupnya karena di sana juga ada "tagihan.txt": pakai "chmod 700", atau pilih folder lain dengan DATA_DIR.`,
  });
  expect(await modesIn(dataDir)).toEqual(before);
  await chmod(dataDir, 0o700);
  expect(await owner({ DATA_DIR: dataDir }, 'orders')).toMatchObject({ code: 0 });
  expect(await modesIn(dataDir)).toMatchObject({ 'kedai.sqlite': 0o600, 'tagihan.txt': 0o644 });
});

test('B49: doctor names what other users may read', async () => {
  const dataDir = await openFolder('with-doctor');
  const finding = async () => {
    const { findings } = (await owner({ DATA_DIR: dataDir }, 'doctor', '--json')).data();
    return findings.find(({ about }: { about: string }) => about === 'access');
  };
  const names = ['', 'before-restore-2026.sqlite', 'kedai.log', 'kedai.sqlite'];

  const open = await finding();
  await owner({ DATA_DIR: dataDir }, 'orders');

  expect(open.outcome).toBe('fault');
  for (const name of names) expect(open.says).toContain(`${join(dataDir, name)}`);
  expect((await finding()).outcome).toBe('ok');
});

test('B49: a database behind a link that other users may read is refused', async () => {
  const [dataDir, elsewhere] = [join(folder, 'with-link'), join(folder, 'elsewhere')];
  await mkdir(dataDir, { mode: 0o700 });
  await prepareShop(elsewhere);
  const target = join(elsewhere, 'kedai.sqlite');
  await symlink(target, join(dataDir, 'kedai.sqlite'));
  await chmod(target, 0o644);

  expect(await owner({ DATA_DIR: dataDir }, 'orders')).toMatchObject({
    code: 1,
    err: `${join(dataDir, 'kedai.sqlite')} menuju ${target}, yang bisa dibaca pengguna lain di mesin ini: pakai "chmod 600" untuknya.`,
  });
  await chmod(target, 0o600);
  expect(await owner({ DATA_DIR: dataDir }, 'orders')).toMatchObject({ code: 0 });
});

test.runIf(isRoot)('B49: an open folder of another user is refused in one sentence', async () => {
  const dataDir = await openFolder('of-root');
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o777);
  await dropRootRights(async () => {});

  expect(await owner({ DATA_DIR: dataDir }, 'orders')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^Pengguna lain di mesin ini bisa melihat isi .* karena pengguna ini atau disknya tidak mengizinkan: /,
    ),
  });
});
