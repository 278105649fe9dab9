/** `orders` and `order`: what the counter needs to see. */
import * as v from 'valibot';
import type { Address } from '#core/contract';
import { StatusChange } from '#core/counter';
import { folded } from '#core/folding';
import { orderedNameOf } from '#core/line';
import { type OrderItem, orderStatuses } from '#core/order-contract';
import { isPastPayment } from '#core/order-steps';
import { type PaymentState, paymentStateOf } from '#core/payment';
import { rupiah } from '#core/rupiah';
import { handoverName, handoverOf } from '#core/shop';
import { wordOf } from '#core/status-words';
import { storePlace } from '#core/store-place';
import { codesOf, isByCourier, regionNames } from '../counter/counter-order.ts';
import type { Database } from '../database/open.ts';
import { changeStatus, lockedOrder, markPaid, writeChange } from '../orders/order-changes.ts';
import { type OrderRow, placedOrderFrom, wayOf } from '../orders/order-row.ts';
import { shopTime } from '../shop-day.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { limitFrom, maxListed, parseMoment, warnOfMore } from './listing.ts';
import { table, visible } from './terminal.ts';

type Row = OrderRow & { full_name: string };

/** An order as an owner's program reads it; amounts in rupiah. */
const asData = (row: Row) => ({
  ...placedOrderFrom(row),
  customer: row.full_name,
  paymentMethod: JSON.parse(row.payment_method).name,
  ...(row.paid_at !== null && { paid_with: wayOf(row, row.paid_with).name }),
  ...(row.refunded_at !== null && { refunded_at: row.refunded_at, refunded_with: wayOf(row, row.refunded_with).name }),
});

const paymentOf = ({ status, paid_at, refunded_at, total_shopping }: Row) =>
  refunded_at === null
    ? (paymentStateOf({ status, paid: paid_at !== null, isFree: total_shopping === 0 }) ?? 'none')
    : 'refunded';

export const orders: Command = {
  usage: 'orders [--status STATUS] [--since WHEN] [--limit N]',
  summary:
    'Daftar 50 pesanan terakhir, atau N, atau semua sejak WHEN: tanggal (2026-11-20), "today" (hari ini) atau umur (30m, 2h, 3d).',
  async run({ options, terminal, openData }) {
    const status = options.status === undefined ? undefined : knownStatus(options.status);
    const since = options.since === undefined ? undefined : parseMoment(options.since, Date.now());
    const limit = limitFrom(options.limit, since === undefined ? undefined : maxListed);
    const database = await openData();
    let query = everyOrder(database)
      .orderBy('orders.id', 'desc')
      .limit(limit + 1);
    if (status !== undefined) query = query.where('orders.status', '=', status);
    if (since !== undefined) query = query.where('orders.created_at', '>=', since);
    const rows = await query.execute();
    const found = rows.slice(0, limit);
    const oldestFirst = found.toReversed();

    warnOfMore(rows, limit, terminal);
    return {
      data: oldestFirst.map(asData),
      text:
        found.length > 0
          ? [listed(oldestFirst), sold(found), sums(found)].filter(Boolean).join('\n\n')
          : 'Tidak ada pesanan.',
    };
  },
};

const everyOrder = (database: Database) =>
  database
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select('full_name');

const listed = (rows: readonly Row[]) =>
  table(
    ['Nomor', 'Waktu', 'Pelanggan', 'Penyerahan', 'Isi', 'Total', 'Status', 'Pembayaran'],
    rows.map((row) => [
      row.order_number,
      shopTime(row.created_at),
      row.full_name,
      handoverName(row.delivery_courier),
      shortened(
        itemsOf(row)
          .map((item) => `${item.qty}× ${orderedNameOf(item)}`)
          .join(', '),
        44,
      ),
      rupiah(row.total_shopping),
      wordOf(row.status),
      paymentWords[paymentOf(row)],
    ]),
    ['Total'],
  );

/** As the counter says it. */
const paymentWords: Record<NonNullable<PaymentState> | 'refunded' | 'none', string> = {
  free: 'gratis',
  paid: 'dibayar',
  due: 'belum dibayar',
  refund: 'harus dikembalikan',
  refunded: 'sudah dikembalikan',
  none: '-',
};

/** The orders that are listed, by their payment: money that is not confirmed is never added to what is paid (decision W2). */
function sums(rows: readonly Row[]) {
  const groups = [
    ['Dibayar', 'paid'],
    ['Belum dibayar', 'due'],
    ['Harus dikembalikan', 'refund'],
  ] as const;
  const cancelled = rows.filter(({ status }) => status === 'cancelled').length;
  return [
    ...groups.flatMap(([name, state]) => {
      const some = rows.filter((row) => paymentOf(row) === state);
      const sum = some.reduce((total, { total_shopping }) => total + total_shopping, 0);
      return some.length > 0 ? `${name} ${rupiah(sum)} (${some.length})` : [];
    }),
    ...(cancelled > 0 ? [`Dibatalkan ${cancelled}`] : []),
  ].join(' · ');
}

/** How many of each product were ordered, and of each choice of it (decision M12); what was cancelled is not made. */
function sold(rows: readonly Row[]) {
  const products = new Map<string, Map<string, number>>();
  for (const row of rows.filter(({ status }) => status !== 'cancelled'))
    for (const { name, base = name, qty, choices = [] } of itemsOf(row)) {
      const counts = products.get(base) ?? new Map<string, number>();
      products.set(base, counts);
      for (const one of ['', ...choices.map((choice) => choice.name)]) counts.set(one, (counts.get(one) ?? 0) + qty);
    }
  if (products.size === 0) return '';
  const mostFirst = [...products].toSorted(([, one], [, other]) => (other.get('') ?? 0) - (one.get('') ?? 0));
  return table(
    ['Jumlah', 'Barang'],
    mostFirst.flatMap(([product, counts]) =>
      [...counts].map(([choice, count]) => [String(count), choice === '' ? product : `  ${choice}`]),
    ),
    ['Jumlah'],
  );
}

const itemsOf = (row: Pick<Row, 'order_items'>): (OrderItem & { base?: string })[] => JSON.parse(row.order_items);

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const statusChoices = orderStatuses.map((status) => `${status} (${wordOf(status)})`).join(', ');

/** In the shop's words or the API's. The storefront has words for these; another one is refused, because a slip of the finger would be shown to customers. */
function knownStatus(given: string) {
  const status = orderStatuses.find((one) => [one, wordOf(one)].some((word) => folded(word) === folded(given)));
  if (status) return status;
  throw new UsageError(`Tidak ada status "${given}": pilih salah satu dari ${statusChoices}.`);
}

/** The reason of a cancelled order, as the counter's; undefined without one. */
function knownReason(given: string | undefined, status: string | undefined) {
  if (given === undefined) return undefined;
  if (status !== 'cancelled') throw new UsageError('--reason hanya untuk --status cancelled.');
  const reason = v.safeParse(StatusChange.entries.reason, given);
  if (!reason.success) throw new UsageError('--reason terdiri dari 1 sampai 200 huruf.');
  return reason.output;
}

export const order: Command = {
  usage: 'order NUMBER [--status STATUS] [--reason TEXT]',
  summary: `Menampilkan satu pesanan, atau mengubah statusnya: ${statusChoices}. Alasan pembatalan (--reason) dibaca pelanggan.`,
  async run({ args, options, openData }) {
    const number = (args[0] ?? '').trim().toUpperCase();
    const status = options.status === undefined ? undefined : knownStatus(options.status);
    const reason = knownReason(options.reason, status);
    const database = await openData();
    if (status !== undefined) {
      const owner = { staffId: null, key: null, now: Date.now() };
      await database.transaction().execute(async (transaction) => {
        const found = await lockedOrder(transaction, number);
        if (!found) return;
        const refusal = refusalOf(found, status);
        if (refusal) throw new CommandError(`${number} ${refusal}.`);
        if (status === 'paid' && isPastPayment(found.status)) await markPaid(transaction, found, undefined, owner);
        else if (found.status !== status)
          await changeStatus(transaction, found, { to: status, reason: reason ?? null }, owner);
        // The reason of an order that is cancelled already: nothing to notify of.
        else if (reason !== undefined && reason !== found.reason)
          await writeChange(transaction, found, 'status', { reason }, owner);
      });
    }
    const row = await everyOrder(database).where('order_number', '=', number).executeTakeFirst();
    if (!row) throw new CommandError(`Tidak ada pesanan ${number}; lihat \`orders\`.`);
    return { data: asData(row), text: status === undefined ? await inFull(row, database) : outcomeOf(row, status) };
  },
};

/** Why an order cannot have a status that its customer would read. */
function refusalOf(order: OrderRow, status: string) {
  if (status === 'delivering' && !isByCourier(order)) return 'tidak diantar kurir';
  return order.refunded_at !== null && status !== 'cancelled' ? 'sudah batal dan uangnya dikembalikan' : undefined;
}

/** What an order that was given `status` is now. */
const outcomeOf = ({ order_number, status: now }: Row, status: string) =>
  now === status
    ? `${order_number} sekarang ${wordOf(status)}.`
    : `${order_number} sekarang sudah dibayar; statusnya tetap ${wordOf(now)}.`;

async function inFull(row: Row, database: Database) {
  const address: Address = JSON.parse(row.delivery_address);
  const codes = codesOf(address);
  const names = await regionNames(database, codes);
  const regions = codes.map((code) => names.get(code) ?? code);
  const { fullName, phoneNumber, fullStreet } = address;
  const handover = handoverOf(row.delivery_courier);
  const place = handover && storePlace(handover, fullStreet);
  const recipient = [fullName, phoneNumber, place ? '' : fullStreet].filter((part) => part !== '').join(', ');
  const [paidAt, way] = row.refunded_at === null ? [row.paid_at, row.paid_with] : [row.refunded_at, row.refunded_with];
  const paid = paidAt === null ? '' : `, ${shopTime(paidAt)}, ${wayOf(row, way).name}`;
  return [
    ...[
      `${row.order_number}  ${wordOf(row.status)}`,
      `Dipesan     ${shopTime(row.created_at)} oleh ${row.full_name}`,
      `Penyerahan  ${place ?? handoverName(row.delivery_courier)}${recipient && `: ${recipient}`}`,
      ...(regions.length > 0 ? [`            ${regions.join(', ')}`] : []),
      `Cara bayar  ${JSON.parse(row.payment_method).name}`,
      `Pembayaran  ${paymentWords[paymentOf(row)]}${paid}`,
      ...(row.reason === null ? [] : [`Alasan      ${row.reason}`]),
    ].map(visible),
    '',
    table(
      ['Jumlah', 'Barang', 'Harga', 'Total'],
      [
        ...itemsOf(row).map((item) => [
          String(item.qty),
          item.note ? `${orderedNameOf(item)} "${item.note}"` : orderedNameOf(item),
          rupiah(item.price),
          rupiah(item.price * item.qty),
        ]),
        ['', 'Ongkos kirim', '', rupiah(row.delivery_fee)],
        [String(row.total_qty), 'Total', '', rupiah(row.total_shopping)],
      ],
      ['Jumlah', 'Harga', 'Total'],
    ),
  ].join('\n');
}
