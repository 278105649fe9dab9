/** Orders as the staff see them (decision W7). */
import type { Address, PaymentMethod } from '#core/contract';
import type { CounterOrder } from '#core/counter';
import { cutNameOf } from '#core/line';
import { normalised, normalisedPhone } from '#core/normalised';
import { paymentChoices } from '#core/payment';
import { handoverName, handoverOf } from '#core/shop';
import { storePlace } from '#core/store-place';
import type { Database } from '../database/open.ts';
import { type OrderRow, wayOf } from '../orders/order-row.ts';
import type { PricedItem } from '../orders/pricing.ts';

/** Whether an order is brought by a courier, also one that the shop does not have any more. */
export const isByCourier = ({ delivery_courier }: Pick<OrderRow, 'delivery_courier'>) =>
  !['pickup', 'dine-in'].includes(delivery_courier);

export async function counterOrders(database: Database, rows: readonly OrderRow[]): Promise<CounterOrder[]> {
  const codes = rows.filter(isByCourier).flatMap((row) => codesOf(addressOf(row)));
  const regions = await regionNames(database, codes);
  return rows.map((row) => counterOrder(row, regions));
}

export const counterOrderOf = async (database: Database, row: OrderRow) =>
  (await counterOrders(database, [row]))[0] as CounterOrder;

const addressOf = (row: OrderRow): Partial<Address> => JSON.parse(row.delivery_address);

function counterOrder(row: OrderRow, regions: ReadonlyMap<string, string>): CounterOrder {
  const address = addressOf(row);
  const byCourier = isByCourier(row);
  const lines: PricedItem[] = JSON.parse(row.order_items);
  const names = lineNames(lines);
  const made = madeLines(names, row);
  const method: PaymentMethod = JSON.parse(row.payment_method);
  const { fullName = '', phoneNumber = '', fullStreet = '' } = address;
  const handover = { id: row.delivery_courier, name: handoverName(row.delivery_courier), byCourier };
  const places = codesOf(address).map((code) => regions.get(code) ?? code);
  return {
    order_number: row.order_number,
    status: row.status,
    created_at: row.created_at,
    changed_at: row.changed_at ?? row.created_at,
    // Again: earlier versions stored what was typed.
    recipient: normalised(fullName),
    handover,
    destination: byCourier
      ? normalised([fullStreet, ...places].filter(Boolean).join(', '))
      : placeOf(handover, normalised(fullStreet)),
    ...(byCourier && { phone: normalisedPhone(phoneNumber) }),
    lines: lines.map((line, at) => ({
      product: names[at] ?? line.product,
      ...nameAtCounter(line),
      qty: line.qty,
      price: line.price,
      struck: made.has(at),
    })),
    total: row.total_shopping,
    payment: method.name,
    paid: row.paid_at !== null,
    ways: paymentChoices(method),
    ...(row.paid_at !== null && { paid_with: wayOf(row, row.paid_with)._id }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.refunded_at !== null && { refunded: true }),
    prints: row.prints,
    revision: row.revision,
    ...(row.queue_number !== null && { queue_number: row.queue_number }),
  };
}

/** Names an order's lines: by their product, as earlier versions do, and further ones of the same product also by their place. */
export const lineNames = (lines: readonly { product: string }[]) =>
  lines.map(({ product }, at) =>
    lines.findIndex((line) => line.product === product) === at ? product : `${product}#${at}`,
  );

/** The places of the lines that are made. Earlier versions have stored their names (decision M10). */
export const madeLines = (names: readonly string[], { struck }: Pick<OrderRow, 'struck'>) =>
  new Set(
    (JSON.parse(struck) as (number | string)[]).map((line) => (typeof line === 'string' ? names.indexOf(line) : line)),
  );

/** 'Es Kopi Susu (Besar, susu oat) "tanpa gula"', and its parts. */
function nameAtCounter({ name, base: product = name, choices = [], note }: PricedItem) {
  const unusual = choices.filter((choice) => !choice.default);
  if (unusual.length === 0 && !note) return { name: product };
  const whole = cutNameOf({ name: product, choices: unusual });
  return {
    name: note ? `${whole} "${note}"` : whole,
    parts: { product, choices: unusual.map((choice) => choice.name), ...(note && { note }) },
  };
}

/** The place in the store; without its table or start where the street says none that the shop has. */
function placeOf({ id, name }: CounterOrder['handover'], street: string) {
  const handover = handoverOf(id);
  return (handover && storePlace(handover, street)) ?? name;
}

/** From the village up to the province, as an envelope has them. */
export const codesOf = ({ kelurahan, kecamatan, kabupaten, provinsi }: Partial<Address> = {}) =>
  [kelurahan, kecamatan, kabupaten, provinsi].flatMap((code) => code || []);

export async function regionNames(database: Database, codes: readonly string[]) {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map<string, string>();
  const known = await database.selectFrom('regions').select(['kode', 'nama']).where('kode', 'in', wanted).execute();
  return new Map(known.map(({ kode, nama }) => [kode, nama]));
}
