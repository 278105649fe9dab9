/** What the facts of the shop must be: the owner edits them by hand. */
import * as v from 'valibot';
import config from '../shop.config.json' with { type: 'json' };
import { weekdays } from './shop.ts';

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty());
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const webAddress = v.pipe(v.string(), v.url(), v.startsWith('https://'));

/** An IANA zone. Looked for by its name first: to make a format loads megabytes that a server needs for nothing else. */
function isTimeZone(name: string) {
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

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
  timeZone: v.pipe(filled, v.check(isTimeZone, 'There is no such time zone.')),
  /** A day may stand in several; what does not close after it opens closes on the next day. */
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

/** Throws valibot's `ValiError` when `shop.config.json` cannot be a shop. */
export const checkShop = (): Shop => v.parse(Shop, config);
