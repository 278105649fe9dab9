/** Calls of the counter (decisions W1 to W8), which only the bundled server offers. */
import * as v from 'valibot';
import { filledAfter, filledText, OptionGroup, Product, Rupiah, text } from './contract.ts';
import { normalised } from './normalised.ts';
import { Order, OrderItem, orderStatuses } from './order-contract.ts';
import { ShopPause } from './pause.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** ISO 8601 in UTC. */
const Moment = text(64);

/** `owner` may do all, others are baristas (decision W14). */
export const Staff = v.object({ id: Count, name: filledText(100), owner: v.optional(v.boolean()) });
export type Staff = v.InferOutput<typeof Staff>;

/** The secret of an invitation is in the fragment of its link (decision W6). */
export const Invitation = v.object({ invitation: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

/** The response to `POST /staff/invitation`, which does not use the invitation up. */
export const Invited = v.object({ staff: Staff });

export const StaffSession = v.object({ staff: Staff, token: filledText(128) });
export type StaffSession = v.InferOutput<typeof StaffSession>;

/** Invites a device of a member, who is added when there is none of that name; with an `id` only of that one. */
export const NewMember = v.object({
  id: v.optional(Count),
  name: filledAfter(normalised, 100),
  owner: v.optional(v.boolean(), false),
});

/** The secret signs in one device until `expires_at`. */
export const NewInvitation = v.object({ staff: Staff, invitation: filledText(128), expires_at: Moment });
export type NewInvitation = v.InferOutput<typeof NewInvitation>;

/** `last_used_at` is exact to six hours. */
export const Member = v.object({
  ...Staff.entries,
  devices: Count,
  last_used_at: v.optional(Moment),
});
export type Member = v.InferOutput<typeof Member>;

const Way = v.object({ _id: text(128), name: text(100) });

/** `struck`: made. `product` names the line, also for calls of earlier counters; `name` always has choices and note (decision M10). */
export const CounterLine = v.object({
  product: text(140),
  name: text(400),
  /** An earlier server does not say it. */
  parts: v.optional(v.object({ product: text(200), choices: v.array(text(60)), note: v.optional(text(140)) })),
  qty: Count,
  price: Rupiah,
  struck: v.boolean(),
});
export type CounterLine = v.InferOutput<typeof CounterLine>;

/** Decision W7. */
export const CounterOrder = v.object({
  order_number: filledText(64),
  /** One of `orderStatuses`, or one that this version does not know. */
  status: text(64),
  created_at: Moment,
  changed_at: Moment,
  recipient: text(255),
  /** `id` is that of a courier, 'pickup' or 'dine-in'. */
  handover: v.object({ id: text(64), name: text(100), byCourier: v.boolean() }),
  /** 'Meja 7', 'Ambil sendiri', 'Meja 7, mulai 07.00', or the whole address for a courier. */
  destination: text(2_000),
  phone: v.optional(text(64)),
  lines: v.array(CounterLine),
  total: Rupiah,
  /** As its customer chose. */
  payment: text(100),
  /** Whatever its status (decision W2); an earlier version has not stored it. */
  paid: v.optional(v.boolean()),
  /** That of the customer first. */
  ways: v.optional(v.array(Way)),
  paid_with: v.optional(text(128)),
  reason: v.optional(text(200)),
  /** Whether what was paid was paid back (decision W13); absent from an earlier server. */
  refunded: v.optional(v.boolean()),
  prints: Count,
  /** Increases with every change of the order: an older message never replaces a newer one. */
  revision: Count,
  /** Decision W19. */
  queue_number: v.optional(Count),
});
export type CounterOrder = v.InferOutput<typeof CounterOrder>;

/** For minutes, until the regular closing time, or, with neither, until it is ended (decision W12). */
export const PauseRequest = v.object({
  minutes: v.optional(v.picklist([15, 30, 60])),
  until: v.optional(v.literal('closing')),
});
export type PauseRequest = v.InferOutput<typeof PauseRequest>;

/** The unfinished orders of 24 hours, the oldest first. */
export const Board = v.object({
  staff: Staff,
  now: Moment,
  orders: v.array(CounterOrder),
  /** Unfinished orders that are not among them. */
  older: Count,
  /** Of the shop's day; `unpaid`: those of them still to be paid. */
  finished: v.optional(Count, 0),
  unpaid: v.optional(Count, 0),
  /** The numbers of the last ones that their customers have cancelled (decision W18). */
  withdrawn: v.optional(v.array(filledText(64)), []),
  /** An earlier server does not say it. */
  pause: v.optional(ShopPause),
});
export type Board = v.InferOutput<typeof Board>;

/**
 * `PATCH /counter/orders/{order_number}`, with an `Idempotency-Key`. `from`: the status that the counter showed (decision W3). `to: 'paid'` past the
 * payment only notes that and how (`paid_with`) it is paid. `undo`: takes the last change of that `kind` back, within `undoMs`; that of a payment
 * whatever the status. `kind: 'refund'`: a cancelled order was paid back, as `paid_with` says, else as it was paid.
 */
export const StatusChange = v.object({
  from: filledText(64),
  to: v.picklist(orderStatuses),
  reason: v.optional(filledAfter(normalised, 200)),
  undo: v.optional(v.boolean()),
  kind: v.optional(v.picklist(['status', 'paid', 'refund'])),
  paid_with: v.optional(filledText(128)),
});
export type StatusChange = v.InferOutput<typeof StatusChange>;

/** `POST /counter/orders`, with an `Idempotency-Key` (decision W16). Without `paid_with`, the `_id` of a way to pay, it is not paid yet. */
export const TillOrder = v.object({
  table: v.optional(text(8)),
  name: v.optional(v.pipe(v.string(), v.transform(normalised), v.maxLength(100)), ''),
  order_items: Order.entries.order_items,
  subTotal: Rupiah,
  paid_with: v.optional(filledText(128)),
});
export type TillOrder = v.InferOutput<typeof TillOrder>;

/** Also the body of the earlier `…/lines/{product}`. */
export const LineChange = v.object({ struck: v.boolean() });

export const AvailabilityChange = v.object({ available: v.boolean() });

const Money = v.union([v.number(), text(100)]);

/**
 * As its owner typed it; the rules of an import judge it (decision W15). Without `option_groups` it takes no note. `revision`: that of the form's
 * product. `confirmed`: what looked wrong is right.
 */
export const ProductEdit = v.object({
  name: text(2_000),
  description: v.optional(text(20_000), ''),
  price: Money,
  category: text(2_000),
  tags: v.optional(v.pipe(v.array(text(2_000)), v.maxLength(100)), []),
  image_url: v.optional(text(2_000), ''),
  option_groups: v.optional(v.pipe(v.array(text(200)), v.maxLength(100))),
  revision: v.optional(Count),
  confirmed: v.optional(v.boolean()),
});
export type ProductEdit = v.InferInput<typeof ProductEdit>;

/** `revision` grows with every change, but not when it is sold out. */
export const EditedProduct = v.object({ product: Product, revision: Count });
export type EditedProduct = v.InferOutput<typeof EditedProduct>;

/** A choice that has no `_id` of the group's is new, one that is left out goes. */
export const GroupEdit = v.object({
  name: text(2_000),
  min: v.number(),
  max: v.number(),
  choices: v.pipe(
    v.array(
      v.object({
        _id: v.optional(text(200)),
        name: text(2_000),
        price: Money,
        default: v.optional(v.boolean()),
      }),
    ),
    v.maxLength(100),
  ),
  revision: v.optional(Count),
  confirmed: v.optional(v.boolean()),
});
export type GroupEdit = v.InferInput<typeof GroupEdit>;

export const EditedGroup = v.object({ group: OptionGroup, revision: Count });
export type EditedGroup = v.InferOutput<typeof EditedGroup>;

export const Edited = v.union([EditedProduct, EditedGroup]);
export type Edited = v.InferOutput<typeof Edited>;

export const StoredPicture = v.object({ image_url: text(200) });

/** A 422 `menu_refused`. `field` names the form's, `choices[2].price` in that of a group; `meant`: the price probably meant, in rupiah. */
export const MenuRefused = v.object({
  error: v.object({
    code: v.literal('menu_refused'),
    message: text(500),
    faults: v.array(v.object({ field: v.optional(text(100)), message: text(2_000) })),
    questions: v.array(v.object({ field: v.optional(text(100)), message: text(2_000), meant: v.optional(v.number()) })),
  }),
});
export type MenuRefused = v.InferOutput<typeof MenuRefused>;

/** A 409 `menu_changed`: the state now. */
export const MenuChanged = v.object({
  error: v.object({
    code: v.literal('menu_changed'),
    message: text(500),
    revision: Count,
    product: v.optional(Product),
    group: v.optional(OptionGroup),
  }),
});

const Amount = v.object({ orders: Count, rupiah: Count });
const Sum = v.object({ name: text(100), ...Amount.entries });

/** Of a day (`dayBegins`). Rupiah are only of what is paid; ways to pay and products do not count cancelled orders. */
export const Today = v.object({
  day: text(10),
  /** By `paymentStateOf`; `cancelled`: nothing was paid. */
  money: v.object({ paid: Amount, due: Amount, refund: Amount, cancelled: Amount }),
  byStatus: v.array(Sum),
  /** By the way in which they were really paid. */
  byPayment: v.array(Sum),
  /** On the day, by way. */
  refunded: v.array(Sum),
  bestSold: v.array(v.object({ name: text(200), qty: Count })),
});
export type Today = v.InferOutput<typeof Today>;

const WaySums = v.array(v.object({ _id: text(128), ...Sum.entries }));
/** Below 0 when more cash was paid back than taken. */
const Difference = v.pipe(v.number(), v.integer());

/**
 * `after`: the closing before, 0 for none. `through`: the last change that is counted. `expected`: cash. `unpaid`: unfinished orders of any age,
 * and those completed since.
 */
export const OpenTill = v.object({
  after: Count,
  through: Count,
  unpaid: Count,
  from: Moment,
  until: Moment,
  paid: WaySums,
  refunded: WaySums,
  expected: Difference,
});
export type OpenTill = v.InferOutput<typeof OpenTill>;

export const Closing = v.object({
  id: Count,
  by: text(100),
  ...v.omit(OpenTill, ['after', 'through', 'unpaid']).entries,
  counted: Count,
});
export type Closing = v.InferOutput<typeof Closing>;

export const Closings = v.object({ open: OpenTill, data: v.array(Closing) });
export type Closings = v.InferOutput<typeof Closings>;

/** What was counted of the till as `GET` has shown it. */
export const ClosingRequest = v.object({
  after: Count,
  through: Count,
  until: v.pipe(
    v.string(),
    v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
  ),
  counted: Rupiah,
});
export type ClosingRequest = v.InferOutput<typeof ClosingRequest>;

/** What the key was used for. */
export const OrderOfKey = v.object({
  order_number: filledText(64),
  queue_number: v.optional(Count),
  order_items: v.array(OrderItem),
});
export type OrderOfKey = v.InferOutput<typeof OrderOfKey>;
export const KeyReused = v.object({
  error: v.object({ code: v.literal('key_reused'), message: text(500), order: OrderOfKey }),
});

export const OrderChanged = v.object({
  error: v.object({ code: v.literal('order_changed'), message: text(500), order: CounterOrder }),
});
