/** What the rows of a backup must be besides text and numbers: what the shop's own calls would have stored (fault B50). */
import * as v from 'valibot';
import { Address, CartUpload, Category, Choice, OptionGroup, PaymentMethod, Product, Tag, User } from '#core/contract';
import { Closing, CounterOrder, Staff } from '#core/counter';
import { normalised } from '#core/normalised';
import { Order, PaidWith } from '#core/order-contract';
import { orderEventKinds } from '../database/tables.ts';

const json = <const Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema);
const Moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

/** What has `_id` on the wire has `id` in its row. */
const withId = <Entries extends { _id: v.GenericSchema }>({ _id, ...others }: Entries) => ({ id: _id, ...others });

/** By table and column; a column that is not named here may hold anything of its kind. */
const schemas: Record<string, Record<string, v.GenericSchema>> = {
  categories: Category.entries,
  tags: Tag.entries,
  products: withId(v.omit(Product, ['available']).entries),
  option_groups: withId(OptionGroup.pipe[0].entries),
  option_choices: withId(v.omit(Choice, ['available']).entries),
  payment_methods: withId(PaymentMethod.entries),
  customers: { email: User.entries.email, full_name: User.entries.fullName },
  addresses: {
    full_name: Address.entries.fullName,
    phone_number: Address.entries.phoneNumber,
    full_street: Address.entries.fullStreet,
  },
  carts: { items: json(CartUpload.entries.items), lines: v.nullable(json(CartUpload.entries.lines.wrapped)) },
  orders: {
    order_number: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    status: v.pipe(v.string(), v.maxLength(64)),
    delivery_courier: Order.entries.delivery_courier,
    delivery_fee: Order.entries.delivery_fee,
    delivery_address: json(Address),
    total_qty: Order.entries.totalQty,
    sub_total: Order.entries.subTotal,
    total_shopping: Order.entries.totalShopping,
    order_items: json(Order.entries.order_items),
    payment_method: json(PaymentMethod),
    paid_with: v.nullable(json(PaidWith)),
    refunded_with: v.nullable(json(PaidWith)),
    reason: v.nullable(v.pipe(v.string(), v.maxLength(200))),
    struck: json(v.array(v.union([v.string(), v.number()]))),
    prints: CounterOrder.entries.prints,
    revision: CounterOrder.entries.revision,
    queue_number: v.nullable(CounterOrder.entries.queue_number.wrapped),
  },
  order_events: {
    kind: v.picklist(orderEventKinds),
    paid_with: v.nullable(json(PaidWith)),
    refunded_with: v.nullable(json(PaidWith)),
  },
  idempotency_keys: { response: v.union([v.literal(''), json(v.unknown())]) },
  staff_events: { detail: json(v.unknown()) },
  closings: { paid: json(Closing.entries.paid), refunded: json(Closing.entries.refunded) },
  staff: {
    name: v.pipe(
      Staff.entries.name,
      v.check((name) => name === normalised(name)),
    ),
  },
};

/** By a column's name: `at` and `…_at` are moments, as text or in ms since 1970. */
const schemaOf = (table: string, column: string): v.GenericSchema | undefined =>
  schemas[table]?.[column] ?? (/^(.*_)?at$/.test(column) ? v.union([v.null(), v.number(), Moment]) : undefined);

/** Answers which of the columns, in the order of a row's values, does not fit; undefined where all do. */
export function rowCheck(table: string, columns: readonly string[]) {
  const checks = columns.flatMap((column, at) => {
    const schema = schemaOf(table, column);
    return schema ? [{ column, at, schema }] : [];
  });
  return (row: readonly unknown[]): string | undefined =>
    checks.find(({ at, schema }) => !v.is(schema, typeof row[at] === 'bigint' ? Number(row[at]) : row[at]))?.column;
}
