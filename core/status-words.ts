import type { OrderStatus } from './order-steps.ts';

export const statusWords: Record<OrderStatus, string> = {
  waiting_payment: 'Baru',
  paid: 'Dibayar',
  processing: 'Dibuat',
  ready: 'Siap',
  delivering: 'Diantar',
  completed: 'Selesai',
  cancelled: 'Dibatalkan',
};

/** A status that this version does not know is its own word. */
export const wordOf = (status: string) =>
  Object.hasOwn(statusWords, status) ? statusWords[status as OrderStatus] : status;
