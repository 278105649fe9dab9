import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../../server/commands/commands.ts';
import type { Finding } from '../../server/commands/finding.ts';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `doctor` says of the disk that has `DATA_DIR`, with the data in it or in a PostgreSQL. */
async function findings(databaseUrl?: string) {
  const said: string[] = [];
  const terminal = { say: (text: string) => void said.push(text), warn: () => {}, ring: () => {} };
  await runCommand(['doctor', '--json'], { DATA_DIR: folder, DATABASE_URL: databaseUrl }, terminal);
  const { findings } = JSON.parse(said.join()) as { findings: Finding[] };
  return findings.filter(({ about }) => ['space', 'disk'].includes(about));
}

/** Nobody answers there, which is no matter of the disk. */
const postgres = 'postgres://127.0.0.1:1/kedai';

const disk = (type: number, bytes: number) =>
  vi.mocked(statfs).mockResolvedValue({ type, bavail: bytes / 4_096, bsize: 4_096 } as never);

test('a network file system is no place for SQLite, but one for the pictures beside PostgreSQL', async () => {
  disk(0x6969, 4_096_000_000);

  expect(await findings()).toEqual([
    { about: 'space', outcome: 'ok', says: '4.1 GB are free.' },
    { about: 'disk', outcome: 'fault', says: expect.stringContaining("is on NFS, where SQLite's locks") },
  ]);
  expect(await findings(postgres)).toEqual([{ about: 'space', outcome: 'ok', says: '4.1 GB are free for pictures.' }]);
});

test('a disk that is nearly full is a fault where orders are stored, and a warning where only pictures are', async () => {
  disk(0xef53, 40_960_000);

  expect((await findings())[0]).toEqual({
    about: 'space',
    outcome: 'fault',
    says: 'Only 41 MB are free: no order can be stored soon.',
  });
  expect(await findings(postgres)).toEqual([
    { about: 'space', outcome: 'warning', says: '41 MB are free for pictures.' },
  ]);
});
