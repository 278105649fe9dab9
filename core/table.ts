import { type Shop, shop } from './shop.ts';

/**
 * A table of this shop, as typed or as its QR code names it (decision O13): its number without leading zeros. Empty for
 * anything else, and in a shop without tables to order at.
 */
export function tableOf(text: string, { dineIn, tables }: Pick<Shop, 'dineIn' | 'tables'> = shop): string {
  const number = dineIn && /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= tables ? `${number}` : '';
}
