import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shop } from '#core/shop';
import type { Finding } from '../../../server/commands/doctor.ts';
import { qrisText } from '../../core/qris-text.ts';
import { onSqliteAndLongOnPostgres } from '../../support/databases.ts';
import { folder } from '../test-folder.ts';
import { owner, withPictures } from './owner.ts';

vi.mock('node:fs/promises', { spy: true });

onSqliteAndLongOnPostgres('the doctor', (newHome) => {
  test('finds nothing wrong with a sound shop, and names a missing picture', async () => {
    const { environment, images } = await withPictures(await newHome());

    expect((await owner(environment, 'doctor', '--json')).data().findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ about: 'tables', outcome: 'ok' }),
        expect.objectContaining({ about: 'pictures', outcome: 'ok' }),
      ]),
    );
    await rm(join(images, 'products', 'tubruk.svg'));
    expect((await owner(environment, 'doctor')).out).toMatch(/PERINGATAN +gambar .*Kopi Tubruk/);
  });
});

test('LB11 a QRIS code that adds a fee is a warning', async () => {
  shop.qris = qrisText({ '55': '02', '56': '2000' });
  onTestFinished(() => void delete shop.qris);

  expect((await owner({ DATA_DIR: folder }, 'doctor')).out).toMatch(/PERINGATAN +QRIS .*menambah biaya Rp2\.000/);
});

/** What `doctor` says of the disk that has `DATA_DIR`, with the data in it or in a PostgreSQL. */
async function findings(databaseUrl?: string) {
  const { findings } = (await owner({ DATA_DIR: folder, DATABASE_URL: databaseUrl }, 'doctor', '--json')).data();
  return findings.filter(({ about }: Finding) => ['space', 'disk'].includes(about));
}

/** No server answers there, which is no matter of the disk. */
const postgres = 'postgres://127.0.0.1:1/kedai';

/** Until the test ends, `DATA_DIR` is on a disk of this type with so many bytes free. */
function disk(type: number, bytes: number) {
  vi.mocked(statfs).mockResolvedValue({ type, bavail: bytes / 4_096, bsize: 4_096 } as never);
  onTestFinished(() => void vi.mocked(statfs).mockReset());
}

test('a network file system is a fault for SQLite, but not for the pictures beside PostgreSQL', async () => {
  disk(0x6969, 4_096_000_000);

  expect(await findings()).toEqual([
    { about: 'space', outcome: 'ok', says: '4096 MB kosong.' },
    { about: 'disk', outcome: 'fault', says: expect.stringContaining('ada di jaringan, tempat kunci SQLite') },
  ]);
  expect(await findings(postgres)).toEqual([{ about: 'space', outcome: 'ok', says: '4096 MB kosong.' }]);
});

test('a disk that is nearly full is a fault where orders are stored, and a warning where only pictures are', async () => {
  disk(0xef53, 40_960_000);

  expect((await findings())[0]).toEqual({
    about: 'space',
    outcome: 'fault',
    says: 'Tinggal 41 MB: sebentar lagi pesanan tidak bisa disimpan.',
  });
  expect(await findings(postgres)).toEqual([{ about: 'space', outcome: 'warning', says: '41 MB kosong.' }]);
});
