/** `customers` and `password`: who ordered how often and for how much, and what the owner does for who has forgotten their password. */
import { randomInt } from 'node:crypto';
import { rupiah } from '#core/rupiah';
import { changePassword, isNumber } from '../accounts/customers.ts';
import { tillCustomer } from '../orders/till.ts';
import { shopTime } from '../shop-day.ts';
import { type Command, CommandError } from './command.ts';
import { limitFrom, warnOfMore } from './listing.ts';
import { shellQuoted, table } from './terminal.ts';

export const customers: Command = {
  usage: 'customers [--limit N]',
  summary: 'Daftar 50 pelanggan terakhir, atau N, dengan jumlah dan nilai pesanannya, sudah dibayar atau belum.',
  async run({ options, terminal, openData }) {
    const limit = limitFrom(options.limit);
    const database = await openData();
    const rows = await database
      .selectFrom('customers')
      .leftJoin('orders', (join) =>
        join.onRef('orders.customer_id', '=', 'customers.id').on('orders.status', '!=', 'cancelled'),
      )
      .select(({ fn }) => [
        'full_name as fullName',
        'email',
        'phone_number as phoneNumber',
        'customers.created_at as since',
        fn.count<number>('orders.id').as('orders'),
        fn.sum<number | string | null>('total_shopping').as('ordered'),
        // Of all customers, whatever the limit.
        fn.countAll<number>().over().as('total'),
      ])
      .where('customers.id', '<>', tillCustomer.id)
      .groupBy('customers.id')
      .orderBy('customers.created_at', 'desc')
      .orderBy('customers.id', 'desc')
      .limit(limit + 1)
      .execute();
    const list = rows
      .slice(0, limit)
      .map(({ total, ...row }, at) => ({
        number: Number(total) - at,
        ...row,
        orders: Number(row.orders),
        ordered: Number(row.ordered ?? 0),
      }))
      .toReversed();
    warnOfMore(rows, limit, terminal);
    return {
      data: list,
      text:
        list.length === 0
          ? 'Belum ada pelanggan.'
          : table(
              ['No.', 'Nama', 'E-mail', 'Telepon', 'Sejak', 'Pesanan', 'Nilai'],
              list.map((row) => [
                String(row.number),
                row.fullName,
                shellQuoted(row.email),
                row.phoneNumber,
                shopTime(row.since),
                String(row.orders),
                rupiah(row.ordered),
              ]),
              ['No.', 'Pesanan', 'Nilai'],
            ),
    };
  },
};

/** Without those that look alike, because it is read out or copied by hand. */
const [letters, digits] = ['abcdefghjkmnpqrstuvwxyz', '23456789'];

const fourOf = (characters: string) =>
  Array.from({ length: 4 }, () => characters.charAt(randomInt(characters.length))).join('');

/** Such as `kfwm-4829-pqaz`: 8 letters and 4 digits, about 48 bits. */
const newPassword = () => [fourOf(letters), fourOf(digits), fourOf(letters)].join('-');

/** The shop sends no e-mail (decision F5). */
export const password: Command = {
  usage: 'password CUSTOMER',
  summary:
    'Membuat kata sandi baru untuk pelanggan yang lupa, dan mengakhiri sesinya; CUSTOMER adalah e-mail atau nomornya di `customers`.',
  async run({ args: [named = ''], openData }) {
    const database = await openData();
    const given = newPassword();
    const email = await changePassword(database, named, given);
    if (email === undefined)
      throw new CommandError(
        `Tidak ada pelanggan dengan ${isNumber(named) ? 'nomor' : 'e-mail'} ${shellQuoted(named)}.`,
      );
    return {
      data: { email, password: given },
      text: `Kata sandi ${shellQuoted(email)} sekarang ${given}. Hanya ditampilkan sekali ini.`,
    };
  },
};
