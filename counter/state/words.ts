/** The statuses of an order in the words of the counter. */
import type { OrderStatus } from '#core/order-steps';

const words: Record<OrderStatus, string> = {
  waiting_payment: 'Baru',
  paid: 'Dibayar',
  processing: 'Dibuat',
  ready: 'Siap',
  delivering: 'Diantar',
  completed: 'Selesai',
  cancelled: 'Dibatalkan',
};

/** The word for a status; one that this version does not know is its own word. */
export const wordOf = (status: string) => (Object.hasOwn(words, status) ? words[status as OrderStatus] : status);

/** What a button says that gives an order this status. */
export const stepWords: Record<OrderStatus, string> = {
  ...words,
  paid: 'Sudah dibayar',
  processing: 'Mulai buat',
  cancelled: 'Batalkan …',
};
