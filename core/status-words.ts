import { isOrderStatus, type OrderStatus } from './order-steps.ts';

interface StatusWords {
  /** To staff. */
  word: string;
  toCustomers?: string;
  /** On the counter's button that gives an order this status. */
  step?: string;
  /** Where the board shows it, by that column's first status; a finished order is in none. */
  column?: 'waiting_payment' | 'paid' | 'processing' | 'ready';
}

/** What a status is called, and where the board shows it. */
export const statuses: Record<OrderStatus, StatusWords> = {
  waiting_payment: { word: 'Baru', toCustomers: 'Diterima kedai', column: 'waiting_payment' },
  paid: { word: 'Dibayar', step: 'Sudah dibayar', column: 'paid' },
  processing: { word: 'Dibuat', toCustomers: 'Sedang dibuat', step: 'Mulai buat', column: 'processing' },
  ready: { word: 'Siap', column: 'ready' },
  delivering: { word: 'Diantar', column: 'ready' },
  completed: { word: 'Selesai' },
  cancelled: { word: 'Dibatalkan', step: 'Batalkan…' },
};

const wordsOf = (status: string): StatusWords => (isOrderStatus(status) ? statuses[status] : { word: status });

/** A status that this version does not know is its own word. */
export const wordOf = (status: string) => wordsOf(status).word;

export const labelOf = (status: string) => wordsOf(status).toCustomers ?? wordOf(status);

export const stepWord = (status: OrderStatus) => statuses[status].step ?? wordOf(status);
