import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../../server/commands/run-command.ts';
import { startMs } from '../../support/start-shop.ts';
import { folder } from '../test-folder.ts';
import { file, owner, prepareShop, smallPicture } from './owner.ts';

test('a backup can be restored, pictures included', async () => {
  const dataDir = join(folder, 'backed-up');
  const environment = await prepareShop(dataDir);
  const backup = join(folder, 'shop.backup');
  await mkdir(join(dataDir, 'images', 'products'), { recursive: true });
  const picture = await smallPicture('webp');
  await writeFile(join(dataDir, 'images', 'products', 'own.webp'), picture);
  const products = async () => JSON.parse((await owner(environment, 'menu', 'export')).out).products;
  const before = await products();

  expect((await owner(environment, 'backup', backup)).code).toBe(0);
  expect((await stat(backup)).mode & 0o077).toBe(0);
  expect((await owner(environment, 'backup', backup)).err).toContain('--yes');
  for (const words of [
    ['backup', folder],
    ['backup', folder, '--yes'],
    ['restore', folder, '--yes'],
  ])
    expect((await owner(environment, ...words)).err).toBe(`${folder} adalah folder; sebutkan berkas di dalamnya.`);
  const other = await file('other.json', '[{"name":"Kopi Lain","_id":"lain","price":10000,"category":"Kopi"}]');
  expect((await owner(environment, 'menu', 'import', other)).code).toBe(0);
  await rm(join(dataDir, 'images'), { recursive: true });
  const refused = await owner(environment, 'restore', backup);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--yes')]);
  expect(await products()).toMatchObject([{ name: 'Kopi Lain' }]);
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect(restored.code).toBe(0);
  expect(await products()).toEqual(before);
  expect(await readFile(join(dataDir, 'images', 'products', 'own.webp'))).toEqual(picture);
  expect((await owner({ DATA_DIR: join(folder, 'new') }, 'restore', restored.data().keptAs)).code).toBe(0);
  expect((await owner({ DATA_DIR: join(folder, 'new') }, 'menu', 'export')).out).toContain('Kopi Lain');
});

test('a backup contains every picture that the shop shows, and names files that it leaves out', async () => {
  const images = join(folder, 'with-strays', 'images', 'products');
  const environment = await prepareShop(join(folder, 'with-strays'));
  const backup = join(folder, 'strays.backup');
  await mkdir(join(images, 'musim hujan'), { recursive: true });
  for (const name of ['kopi.jpg', 'musim hujan/wedang.jpg', 'Café.jpg', '.draft.jpg']) {
    await writeFile(join(images, name), await smallPicture());
  }

  const made = await owner(environment, 'backup', backup, '--json');
  // Adds names as in backups made before names were checked.
  const older = new SqliteFile(backup);
  older.exec("insert into backup_pictures values ('products', 'Café.jpg', x'00'), ('../..', 'kopi.jpg', x'00')");
  older.close();
  await rm(images, { recursive: true });
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect([made.code, made.data().pictures]).toEqual([0, 2]);
  expect(made.err).toMatch(/^products\/Café\.jpg dilewati/);
  expect([restored.code, restored.data().pictures]).toEqual([0, 2]);
  expect(restored.err.split('\n')).toEqual([
    expect.stringMatching(/^products\/Café\.jpg dilewati/),
    expect.stringMatching(/^\.\.\/\.\.\/kopi\.jpg dilewati/),
  ]);
  expect((await readdir(images, { recursive: true })).sort()).toEqual([
    'kopi.jpg',
    'musim hujan',
    join('musim hujan', 'wedang.jpg'),
  ]);
});

test('a backup is written where a link leads, and replaces nothing that is no file', async () => {
  const stick = await mkdtemp(join(folder, 'stick-'));
  const environment = await prepareShop(join(folder, 'backed-up-by-link'));
  const link = join(folder, 'latest.sqlite');
  const nowhere = join(folder, 'nowhere.sqlite');
  const pipe = join(folder, 'pipe.sqlite');
  await writeFile(join(stick, 'kedai.sqlite'), '');
  await symlink(join(stick, 'kedai.sqlite'), link);
  await symlink(join(stick, 'gone', 'kedai.sqlite'), nowhere);
  await promisify(execFile)('mkfifo', [pipe]);

  expect(await owner(environment, 'backup', link, '--yes')).toMatchObject({ code: 0 });
  expect(await owner(environment, 'backup', nowhere)).toMatchObject({
    code: 1,
    err: `${nowhere} tidak menuju ke mana-mana.`,
  });
  expect(await owner(environment, 'backup', pipe, '--yes')).toMatchObject({ code: 1, err: `${pipe} bukan berkas.` });

  expect((await stat(join(stick, 'kedai.sqlite'))).size).toBeGreaterThan(0);
  expect(await readdir(stick)).toEqual(['kedai.sqlite']);
  expect((await stat(pipe)).isFIFO()).toBe(true);
});

/** Backs up a shop, and calls `meanwhile` during that, with the warning about a picture that is left out. */
async function backUp(name: string, meanwhile: (backups: string) => void) {
  const environment = await prepareShop(join(folder, name));
  const images = join(environment.DATA_DIR, 'images', 'products');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'Café.jpg'), 'picture');
  const backups = await mkdtemp(join(folder, 'backups-'));
  const terminal = { say: () => {}, warn: () => meanwhile(backups) };
  await runCommand(['backup', join(backups, 'shop')], environment, terminal);
  return { environment, backup: join(backups, 'shop') };
}

test('no other user can read a backup while it is written, or the data', async () => {
  const modes: number[] = [];

  const { environment, backup } = await backUp('private', (backups) => {
    modes.push(...readdirSync(backups).map((name) => statSync(join(backups, name)).mode & 0o777));
  });

  modes.push(statSync(backup).mode & 0o777);
  expect(modes.length).toBeGreaterThan(1);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect((await stat(environment.DATA_DIR)).mode & 0o777).toBe(0o700);
});

test.each([
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)('a backup that %s interrupts leaves no copy of the customers behind', async (signal, number) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  const left: string[][] = [];

  await backUp(`ended-by-${signal}`, (backups) => {
    left.push(readdirSync(backups));
    process.emit(signal, signal);
    left.push(readdirSync(backups));
  });

  expect(left[0]).not.toEqual([]);
  expect(left[1]).toEqual([]);
  expect(exit).toHaveBeenCalledWith(128 + number);
});

test('a backup removes drafts left by a killed one, but not those that another machine still writes', async () => {
  const environment = await prepareShop(join(folder, 'killed-outright'));
  const backups = await mkdtemp(join(folder, 'killed-backups-'));
  // An exclusive lock on the database keeps a backup waiting that has already begun its file.
  const busy = new SqliteFile(join(environment.DATA_DIR, 'kedai.sqlite'));
  busy.pragma('locking_mode = exclusive');
  busy.exec('begin immediate');
  const child = spawn(process.execPath, ['server/cli.ts', 'backup', join(backups, 'monday')], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => readdirSync(backups), { timeout: startMs }).not.toEqual([]);
  child.kill('SIGKILL');
  await ended;
  busy.close();
  const [left = ''] = readdirSync(backups);
  const ofRestore = join(environment.DATA_DIR, `before-restore.sqlite.${child.pid}.kedai-draft-journal`);
  await writeFile(ofRestore, 'Sari');
  const anHourAgo = Date.now() / 1_000 - 3_601;
  for (const path of [join(backups, left), ofRestore]) await utimes(path, anHourAgo, anHourAgo);
  const running = 'monday.4194305.kedai-draft';
  await writeFile(join(backups, running), '');

  const next = await owner(environment, 'backup', join(backups, 'tuesday'));

  expect([next.code, next.err.split('\n')]).toEqual([
    0,
    [join(backups, left), ofRestore].map((path) => `${path} dihapus: sisa cadangan yang terputus.`),
  ]);
  expect(readdirSync(backups).sort()).toEqual([running, 'tuesday']);
  expect(readdirSync(environment.DATA_DIR)).toEqual(['kedai.sqlite']);
});

test('two backups that write one file at a time are both whole, as in two containers with the same process ids', async () => {
  const environment = await prepareShop(join(folder, 'backed-up-twice'));
  const backups = await mkdtemp(join(folder, 'one-of-two-'));
  const backup = () => owner(environment, 'backup', join(backups, 'shop'));

  expect(await Promise.all([backup(), backup()])).toMatchObject([
    { code: 0, err: '' },
    { code: 0, err: '' },
  ]);
  expect(readdirSync(backups)).toEqual(['shop']);
});

test('backup and restore of a shop on PostgreSQL name the commands to use instead', async () => {
  const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/kedai', DATA_DIR: folder };
  const path = join(folder, 'pg');

  expect(await owner(environment, 'backup', path)).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') });
  expect(await owner(environment, 'restore', path)).toMatchObject({
    code: 1,
    err: expect.stringContaining('pg_restore --clean --if-exists --single-transaction'),
  });
});
