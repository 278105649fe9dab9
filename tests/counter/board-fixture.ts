import type { Board, CounterOrder } from '#core/counter';

/** An order for table 7, placed at noon in Jakarta. */
export const anOrder = (changes: Partial<CounterOrder> = {}): CounterOrder => ({
  order_number: 'KT-261127-7M4Q',
  status: 'waiting_payment',
  created_at: '2026-11-27T05:00:00.000Z',
  changed_at: '2026-11-27T05:00:00.000Z',
  recipient: 'Sari Dewi',
  handover: { id: 'dine-in', name: 'Makan di sini', byCourier: false },
  destination: 'Meja 7',
  lines: [
    { product: 'kopi-tubruk', name: 'Kopi Tubruk', qty: 2, price: 15_000, struck: false },
    { product: 'klepon', name: 'Klepon', qty: 1, price: 12_000, struck: false },
  ],
  total: 42_000,
  payment: 'BCA',
  prints: 0,
  revision: 1,
  ...changes,
});

/** A board that was sent five minutes later. */
export const aBoard = (orders: CounterOrder[], changes: Partial<Board> = {}): Board => ({
  staff: { id: 1, name: 'Rina' },
  now: '2026-11-27T05:05:00.000Z',
  orders,
  older: 0,
  finished: 0,
  unpaid: 0,
  withdrawn: [],
  ...changes,
});
