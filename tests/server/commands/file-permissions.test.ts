import { chmod, chown, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../server/database/open.ts';
import { prepareDatabase } from '../../../server/database/prepare.ts';
import { available } from '../../support/missing-tools.ts';
import { fixtureMenu } from '../fixture-menu.ts';
import { folder, owner } from './owner.ts';

/** Gives up root's rights until the test ends and `afterwards` has run, because nothing can be locked for root. */
async function asNobodySpecial(afterwards: () => Promise<void>) {
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
  await asNobodySpecial(() => chmod(dataDir, 0o700));
  const refused = {
    code: 1,
    err: `${join(dataDir, 'kedai.sqlite')} or its folder belongs to somebody else: this user may not open it.`,
  };

  for (const words of [['orders'], ['customers'], ['backup', join(folder, 'copy-of-it.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, refused]);
  const { code, out } = await owner({ DATA_DIR: dataDir }, 'doctor');

  expect(code).toBe(1);
  expect(out).toContain(`FAULT    data        ${refused.err}`);
});

const isRoot = available(
  process.geteuid?.() === 0,
  'not root: what root makes in the folder of another user was not tried.',
);

test.runIf(isRoot)('files that root creates in the folder of another user belong to that user', async () => {
  const nobody = 65_534;
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
  const photos = join(folder, 'photos-of-root');
  for (const one of [dataDir, photos]) await mkdir(one, { mode: 0o700 });
  await chown(dataDir, 65_534, 65_534);
  await writeFile(join(photos, 'kopi.svg'), '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
  await writeFile(join(photos, 'menu.csv'), 'name,price,category,image\nKopi,1000,Kopi,kopi.svg\n');
  // On many machines root's files are readable by root only.
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));

  expect(
    await owner({ DATA_DIR: dataDir }, 'menu', 'import', join(photos, 'menu.csv'), '--images', photos),
  ).toMatchObject({
    code: 0,
  });
  await chmod(folder, 0o755);
  await asNobodySpecial(async () => {});

  const [picture = ''] = await readdir(join(dataDir, 'images', 'products'));
  expect(await readFile(join(dataDir, 'images', 'products', picture), 'utf8')).toContain('<svg');
});

test('a shop that this user may only read cannot be opened or changed, but listed, exported and backed up', async () => {
  const dataDir = await mkdtemp(join(folder, 'only-read-'));
  const data = await openSqlite(dataDir);
  await prepareDatabase(data, { menu: async () => fixtureMenu });
  await data.destroy();
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o777);
  await chmod(join(dataDir, 'kedai.sqlite'), 0o444);
  await asNobodySpecial(() => chmod(dataDir, 0o700));
  const database = await openSqlite(dataDir);

  const prepared = prepareDatabase(database, { menu: async () => fixtureMenu });

  await expect(prepared).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await database.destroy();
  expect(await owner({ DATA_DIR: dataDir }, 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringContaining('kedai.sqlite may only be read by this user: no order can be stored.'),
  });
  for (const words of [['orders'], ['customers'], ['menu', 'export'], ['backup', join(dataDir, 'copy.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, { code: 0, err: '' }]);
  const [{ name } = { name: '' }] = fixtureMenu.products;
  expect(await owner({ DATA_DIR: dataDir }, 'menu', 'available', name, 'no')).toMatchObject({
    code: 1,
    out: '',
    err: 'The data cannot be written: its disk, its folder or its file is closed to this user.',
  });
});
