/** The facts of the shop: one configuration file that its owner edits. */
import config from '../shop.config.json' with { type: 'json' };
import type { Shop } from './shop-config.ts';

export type { Shop } from './shop-config.ts';

/**
 * Checked by the build and by the server before this is loaded (`core/shop-config.ts`); a page need not do it again.
 */
export const shop = config as unknown as Shop;

/**
 * Opens WhatsApp with a message to the shop already written; nothing is sent until the customer sends it (decision F5).
 */
export const whatsAppTo = (message: string) =>
  `https://wa.me/${shop.contact.whatsapp}?text=${encodeURIComponent(message)}`;

/**
 * How an order reaches its customer: by a courier, or in the store (decision O13). `id` is what `delivery_courier`
 * carries.
 */
export interface Handover {
  kind: 'courier' | 'pickup' | 'dine-in';
  id: string;
  name: string;
  fee: number;
}

/** Every way this shop hands an order over; the order's server takes fees from here and nowhere else (decision O1). */
export const handovers: readonly Handover[] = [
  ...shop.couriers.map((courier) => ({ kind: 'courier' as const, ...courier })),
  ...(shop.pickUp ? [{ kind: 'pickup' as const, id: 'pickup', name: 'Ambil sendiri', fee: 0 }] : []),
  ...(shop.dineIn ? [{ kind: 'dine-in' as const, id: 'dine-in', name: 'Makan di sini', fee: 0 }] : []),
];

/**
 * The services that the screens offer, in this order, as far as this shop has them. 'Delivery' is one, whichever
 * courier brings it.
 */
export const services = [
  { kind: 'pickup', name: 'Pick-Up', picture: 'service-pickup' },
  { kind: 'courier', name: 'Delivery', picture: 'service-delivery' },
  { kind: 'dine-in', name: 'Dine In', picture: 'service-dinein' },
].filter(({ kind }) => handovers.some((handover) => handover.kind === kind));

/** The handover with that id; undefined when this shop does not offer it. */
export const handoverOf = (id: string) => handovers.find((handover) => handover.id === id);

/** The name of a handover for customers; its id where this shop does not (or no longer) know it. */
export const handoverName = (id: string) => handoverOf(id)?.name ?? id;
