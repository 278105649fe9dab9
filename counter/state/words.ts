import type { OrderStatus } from '#core/order-steps';
import { statusWords } from '#core/status-words';

/** What a button says that gives an order this status. */
export const stepWords: Record<OrderStatus, string> = {
  ...statusWords,
  paid: 'Sudah dibayar',
  processing: 'Mulai buat',
  cancelled: 'Batalkan…',
};
