/** The words for an order's status (decision W2): the same on every screen, on the invoice and in messages. */

import { orderedNameOf } from '#core/line';
import { isFree, isPaymentDue, type Payable, paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { tillId } from '#core/payment';
import { handoverName, handoverOf, shop } from '#core/shop';
import { labelOf } from '#core/status-words';
import { atClock } from '../checkout/agree-to-start.ts';

type Worded = Payable & Pick<PlacedOrder, 'paymentMethod' | 'delivery_courier' | 'delivery_address' | 'reason'>;

/** What an order waits for that is neither paid nor begun (decision O15). */
export const paymentNoteOf = (order: Pick<Worded, 'totalShopping' | 'subTotal' | 'paymentMethod'>) =>
  isFree(order)
    ? 'Tidak ada yang perlu dibayar'
    : order.paymentMethod?._id === tillId
      ? 'Bayar di kasir'
      : 'Menunggu pembayaran';

/** What is still to be said of the money of an order that is begun: it is paid apart from being made (decision W2). */
export const unpaidNoteOf = (order: Payable) =>
  isPaymentDue(order) && order.status !== 'waiting_payment' ? 'Belum dibayar' : '';

/**
 * What the state of an order means for the customer; empty if nothing more. `opens`: when the closed shop opens, as `startAt` says it.
 */
export function noteOf(order: Worded, opens = ''): string {
  if (order.status === 'waiting_payment') return opens ? `Kedai buka ${atClock(opens)}` : paymentNoteOf(order);
  const refund = paymentOf(order) === 'refund' && 'Uang dikembalikan di kasir';
  return [statusNoteOf(order), unpaidNoteOf(order), refund].filter(Boolean).join(' · ');
}

/** The same without the money. */
export function statusNoteOf({ status, reason = '', delivery_courier: id = '', delivery_address: address }: Worded) {
  const handover = handoverOf(id);
  if (status === 'cancelled') return reason;
  if (status !== 'ready' || !handover) return '';
  const notes = {
    'dine-in': `Kami antar ke meja ${tableIn(address?.fullStreet) || 'Anda'}`,
    pickup: 'Ambil di kasir',
    courier: 'Menunggu kurir',
  };
  return notes[handover.kind];
}

/** The number in 'Meja 7' or 'Meja 7, mulai 07.00'. */
const tableIn = (street = '') => /^Meja (\d+)\b/.exec(street)?.[1];

/** '2 × Kopi Tubruk, 1 × Klepon'. */
export const boughtIn = (lines: NonNullable<PlacedOrder['order_items']>) =>
  lines.map((line) => `${line.qty}\u00a0×\u00a0${orderedNameOf(line)}`).join(', ');

/** Where an order goes, in two parts: the handover and the rest of its address; the latter is the customer's own text. */
export function destinationOf({ delivery_courier: id = '', delivery_address: address }: Worded): [string, string] {
  const street = address?.fullStreet ?? '';
  if (handoverOf(id)?.kind === 'pickup') return [`Ambil sendiri di kedai${street.replace('Ambil di toko', '')}`, ''];
  return [id && handoverName(id), street];
}

/** A status and its note, for a message or the invoice; an unknown status as the shop sent it. */
export function statusInWords(order: Worded) {
  const note = noteOf(order);
  return `${labelOf(order.status)}${note && ` (${note})`}`;
}

/** When an order was placed, on the shop's clock; empty if the server sent no valid time. */
export function momentOf(createdAt: string | undefined): string {
  const moment = new Date(createdAt ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  const { timeZone } = shop;
  const [day, time] = [{ dateStyle: 'medium' } as const, { timeStyle: 'short' } as const].map((part) =>
    new Intl.DateTimeFormat('id-ID', { ...part, timeZone }).format(moment),
  );
  return `${day} pukul ${time}`;
}
