/** Reads `shop.config.json` as text. Must not import `shop.ts`, which cannot be loaded while the configuration is invalid. */
import * as v from 'valibot';
import { maxRupiah } from './contract.ts';
import { issueWords } from './issue-words.ts';
import { qrisMistake } from './qris.ts';
import { weekdays } from './weekdays.ts';

/** The message is one sentence for the owner. */
export class ShopConfigError extends Error {
  override name = 'ShopConfigError';
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('tidak boleh kosong'));
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'harus jam seperti 08:00'));
const https = 'harus alamat yang diawali https://';
const webAddress = v.pipe(v.string(), v.url(https), v.startsWith('https://', https));
const whole = v.pipe(v.number(), v.safeInteger('harus angka bulat'));
const from = (least: number) => v.minValue<number, number, string>(least, `harus ${least} atau lebih`);
const degrees = (most: number) => {
  const message = `harus dalam derajat, dari -${most} sampai ${most}`;
  return v.pipe(v.number(), v.minValue(-most, message), v.maxValue(most, message));
};
const someOf = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.minLength(1, 'tidak boleh kosong'));

/** Used in place of a courier's id. */
const services = ['pickup', 'dine-in'];

const Courier = v.strictObject({
  id: v.pipe(
    filled,
    v.maxLength(64, 'paling banyak 64 huruf'),
    v.check((id) => !services.includes(id), `tidak boleh ${services.join(' atau ')}, karena itu bukan kurir`),
  ),
  name: filled,
  fee: v.pipe(whole, from(0), v.maxValue(maxRupiah, `harus ${maxRupiah} atau kurang`)),
});

/** With `asia/jakarta` or `+07:00` the process would run on UTC. The list comes first: an `Intl.DateTimeFormat` loads megabytes. */
function isTimeZone(name: string) {
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Z]/.test(name) && (timeZone === name || timeZone.toLowerCase() !== name.toLowerCase());
  } catch {
    return false;
  }
}

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
    whatsapp: v.pipe(v.string(), v.regex(/^62\d{8,13}$/, 'harus angka yang diawali 62, seperti 6281234567890')),
    phone: filled,
    email: v.pipe(v.string(), v.email('harus alamat e-mail')),
    address: someOf(filled),
  }),
  map: v.strictObject({ latitude: degrees(90), longitude: degrees(180), zoom: v.number() }),
  timeZone: v.pipe(filled, v.check(isTimeZone, 'harus zona waktu seperti Asia/Jakarta')),
  /** 04:00 without it. */
  dayBegins: v.optional(clock),
  /** A closing time that is not after the opening time is on the next day. */
  openingHours: someOf(v.strictObject({ days: someOf(v.picklist(weekdays)), opens: clock, closes: clock })),
  social: v.array(v.strictObject({ name: filled, url: webAddress })),
  billingAccount: v.strictObject({ holder: filled, number: filled }),
  couriers: v.pipe(
    someOf(Courier),
    v.checkItems(({ id }, at, all) => all.findIndex((one) => one.id === id) === at, 'memakai id kurir lain'),
  ),
  /** By name or code (`named-regencies.ts`); everywhere without it. */
  deliveryRegencies: v.optional(someOf(filled)),
  pickUp: v.boolean(),
  dineIn: v.boolean(),
  tables: v.pipe(whole, from(1)),
  askAgainAfterMinutes: v.pipe(v.number(), from(1)),
  /** In minutes. */
  counter: v.optional(
    v.pipe(
      v.strictObject({ amberMinutes: v.pipe(whole, from(1)), redMinutes: v.pipe(whole, from(1)) }),
      v.check(({ amberMinutes, redMinutes }) => amberMinutes < redMinutes, 'harus kuning lebih dulu daripada merah'),
    ),
  ),
  payment: v.strictObject({ banks: v.array(filled), miniMarkets: v.array(filled) }),
  qris: v.optional(QrisText),
  ownerToReplace: v.strictObject({
    about: v.array(v.strictObject({ title: filled, text: filled })),
    testimonials: v.array(v.strictObject({ text: filled, name: filled, role: filled })),
  }),
});
export type Shop = v.InferOutput<typeof Shop>;

/** Throws `ShopConfigError`, which says where the JSON is broken, or names the first invalid fact. */
export const parseShopConfig = (text: string): Shop => validated(parsed(text));

function parsed(text: string): unknown {
  // Node ignores a byte order mark, the build does not.
  if (text.startsWith('\uFEFF'))
    throw new ShopConfigError('shop.config.json diawali tanda urutan bita (BOM): simpan sebagai UTF-8 tanpa BOM.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // Some messages quote the text around the error, with its line breaks.
    throw new ShopConfigError(`shop.config.json tidak bisa dibaca: ${(error as Error).message.replace(/\s+/g, ' ')}.`);
  }
}

function validated(facts: unknown): Shop {
  const read = v.safeParse(Shop, facts);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ShopConfigError(`shop.config.json, ${v.getDotPath(issue) ?? 'semuanya'}: ${issueWords(issue)}.`);
}
