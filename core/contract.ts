/**
 * Every entity of specification §3 and what is sent of it (§7), once: the schema and its type share one name.
 * The page parses responses with them, the server checks bodies with them, the worker checks what it caches.
 */
import * as v from 'valibot';
import { normalised, normalisedNote, normalisedPhone } from './normalised.ts';

/**
 * Entries whose optional fields never refuse a value. A value that does not fit counts as absent, because another API may
 * use a name that specification §3 does not require with another meaning (decisions A2 and A4).
 */
const forgivingEntries = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      entry.type === 'optional' ? v.fallback(entry, (entry as Partial<v.OptionalSchema<never, never>>).default) : entry,
    ]),
  ) as Entries;

/** An object of the contract, as it is parsed from a response. */
export const forgiving = <const Entries extends v.ObjectEntries>({ entries }: v.ObjectSchema<Entries, undefined>) =>
  v.object(forgivingEntries(entries));

/** The response for a list is an array or `{ data: [...] }`; both have the same result (decision A3). */
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

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
const filledText = (maxLength: number) =>
  v.pipe(
    text(maxLength),
    v.check((value) => value.trim() !== ''),
  );

/** An id; another API may use numbers, which are converted to text. */
const Id = v.pipe(v.union([filledText(128), v.pipe(v.number(), v.integer())]), v.transform(String));

const rupiahUpTo = (most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*\d{1,12}(\.\d+)?\s*$/), v.transform(Number))]),
    v.minValue(0),
    v.maxValue(most),
    v.transform(Math.trunc),
  );

/** The highest price, fee or total, in rupiah. */
export const maxRupiah = 1_000_000_000;

/** Whole rupiah. Numeric text is converted and decimals are cut, as specification §9 asks. */
export const Rupiah = rupiahUpTo(maxRupiah);

/** The sum of a cart in rupiah, which may exceed `maxRupiah`: the shop refuses such an order, not the device. */
const CartSum = rupiahUpTo(Number.MAX_SAFE_INTEGER);

/** A file below `/images/…` on the API host; never another scheme, never a path out of the folder. */
export const ImageFile = v.pipe(text(255), v.regex(/^(?!.*\.\.)[\w][\w .()/-]*$|^$/u));

const Named = v.pipe(
  v.union([text(100), v.object({ name: text(100) })]),
  v.transform((value) => ({ name: typeof value === 'string' ? value : value.name })),
);

export const Category = v.object({ name: filledText(100) });
export type Category = v.InferOutput<typeof Category>;

export const Tag = v.object({ name: filledText(100) });
export type Tag = v.InferOutput<typeof Tag>;

/** The most that is chosen of one product, in all its groups (decision M1). */
export const maxChosen = 12;

const OptionName = filledText(60);

/** A choice of a group; `price` is the difference to the product's, in rupiah, also below 0. Sold out when `available` is `false`. */
export const Choice = v.object({
  _id: Id,
  name: OptionName,
  price: v.pipe(v.number(), v.integer(), v.minValue(-maxRupiah), v.maxValue(maxRupiah)),
  default: v.optional(v.boolean()),
  available: v.optional(v.boolean()),
});
export type Choice = v.InferOutput<typeof Choice>;

/** What can be chosen of a product: `min` to `max` of the choices (decision M1). */
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

/** The groups beside the products of an announced host. One that does not fit is left out, which `joinOptions` notices. */
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
  /** Sold out when `false`; absent means available (decision O14). */
  available: v.optional(v.boolean()),
};

/** `option_groups`: ids of groups; empty for a product that takes a note only (decision M4). What does not fit names no group. */
export const Product = v.object({
  ...productEntries,
  option_groups: v.optional(v.fallback(v.pipe(v.array(Id), v.maxLength(8)), [''])),
});
export type Product = v.InferOutput<typeof Product>;

/** 1 to 99 of one product, at most 50 products (decision C8). */
export const maxQuantity = 99;
export const maxLines = 50;

export const Quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity));

/** What the customer asks for besides, in one line; a note of which nothing is left is none (decision M3). */
export const Note = v.pipe(
  text(140),
  v.transform((note) => normalisedNote(note) || undefined),
);

const chosen = <const Choice extends v.GenericSchema>(choice: Choice) => ({
  choices: v.optional(v.pipe(v.array(choice), v.maxLength(maxChosen))),
  note: v.optional(Note),
});

/** With what was chosen; the house's usual has neither `choices` nor `note`, as the carts of earlier builds (decision M3). */
export const CartItem = v.object({
  ...productEntries,
  qty: Quantity,
  ...chosen(v.pick(Choice, ['_id', 'name', 'price'])),
});
export type CartItem = v.InferOutput<typeof CartItem>;

export const Cart = v.pipe(v.array(CartItem), v.maxLength(maxLines));
export type Cart = v.InferOutput<typeof Cart>;

/** The required body of `PUT /carts`; the server knows everything else about a product. */
export const CartUpload = v.object({
  items: v.pipe(v.array(v.object({ _id: filledText(128), qty: Quantity })), v.maxLength(maxLines)),
  /** The same cart line by line, where something was chosen (decision M4). */
  lines: v.optional(
    v.pipe(
      v.array(
        v.object({
          _id: filledText(128),
          qty: Quantity,
          ...chosen(v.pick(Choice, ['_id', 'name', 'price'])),
        }),
      ),
      v.maxLength(maxLines),
    ),
  ),
});
export type CartUpload = v.InferOutput<typeof CartUpload>;

/**
 * The response of the bundled server to `GET` and `PUT /carts`, also with a 412 (decision C3). `applied: false`: an older
 * sequence arrived late and changed nothing. `seq`: the last sequence that was accepted from this `X-Client-Id`, so that
 * a device whose response was lost knows whether its cart was stored.
 */
export const CartAnswer = v.object({
  items: Cart,
  /** The same cart line by line; absent from a server without options (decision M4). */
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

const Code = v.pipe(v.union([text(32), v.number()]), v.transform(String));

const regionCodes = {
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

/** An address, as it is listed; `_id` is an addition of the bundled server (decision F5). */
export const SavedAddress = v.object({ ...Address.entries, _id: v.optional(Id) });
export type SavedAddress = v.InferOutput<typeof SavedAddress>;

/** A text in which there is still something when it is normalised. */
export const filledAfter = (normalise: (text: string) => string, maxLength: number) =>
  v.pipe(
    filledText(maxLength),
    v.transform(normalise),
    v.check((value) => value !== ''),
  );

/**
 * A saved address must be complete: three filled texts and four chosen regions (specification §5). The specification does
 * not check the phone for digits; a phone number is reduced to its digits (decision F10).
 */
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

/** The way in which an order was paid. */
export const PaidWith = v.object({ _id: Id, name: filledText(100) });

/** `name` and `price` are those of one piece with what was chosen (decision M4). */
export const OrderItem = v.object({
  name: text(200),
  price: Rupiah,
  qty: Quantity,
  product: Id,
  ...chosen(v.object({ _id: filledText(128), name: text(60) })),
});
export type OrderItem = v.InferOutput<typeof OrderItem>;

/** An order, as it is sent (specification §3); `product` is the product's `_id` (decision O12). */
export const Order = v.object({
  delivery_courier: filledText(64),
  delivery_fee: Rupiah,
  delivery_address: Address,
  totalQty: v.pipe(v.number(), v.integer(), v.minValue(1)),
  subTotal: CartSum,
  totalShopping: CartSum,
  order_items: v.pipe(v.array(OrderItem), v.minLength(1), v.maxLength(maxLines)),
  paymentMethod: PaymentMethod,
  status: v.literal('waiting_payment'),
});
export type Order = v.InferOutput<typeof Order>;

/** The statuses that the bundled server's owner can set; from another host any text is accepted (decision O9). */
export const orderStatuses = [
  'waiting_payment',
  'paid',
  'processing',
  'ready',
  'delivering',
  'completed',
  'cancelled',
] as const;

const optionalText = (maxLength: number) =>
  v.optional(v.pipe(v.union([text(maxLength), v.number()]), v.transform(String)), '');

/**
 * An order, as it is listed. The fields of specification §3 may be absent, but must have its types; the other fields are
 * additions of the bundled server (decision F14).
 */
export const PlacedOrder = v.object({
  order_number: optionalText(64),
  delivery_address: v.optional(
    v.object({
      fullName: v.optional(text(255), ''),
      ...forgivingEntries({ phoneNumber: optionalText(64), fullStreet: v.optional(text(500)), ...regionCodes }),
    }),
  ),
  totalQty: v.optional(v.number(), 0),
  totalShopping: v.optional(Rupiah, 0),
  status: v.optional(text(64), 'waiting_payment'),
  ...forgivingEntries({
    subTotal: v.optional(Rupiah),
    delivery_courier: v.optional(text(64)),
    delivery_fee: v.optional(Rupiah),
    order_items: v.optional(
      v.array(
        v.object({
          name: text(200),
          price: Rupiah,
          qty: v.number(),
          ...forgivingEntries({
            product: v.optional(Id),
            /** The product's own name; `name` is the whole one (decision M6). */
            base: v.optional(text(200)),
            ...chosen(v.object({ _id: Id, name: text(60), default: v.optional(v.boolean()) })),
          }),
        }),
      ),
    ),
    paymentMethod: v.optional(forgiving(PaymentMethod)),
    created_at: v.optional(text(64)),
    client_ref: v.optional(text(255)),
    /** Why the shop cancelled it. */
    reason: v.optional(text(200)),
    /** When its status last changed. */
    changed_at: v.optional(text(64)),
    /** Whether it is paid, whatever its status (decision W2); `paymentOf` says what that means. */
    paid: v.optional(v.boolean()),
    paid_at: v.optional(text(64)),
    /** How it was paid, where that is not as the customer chose. */
    paid_with: v.optional(PaidWith),
    /** Increases with every change of the order: of two states the later one counts. */
    revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** The running number of its day, which is called out (decision W19). */
    queue_number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** While it is not ready: how many orders are ahead, and `from` how many minutes `to` how many the last ones took (decision W17). */
    queue: v.optional(v.object({ ahead: v.number(), from: v.number(), to: v.number() })),
    /** The shop's account number in full, where the owner has configured it (decision O10). */
    billing_account: v.optional(text(64)),
  }),
});
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

/** The body of `PATCH /orders/{number}` (decision W18); `from` is the status that was shown. */
export const Withdrawal = v.object({
  from: v.pipe(text(64), v.nonEmpty()),
  to: v.optional(v.literal('cancelled')),
});
export type Withdrawal = v.InferOutput<typeof Withdrawal>;

const isObject = (value: unknown): value is { data?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The response to `POST /orders` is the order or `{ data: order }` (decision O12). */
export const OrderAnswer = v.pipe(
  v.unknown(),
  v.check((body) => isObject(body) && !body.error),
  v.transform((body) => (isObject(body) && isObject(body.data) ? body.data : body)),
  PlacedOrder,
);

/**
 * A line whose price or availability has changed since the customer saw it; `now` is `null` when it is not available
 * (decision O5).
 */
export const ChangedLine = v.object({
  product: Id,
  name: text(200),
  qty: Quantity,
  shown: Rupiah,
  now: v.nullable(Rupiah),
  /** Which line of the order it is; a server without options does not say it, and has one line a product. */
  index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** `price`, `sold_out`, `gone`, `renamed` or `choose_again`. */
  reason: v.optional(text(32)),
  /** The whole name that the customer saw, where it differs from `name`. */
  was: v.optional(text(200)),
  /** The product's own price now. */
  base: v.optional(Rupiah),
  /** What was chosen, as it is now. */
  choices: v.optional(v.array(v.pick(Choice, ['_id', 'name', 'price']))),
  /** Whether that is the house's usual. */
  usual: v.optional(v.boolean()),
});
export type ChangedLine = v.InferOutput<typeof ChangedLine>;

/** The server's current prices, in the body of a 409 `quote_changed`. */
export const Quote = v.object({
  lines: v.array(ChangedLine),
  delivery_fee: Rupiah,
  subTotal: Rupiah,
  totalShopping: Rupiah,
});
export type Quote = v.InferOutput<typeof Quote>;

/** The customer's last order of the same lines, and its age in whole minutes, in the body of a 409 `order_repeated`. */
export const RepeatedOrder = v.object({
  order_number: text(64),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type RepeatedOrder = v.InferOutput<typeof RepeatedOrder>;

/** The body of every error of the bundled server. */
export const Failure = v.object({
  error: v.object({
    code: text(64),
    message: text(500),
    quote: v.optional(Quote),
    repeated: v.optional(RepeatedOrder),
    /** With `paused`: when the pause ends, if that is known. */
    until: v.optional(text(64)),
  }),
});
export type Failure = v.InferOutput<typeof Failure>;
