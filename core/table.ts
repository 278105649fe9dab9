import { type Shop, shop } from './shop.ts';

/** From what was typed or from a QR code (decision O13); empty for anything else, and in a shop without tables to order at. */
export function tableOf(text: string, { dineIn, tables }: Pick<Shop, 'dineIn' | 'tables'> = shop): string {
  const number = dineIn && /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= tables ? `${number}` : '';
}
