import type { PlacedOrder } from '#core/order-contract';

/** An order's number for customers; a host may accept an order without one (decision O12). */
export const numberOf = (order?: Pick<PlacedOrder, 'order_number'>) => order?.order_number || 'nomor menyusul';
