import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder } from '../test-folder.ts';
import { owner, prepareShop } from './owner.ts';

test.for(['backup', 'menu export'])("`%s` never overwrites the shop's database or its log", async (command) => {
  const data = join(folder, `itself-${command}`);
  const environment = { DATA_DIR: data };
  await prepareShop(data);
  await symlink(data, `${data}-linked`);

  const refused: unknown[] = [];
  for (const way of [data, `${data}-linked`]) {
    for (const name of ['kedai.sqlite', 'kedai.sqlite-wal', 'kedai.sqlite-shm']) {
      const { code, err } = await owner(environment, ...command.split(' '), join(way, name), '--yes');
      refused.push([code, err]);
    }
  }
  const { code } = await owner(environment, 'menu', 'available', 'kopi tubruk', 'no');

  const itself = [1, expect.stringContaining('Itu data kedai sendiri; pilih berkas lain.')];
  expect([refused, code]).toEqual([Array(6).fill(itself), 0]);
});

test('a file for which there is no room leaves nothing of itself, and the old one stays', async () => {
  const place = await mkdtemp(join(folder, 'room-'));
  const before = join(place, 'before.csv');
  await writeFile(before, 'an evening of work');
  const program = `import { writeAtomically } from ${JSON.stringify(new URL('../../../server/atomic-file.ts', import.meta.url))};
    for (const path of process.argv.slice(1)) await writeAtomically(path, 'x'.repeat(100_000)).catch(({ code }) => console.log(code));`;

  // Limits files to eight blocks, so that a write fails as on a full disk.
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)('sh', [...limited, before, join(place, 'new.csv')]);

  expect(stdout).toBe('EFBIG\nEFBIG\n');
  expect([await readdir(place), await readFile(before, 'utf8')]).toEqual([['before.csv'], 'an evening of work']);
});
