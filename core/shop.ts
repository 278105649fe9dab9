/** The facts of the shop: one configuration file that its owner edits, checked when it is read. */
import * as v from 'valibot';
import config from '../shop.config.json' with { type: 'json' };

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty());
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const webAddress = v.pipe(v.string(), v.url(), v.startsWith('https://'));

const weekdays = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'] as const;

export const Shop = v.object({
  title: filled,
  shortTitle: filled,
  tagline: filled,
  description: filled,
  owner: filled,
  copyrightYear: v.pipe(v.number(), v.integer()),
  contact: v.object({
    whatsapp: v.pipe(v.string(), v.regex(/^62\d{8,13}$/)),
    phone: filled,
    email: v.pipe(v.string(), v.email()),
    address: v.array(filled),
  }),
  map: v.object({ latitude: v.number(), longitude: v.number(), zoom: v.number() }),
  timeZone: filled,
  openingHours: v.array(v.object({ days: v.array(v.picklist(weekdays)), opens: clock, closes: clock })),
  social: v.array(v.object({ name: filled, url: webAddress })),
  billingAccount: v.object({ holder: filled, number: filled }),
  couriers: v.pipe(
    v.array(v.object({ id: filled, name: filled, fee: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
    v.minLength(1),
  ),
  pickUp: v.boolean(),
  dineIn: v.boolean(),
  tables: v.pipe(v.number(), v.integer(), v.minValue(1)),
  askAgainAfterMinutes: v.pipe(v.number(), v.minValue(1)),
  payment: v.object({ banks: v.array(filled), miniMarkets: v.array(filled) }),
  ownerToReplace: v.object({
    about: v.array(v.object({ title: filled, text: filled })),
    testimonials: v.array(v.object({ text: filled, name: filled, role: filled })),
  }),
});
export type Shop = v.InferOutput<typeof Shop>;

export const shop: Shop = v.parse(Shop, config);

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
