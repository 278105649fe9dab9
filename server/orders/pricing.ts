/** What an order costs by the shop's own data (decision O5). */
import * as v from 'valibot';
import { countOf, subTotalOf } from '#core/cart';
import { Address, NewAddress, type Product, type Region } from '#core/contract';
import { isOutside } from '#core/delivery-area';
import { type ChangedLine, Quote } from '#core/failure';
import { cutNameOf, keyOfOrderItem, unitPriceOf } from '#core/line';
import { normalised } from '#core/normalised';
import { areRenamed, chosenOf, idsAsUsual, idsOf, isUsual, optionFault } from '#core/options';
import type { Order, OrderItem } from '#core/order-contract';
import { type Handover, handoverOf } from '#core/shop';
import { storePlace } from '#core/store-place';
import { ApiError } from '../http/api-error.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** A line with what was agreed on, so that it can be read when the menu is another one (decision M6). */
export interface PricedItem extends Omit<OrderItem, 'choices'> {
  base?: string;
  /** `default`: of a group in which nothing but its defaults is chosen. */
  choices?: { _id: string; name: string; price: number; default?: true }[];
}

/** An order with nothing left of what the customer's phone claimed about money, and its texts normalised. */
export interface PricedOrder extends Omit<Order, 'order_items' | 'status'> {
  order_items: PricedItem[];
}

/**
 * Prices an order from the menu and the shop's fees, in rupiah. Throws an `ApiError`: 422 for what this shop never had or
 * cannot deliver, 409 `quote_changed` with the new quote when anything differs from what the customer saw. A courier
 * delivers to `regencies` only, if there are any. At the till no name is needed.
 */
export function priceOrder(
  order: Order,
  menu: MenuSnapshot,
  { regencies = [], isAtTill = false }: { regencies?: readonly Region[] | undefined; isAtTill?: boolean } = {},
): PricedOrder {
  const handover = handoverOf(order.delivery_courier);
  if (!handover) throw new ApiError('unknown_courier');
  const delivery_address = checkedAddress(order, handover, isAtTill);
  if (handover.kind === 'courier' && isOutside(delivery_address, regencies))
    throw new ApiError('outside_delivery_area');
  const paymentMethod = menu.paymentMethod(order.paymentMethod._id) ?? (isAtTill ? order.paymentMethod : undefined);
  if (!paymentMethod) throw new ApiError('unknown_payment_method');
  if (new Set(order.order_items.map(keyOfOrderItem)).size !== order.order_items.length)
    throw new ApiError('duplicate_line');

  const lines: PricedItem[] = [];
  const changed: ChangedLine[] = [];
  for (const [index, item] of order.order_items.entries()) {
    const product = menu.product(item.product);
    if (!product) throw new ApiError('unknown_product');
    const { line, change } = priceItem(item, product, menu);
    if (change) changed.push({ ...change, index });
    if (line) lines.push(line);
  }
  if (new Set(lines.map(keyOfOrderItem)).size !== lines.length) throw new ApiError('duplicate_line');

  const subTotal = subTotalOf(lines);
  const sums = { delivery_fee: handover.fee, subTotal, totalShopping: subTotal + handover.fee };
  const quote = { lines: changed, ...sums };
  if (!v.is(Quote, quote)) throw new ApiError('amount_too_large');
  const isAsShown = (Object.keys(sums) as (keyof typeof sums)[]).every((sum) => order[sum] === sums[sum]);
  if (changed.length > 0 || !isAsShown) throw new ApiError('quote_changed', { quote });

  return {
    ...{ delivery_courier: handover.id, delivery_address, paymentMethod },
    ...{ totalQty: countOf(lines), ...sums, order_items: lines },
  };
}

/** A line at the prices of now, and what of it is not as the customer saw it (decision M5). Throws a 422 for what was never offered. */
function priceItem(item: OrderItem, product: Product, menu: MenuSnapshot): { line?: PricedItem; change?: ChangedLine } {
  const { qty, price: shown, product: id } = item;
  const note = item.note === undefined ? {} : { note: item.note };
  const groups = menu.options.get(id) ?? [];
  if (!menu.options.has(id) && !item.choices?.length) {
    const now = product.available === false ? null : product.price;
    const line = { name: product.name, price: product.price, qty, product: id, ...note };
    const change = { product: id, name: product.name, qty, shown, now };
    return { ...(now !== null && { line }), ...(now !== shown && { change }) };
  }

  const ids = idsOf(item, groups);
  const reason = absenceOf(product, ids, menu);
  const known = { product: id, qty, shown };
  const usual = isUsual(groups, ids);
  if (reason) {
    const choices = item.choices?.map((choice) => ({ ...choice, price: 0 })) ?? [];
    // Of what has left the menu no line can be had, and what was usual is unknown.
    return {
      change: { ...known, name: item.name, now: null, reason, choices, usual: usual || !isListed(product, menu) },
    };
  }
  const chosen = chosenOf(groups, ids);
  const isRenamed = areRenamed(groups, item.choices);
  const now = unitPriceOf({ price: product.price, choices: chosen });
  // The house's usual is called as its product, unless something in it has another name.
  const isPlain = usual && !item.note && !isRenamed;
  const name = isPlain ? product.name : cutNameOf({ name: product.name, choices: chosen });
  const was = isRenamed && item.name === product.name ? cutNameOf(item) : item.name;
  const asUsual = idsAsUsual(groups, ids);
  const choices = chosen.map((choice) => ({
    ...choice,
    ...(asUsual.includes(choice._id) && { default: true as const }),
  }));
  const line = { name, price: now, qty, product: id, base: product.name, choices, ...note };
  if (!isRenamed && now === shown) return { line };
  const change = {
    ...{ ...known, name, now, reason: isRenamed ? 'renamed' : 'price', base: product.price, choices: chosen, usual },
    ...(was !== name && { was }),
  };
  return { line, change };
}

/** Not one that is gone from it. */
const isListed = ({ _id }: Product, menu: MenuSnapshot) => menu.products.some((product) => product._id === _id);

/** Why a line cannot be had as it was ordered; undefined when it can. */
function absenceOf(product: Product, ids: readonly string[], menu: MenuSnapshot): string | undefined {
  const { _id, available } = product;
  const fault = optionFault(menu.options.get(_id) ?? [], ids);
  switch (fault?.reason) {
    case 'unknown':
      if (!menu.wasOffered(_id, fault.id)) throw new ApiError('unknown_choice');
      return 'gone';
    case 'duplicate':
    case 'too_many_in_all':
      throw new ApiError('impossible_choices');
    case 'too_few':
    case 'too_many':
      if (!menu.isRevised(_id, fault.group._id)) throw new ApiError('impossible_choices');
      return 'choose_again';
    case 'sold_out':
      return 'sold_out';
    default:
      return available === false ? (isListed(product, menu) ? 'sold_out' : 'gone') : undefined;
  }
}

const Recipient = v.pick(NewAddress, ['fullName', 'phoneNumber']);
const Guest = v.pick(Address, ['fullName', 'phoneNumber']);

/**
 * The address of an order by the rules of a saved one; in the store a name and a phone number are enough, and the street is
 * one of the shop's own places (decision O13).
 */
function checkedAddress(
  { delivery_address: address }: Order,
  handover: Handover,
  isAtTill: boolean,
): Order['delivery_address'] {
  if (handover.kind === 'courier') {
    const whole = v.safeParse(NewAddress, address);
    if (!whole.success) throw new ApiError('address_incomplete');
    return whole.output;
  }
  const recipient = v.safeParse(isAtTill ? Guest : Recipient, address);
  if (!recipient.success) throw new ApiError('recipient_missing');
  const fullStreet = normalised(address.fullStreet);
  if (!storePlace(handover, fullStreet)) throw new ApiError('unknown_place');
  return { ...recipient.output, fullStreet, provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
}
