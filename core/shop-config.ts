/**
 * The rules for `shop.config.json`, which the owner edits by hand. It is read as text here. This file must not import
 * `shop.ts`, which cannot be loaded while the configuration is no JSON or lacks a fact.
 */
import * as v from 'valibot';
import { maxRupiah } from './contract.ts';
import { qrisMistake } from './qris.ts';
import { weekdays } from './weekdays.ts';

/** The configuration is invalid; the message is one sentence for the owner. */
export class ShopConfigError extends Error {
  override name = 'ShopConfigError';
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 08:00'));
const https = 'must be an address that begins with https://';
const webAddress = v.pipe(v.string(), v.url(https), v.startsWith('https://', https));
const whole = v.pipe(v.number(), v.safeInteger('must be a whole number'));
const from = (least: number) => v.minValue<number, number, string>(least, `must be ${least} or more`);
const degrees = (most: number) => {
  const message = `must be in degrees, from -${most} to ${most}`;
  return v.pipe(v.number(), v.minValue(-most, message), v.maxValue(most, message));
};
const someOf = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.minLength(1, 'must not be empty'));

/** Ids that the services use in place of a courier's (`handovers`). */
const services = ['pickup', 'dine-in'];

const Courier = v.strictObject({
  id: v.pipe(
    filled,
    v.maxLength(64, 'must have at most 64 characters'),
    v.check((id) => !services.includes(id), `must not be one of ${services.join(', ')}, which are no couriers`),
  ),
  name: filled,
  fee: v.pipe(whole, from(0), v.maxValue(maxRupiah, `must be ${maxRupiah} or less`)),
});

/**
 * Whether it is an IANA time zone in its exact spelling: with `asia/jakarta` or `+07:00` the server's process would run
 * on UTC. Tries the list of names first, because an `Intl.DateTimeFormat` loads megabytes that a server does not need
 * otherwise.
 */
function isTimeZone(name: string) {
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Z]/.test(name) && (timeZone === name || timeZone.toLowerCase() !== name.toLowerCase());
  } catch {
    return false;
  }
}

/** The text in the shop's own static QRIS code. */
const QrisText = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const mistake = dataset.typed ? qrisMistake(dataset.value) : undefined;
    if (mistake) addIssue({ message: mistake });
  }),
);

export const Shop = v.strictObject({
  title: filled,
  shortTitle: filled,
  tagline: filled,
  description: filled,
  owner: filled,
  copyrightYear: whole,
  contact: v.strictObject({
    whatsapp: v.pipe(v.string(), v.regex(/^62\d{8,13}$/, 'must be digits that begin with 62, like 6281234567890')),
    phone: filled,
    email: v.pipe(v.string(), v.email('must be an e-mail address')),
    address: someOf(filled),
  }),
  map: v.strictObject({ latitude: degrees(90), longitude: degrees(180), zoom: v.number() }),
  timeZone: v.pipe(filled, v.check(isTimeZone, 'must be a time zone like Asia/Jakarta')),
  /** A day may occur in several entries. If the closing time is not after the opening time, it is on the next day. */
  openingHours: someOf(v.strictObject({ days: someOf(v.picklist(weekdays)), opens: clock, closes: clock })),
  social: v.array(v.strictObject({ name: filled, url: webAddress })),
  billingAccount: v.strictObject({ holder: filled, number: filled }),
  couriers: v.pipe(
    someOf(Courier),
    v.checkItems(({ id }, at, all) => all.findIndex((one) => one.id === id) === at, 'has the id of another one'),
  ),
  /** The regencies that the couriers deliver to, by name or code (`named-regencies.ts`); everywhere without it. */
  deliveryRegencies: v.optional(someOf(filled)),
  pickUp: v.boolean(),
  dineIn: v.boolean(),
  tables: v.pipe(whole, from(1)),
  askAgainAfterMinutes: v.pipe(v.number(), from(1)),
  /** After how many minutes the age of an order at the counter turns amber, and red. */
  counter: v.optional(
    v.pipe(
      v.strictObject({ amberMinutes: v.pipe(whole, from(1)), redMinutes: v.pipe(whole, from(1)) }),
      v.check(({ amberMinutes, redMinutes }) => amberMinutes < redMinutes, 'turns amber before it turns red'),
    ),
  ),
  payment: v.strictObject({ banks: v.array(filled), miniMarkets: v.array(filled) }),
  /** Offers QRIS as a way to pay. */
  qris: v.optional(QrisText),
  ownerToReplace: v.strictObject({
    about: v.array(v.strictObject({ title: filled, text: filled })),
    testimonials: v.array(v.strictObject({ text: filled, name: filled, role: filled })),
  }),
});
export type Shop = v.InferOutput<typeof Shop>;

/**
 * Parses the text of `shop.config.json`. Throws `ShopConfigError`, which says where the JSON is broken, or names the
 * first invalid fact.
 */
export const parseShopConfig = (text: string): Shop => validated(parsed(text));

function parsed(text: string): unknown {
  // Node ignores a byte order mark, the build does not.
  if (text.startsWith('\uFEFF'))
    throw new ShopConfigError('shop.config.json begins with a byte order mark: save it as UTF-8 without one.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // Some messages quote the text around the error, with its line breaks.
    throw new ShopConfigError(`shop.config.json cannot be read: ${(error as Error).message.replace(/\s+/g, ' ')}.`);
  }
}

/** Throws `ShopConfigError`, which names the first invalid fact. */
function validated(facts: unknown): Shop {
  const read = v.safeParse(Shop, facts);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ShopConfigError(`shop.config.json, ${v.getDotPath(issue) ?? 'the whole'}: ${wordsFor(issue)}.`);
}

function wordsFor({ expected, received, message }: v.BaseIssue<unknown>) {
  if (received === 'undefined') return 'is missing';
  if (expected === 'never') return 'is not a fact that a shop has';
  return message.startsWith('Invalid') ? `must be ${expected} and is ${received}` : message;
}
