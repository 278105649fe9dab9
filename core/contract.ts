/** The entities of specification §3 but orders, and what is sent of them (§7). */
import * as v from 'valibot';
import { normalised, normalisedPhone, singleSpaced } from './normalised.ts';

/** A value that does not fit counts as absent: another API may use an optional name with another meaning (decisions A2 and A4). */
export const forgivingEntries = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      entry.type === 'optional' ? v.fallback(entry, (entry as Partial<v.OptionalSchema<never, never>>).default) : entry,
    ]),
  ) as Entries;

export const forgiving = <const Entries extends v.ObjectEntries>({ entries }: v.ObjectSchema<Entries, undefined>) =>
  v.object(forgivingEntries(entries));

/** An array or `{ data: [...] }` (decision A3). */
export const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.unknown(),
    // Not `v.union`: its failure would not name the field that does not fit.
    v.transform((body) => (Array.isArray(body) ? { data: body } : body)),
    v.object({
      data: v.array(item),
      count: v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined),
      /** Beside products (decision M1). */
      option_groups: v.optional(v.unknown()),
    }),
    v.transform(({ data, count = data.length, option_groups }) => ({
      items: data,
      count,
      ...(option_groups !== undefined && { groups: option_groups }),
    })),
  );

export const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
export const filledText = (maxLength: number) => v.pipe(text(maxLength), v.regex(/\S/));

/** Another API may use numbers. */
export const Id = v.pipe(v.union([filledText(128), v.pipe(v.number(), v.integer())]), v.transform(String));

const rupiahUpTo = (most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*\d{1,12}(\.\d+)?\s*$/), v.transform(Number))]),
    v.minValue(0),
    v.maxValue(most),
    v.transform(Math.trunc),
  );

export const maxRupiah = 1_000_000_000;

/** Specification §9: numeric text is converted, decimals are cut. */
export const Rupiah = rupiahUpTo(maxRupiah);

/** May exceed `maxRupiah`: the shop refuses such an order, not the device. */
export const CartSum = rupiahUpTo(Number.MAX_SAFE_INTEGER);

/** Never another scheme, never a path out of the folder `/images/`. */
export const ImageFile = v.pipe(text(255), v.regex(/^(?!.*\.\.)[\w][\w .()/-]*$|^$/u));

const Named = v.pipe(
  v.union([text(100), v.object({ name: text(100) })]),
  v.transform((value) => ({ name: typeof value === 'string' ? value : value.name })),
);

export const Category = v.object({ name: filledText(100) });
export type Category = v.InferOutput<typeof Category>;

export const Tag = v.object({ name: filledText(100) });
export type Tag = v.InferOutput<typeof Tag>;

/** Of one product, in all its groups (decision M1). */
export const maxChosen = 12;

export const maxOptionName = 60;
const OptionName = filledText(maxOptionName);

/** `price`: the difference to the product's, in rupiah, also below 0. */
export const Choice = v.object({
  _id: Id,
  name: OptionName,
  price: v.pipe(v.number(), v.integer(), v.minValue(-maxRupiah), v.maxValue(maxRupiah)),
  default: v.optional(v.boolean()),
  available: v.optional(v.boolean()),
});
export type Choice = v.InferOutput<typeof Choice>;

export const OptionGroup = v.pipe(
  v.object({
    _id: Id,
    name: OptionName,
    min: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxChosen)),
    max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
    choices: v.pipe(v.array(Choice), v.minLength(1), v.maxLength(20)),
  }),
  v.check(({ min, max, choices }) => min <= max && min <= choices.length),
);
export type OptionGroup = v.InferOutput<typeof OptionGroup>;

/** A group that does not fit is left out, which `joinOptions` notices. */
export const OptionGroups = v.pipe(
  v.fallback(v.object({ option_groups: v.array(v.fallback(v.nullable(OptionGroup), null)) }), { option_groups: [] }),
  v.transform(({ option_groups }) => option_groups.filter((group) => group !== null)),
);

const productEntries = {
  _id: Id,
  name: filledText(200),
  description: v.optional(text(5_000), ''),
  price: Rupiah,
  image_url: v.optional(ImageFile, ''),
  stars: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)), 0),
  tags: v.optional(
    v.pipe(
      v.union([v.array(Named), Named]),
      v.transform((tags) => (Array.isArray(tags) ? tags : [tags])),
    ),
    [],
  ),
  category: v.optional(
    v.pipe(
      Named,
      v.transform((category) => category.name),
    ),
    '',
  ),
  /** Absent means available (decision O14). */
  available: v.optional(v.boolean()),
};

/** `option_groups`: ids of groups; empty for a product that takes a note only (decision M4). */
export const Product = v.object({
  ...productEntries,
  option_groups: v.optional(v.fallback(v.pipe(v.array(Id), v.maxLength(8)), [''])),
});
export type Product = v.InferOutput<typeof Product>;

/** Decision C8. */
export const maxQuantity = 99;
export const maxLines = 50;

export const Quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity));

/** A note of which nothing is left is none (decision M3). */
export const Note = v.pipe(
  text(140),
  v.transform((note) => singleSpaced(note) || undefined),
);

export const chosen = <const Choice extends v.GenericSchema>(choice: Choice) => ({
  choices: v.optional(v.pipe(v.array(choice), v.maxLength(maxChosen))),
  note: v.optional(Note),
});

const chosenChoices = chosen(v.pick(Choice, ['_id', 'name', 'price']));

/** The house's usual has neither `choices` nor `note`, as in the carts of earlier builds (decision M3). */
export const CartItem = v.object({ ...productEntries, qty: Quantity, ...chosenChoices });
export type CartItem = v.InferOutput<typeof CartItem>;

export const Cart = v.pipe(v.array(CartItem), v.maxLength(maxLines));
export type Cart = v.InferOutput<typeof Cart>;

const UploadedItem = v.object({ _id: filledText(128), qty: Quantity });
const UploadedLine = v.object({ ...UploadedItem.entries, ...chosenChoices });

export const CartUpload = v.object({
  items: v.pipe(v.array(UploadedItem), v.maxLength(maxLines)),
  /** Sent where something was chosen (decision M4). */
  lines: v.optional(v.pipe(v.array(UploadedLine), v.maxLength(maxLines))),
});
export type CartUpload = v.InferOutput<typeof CartUpload>;

/** The body of a 412, too (decision C3). `applied: false`: an older sequence came late. `seq`: the last accepted of this client. */
export const CartAnswer = v.object({
  items: Cart,
  /** Absent from a server without options (decision M4). */
  lines: v.optional(Cart),
  applied: v.optional(v.boolean()),
  seq: v.optional(v.pipe(v.number(), v.integer())),
});
export type CartAnswer = v.InferOutput<typeof CartAnswer>;

export const User = v.object({
  fullName: text(255),
  email: text(255),
  phoneNumber: v.fallback(v.optional(v.pipe(v.union([text(32), v.number()]), v.transform(String)), ''), ''),
});
export type User = v.InferOutput<typeof User>;

export const Session = v.object({ user: User, token: filledText(4_096) });
export type Session = v.InferOutput<typeof Session>;

/** The e-mail address, because the specification gives users no id. */
export const customerOf = ({ user }: Session) => user.email.toLowerCase();

const Code = v.pipe(v.union([text(32), v.number()]), v.transform(String));

export const regionCodes = {
  provinsi: v.optional(Code, ''),
  kabupaten: v.optional(Code, ''),
  kecamatan: v.optional(Code, ''),
  kelurahan: v.optional(Code, ''),
};

export const Address = v.object({
  fullName: text(255),
  phoneNumber: v.pipe(v.union([text(64), v.number()]), v.transform(String)),
  fullStreet: text(500),
  ...regionCodes,
});
export type Address = v.InferOutput<typeof Address>;

/** `_id` is an addition of the bundled server (decision F5). */
export const SavedAddress = v.object({ ...Address.entries, _id: v.optional(Id) });
export type SavedAddress = v.InferOutput<typeof SavedAddress>;

export const maxAddresses = 100;

export const filledAfter = (normalise: (text: string) => string, maxLength: number) =>
  v.pipe(
    filledText(maxLength),
    v.transform(normalise),
    v.check((value) => value !== ''),
  );

/** Complete, as specification §5 asks; a phone number is reduced to its digits (decision F10). */
export const NewAddress = v.object({
  fullName: filledAfter(normalised, 255),
  phoneNumber: filledAfter(normalisedPhone, 64),
  fullStreet: filledAfter(normalised, 500),
  provinsi: filledText(32),
  kabupaten: filledText(32),
  kecamatan: filledText(32),
  kelurahan: filledText(32),
});
export type NewAddress = v.InferOutput<typeof NewAddress>;

export const Region = v.object({ kode: v.pipe(Code, v.minLength(1)), nama: text(200) });
export type Region = v.InferOutput<typeof Region>;

export const PaymentMethod = v.object({ _id: Id, name: filledText(100), image_url: v.optional(ImageFile, '') });
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;
