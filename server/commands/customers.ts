/** `customers`: who ordered how often and for how much. */
import { rupiah } from '#core/rupiah';
import { tillCustomer } from '../orders/till.ts';
import type { Command } from './command.ts';
import { limitFrom, warnOfMore } from './list-limit.ts';
import { shopTime } from './shop-time.ts';
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
