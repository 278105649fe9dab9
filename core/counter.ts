/** What the counter and the server exchange (decisions W1 to W8). Only the bundled server offers these calls, to staff only. */
import * as v from 'valibot';
import { filledAfter, OptionGroup, Product, Rupiah, text } from './contract.ts';
import { normalised } from './normalised.ts';
import { Order, orderStatuses } from './order-contract.ts';
import { ShopPause } from './pause.ts';

const filledText = (maxLength: number) => v.pipe(text(maxLength), v.nonEmpty());
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** ISO 8601 in UTC. */
const Moment = text(64);

/** A member of staff; `owner` may do all, others are baristas (decision W14). */
export const Staff = v.object({ id: Count, name: filledText(100), owner: v.optional(v.boolean()) });
export type Staff = v.InferOutput<typeof Staff>;

/** The body of `POST /staff/session`: the secret of an invitation, from the fragment of its link (decision W6). */
export const Invitation = v.object({ invitation: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
export type Invitation = v.InferOutput<typeof Invitation>;

/** The response to `POST /staff/invitation`, which does not use the invitation up. */
export const Invited = v.object({ staff: Staff });

/** The response to `POST /staff/session`. */
export const StaffSession = v.object({ staff: Staff, token: filledText(128) });
export type StaffSession = v.InferOutput<typeof StaffSession>;

/** The body of `POST /counter/staff`: invites a device of a member, who is added when there is none of that name. */
export const NewMember = v.object({ name: filledAfter(normalised, 100), owner: v.optional(v.boolean(), false) });

/** The response: the secret of an invitation, which signs in one device until then. */
export const NewInvitation = v.object({ staff: Staff, invitation: filledText(128), expires_at: Moment });
export type NewInvitation = v.InferOutput<typeof NewInvitation>;

/** A row of `GET /counter/staff`; `last_used_at` to six hours. */
export const Member = v.object({
  ...Staff.entries,
  devices: Count,
  last_used_at: v.optional(Moment),
});
export type Member = v.InferOutput<typeof Member>;

const Way = v.object({ _id: text(128), name: text(100) });

/**
 * A line of an order at the counter; `struck`: it is made. `product` names the line, also where the order has several of one product; calls of
 * earlier counters do, too. `name` has what is not the house's usual, and the note in quotes, so that no page shows a drink without them (decision M10).
 */
export const CounterLine = v.object({
  product: text(140),
  name: text(400),
  /** What `name` is made of where that is not only the product; an earlier server does not say it. */
  parts: v.optional(v.object({ product: text(200), choices: v.array(text(60)), note: v.optional(text(140)) })),
  qty: Count,
  price: Rupiah,
  struck: v.boolean(),
});
export type CounterLine = v.InferOutput<typeof CounterLine>;

/** An order, as staff see it (decision W7). */
export const CounterOrder = v.object({
  order_number: filledText(64),
  /** One of `orderStatuses`, or one that this version does not know. */
  status: text(64),
  created_at: Moment,
  /** When its status last changed. */
  changed_at: Moment,
  recipient: text(255),
  /** `id` is that of a courier, 'pickup' or 'dine-in'; `name` is for people. */
  handover: v.object({ id: text(64), name: text(100), byCourier: v.boolean() }),
  /** 'Meja 7', 'Ambil sendiri', 'Meja 7, mulai 07.00', or the whole address for a courier, with the names of its regions. */
  destination: text(2_000),
  /** For a courier only. */
  phone: v.optional(text(64)),
  lines: v.array(CounterLine),
  total: Rupiah,
  /** How its customer chose to pay. */
  payment: text(100),
  /** Whether it is paid, whatever its status (decision W2); what is stored of an earlier version lacks it. */
  paid: v.optional(v.boolean()),
  /** The ways in which it can have been paid, that of the customer first. */
  ways: v.optional(v.array(Way)),
  /** The `_id` of the way in which it was paid. */
  paid_with: v.optional(text(128)),
  /** Why it was cancelled. */
  reason: v.optional(text(200)),
  /** Whether what was paid was paid back (decision W13); an earlier server does not say it. */
  refunded: v.optional(v.boolean()),
  /** How many tickets were printed. */
  prints: Count,
  /** Increases with every change of the order, so that an older message never replaces a newer one. */
  revision: Count,
  /** The running number of its day (decision W19). */
  queue_number: v.optional(Count),
});
export type CounterOrder = v.InferOutput<typeof CounterOrder>;

/** The body of `PUT /counter/pause`: for so many minutes, until the regular closing time, or, with neither, until it is ended (decision W12). */
export const PauseRequest = v.object({
  minutes: v.optional(v.picklist([15, 30, 60])),
  until: v.optional(v.literal('closing')),
});
export type PauseRequest = v.InferOutput<typeof PauseRequest>;

/** The response to `GET /counter/board`: the unfinished orders of 24 hours, the oldest first. */
export const Board = v.object({
  staff: Staff,
  /** The server's clock, from which the ages of the orders are counted. */
  now: Moment,
  orders: v.array(CounterOrder),
  /** How many unfinished orders are not among them; `GET /counter/older` lists those. */
  older: Count,
  /** How many were completed or cancelled on the shop's day (`GET /counter/finished`), and how many of them are still to be paid. */
  finished: v.optional(Count, 0),
  unpaid: v.optional(Count, 0),
  /** The numbers of the last ones that their customers have cancelled (decision W18). */
  withdrawn: v.optional(v.array(filledText(64)), []),
  /** The shop takes no orders; an earlier server does not say it. */
  pause: v.optional(ShopPause),
});
export type Board = v.InferOutput<typeof Board>;

/**
 * The body of `PATCH /counter/orders/{order_number}`, with an `Idempotency-Key`. `from` is the status that the counter showed (decision W3).
 * A cancelled order has a `reason`. With an order that no longer waits for its payment, `to: 'paid'` changes no status: it notes that the
 * order is paid, or how (`paid_with`; else as the customer chose). `undo` takes the last change of that `kind` back, for `undoMs` after it;
 * of the payment it does so whatever the status is by then. With `kind: 'refund'` a cancelled order stays so: its payment was paid back, as
 * `paid_with` says, else as it was paid.
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

/**
 * The body of `POST /counter/orders`, with an `Idempotency-Key`: an order at the till (decision W16), at a table or to be taken away, as its
 * member of staff has seen it. `paid_with` is the `_id` of the way in which it was paid; without it it is not paid yet.
 */
export const TillOrder = v.object({
  table: v.optional(text(8)),
  name: v.optional(v.pipe(v.string(), v.transform(normalised), v.maxLength(100)), ''),
  order_items: Order.entries.order_items,
  subTotal: Rupiah,
  paid_with: v.optional(filledText(128)),
});
export type TillOrder = v.InferOutput<typeof TillOrder>;

/** The body of `PUT /counter/orders/{order_number}/made/{line}`, and of the earlier `…/lines/{product}`. */
export const LineChange = v.object({ struck: v.boolean() });
export type LineChange = v.InferOutput<typeof LineChange>;

/** The body of `PATCH /counter/products/{id}` (decision W8). */
export const AvailabilityChange = v.object({ available: v.boolean() });
export type AvailabilityChange = v.InferOutput<typeof AvailabilityChange>;

const Money = v.union([v.number(), text(100)]);

/**
 * The body of `POST /counter/products` and `PUT /counter/products/{id}` (decision W15): a product as its owner has typed it, which the rules
 * of an import judge. Without `option_groups` it takes no note. `revision` is that of the product the form was opened with; `confirmed`: what
 * looked wrong is right.
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

/** The response to those and to `GET /counter/products/{id}`. `revision` grows with every change of it, but not when it is sold out. */
export const EditedProduct = v.object({ product: Product, revision: Count });
export type EditedProduct = v.InferOutput<typeof EditedProduct>;

/** The body of `POST /counter/groups` and `PUT /counter/groups/{id}`; a choice without `_id` is new, one that is left out goes. */
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

/** The response to those and to `GET /counter/groups/{id}`. */
export const EditedGroup = v.object({ group: OptionGroup, revision: Count });
export type EditedGroup = v.InferOutput<typeof EditedGroup>;

/** The response to `POST /counter/pictures`: the name for a product's `image_url`. */
export const StoredPicture = v.object({ image_url: text(200) });

/**
 * The body of a 422 `menu_refused`: what must be mended, in which field of the form (`choices[2].price` in that of a group), and what must be
 * mended or confirmed. `meant` is the price that was probably meant, in rupiah.
 */
export const MenuRefused = v.object({
  error: v.object({
    code: v.literal('menu_refused'),
    message: text(500),
    faults: v.array(v.object({ field: v.optional(text(100)), message: text(2_000) })),
    questions: v.array(v.object({ field: v.optional(text(100)), message: text(2_000), meant: v.optional(v.number()) })),
  }),
});
export type MenuRefused = v.InferOutput<typeof MenuRefused>;

/** The body of a 409 `menu_changed`: the product or the group as it is now. */
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

/**
 * The response to `GET /counter/today`, of a day (`dayBegins`): what was paid on it by each way, and what was ordered on it. Rupiah of a status
 * or a way to pay are only those that are paid; ways to pay and products do not count cancelled orders.
 */
export const Today = v.object({
  day: text(10),
  /** Orders by what their money needs (`paymentStateOf`); `cancelled`: nothing was paid. An earlier server does not say it. */
  money: v.optional(v.object({ paid: Amount, due: Amount, refund: Amount, cancelled: Amount })),
  byStatus: v.array(Sum),
  /** By the way in which they were really paid. */
  byPayment: v.array(Sum),
  /** What was paid back on the day, by way; an earlier server does not say it. */
  refunded: v.optional(v.array(Sum), []),
  /** The ten products sold most, by quantity. */
  bestSold: v.array(v.object({ name: text(200), qty: Count })),
});
export type Today = v.InferOutput<typeof Today>;

const WaySums = v.array(v.object({ _id: text(128), ...Sum.entries }));
/** Rupiah; in a drawer less may have been taken than was paid back. */
const Difference = v.pipe(v.number(), v.integer());

/**
 * What the next closing covers; `after`: the one before it, 0 for none. `expected`: the cash that must be there. `unpaid`: the orders that are
 * still to be paid, unfinished ones of any age and those completed since; an earlier server does not say it.
 */
export const OpenTill = v.object({
  after: Count,
  unpaid: v.optional(Count, 0),
  from: Moment,
  until: Moment,
  paid: WaySums,
  refunded: WaySums,
  expected: Difference,
});
export type OpenTill = v.InferOutput<typeof OpenTill>;

/** A closing of the till: everything from `from` to `until`, with the cash that was counted. */
export const Closing = v.object({
  id: Count,
  by: text(100),
  ...v.omit(OpenTill, ['after', 'unpaid']).entries,
  counted: Count,
});
export type Closing = v.InferOutput<typeof Closing>;

/** The response to `GET /counter/closings`. */
export const Closings = v.object({ open: OpenTill, data: v.array(Closing) });
export type Closings = v.InferOutput<typeof Closings>;

/** The body of `POST /counter/closings`: what was counted of the till as `GET` has shown it. */
export const ClosingRequest = v.object({
  after: Count,
  until: v.pipe(
    v.string(),
    v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
  ),
  counted: Rupiah,
});
export type ClosingRequest = v.InferOutput<typeof ClosingRequest>;

/** The body of a 409 `order_changed` at the counter: the order as it is. */
export const OrderChanged = v.object({
  error: v.object({ code: v.literal('order_changed'), message: text(500), order: CounterOrder }),
});
