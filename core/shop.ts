/** The facts of the shop, from the configuration file that its owner edits. */
import config from '../shop.config.json' with { type: 'json' };
import type { Shop } from './shop-config.ts';

export type { Shop } from './shop-config.ts';

/**
 * The build and the server check it before this file is loaded (`core/shop-config.ts`); a page need not check it again.
 */
export const shop = config as unknown as Shop;

/**
 * The address that opens WhatsApp with a prepared message to the shop; the customer sends it, or not (decision F5).
 */
export const whatsAppTo = (message: string) =>
  `https://wa.me/${shop.contact.whatsapp}?text=${encodeURIComponent(message)}`;

/**
 * How an order reaches its customer: by a courier, or in the store (decision O13). `id` is the value of
 * `delivery_courier`; `fee` in rupiah.
 */
export interface Handover {
  kind: 'courier' | 'pickup' | 'dine-in';
  id: string;
  name: string;
  fee: number;
}

/** Every handover that this shop offers; the server takes fees only from here (decision O1). */
export const handovers: readonly Handover[] = [
  ...shop.couriers.map((courier) => ({ kind: 'courier' as const, ...courier })),
  ...(shop.pickUp ? [{ kind: 'pickup' as const, id: 'pickup', name: 'Ambil sendiri', fee: 0 }] : []),
  ...(shop.dineIn ? [{ kind: 'dine-in' as const, id: 'dine-in', name: 'Makan di sini', fee: 0 }] : []),
];

/**
 * The services of this shop, in the order in which the screens offer them. 'Delivery' is one service for all couriers.
 */
export const services = (
  [
    { kind: 'pickup', name: 'Pick-Up', picture: 'service-pickup' },
    { kind: 'courier', name: 'Delivery', picture: 'service-delivery' },
    { kind: 'dine-in', name: 'Dine In', picture: 'service-dinein' },
  ] as const
).filter(({ kind }) => handovers.some((handover) => handover.kind === kind));

/** The handover with that id; undefined when this shop does not offer it. */
export const handoverOf = (id: string) => handovers.find((handover) => handover.id === id);

/** The name of a handover for customers; its id if this shop does not offer it (any more). */
export const handoverName = (id: string) => handoverOf(id)?.name ?? id;
