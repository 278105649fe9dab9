/** The facts of the shop: one configuration file that its owner edits. */
import config from '../shop.config.json' with { type: 'json' };
import type { Shop } from './shop-config.ts';

export type { Shop } from './shop-config.ts';

/** The first is a Sunday, as `Date` counts them. */
export const weekdays = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'] as const;

/** Checked by the build and by the server before anything else (`core/shop-config.ts`); a page need not do it again. */
export const shop = config as unknown as Shop;

/** Opens WhatsApp with a message to the shop already written; nothing is sent until the customer sends it (decision F5). */
export const whatsAppTo = (message: string) =>
  `https://wa.me/${shop.contact.whatsapp}?text=${encodeURIComponent(message)}`;

/** How an order reaches its customer: by a courier, or in the store (decision O13). `id` is what `delivery_courier` carries. */
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

export const handoverOf = (id: string) => handovers.find((handover) => handover.id === id);

export interface Opening {
  open: boolean;
  /** When it opens next, in words ('hari ini 07.00', 'Senin 07.00'); empty while it is open. */
  opensNext: string;
}

const dotted = (time: string) => time.replace(':', '.');

/** Whether the shop is open at `moment`, on the shop's own clock (decision O14). */
export function openingAt(
  moment: Date,
  { openingHours, timeZone }: Pick<Shop, 'openingHours' | 'timeZone'> = shop,
): Opening {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part.weekday ?? '');
  const now = `${part.hour}:${part.minute}`;
  const hoursOn = (day: number) => openingHours.find(({ days }) => days.includes(weekdays[day % 7] ?? 'Minggu'));

  const hours = hoursOn(today);
  if (hours && now >= hours.opens && now < hours.closes) return { open: true, opensNext: '' };
  if (hours && now < hours.opens) return { open: false, opensNext: `hari ini ${dotted(hours.opens)}` };
  for (let ahead = 1; ahead <= 7; ahead++) {
    const next = hoursOn(today + ahead);
    if (next) return { open: false, opensNext: `${weekdays[(today + ahead) % 7]} ${dotted(next.opens)}` };
  }
  return { open: false, opensNext: '' };
}
