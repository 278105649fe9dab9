import config from '../shop.config.json' with { type: 'json' };
import type { Shop } from './shop-config.ts';

export type { Shop } from './shop-config.ts';

/** Build and server check it before this file is loaded (`core/shop-config.ts`). */
export const shop = config as unknown as Shop;

/** WhatsApp opens with a message that the customer sends, or not (decision F5). */
export const whatsAppTo = (message: string) =>
  `https://wa.me/${shop.contact.whatsapp}?text=${encodeURIComponent(message)}`;

/** By a courier, or in the store (decision O13). `id` is the value of `delivery_courier`. */
export interface Handover {
  kind: 'courier' | 'pickup' | 'dine-in';
  id: string;
  name: string;
  fee: number;
}

/** The server takes fees only from here (decision O1). */
export const handovers: readonly Handover[] = [
  ...shop.couriers.map((courier) => ({ kind: 'courier' as const, ...courier })),
  ...(shop.pickUp ? [{ kind: 'pickup' as const, id: 'pickup', name: 'Ambil sendiri', fee: 0 }] : []),
  ...(shop.dineIn ? [{ kind: 'dine-in' as const, id: 'dine-in', name: 'Makan di sini', fee: 0 }] : []),
];

/** 'Delivery' is one service for all couriers. */
export const services = (
  [
    { kind: 'pickup', name: 'Pick-Up', picture: 'service-pickup' },
    { kind: 'courier', name: 'Delivery', picture: 'service-delivery' },
    { kind: 'dine-in', name: 'Dine In', picture: 'service-dinein' },
  ] as const
).filter(({ kind }) => handovers.some((handover) => handover.kind === kind));

export const handoverOf = (id: string) => handovers.find((handover) => handover.id === id);

/** The id of one that this shop does not offer any more. */
export const handoverName = (id: string) => handoverOf(id)?.name ?? id;

/** From what was typed or from a QR code (decision O13); empty for anything else, and in a shop without tables to order at. */
export function tableOf(text: string, { dineIn, tables }: Pick<Shop, 'dineIn' | 'tables'> = shop): string {
  const number = dineIn && /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= tables ? `${number}` : '';
}
