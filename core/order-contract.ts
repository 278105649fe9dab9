/** Orders of specification §3. Apart from `contract.ts`, because a page starts without them. */
import * as v from 'valibot';
import {
  Address,
  CartSum,
  chosen,
  filledText,
  forgiving,
  forgivingEntries,
  Id,
  maxLines,
  PaymentMethod,
  Quantity,
  Rupiah,
  regionCodes,
  text,
} from './contract.ts';

export const PaidWith = v.object({ _id: Id, name: filledText(100) });
export type PaidWith = v.InferOutput<typeof PaidWith>;

/** `name` and `price`: of one piece with what was chosen (decision M4). */
export const OrderItem = v.object({
  name: text(200),
  price: Rupiah,
  qty: Quantity,
  product: Id,
  ...chosen(v.object({ _id: filledText(128), name: text(60) })),
});
export type OrderItem = v.InferOutput<typeof OrderItem>;

/** `product` is the product's `_id` (decision O12). */
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

/** From another host any text is accepted (decision O9). */
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

/** The fields of specification §3 may be absent, but must have its types; the others are additions of the bundled server (decision F14). */
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
    reason: v.optional(text(200)),
    changed_at: v.optional(text(64)),
    /** Whatever its status (decision W2); `paymentOf` says what that means. */
    paid: v.optional(v.boolean()),
    paid_at: v.optional(text(64)),
    /** Set where that is not as the customer chose. */
    paid_with: v.optional(PaidWith),
    /** Increases with every change of the order: of two states the later one counts. */
    revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Called out (decision W19). */
    queue_number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** While it is not ready: the orders ahead, and how many minutes the last ones took (decision W17). */
    queue: v.optional(v.object({ ahead: v.number(), from: v.number(), to: v.number() })),
    /** In full, where the owner has configured it (decision O10). */
    billing_account: v.optional(text(64)),
  }),
});
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

/** Decision W18; `from` is the status that was shown. A `to` that asks for anything else is refused. */
export const Withdrawal = v.object({ from: filledText(64), to: v.optional(v.literal('cancelled')) });

const isObject = (value: unknown): value is { data?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The order or `{ data: order }` (decision O12). */
export const OrderAnswer = v.pipe(
  v.unknown(),
  v.check((body) => isObject(body) && !body.error),
  v.transform((body) => (isObject(body) && isObject(body.data) ? body.data : body)),
  PlacedOrder,
);
