import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('a warning fails `npm run check` as it fails `npm test`', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const mine = JSON.stringify({ scripts: { ...scripts, types: 'exit 0' } }, null, '\t');
  await writeFile(join(folder, 'package.json'), `${mine}\n`);
  await copyFile(join(root, '.npmrc'), join(folder, '.npmrc'));
  const PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const statusOf = async (code: string) => {
    await writeFile(join(folder, 'one.ts'), code);
    return spawnSync('npm', ['run', 'check'], { cwd: folder, env: { ...process.env, PATH } }).status;
  };

  expect(await statusOf('export const same = (one: unknown) => one;\n')).toBe(0);
  expect(await statusOf('export const same = (one: any) => one;\n')).not.toBe(0);
  expect(await readFile(join(root, 'tools', 'test.ts'), 'utf8')).toContain("['run', '--silent', 'lint']");
});
