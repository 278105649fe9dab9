import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { onSqliteAndLongOnPostgres } from '../../support/databases.ts';
import { start } from '../running-shop.ts';
import { openShop } from '../shop.ts';
import { folder } from '../test-folder.ts';
import { environmentOf, owner, prepareShop } from './owner.ts';
import { scanBlocks } from './scan-qr.ts';

onSqliteAndLongOnPostgres("the owner's staff", (newHome) => {
  test('are added with a link for a device, listed, and removed', async () => {
    const home = await newHome();
    const environment = { ...environmentOf(home.settings), PUBLIC_URL: 'https://kopi.example' };
    const shop = await openShop(home);

    const added = await owner(environment, 'staff', 'add', ' Budi\u200b ', '--json');
    const { url } = added.data();
    const [address, invitation] = url.split('#undangan=');
    const accepted = await shop.ask('POST', '/api/staff/session', { body: { invitation } });

    expect(added).toMatchObject({ code: 0, err: '' });
    expect([address, Object.keys(added.data())]).toEqual(['https://kopi.example/counter', ['url']]);
    expect([accepted.status, accepted.body.staff.name]).toEqual([200, 'Budi']);
    expect((await owner(environment, 'staff', 'list', '--json')).data()).toEqual([
      { name: 'Budi', owner: false, since: expect.any(String), devices: 1, lastUsed: expect.any(String) },
    ]);
    expect((await owner(environment, 'staff', 'list')).out).toMatch(/^Nama .*\nBudi +barista .* 1 /);
    expect((await owner(environment, 'staff', 'add', 'Budi', '--owner')).out).toMatch(
      /^Budi sekarang menjadi pemilik\./,
    );
    expect((await owner(environment, 'staff', 'list')).out).toMatch(/\nBudi +pemilik /);
    expect((await owner(environment, 'staff', 'add', 'budi')).out).toMatch(/^Budi sudah menjadi pemilik\./);
    expect(await owner(environment, 'staff', 'remove', 'BUDI')).toMatchObject({
      code: 0,
      out: 'Budi bukan staf lagi.',
    });
    expect(await owner(environment, 'staff', 'remove', 'Budi')).toMatchObject({
      code: 1,
      err: 'Tidak ada staf bernama Budi; lihat `staff list`.',
    });
    expect((await owner(environment, 'staff', 'list')).out).toBe('Belum ada staf; `staff add NAME` menambahkan.');
  });

  test('get a QR code in the terminal, and a further device with the same name', async () => {
    const home = await newHome();
    const environment = { ...environmentOf(home.settings), HOST: '127.0.0.1', PORT: '3100' };
    const shop = await openShop(home);

    const first = await owner(environment, 'staff', 'add', 'Budi Jo');
    const second = await owner(environment, 'staff', 'add', 'budi  jo');
    const links = [first, second].map(({ out }) =>
      /^http:\/\/127\.0\.0\.1:3100\/counter#undangan=([\w-]{43})$/m.exec(out),
    );
    const answers = await Promise.all(
      links.map((link) => shop.ask('POST', '/api/staff/session', { body: { invitation: link?.[1] } })),
    );

    expect(first.out).toMatch(/^Budi Jo sekarang menjadi staf\.\n.*, satu kali, sebelum pukul \d\d\.\d\d:\n/);
    expect(scanBlocks(first.out.split('\n').filter((line) => /^[▀▄█ ]{20,}$/.test(line)))).toBe(links[0]?.[0]);
    expect(second.out).toMatch(/^Budi Jo sudah menjadi staf\./);
    expect(answers.map(({ status, body }) => [status, body.staff])).toEqual(
      answers.map(() => [200, { id: expect.any(Number), name: 'Budi Jo' }]),
    );
    expect(await shop.database.selectFrom('staff').select('name').execute()).toEqual([{ name: 'Budi Jo' }]);
  });

  test('have names', async () => {
    const environment = environmentOf((await newHome()).settings);

    for (const name of ['', ' \u200b', 'x'.repeat(101)])
      expect(await owner(environment, 'staff', 'add', name)).toMatchObject({ code: 2 });
    expect((await owner(environment, 'staff', 'add', 'x'.repeat(100))).code).toBe(0);
  });
});

test('a QR code is black on white on a terminal, also on one without colours', async () => {
  const environment = { DATA_DIR: join(folder, 'drawn'), PUBLIC_URL: 'https://kopi.example' };
  await prepareShop(environment.DATA_DIR);
  const colourless = { isTTY: true, getColorDepth: () => 1 };
  vi.stubEnv('FORCE_COLOR', undefined);
  const stdout = vi
    .spyOn(process, 'stdout', 'get')
    .mockReturnValue(Object.assign(new PassThrough(), colourless) as never);
  const { out } = await owner(environment, 'staff', 'add', 'Budi');
  stdout.mockRestore();
  vi.unstubAllEnvs();

  const signs = out.split('\n').filter((line) => /[▀▄█]/.test(line));
  expect(signs.length).toBeGreaterThan(15);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  for (const line of signs) expect(line).toMatch(/^\x1b\[30m\x1b\[107m.*\x1b\[49m\x1b\[39m$/);
});

test('LA16 the link leads to the shop that is open, whatever its settings, and to the configured one while it is closed', async () => {
  const dataDir = join(folder, 'at-another-port');
  const link = async () =>
    (await owner({ DATA_DIR: dataDir, HOST: '127.0.0.1' }, 'staff', 'add', 'Budi', '--json')).data().url;
  await prepareShop(dataDir);
  const shop = await start({ dataDir });

  expect(await link()).toMatch(`${shop.url}/counter#undangan=`);
  await shop.stop();
  expect(await link()).toMatch('http://127.0.0.1:3000/counter#undangan=');
});
