/** `staff add`, `staff list` and `staff remove`: who works at the counter (decision W6). */
import { renderUnicodeCompact } from 'uqr';
import { normalised } from '#core/normalised';
import { invitationMs, invite, members, removeStaff } from '../accounts/staff.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import { addressForDevices, rememberedAddress } from '../shop-addresses.ts';
import { shopTime } from '../shop-day.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { shellQuoted, table } from './terminal.ts';

const maxNameLength = 100;

/** A name as it is stored. */
function nameFrom(text: string) {
  const name = normalised(text);
  if (name === '' || name.length > maxNameLength)
    throw new UsageError(`Nama terdiri dari 1 sampai ${maxNameLength} huruf.`);
  return name;
}

/** Where the counter is: at the shop that is open, which may run with other settings than this command. */
const counterUrl = async (config: Config, database: Database) =>
  `${config.publicUrl ? new URL(config.publicUrl).origin : ((await rememberedAddress(database)) ?? addressForDevices(config, config.port))}/counter`;

export const staffAdd: Command = {
  usage: 'staff add NAME [--owner]',
  summary:
    'Mencetak tautan dan kode QR untuk memasukkan satu perangkat ke papan pesanan, berlaku 15 menit; ulangi untuk perangkat lain. Dengan --owner ia menjadi pemilik, yang melihat penjualan, mengubah menu, dan mengundang staf.',
  async run({ args: [given = ''], flags, config, openData }) {
    const name = nameFrom(given);
    const owner = flags.has('owner');
    const database = await openData();
    const now = Date.now();
    const { staff, secret, isNew } = await invite(database, name, now, { owner });
    // In the fragment: a preview robot or a proxy's log never gets it.
    const url = `${await counterUrl(config, database)}#undangan=${secret}`;
    const role = staff.owner ? 'pemilik' : 'staf';
    const end = shopTime(new Date(now + invitationMs).toISOString())
      .slice(-5)
      .replace(':', '.');
    return {
      data: { url },
      text: [
        `${staff.name} ${isNew || owner ? 'sekarang' : 'sudah'} menjadi ${role}.`,
        `Buka tautan ini di perangkatnya, satu kali, sebelum pukul ${end}:`,
        url,
      ].join('\n'),
      drawing: renderUnicodeCompact(url, { ecc: 'L', border: 2, invert: true }),
    };
  },
};

export const staffList: Command = {
  usage: 'staff list',
  summary: 'Daftar staf, dengan jumlah perangkat yang masuk dan kapan terakhir dipakai (ketelitian enam jam).',
  async run({ openData }) {
    const database = await openData();
    const list = (await members(database)).map(({ name, owner = false, since, devices, last_used_at = null }) => ({
      name,
      owner,
      since,
      devices,
      lastUsed: last_used_at,
    }));
    return {
      data: list,
      text:
        list.length === 0
          ? 'Belum ada staf; `staff add NAME` menambahkan.'
          : table(
              ['Nama', 'Peran', 'Sejak', 'Perangkat', 'Terakhir dipakai'],
              list.map(({ name, owner, since, devices, lastUsed }) => [
                name,
                owner ? 'pemilik' : 'barista',
                shopTime(since),
                String(devices),
                lastUsed ? shopTime(lastUsed) : '',
              ]),
              ['Perangkat'],
            ),
    };
  },
};

export const staffRemove: Command = {
  usage: 'staff remove NAME',
  summary: 'Mengeluarkan seorang staf; perangkatnya keluar dalam 15 detik.',
  async run({ args: [given = ''], openData }) {
    const database = await openData();
    const name = await removeStaff(database, nameFrom(given), Date.now());
    if (name === undefined)
      throw new CommandError(`Tidak ada staf bernama ${shellQuoted(given)}; lihat \`staff list\`.`);
    return { data: { name }, text: `${name} bukan staf lagi.` };
  },
};
