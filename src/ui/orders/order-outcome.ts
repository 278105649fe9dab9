import type { OutboxOrder } from '#device/outbox-order';
import { isCancelled } from '../../state/checkout/outbox-orders.ts';
import { numberOf } from './order-number.ts';

/** The outcome of an order, in a few words; empty while it has none. */
export function outcomeOf({ state, order, cancelling }: OutboxOrder): string {
  if (state === 'accepted' && isCancelled({ order })) return `Pesanan ${numberOf(order)} dibatalkan`;
  if (state === 'accepted') return `Pesanan diterima kedai, ${numberOf(order)}`;
  if (state === 'refused') return 'Pesanan ditolak kedai';
  // Cancelled while the shop did not respond; now the shop has confirmed it.
  if (state === 'cancelled' && cancelling) return 'Pesanan dibatalkan';
  if (state === 'needs_login') return 'Masuk lagi supaya pesanan bisa dikirim';
  if (state === 'too_old' || state === 'quote_changed') return 'Pesanan Anda perlu persetujuan';
  return '';
}

/** The state of an order without an outcome. */
export function progressOf({ everSent, cancelling }: OutboxOrder): string {
  if (cancelling) return 'Pesanan Anda sedang dibatalkan';
  return everSent
    ? 'Pesanan Anda sudah dikirim, dan kedai belum memastikannya'
    : 'Pesanan Anda belum terkirim, dan dikirim sendiri begitu tersambung';
}
