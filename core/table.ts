import { type Shop, shop } from './shop.ts';

/**
 * The number of a table of this shop, from what was typed or from its QR code (decision O13), without leading zeros.
 * Empty for anything else, and in a shop without tables to order at.
 */
export function tableOf(text: string, { dineIn, tables }: Pick<Shop, 'dineIn' | 'tables'> = shop): string {
  const number = dineIn && /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= tables ? `${number}` : '';
}
